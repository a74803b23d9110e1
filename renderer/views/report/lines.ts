import { maxWindowLines } from '@shared/contract/channels'
import type { ReadReportLines } from '@shared/derive/report'
import { reportSources } from '@shared/derive/report'
import type { SessionView } from '@shared/derive/session-view'

interface Range {
  readonly document: string
  readonly from: number
  readonly to: number
}

/** Lines of one piece of evidence that a report can quote, with the line around them. */
const MOST_PER_SOURCE = 44
/** Questions to the app at a time. */
const AT_ONCE = 8

/** Every line that the report quotes, fetched once: the report itself is made without waiting. */
export async function fetchLines(session: SessionView): Promise<ReadReportLines> {
  const texts = new Map<string, Map<number, string>>()
  const ranges = rangesOf(session)
  const next = async (): Promise<void> => {
    for (let range = ranges.pop(); range; range = ranges.pop()) {
      const { document, from, to } = range
      const result = await window.lanescope?.invoke('documents.window', {
        document,
        fromLine: from,
        count: to - from + 1,
      })
      const known = texts.get(document) ?? new Map<number, string>()
      texts.set(document, known)
      if (result?.ok) result.value.lines.forEach((text, i) => known.set(from + i, text))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
  return (document, from, count) => {
    const known = texts.get(document)
    return Array.from({ length: count }, (_, i) => known?.get(from + i))
  }
}

function rangesOf(session: SessionView): Range[] {
  const lengths = new Map(session.documents.map(({ id, lines }) => [id, lines]))
  const sorted = reportSources(session)
    .map(({ document, line, endLine }) => ({
      document,
      from: Math.max(1, line - 1),
      to: Math.min(endLine, line + MOST_PER_SOURCE) + 1,
    }))
    .sort((a, b) => (a.document < b.document ? -1 : a.document > b.document ? 1 : a.from - b.from))
  const joined: { document: string; from: number; to: number }[] = []
  for (const range of sorted) {
    const last = joined.at(-1)
    if (last?.document === range.document && range.from <= last.to + 1 && range.to - last.from < maxWindowLines)
      last.to = Math.max(last.to, range.to)
    else joined.push({ ...range })
  }
  return joined
    .map((range) => ({ ...range, to: Math.min(range.to, lengths.get(range.document) ?? range.to) }))
    .filter(({ from, to }) => to >= from)
}
