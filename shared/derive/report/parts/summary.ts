import type { Finding } from '../../../model/finding'
import { captureGroups, findingCounts, notCheckedRows } from '../../findings'
import type { NodeRow } from '../../overview'
import { remedyStep } from '../../findings-text'
import { findingAnchor, type ReportContext } from '../context'
import { thingsOf } from '../../findings'
import { code, sentences, severityState, someOf, state, whereText } from '../support/format'
import { isOdd, nodeTable, overviewOf } from '../support/node-table'
import { summaryRoom, type SummaryRoom } from '../support/summary-room'
import { verdictLines } from '../support/verdict'
import type { Block, Content, Inline, ReportSection } from '../types'

const MOST_NODES = 6
/** Of a fleet where all are alike. */
const MOST_ALIKE = 3
const FIRST_STEPS = 3

/** One page: what was looked at, the verdict in words, counts, and what to do first. */
export function summaryPart(context: ReportContext): readonly ReportSection[] {
  const { t } = context
  const verdict = verdictLines(context)
  const { rows } = overviewOf(context)
  // One page holds all of this: of a fleet the odd ones, which come first.
  const nodes =
    rows.length <= MOST_NODES
      ? rows
      : rows.slice(0, Math.min(MOST_NODES, Math.max(MOST_ALIKE, rows.filter(isOdd).length)))
  const room = summaryRoom(
    verdict,
    nodes.map(({ product }) => ({ product: product ?? '' })),
  )
  return [
    {
      part: 'summary',
      id: 'summary',
      title: t('summary.title'),
      running: t('summary.title'),
      landscape: false,
      blocks: [
        { kind: 'heading', level: 3, text: t('summary.result') },
        ...verdict.map((line): Block => ({ kind: 'text', content: line, ...(room.leads ? { style: 'lead' } : {}) })),
        countFigures(context),
        ...nodesBlocks(context, nodes, rows.length - nodes.length),
        ...findingsBlocks(context, room),
        ...stepsBlocks(context),
        ...gapsBlocks(context),
      ],
    },
  ]
}

function countFigures(context: ReportContext): Block {
  const { session, options, t } = context
  const counts = findingCounts(session, new Set(options.mutes.map(({ finding }) => finding)))
  return {
    kind: 'figures',
    figures: [
      {
        value: String(counts.error),
        label: t('summary.errors', { n: counts.error }),
        state: counts.error > 0 ? 'dead' : undefined,
      },
      {
        value: String(counts.warning),
        label: t('summary.warnings', { n: counts.warning }),
        state: counts.warning > 0 ? 'degraded' : undefined,
      },
      { value: String(counts.info), label: t('summary.infos'), state: counts.info > 0 ? 'info' : undefined },
      { value: String(counts.passed), label: t('summary.passed') },
      {
        value: String(counts.notChecked),
        label: t('summary.notChecked', { n: counts.notChecked }),
        state: counts.notChecked > 0 ? 'unchecked' : undefined,
      },
      ...(counts.muted > 0 ? [{ value: String(counts.muted), label: t('summary.muted') }] : []),
    ],
  }
}

function nodesBlocks(context: ReportContext, shown: readonly NodeRow[], left: number): readonly Block[] {
  const { t } = context
  if (shown.length === 0) return []
  return [
    { kind: 'heading', level: 3, text: t('summary.nodes') },
    ...nodeTable(context, shown, true),
    ...(left > 0
      ? [
          {
            kind: 'text',
            style: 'note',
            content: linked(context, t('summary.moreNodes', { n: left }), 'machines', context.has('machines')),
          } as const,
        ]
      : []),
  ]
}

