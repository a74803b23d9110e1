import type { Format } from '@shared/model/format'
import { formats as allFormats } from '@shared/formats'
import { readDocument, type DocumentReading } from '@shared/segment/read-document'

let count = 0

/** Reads a text as one document, as the host layer would hand it over. */
export function readText(
  text: string,
  name = 'capture.txt',
  folders: readonly string[] = [],
  formats: readonly Format[] = allFormats,
): DocumentReading {
  const lines = text.split(/\r\n|\n|\r/)
  if (lines.at(-1) === '') lines.pop()
  let at = 0
  const source = { next: (): string | undefined => lines[at++] }
  const meta = {
    id: `d${++count}`,
    name,
    folders,
    bytes: text.length,
    sha256: '0'.repeat(64),
    encoding: 'utf-8' as const,
  }
  return readDocument(meta, source, { formats })
}
