import type { LogBuilder } from './builder'
import type { Frame } from './frame'

/** Reads one kind of text; false when the text is not of this kind after all. */
export type TopicReader = (text: string, frame: Frame, log: LogBuilder) => boolean

/** One topic: texts that begin with one of `starts` (leading blanks removed) go to `read`. */
export interface Topic {
  readonly starts: readonly string[]
  readonly read: TopicReader
}