function findingsBlocks(context: ReportContext, room: SummaryRoom): readonly Block[] {
  const { findings, t } = context
  const weighty = findings.filter(({ severity }) => severity !== 'info')
  if (findings.length === 0) return []
  const listed = weighty.length > 0 ? weighty : findings
  const fitting = room.findings(
    listed.map((finding) => ({ title: context.text(finding).title, where: whereText(context, finding) })),
  )
  const shown = listed.slice(0, fitting)
  const left = findings.length - shown.length
  return [
    { kind: 'heading', level: 3, text: t('findings.title') },
    {
      kind: 'table',
      label: t('findings.title'),
      dense: true,
      columns: [
        { title: '', width: 5 },
        { title: t('findings.finding') },
        { title: t('findings.where'), width: 26 },
        { title: t('word.page'), align: 'right', width: 9 },
      ],
      rows: shown.map((finding) => [
        [state(severityState[finding.severity], '')],
        titleLink(context, finding),
        whereText(context, finding),
        pageOf(context, finding),
      ]),
    },
    ...(left > 0
      ? [
          {
            kind: 'text',
            style: 'note',
            content: linked(context, t('summary.moreFindings', { n: left }), 'findings', context.has('findings')),
          } as const,
        ]
      : []),
  ]
}

function titleLink(context: ReportContext, finding: Finding): Content {
  const number = context.number(finding)
  const { title } = context.text(finding)
  return number !== undefined && context.has('findings')
    ? [{ kind: 'link', to: findingAnchor(number), text: title }]
    : title
}

function pageOf(context: ReportContext, finding: Finding): Content {
  const number = context.number(finding)
  return number !== undefined && context.has('findings') ? [{ kind: 'page', to: findingAnchor(number) }] : ''
}

/** The first step of the worst findings, each rule once: what one does first, not everything there is to do. */
function stepsBlocks(context: ReportContext): readonly Block[] {
  const seen = new Set<string>()
  const chosen: Finding[] = []
  for (const finding of context.findings) {
    if (finding.severity === 'info' || chosen.length === FIRST_STEPS) continue
    const [first] = context.text(finding).remedy
    if (first === undefined || seen.has(finding.rule)) continue
    seen.add(finding.rule)
    chosen.push(finding)
  }
  if (chosen.length === 0) return []
  return [
    { kind: 'heading', level: 3, text: context.t('summary.first', { n: chosen.length }) },
    {
      kind: 'steps',
      steps: chosen.map((finding) => {
        const { parts, command } = remedyStep(context.text(finding).remedy[0] ?? '')
        // A step reads alone here: it says what it is about.
        const where = [
          someOf(
            context,
            finding.nodes.map((id) => context.nodeName(id)),
            2,
          ),
          someOf(context, thingsOf(finding), 2),
        ].filter((part) => part !== '')
        return {
          content: [
            ...(where.length === 0
              ? []
              : [{ kind: 'strong', text: where.join(' · ') } as const, context.t('word.colon')]),
            ...parts.map(({ kind, text }): Inline => (kind === 'code' ? code(text) : text)),
            ...number(context, finding),
          ],
          command,
        }
      }),
    },
  ]
}

function number(context: ReportContext, finding: Finding): readonly Inline[] {
  const found = context.number(finding)
  if (found === undefined || !context.has('findings')) return []
  return [' ', { kind: 'link', to: findingAnchor(found), text: `[${found}]` }]
}

function gapsBlocks(context: ReportContext): readonly Block[] {
  const { session, t } = context
  const rows = notCheckedRows(session.notChecked)
  if (rows.length === 0) return []
  const groups = captureGroups(rows).filter(({ capture }) => capture !== '')
  const shown = groups.slice(0, 3)
  return [
    { kind: 'heading', level: 3, text: [state('unchecked', t('notChecked.title'))] },
    {
      kind: 'table',
      label: t('notChecked.title'),
      dense: true,
      columns: [{ title: t('notChecked.capture') }, { title: t('notChecked.rules'), align: 'right', width: 18 }],
      rows: shown.map(({ capture, rows: list }) => [[code(capture.split('\n')[0] ?? '')], String(list.length)]),
    },
    {
      kind: 'text',
      style: 'note',
      content: linked(
        context,
        groups.length > shown.length
          ? t('notChecked.moreNote', { n: groups.length - shown.length })
          : t('notChecked.note'),
        'not-checked',
        context.has('not-checked'),
      ),
    },
  ]
}

function linked(context: ReportContext, text: string, to: string, there: boolean): Content {
  if (!there) return text
  const [before = '', after = ''] = context.t('word.seePage', { page: '\u0001' }).split('\u0001')
  return [sentences(context, [text, '']), { kind: 'link', to, text: before.trim() }, ' ', { kind: 'page', to }, after]
}
