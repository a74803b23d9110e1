import { createContext, Script } from 'node:vm'
import type { Member } from './open'

export interface SearchQuery {
  readonly pattern: string
  readonly regex: boolean
  readonly caseSensitive: boolean
  /** First line to look at, 1-based. */
  readonly from: number
  /** Most matches (lines) to give. */
  readonly limit: number
}

export interface SearchMatch {
  readonly line: number
  /** Columns of the first match in the line, in UTF-16 units, end exclusive. */
  readonly start: number
  readonly end: number
  /** The line, cut to a bounded length. */
  readonly text: string
}

export interface SearchResult {
  readonly matches: readonly SearchMatch[]
  readonly more: boolean
}

/** The pattern is no regular expression, or takes for ever on this text. */
export class BadPattern extends Error {
  readonly code = 'bad-pattern'
}

/** Characters of a line that come back with a match. */
const SHOWN = 1000
/** Characters of a line that a regular expression may look at. */
const SEARCHED = 20_000
const BLOCK = 2000
/** A pattern with nested repeats can run for ever on one line; no honest one needs this long for a block. */
const BLOCK_MS = 2000

type Finder = (text: string) => readonly [number, number] | undefined

/** Looks through a document from a line on; streaming, so its size does not matter. */
export function searchLines(member: Pick<Member, 'linesFrom'>, query: SearchQuery): SearchResult {
  const find = finderOf(query)
  const matches: SearchMatch[] = []
  let line = query.from
  let block: string[] = []
  let more = false
  const scan = (): void => {
    for (const text of block) {
      const found = find(text)
      if (found) {
        if (matches.length >= query.limit) {
          more = true
          return
        }
        matches.push({ line, start: found[0], end: found[1], text: text.slice(0, SHOWN) })
      }
      line++
    }
    block = []
  }
  const run = query.regex ? guarded(scan) : scan
  for (const text of member.linesFrom(query.from)) {
    block.push(text)
    if (block.length < BLOCK) continue
    run()
    if (more) return { matches, more }
  }
  run()
  return { matches, more }
}

function finderOf({ pattern, regex, caseSensitive }: SearchQuery): Finder {
  if (!regex && caseSensitive) {
    return (text) => {
      const at = text.indexOf(pattern)
      return at < 0 ? undefined : [at, at + pattern.length]
    }
  }
  const source = regex ? pattern : pattern.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  let expression: RegExp
  try {
    expression = new RegExp(source, caseSensitive ? '' : 'i')
  } catch (error) {
    throw new BadPattern(error instanceof Error ? error.message : pattern)
  }
  return (text) => {
    const found = expression.exec(text.length > SEARCHED ? text.slice(0, SEARCHED) : text)
    return found ? [found.index, found.index + found[0].length] : undefined
  }
}

/** Runs under a clock: V8 can stop a runaway expression, JavaScript itself cannot. */
function guarded(act: () => void): () => void {
  const context = createContext({ act })
  const script = new Script('act()')
  return () => {
    try {
      script.runInContext(context, { timeout: BLOCK_MS })
    } catch (error) {
      if (isTimeout(error)) throw new BadPattern('the pattern takes too long on this text')
      throw error
    }
  }
}

function isTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}
