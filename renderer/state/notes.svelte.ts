import { emptyCase, sameWork, type CaseNotes } from '@shared/contract/case'
import { withComment, type CommentTarget } from '@shared/model/comment'

/** What the user adds to a case: names, mutes, notes, layout. Every change can be undone; the captured text never changes. */
const DEEPEST = 200

class NotesState {
  #now = $state.raw<CaseNotes>(emptyCase)
  #past = $state.raw<readonly CaseNotes[]>([])
  #future = $state.raw<readonly CaseNotes[]>([])
  #saved = $state.raw<CaseNotes>(emptyCase)
  readonly #dirty = $derived(!sameWork(this.#now, this.#saved))

  get now(): CaseNotes {
    return this.#now
  }
  get canUndo(): boolean {
    return this.#past.length > 0
  }
  get canRedo(): boolean {
    return this.#future.length > 0
  }
  /** There is work of the user that saving would keep; how the views look is none. */
  get dirty(): boolean {
    return this.#dirty
  }

  /** Another case: its notes, and no way back into the old one. `unsaved`: no case file has them yet. */
  load(notes: CaseNotes = emptyCase, unsaved = false): void {
    this.#now = notes
    this.#saved = unsaved ? emptyCase : notes
    this.#past = []
    this.#future = []
  }

  /** `saved`: what was written, which a change made meanwhile is no part of. */
  markSaved(saved: CaseNotes): void {
    this.#saved = saved
  }

  change(part: Partial<Omit<CaseNotes, 'schema'>>): void {
    this.#past = [...this.#past, this.#now].slice(-DEEPEST)
    this.#future = []
    this.#now = { ...this.#now, ...part }
  }

  undo(): void {
    const before = this.#past.at(-1)
    if (!before) return
    this.#future = [this.#now, ...this.#future]
    this.#past = this.#past.slice(0, -1)
    this.#now = before
  }

  redo(): void {
    const after = this.#future[0]
    if (!after) return
    this.#past = [...this.#past, this.#now]
    this.#future = this.#future.slice(1)
    this.#now = after
  }

  mute(finding: string, reason: string): void {
    this.change({ mutes: [...this.#now.mutes.filter((mute) => mute.finding !== finding), { finding, reason }] })
  }

  unmute(finding: string): void {
    this.change({ mutes: this.#now.mutes.filter((mute) => mute.finding !== finding) })
  }

  /** An empty text takes the note away. */
  comment(on: CommentTarget, text: string): void {
    const comments = withComment(this.#now.comments, on, text)
    if (comments !== this.#now.comments) this.change({ comments })
  }

  /** An empty name gives the node its captured name back. */
  rename(node: string, name: string): void {
    const { [node]: _old, ...others } = this.#now.names
    this.change({ names: name.trim() === '' ? others : { ...others, [node]: name.trim() } })
  }

  /** `host` and `into` are one machine; undefined takes the host apart again. */
  merge(host: string, into: string | undefined): void {
    const { [host]: _old, ...others } = this.#now.merges
    this.change({ merges: into === undefined ? others : { ...others, [host]: into } })
  }

  /** How a view wants to find itself again; no step of undo, since nobody remembers having made it, and undone by none. */
  keepLayout(view: string, text: string): void {
    const kept = (one: CaseNotes): CaseNotes => ({ ...one, layout: { ...one.layout, [view]: text } })
    this.#now = kept(this.#now)
    this.#past = this.#past.map(kept)
    this.#future = this.#future.map(kept)
  }
}

export const notes = new NotesState()
