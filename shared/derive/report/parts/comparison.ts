import type { Node } from '../../../model/node'
import {
  compareNodes,
  differenceText,
  drawComparison,
  factName,
  findingsOfOneSide,
  reasonText,
  sideText,
  type CompareDrawing,
  type ComparedFact,
  type NodeComparison,
  type Side,
} from '../../compare'
import { layoutWords } from '../../link-layout'
import { placeText, type ReportContext } from '../context'
import { countText, quiet, severityState, someOf, state, strong } from '../support/format'
import type { Block, Content, Inline, ReportSection } from '../types'

const MOST_FACTS = 60
const MOST_GAPS = 25
/** Two drawings fit below each other on an upright page. */
const MOST_UPRIGHT_GPUS = 8

/** Two nodes side by side: both drawings with the differences numbered, the values that differ, findings of one side. */
export function comparisonPart(context: ReportContext): readonly ReportSection[] {
  const pair = pairOf(context)
  if (!pair) return []
  const { session, options, t } = context
  const [left, right]: readonly [Side, Side] = [
    { node: pair[0], session },
    { node: pair[1], session },
  ]
  const comparison = compareNodes(left, right)
  const drawing = drawComparison(left, right, comparison, { words: layoutWords(options.language), density: 'compact' })
  const names = t('compare.of', { left: left.node.name, right: right.node.name })
  const landscape = Math.max(left.node.gpus.length, right.node.gpus.length) > MOST_UPRIGHT_GPUS
  const section = (id: string, blocks: readonly Block[], more: Partial<ReportSection> = {}): ReportSection => ({
    part: 'comparison',
    id,
    title: t('compare.title'),
    running: names,
    landscape: false,
    blocks,
    ...more,
  })
  const drawings = drawingBlocks(context, left, right, drawing)
  const head: Block = { kind: 'heading', level: 2, text: t('compare.title'), note: names }
  const rest = [
    ...factBlocks(context, comparison, drawing),
    ...findingBlocks(context, left, right),
    ...gapBlocks(context, comparison),
  ]
  if (!landscape) return [section('comparison', [head, summary(context, comparison), ...drawings, ...rest])]
  return [
    section('comparison', [head, summary(context, comparison), ...rest]),
    ...drawings.map((block, i) => section(`comparison-${i + 1}`, [block], { landscape: true, unlisted: true })),
  ]
}

/** The nodes asked for, or the two there are. */
function pairOf({ session, options }: ReportContext): readonly [Node, Node] | undefined {
  const find = (name: string | undefined): Node | undefined =>
    session.nodes.find((node) => node.id === name) ?? session.nodes.find((node) => node.name === name)
  const wanted = options.compare
  const [first, second] = session.nodes
  const left = wanted ? find(wanted.left) : session.nodes.length === 2 ? first : undefined
  const right = wanted ? find(wanted.right) : session.nodes.length === 2 ? second : undefined
  return left && right && left !== right ? [left, right] : undefined
}

const differs = ({ result }: ComparedFact): boolean =>
  result === 'changed' || result === 'only-left' || result === 'only-right'

const shown = ({ kind }: ComparedFact): boolean => kind === 'configuration' || kind === 'measurement'

function summary(context: ReportContext, { facts }: NodeComparison): Block {
  const own = facts.filter(shown)
  const count = (is: (fact: ComparedFact) => boolean): number => own.filter(is).length
  return {
    kind: 'text',
    style: 'lead',
    content: context.t('compare.counts', {
      changed: count(differs),
      same: count(({ result }) => result === 'same'),
      incomparable: count(({ result }) => result === 'not-comparable'),
    }),
  }
}

function drawingBlocks(context: ReportContext, left: Side, right: Side, drawing: CompareDrawing): readonly Block[] {
  if (left.node.gpus.length === 0 || right.node.gpus.length === 0) return []
  const { ui } = context
  const numbers = drawing.numbers.size > 0 ? ` 1 ${ui('compare.legendNumber')}` : ''
  const note = drawing.common ? ui('compare.legend') + numbers : ui('compare.otherLayout')
  const one = (side: Side, layout: CompareDrawing['left'], caption: string): Block => ({
    kind: 'group',
    blocks: [
      { kind: 'heading', level: 3, text: side.node.name },
      { kind: 'drawing', drawing: { of: 'links', layout }, caption },
    ],
  })
  return [one(left, drawing.left, ''), one(right, drawing.right, note)]
}

