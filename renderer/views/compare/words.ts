import {
  differenceText,
  factName,
  sideText,
  type Alignment,
  type ComparedFact,
  type Fact,
} from '@shared/derive/compare'
import type { SessionView } from '@shared/derive/session-view'
import { branchesOf } from '@shared/model/document'
import { language, t } from '../../i18n.svelte'

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

export const isDifferent = ({ result }: ComparedFact): boolean => result !== 'same' && result !== 'not-comparable'

/** A row of the copied table, in the columns of the one on screen. */
export function factRow(fact: ComparedFact, session: SessionView): readonly string[] {
  return [
    t(`compare.${isDifferent(fact) ? 'changed' : fact.result === 'same' ? 'same' : 'not-comparable'}`),
    factName(fact, language()),
    sideText(fact, 'left', language()),
    sideText(fact, 'right', language()),
    differenceText(fact, language()),
    placesText(fact, session),
  ]
}

/** A node whose captures came in several inputs: before and after, read as one. */
export function inputsOfOne(session: SessionView): { readonly node: string; readonly n: number } | undefined {
  const [node, other] = session.nodes
  if (!node || other) return undefined
  const inputs = branchesOf(session.documents)
  const own = new Set(node.parsed.flatMap(({ document }) => inputs.get(document) ?? []))
  return own.size > 1 ? { node: node.name, n: own.size } : undefined
}

export const tableLines = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => cell.replace(/[\t\r\n]+/g, ' ')).join('\t')).join('\n')
