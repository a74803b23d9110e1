import { isUiKey } from '../../../messages/ui'
import { captureGroups, notCheckedRows } from '../../findings'
import type { ReportContext } from '../context'
import { code, quiet, someOf, state } from '../support/format'
import type { Block, Content, Inline, ReportSection } from '../types'

/**
 * What could not be judged, by the command that would show it; rules that failed are our own bug and said so. Rules stand by their
 * id: a title says what was found, and here nothing was.
 */
export function notCheckedPart(context: ReportContext): readonly ReportSection[] {
  const { session, t } = context
  const rows = notCheckedRows(session.notChecked)
  const failed = session.outcomes.filter(({ outcome }) => outcome === 'failed')
  if (rows.length === 0 && failed.length === 0) return []
  const blocks: Block[] = [
    {
      kind: 'heading',
      level: 2,
      text: [state('unchecked', t('notChecked.title'))],
      note: t('notChecked.count', { n: new Set(rows.map(({ rule }) => rule)).size }),
    },
    { kind: 'text', content: t('notChecked.text') },
  ]
  if (rows.length > 0) {
    blocks.push({
      kind: 'table',
      label: t('notChecked.title'),
      columns: [{ title: t('notChecked.capture'), width: 40 }, { title: t('notChecked.rules') }],
      dense: true,
      rows: captureGroups(rows).map(({ capture, rows: list }): readonly Content[] => [
        [
          ...commands(capture),
          '\n',
          quiet(
            [
              [...new Set(list.flatMap(({ needs }) => needs.map((need) => needText(context, need))))].join(
                context.t('word.separator'),
              ),
              ...(session.nodes.length > 1 ? [nodes(context, [...new Set(list.flatMap((row) => row.nodes))])] : []),
            ].join(' · '),
          ),
        ],
        ruleIds(list.map(({ rule }) => rule)),
      ]),
    })
  }
  if (failed.length > 0) {
    blocks.push(
      { kind: 'heading', level: 3, text: t('notChecked.failed') },
      { kind: 'list', items: failed.map(({ rule, because }) => [code(rule), ' ', because ?? '']) },
    )
  }
  return [
    {
      part: 'not-checked',
      id: 'not-checked',
      title: t('notChecked.title'),
      running: t('notChecked.title'),
      landscape: false,
      blocks,
    },
  ]
}

function commands(capture: string): readonly Inline[] {
  return capture
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line, i): readonly Inline[] => [...(i > 0 ? ['\n'] : []), code(line.trim())])
}

function nodes(context: ReportContext, ids: readonly string[]): string {
  const named = ids.filter((id) => id !== '')
  if (named.length === 0 || named.length === context.session.nodes.length) return context.ui('word.all')
  return someOf(
    context,
    named.map((id) => context.nodeName(id)),
    3,
  )
}

function needText(context: ReportContext, need: string): string {
  const key = `need.${need}`
  return isUiKey(key) ? context.ui(key) : need
}

function ruleIds(rules: readonly string[]): Content {
  return [...new Set(rules)].flatMap((id, i): readonly Inline[] => [
    ...(i > 0 ? [', '] : []),
    { kind: 'fine', text: id },
  ])
}
