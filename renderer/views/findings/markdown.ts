import { findingMarkdown } from '@shared/derive/findings-text'
import type { SessionView } from '@shared/derive/session-view'
import { findingText } from '@shared/messages'
import type { Finding } from '@shared/model/finding'
import { language, t } from '../../i18n.svelte'
import { readEvidence } from '../../parts/evidence'
import { severityWord, whereText } from './words'

/** Findings as Markdown for a ticket, with the lines that prove them. */
export async function toMarkdown(session: SessionView, findings: readonly Finding[]): Promise<string> {
  const blocks = await Promise.all(
    findings.map(async (finding) => {
      const groups = await readEvidence(session, finding.evidence, { context: 0, perSource: 8, perDocument: 20 })
      const evidence = groups.map((group) => ({
        name: group.name,
        lines: group.lines.flatMap(({ number, text }) => (text === undefined ? [] : [{ number, text }])),
      }))
      return findingMarkdown(
        finding,
        findingText(finding, language()),
        finding.folds.map((fold) => findingText(fold, language()).title),
        evidence.filter(({ lines }) => lines.length > 0),
        whereText(session, finding),
        {
          severity: severityWord,
          cost: t('findings.cost'),
          remedy: t('findings.remedy'),
          evidence: t('findings.evidence'),
          folded: t('findings.foldedUnder'),
          references: t('findings.references'),
        },
      )
    }),
  )
  return blocks.join('\n')
}
