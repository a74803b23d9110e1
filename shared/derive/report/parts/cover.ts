import { sourceTotals } from '../../sources'
import type { ReportContext } from '../context'
import type { Content, ReportCover } from '../types'
import { dateText, momentText } from '../support/format'

export function titleOf(context: ReportContext): string {
  const { options, session, t } = context
  if (options.title.trim() !== '') return options.title.trim()
  const names = session.nodes.map(({ name }) => name)
  if (names.length === 0) return t('title.none')
  if (names.length > 3) return t('title.many', { n: names.length })
  return t('title.nodes', { nodes: names.join(t('word.separator')) })
}

export function coverOf(context: ReportContext): ReportCover {
  const { options, session, t } = context
  const totals = sourceTotals(session.documents)
  const said = (label: string, value: string): readonly (readonly [string, Content])[] =>
    value.trim() === '' ? [] : [[label, value.trim()]]
  return {
    facts: [
      ...said(t('cover.customer'), options.customer),
      ...said(t('cover.author'), options.author),
      ...said(t('cover.date'), dateText(options.date, options.language)),
      ...said(t('cover.captured'), capturedText(context)),
      [
        t('cover.inputs'),
        t('cover.inputsText', {
          documents: totals.documents,
          lines: totals.lines,
          unrecognised: totals.unrecognised,
        }),
      ],
      [t('cover.tool'), t('foot.tool', options.tool)],
      [
        t('cover.redaction'),
        options.redacted.length === 0
          ? t('cover.redactionNone')
          : options.redacted.map((kind) => t(`redaction.${kind}`)).join(t('word.separator')),
      ],
    ],
    note: options.note.trim(),
    logo: options.logo,
  }
}

/** First and last clock time that captures print: their own clocks, which name no zone. */
function capturedText({ session, t, options: { language } }: ReportContext): string {
  const times = Object.values(session.health.documentTimes).filter(Number.isFinite)
  if (times.length === 0) return ''
  const first = times.reduce((a, b) => Math.min(a, b))
  const last = times.reduce((a, b) => Math.max(a, b))
  const [from, to] = [momentText(first, language), momentText(last, language)]
  if (from === to) return t('cover.capturedAt', { from })
  const oneDay = new Date(first).toISOString().slice(0, 10) === new Date(last).toISOString().slice(0, 10)
  return t('cover.capturedText', { from, to: oneDay ? momentText(last, language, true) : to })
}
