import type { Progress } from '@shared/contract/events'
import type { CallError } from '@shared/contract/result'
import type { SessionView } from '@shared/derive/session-view'
import { navigation } from './navigation.svelte'
import { notes } from './notes.svelte'

/** The session on screen and the reading that fills it. Sessions are big: they are replaced, never made deeply reactive. */
class SessionHolder {
  #captured = $state.raw<SessionView | null>(null)
  names = $state.raw<readonly string[]>([])
  job = $state.raw<number | null>(null)
  progress = $state.raw<Progress | null>(null)
  /** The session shown is the first part of what is being read. */
  partial = $state(false)
  error = $state.raw<CallError | null>(null)
  /** How long the last reading took. */
  milliseconds = $state.raw<number | null>(null)

  /** The session with the names that the user gave. */
  readonly view = $derived.by(() => (this.#captured ? withNames(this.#captured, notes.now.names) : null))

  get reading(): boolean {
    return this.job !== null
  }

  started(job: number, names: readonly string[]): void {
    this.job = job
    this.names = names
    this.progress = null
    this.error = null
  }

  take(session: SessionView, partial: boolean): void {
    this.#captured = session
    this.partial = partial
  }

  finished(session: SessionView, milliseconds: number | null): void {
    this.take(session, false)
    this.job = null
    this.progress = null
    this.milliseconds = milliseconds
  }

  failed(error: CallError | null): void {
    this.job = null
    this.progress = null
    this.partial = false
    this.error = error
  }

  closed(): void {
    this.#captured = null
    this.names = []
    this.job = null
    this.progress = null
    this.partial = false
    this.error = null
    notes.load()
    navigation.reset()
  }
}

function withNames(session: SessionView, names: Readonly<Record<string, string>>): SessionView {
  if (Object.keys(names).length === 0) return session
  return {
    ...session,
    nodes: session.nodes.map((node) => {
      const name = names[node.id]
      return name === undefined ? node : { ...node, name, nameFrom: 'user' }
    }),
  }
}

export const session = new SessionHolder()

/** The name of the case as the top bar and the window title show it. */
export function caseName(): string {
  const [first, ...others] = session.names
  if (first === undefined) return ''
  return others.length === 0 ? first : `${first} +${others.length}`
}
