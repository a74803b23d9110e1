import {
  againstText,
  columnTitle,
  culpritText,
  LEAST_VOICES,
  measured,
  measureName,
  oddText,
  type Fleet,
  type FleetRow,
  type OddFact,
  type Outlier,
  type PairMap,
} from '@shared/derive/fleet'
import type { Language } from '@shared/messages'
import { uiText } from '@shared/messages/ui'
import type { Session } from '@shared/model/session'
import type { Io } from '../io'
import { documentName } from './compare'
import { cut, harmless, painter } from './terminal'

export const fleetSchema = 'lanescope.fleet/1'

type NameOf = (id: string) => string

function namesOf({ nodes }: Session): NameOf {
  const names = new Map(nodes.map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? id
}

/** A fleet as plain data: a contract for scripts. */
export function jsonFleet(fleet: Fleet, pairs: readonly PairMap[], session: Session, language: Language) {
  const nameOf = namesOf(session)
  const place = (sources: FleetRow['odd'][number]['fact']): object | undefined => {
    const source = sources?.sources[0]
    return source && { document: documentName(source, session), line: source.line, endLine: source.endLine }
  }
  const outlier = ({ node, source, ...rest }: Outlier): object => ({
    node: nameOf(node),
    ...rest,
    evidence: source && { document: documentName(source, session), line: source.line, endLine: source.endLine },
  })
  return {
    schema: fleetSchema,
    nodes: fleet.nodes,
    alike: fleet.alike,
    odd: fleet.odd,
    hardly: fleet.hardly,
    facts: fleet.columns.map(({ id, area, majority, like, said, differs, undecided, name, term }) => ({
      id,
      title: columnTitle({ name, term }, language),
      area,
      majority,
      like,
      said,
      differs,
      undecided,
    })),
    oddNodes: fleet.rows
      .filter((row) => row.odd.length + row.outliers.length > 0)
      .map((row) => ({
        node: row.name,
        odd: row.odd.map((one) => ({
          fact: one.key,
          value: one.fact?.value,
          majority: one.majority,
          count: one.count,
          said: one.said,
          follows: one.follows,
          evidence: place(one.fact),
        })),
        outliers: row.outliers.map(outlier),
      })),
    outliers: fleet.outliers.map(outlier),
    pairs: pairs.map(({ term, nodes, values, median, culprits, pairs: count }) => ({
      term,
      nodes: nodes.map(nameOf),
      values,
      median,
      pairs: count,
      culprits: culprits.map((culprit) => ({ ...culprit, node: nameOf(culprit.node) })),
    })),
    groups: fleet.groupings.map(({ columns, groups }) => ({
      facts: columns,
      groups: groups.map(({ values, nodes }) => ({ values, nodes: nodes.map(nameOf) })),
    })),
  }
}

/** For a terminal: odd nodes with what is odd, then pairs, then groups. */
export function fleetText(
  fleet: Fleet,
  pairs: readonly PairMap[],
  session: Session,
  language: Language,
  io: Io,
): string {
  const paint = painter(io.colour)
  const columns = io.columns ?? 160
  const nameOf = namesOf(session)
  const say: typeof uiText = (lang, key, data) => uiText(lang, key, data)
  const line = (text: string, indent = '  '): string => cut(`${indent}${harmless(text)}`, columns)
  const { alike, odd, hardly } = fleet
  const lines = [
    `${paint('bold', say(language, 'word.nodes', { n: fleet.nodes }))}  ${fleet.nodes < LEAST_VOICES ? '' : say(language, 'fleet.summary', { alike, odd, hardly })}`.trimEnd(),
  ]
  for (const { names, texts } of oddNodes(fleet, language))
    lines.push('', paint('bold', harmless(few(names))), ...texts.map((text) => line(text)))
  if (fleet.nodes < LEAST_VOICES) lines.push(say(language, 'fleet.tooFew'))
  else if (odd === 0) lines.push(say(language, 'fleet.nothingOdd', { n: fleet.nodes }))
  lines.push(...undecidedLines(fleet, language).map((text) => line(text, '')))
  for (const map of pairs)
    lines.push(...pairLines(map, nameOf, language).map((text, i) => line(text, i === 0 ? '\n' : '  ')))
  for (const { columns: ids, groups } of fleet.groupings) {
    lines.push('', paint('bold', harmless(ids.map((id) => titleOf(fleet, id, language)).join(', '))))
    for (const { values, nodes } of groups) {
      lines.push(line(`${nodes.length} × ${values.join(' | ')}: ${few(nodes.map(nameOf))}`))
    }
  }
  return `${lines.join('\n')}\n`
}

/** The first names, and how many more there are. */
const few = (names: readonly string[]): string =>
  names.slice(0, 6).join(', ') + (names.length > 6 ? ` + ${names.length - 6}` : '')

interface OddNodes {
  readonly names: string[]
  readonly texts: readonly string[]
}

/** Odd nodes with what is odd. Nodes that are odd in the same way stand together: a rack on another driver is one paragraph. */
function oddNodes({ rows }: Fleet, language: Language): readonly OddNodes[] {
  const found = new Map<string, OddNodes>()
  for (const { name, odd, outliers } of rows) {
    const texts = [...odd.map((one) => oddLine(one, language)), ...outliers.map((one) => outlierText(one, language))]
    if (texts.length === 0) continue
    const key = texts.join('\n')
    const known = found.get(key)
    if (known) known.names.push(name)
    else found.set(key, { names: [name], texts })
  }
  return [...found.values()]
}

function oddLine(one: OddFact, language: Language): string {
  const more = one.follows > 0 ? `, ${uiText(language, 'fleet.follows', { n: one.follows })}` : ''
  return `${oddText(one, language)}; ${againstText(one, language)}${more}`
}

/** Where nodes disagree without a majority none is odd, and none is like the others either. */
function undecidedLines({ columns }: Fleet, language: Language): readonly string[] {
  const titles = columns.filter(({ undecided }) => undecided).map((column) => columnTitle(column, language))
  if (titles.length === 0) return []
  const shown = titles.slice(0, 8).join(', ') + (titles.length > 8 ? ` + ${titles.length - 8}` : '')
  return ['', uiText(language, 'fleet.undecided', { facts: shown })]
}

function titleOf(fleet: Fleet, id: string, language: Language): string {
  return columnTitle(fleet.columns.find((column) => column.id === id) ?? { name: id }, language)
}

function outlierText(one: Outlier, language: Language): string {
  return uiText(language, 'fleet.outlier', {
    measure: measureName(one.measure, language),
    value: measured(one.value, one),
    median: measured(one.median, one),
    sample: one.sample,
  })
}

function pairLines(map: PairMap, nameOf: NameOf, language: Language): readonly string[] {
  const head = uiText(language, 'fleet.pairs.summary', {
    pairs: map.pairs,
    nodes: map.nodes.length,
    median: map.median === undefined ? '?' : map.median.toFixed(1),
  })
  const culprits = map.culprits.map((culprit) => culpritText(culprit, nameOf(culprit.node), language))
  return [`${map.term}: ${head}`, ...culprits]
}
