import type { Alignment, ComparedFact, Fact } from '@shared/derive/compare'
import type { SessionView } from '@shared/derive/session-view'

/** The left side when a saved reference stands there instead of a node. */
export const REFERENCE = '@reference'

/** `nvidia-smi-q.txt:1820 · 1818`: the second name only where it is another one. */
export function placesText(fact: ComparedFact, session: SessionView): string {
  const left = placeOf(fact.left, session)
  const right = placeOf(fact.right, session)
  if (!left && !right) return ''
  if (!left) return `– · ${right?.name ?? ''}:${right?.lines ?? ''}`
  if (!right) return `${left.name}:${left.lines} · –`
  return left.name === right.name
    ? `${left.name}:${left.lines} · ${right.lines}`
    : `${left.name}:${left.lines} · ${right.name}:${right.lines}`
}

function placeOf(
  fact: Fact | undefined,
  session: SessionView,
): { readonly name: string; readonly lines: string } | undefined {
  const source = fact?.sources[0]
  if (!source) return undefined
  const name = session.documents.find(({ id }) => id === source.document)?.name ?? source.document
  const last = name.split('/').at(-1) ?? name
  return { name: last, lines: source.endLine > source.line ? `${source.line}–${source.endLine}` : String(source.line) }
}

/** How a side's cell is drawn: a part that is gone, or the worse of two values. */
export function cellState(fact: ComparedFact, side: 'left' | 'right'): 'dead' | 'degraded' | undefined {
  if (fact.result === 'same' || fact.result === 'not-comparable' || fact.worse !== side) return undefined
  return fact[side] === undefined ? 'dead' : 'degraded'
}

/** GPUs that are not paired by their index deserve a word. */
export const unusualPairs = ({ gpusBy }: Alignment): boolean => gpusBy !== 'index'
