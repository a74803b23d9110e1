import type { Quality, SectionNote } from '../model/document'
import type { Line, Note } from '../model/format'
import { detach } from './detach'

const MOST_NOTES = 50

/** Collects what a parser says of its lines and turns it into the quality of the section. */
export class SectionNotes implements Note {
  unreadLines = 0
  readonly notes: SectionNote[] = []
  #damaged = false

  unread(line: Line, why = 'not understood'): void {
    this.unreadLines++
    this.#add(`${why}: ${shorten(line.text)}`, line)
  }

  damaged(why: string, line?: Line): void {
    this.#damaged = true
    this.#add(why, line)
  }

  remark(text: string, line?: Line): void {
    this.#add(text, line)
  }

  get quality(): Quality {
    return this.#damaged || this.unreadLines > 0 ? 'partial' : 'full'
  }

  #add(text: string, line: Line | undefined): void {
    if (this.notes.length < MOST_NOTES) this.notes.push({ text: detach(text), line: line?.number })
  }
}

function shorten(text: string): string {
  const trimmed = text.trim()
  return trimmed.length > 120 ? `${trimmed.slice(0, 117)}...` : trimmed
}
