import type { Draft } from '@shared/contract/channels'
import { call, canOpen } from './bridge'
import { notes } from './notes.svelte'

/** Work that an earlier run of the app left unsaved, until the user has it back or wants it no more. */
class Drafts {
  #list = $state.raw<readonly Draft[]>([])

  get newest(): Draft | undefined {
    return this.#list[0]
  }

  async load(): Promise<void> {
    if (canOpen()) this.#list = (await call('draft.list', null)) ?? []
  }

  /** Starts a job; the notes come with its session. */
  async restore(id: string): Promise<void> {
    if (await call('draft.restore', { id })) this.#list = this.#list.filter((draft) => draft.id !== id)
  }

  async discard(id: string): Promise<void> {
    this.#list = (await call('draft.discard', { id })) ?? this.#list
  }
}

export const drafts = new Drafts()

/** Tells main what a crash or a closed window would lose now. */
export function keepDraft(): void {
  if (canOpen()) void call('draft.keep', { notes: notes.dirty ? notes.now : null })
}

/** After every change of the notes, for the life of the page. */
export function followDrafts(): void {
  $effect.root(() => {
    $effect(keepDraft)
  })
}