function factBlocks(context: ReportContext, comparison: NodeComparison, { numbers }: CompareDrawing): readonly Block[] {
  const { t } = context
  const facts = comparison.facts.filter((fact) => shown(fact) && differs(fact))
  if (facts.length === 0) return [{ kind: 'text', content: t('compare.none') }]
  return [
    table(context, comparison, t('compare.title'), facts.slice(0, MOST_FACTS), numbers),
    ...(facts.length > MOST_FACTS
      ? [
          {
            kind: 'text',
            style: 'note',
            content: t('compare.more', { n: countText(facts.length - MOST_FACTS) }),
          } as const,
        ]
      : []),
  ]
}

function table(
  context: ReportContext,
  comparison: NodeComparison,
  label: string,
  facts: readonly ComparedFact[],
  numbers: ReadonlyMap<string, number>,
): Block {
  const { t, ui } = context
  return {
    kind: 'table',
    label,
    dense: true,
    columns: [
      { title: '', width: 5 },
      { title: t('compare.fact'), width: 27 },
      { title: comparison.left.name },
      { title: comparison.right.name },
      { title: ui('compare.difference'), width: 14 },
    ],
    rows: facts.map((fact): readonly Content[] => {
      const number = numbers.get(fact.id)
      return [
        number === undefined ? '' : [{ kind: 'mark', text: String(number) }],
        [
          factName(fact, context.options.language),
          ...(fact.folds.length === 0 ? [] : ['\n', quiet(ui('compare.folded', { n: fact.folds.length }))]),
        ],
        cell(context, fact, 'left'),
        cell(context, fact, 'right'),
        differenceText(fact, context.options.language),
      ]
    }),
  }
}

/** The worse of two values carries its state; each says where it was read. */
function cell(context: ReportContext, fact: ComparedFact, side: 'left' | 'right'): Content {
  const text = sideText(fact, side, context.options.language)
  const own = fact[side]
  const source = own?.sources[0]
  const value: Inline = fact.worse === side && differs(fact) ? state(own ? 'degraded' : 'dead', text) : text
  return [value, ...(source ? ['\n', quiet(placeText(context, source))] : [])]
}

function findingBlocks(context: ReportContext, left: Side, right: Side): readonly Block[] {
  const { t } = context
  const found = findingsOfOneSide(left, right)
  const muted = new Set(context.options.mutes.map(({ finding }) => finding))
  const rows = [
    ...found.left.map((finding) => ({ finding, node: left.node.name })),
    ...found.right.map((finding) => ({ finding, node: right.node.name })),
  ].filter(({ finding }) => !muted.has(finding.id))
  if (rows.length === 0) return []
  return [
    { kind: 'heading', level: 3, text: t('compare.onlyFindings') },
    {
      kind: 'table',
      label: t('compare.onlyFindings'),
      dense: true,
      columns: [{ title: '', width: 4 }, { title: t('findings.finding') }, { title: t('machines.node'), width: 22 }],
      rows: rows
        .slice(0, MOST_FACTS)
        .map(({ finding, node }) => [
          [state(severityState[finding.severity], '')],
          context.text(finding).title,
          [strong(node)],
        ]),
    },
  ]
}

function gapBlocks(context: ReportContext, comparison: NodeComparison): readonly Block[] {
  const { t } = context
  const { language } = context.options
  const gaps = comparison.facts.filter((fact) => shown(fact) && fact.result === 'not-comparable')
  if (gaps.length === 0) return []
  // Many values fail for one reason: the reason is said once.
  const byReason = new Map<string, string[]>()
  for (const fact of gaps) {
    const reason = reasonText(fact, { left: comparison.left.name, right: comparison.right.name }, language)
    byReason.set(reason, [...(byReason.get(reason) ?? []), factName(fact, language)])
  }
  return [
    { kind: 'heading', level: 3, text: [state('unchecked', t('compare.incomparable'))] },
    {
      kind: 'table',
      label: t('compare.incomparable'),
      dense: true,
      columns: [{ title: t('findings.reason'), width: 38 }, { title: t('compare.fact') }],
      rows: [...byReason]
        .toSorted((a, b) => b[1].length - a[1].length)
        .slice(0, MOST_GAPS)
        .map(([reason, names]) => [reason, someOf(context, names, 13)]),
    },
  ]
}
