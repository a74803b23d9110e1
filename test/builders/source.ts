import type { Parsed } from '../../shared/model/format'
import type { SourceRef, Sourced } from '../../shared/model/source'

/** Shared by the builders: where a synthetic value claims to stand. */
export function at(document: string, line: number, endLine = line): SourceRef {
  return { document, line, endLine }
}

export function sourced<T>(value: T, document: string, line: number): Sourced<T> {
  return { value, source: at(document, line) }
}

/** A section with a value, for rules and views that read formats directly. */
export function parsed<T>(
  format: string,
  value: T,
  options: { document?: string; line?: number; endLine?: number; fileName?: string; host?: string } = {},
): Parsed<T> {
  const line = options.line ?? 1
  const endLine = options.endLine ?? line
  return {
    format,
    document: options.document ?? 'doc',
    line,
    endLine,
    value,
    quality: 'full',
    linesUsed: endLine - line + 1,
    linesTotal: endLine - line + 1,
    notes: [],
    hint: {
      fileName: options.fileName ?? 'capture.txt',
      ...(options.host === undefined ? {} : { host: options.host }),
    },
  }
}
