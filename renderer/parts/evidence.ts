import { evidenceLimits, planEvidence, type EvidenceLimits } from '@shared/derive/evidence-plan'
import type { SessionView } from '@shared/derive/session-view'
import type { SourceRef } from '@shared/model/source'
import type { EvidenceGroup, EvidenceLine } from '../components/EvidenceLines.svelte'

/** Reads the lines of evidence through the app: windows of the untouched documents, never the whole. */
export async function readEvidence(
  session: SessionView,
  sources: readonly SourceRef[],
  limits: EvidenceLimits = evidenceLimits,
): Promise<readonly EvidenceGroup[]> {
  const byId = new Map(session.documents.map((document) => [document.id, document]))
  const plans = planEvidence(sources, (id) => byId.get(id)?.lines, limits)
  return Promise.all(
    plans.map(async (plan) => {
      const read = await Promise.all(plan.ranges.map(({ from, to }) => readLines(plan.document, from, to)))
      const lines = read.flat().map((line): EvidenceLine => ({ ...line, hit: plan.hits.has(line.number) }))
      return { document: plan.document, name: byId.get(plan.document)?.name ?? plan.document, lines, more: plan.more }
    }),
  )
}

/** The lines, with undefined text where the document cannot be read any more. Quiet: evidence never raises a message. */
async function readLines(
  document: string,
  from: number,
  to: number,
): Promise<readonly { number: number; text: string | undefined }[]> {
  const count = to - from + 1
  const result = await window.lanescope?.invoke('documents.window', { document, fromLine: from, count })
  const lines = result?.ok ? result.value.lines : []
  return Array.from({ length: count }, (_, i) => ({ number: from + i, text: lines[i] }))
}
