import data from './data/nccl-names.json'
import { findVariable, ncclVariables } from './nccl-variables'
import { editDistance } from './support/edit-distance'
import { indexBy } from './support/table'

export interface ForeignName {
  /** `PyTorch`, `Google Cloud plugin`, `nccl-tests` ... */
  readonly owner: string
  readonly effect?: string
  readonly renamedTo?: string
  readonly notes?: string
}

/** A mistake seen in public captures or derived from NCCL's source. */
export interface KnownMistake {
  readonly name: string
  readonly kind: 'misspelt' | 'does-not-exist' | 'renamed'
  readonly verdict: string
  readonly nearest: readonly string[]
}

interface ForeignRow {
  readonly n: string
  readonly o: number
  readonly e?: string
  readonly to?: string
  readonly t?: string
}

interface MistakeRow {
  readonly n: string
  readonly k: KnownMistake['kind']
  readonly v: string
  readonly s?: readonly string[]
}

const foreignRows = indexBy(data.foreign as readonly ForeignRow[], (row) => [row.n])
const foreignPrefixes = data.prefixes as unknown as readonly (readonly [string, number])[]

export const knownMistakes: readonly KnownMistake[] = (data.mistakes as readonly MistakeRow[]).map((row) => ({
  name: row.n,
  kind: row.k,
  verdict: row.v,
  nearest: row.s ?? [],
}))

const mistakeIndex = indexBy(knownMistakes, (row) => [row.name])

/** Names and prefixes that frameworks, plugins, containers and build systems own although they may begin with NCCL_. */
export function isForeignName(name: string): boolean {
  return foreignName(name) !== undefined
}

export function foreignName(name: string): ForeignName | undefined {
  const row = foreignRows.get(name)
  if (row) return { owner: data.owners[row.o] ?? '', effect: row.e, renamedTo: row.to, notes: row.t }
  const prefix = foreignPrefixes.find(([start]) => name.startsWith(start))
  return prefix && { owner: data.owners[prefix[1]] ?? '' }
}

export function knownMistake(name: string): KnownMistake | undefined {
  return mistakeIndex.get(name)
}

const prefixSlips = ['CCL_', 'NCC_', 'NCL_', 'NCCL-', 'NNCCL_', 'NCCCL_', 'NCCLL_', 'NCLL_', 'NVCCL_']

/** The name with `NCCL_` in front where a letter of the prefix is lost, doubled or swapped; undefined when it is another name. */
function withPrefix(name: string): string | undefined {
  if (name.startsWith('NCCL_')) return name
  const slip = prefixSlips.find((start) => name.startsWith(start))
  return slip && `NCCL_${name.slice(slip.length)}`
}

/** A name that was meant to be an NCCL variable: `NCCL_...`, or a slip such as `CCL_NET_GDR_LEVEL` that leads to a real name. */
export function looksLikeNcclName(name: string): boolean {
  if (name.startsWith('NCCL_')) return true
  const repaired = withPrefix(name)
  return repaired !== undefined && distanceToReal(repaired) <= 1
}

function current(): readonly string[] {
  return ncclVariables.filter((entry) => !entry.reader && !entry.removed).map((entry) => entry.name)
}

function distanceToReal(name: string): number {
  return current().reduce((least, real) => Math.min(least, editDistance(name, real, 2)), 3)
}

/** Smallest edit distance from an unknown name to a real one, the lost prefix letter included, capped at 3: 2 or less is a slip. */
export function distanceToKnown(name: string): number {
  if (findVariable(name)) return 0
  const repaired = withPrefix(name)
  if (repaired === undefined) return 3
  return Math.min(3, distanceToReal(repaired) + (repaired === name ? 0 : 1))
}

const switches = new Set(['ENABLE', 'DISABLE', 'ENABLED', 'DISABLED'])

/** Words that say what is meant, not whether it is on. */
function words(name: string): readonly string[] {
  return name
    .slice('NCCL_'.length)
    .split('_')
    .filter((word) => word !== '' && !switches.has(word))
}

/** 1 for the same word (one letter apart in longer ones), less where one is the end or the beginning of the other, or near it. */
function wordLikeness(a: string, b: string): number {
  const long = a.length > 4
  const distance = editDistance(a, b, 3)
  if (distance === 0 || (long && distance === 1)) return 1
  if (a.length >= 3 && b.length >= 3 && (a.startsWith(b) || b.startsWith(a) || a.endsWith(b) || b.endsWith(a)))
    return 0.75
  return long && distance <= 3 ? 0.5 : 0
}

/** How many words two names share, as a part of the longer one. */
function sharedWords(a: string, b: string): number {
  const left = words(a)
  const right = words(b)
  const longer = Math.max(left.length, right.length)
  if (longer === 0) return 0
  if (b.startsWith(`${a}_`)) return 0.9
  const total = left.reduce(
    (sum, word) => sum + right.reduce((best, other) => Math.max(best, wordLikeness(word, other)), 0),
    0,
  )
  return Math.min(1, total / longer)
}

/** `BUFFER_SIZE` against `BUFFSIZE`: how near the names are when nobody minds the underscores. */
function glued(name: string): string {
  return name.replaceAll('_', '')
}

/** `NVLANKS` begins like `NVLS` and `NVB`: a guide's invention is best answered with the real names of that family. */
function sameFamily(name: string, real: string): boolean {
  const first = words(name)[0] ?? ''
  const other = words(real)[0] ?? ''
  return first.length >= 3 && other.length >= 3 && first.slice(0, 2) === other.slice(0, 2)
}

const most = 4

/**
 * Nearest real names, best first, at most four: the list of known mistakes, then edit distance up to 2, then words in another
 * order or with one replaced. Empty when nothing is near.
 */
export function suggestNames(name: string): readonly string[] {
  // A listed mistake without a nearest name (NCCL_TIMEOUT) has none: a look-alike would mislead.
  const listed = knownMistake(name)
  if (listed) return listed.nearest.slice(0, most)
  const repaired = withPrefix(name)
  if (repaired === undefined) return []
  if (findVariable(repaired)) return [repaired]
  const scored = current().map((real) => {
    const edits = Math.min(editDistance(repaired, real, 2), editDistance(glued(repaired), glued(real), 2))
    const score = sharedWords(repaired, real) + (sameFamily(repaired, real) ? 0.1 : 0)
    return { real, edits, score }
  })
  const slips = scored.filter(({ edits }) => edits <= 2)
  const near = slips.length > 0 ? slips : scored.filter(({ score }) => score >= 0.6)
  return near
    .sort((a, b) => a.edits - b.edits || b.score - a.score || a.real.length - b.real.length)
    .slice(0, most)
    .map(({ real }) => real)
}
