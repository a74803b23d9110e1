import type { Format, Parsed } from '../model/format'
import type { AtLine, SourceRef, Sourced } from '../model/source'

/** The sections of a format with a value. */
export function of<T>(sections: readonly Parsed[], format: Format<T>): readonly Parsed<T>[] {
  return sections.filter((section): section is Parsed<T> => section.format === format.id && section.value !== null)
}

export function at(section: Parsed, line: number, endLine = line): SourceRef {
  return { document: section.document, line, endLine }
}

export function sourced<T>(section: Parsed, value: AtLine<T>): Sourced<T> {
  return { value: value.value, source: at(section, value.line) }
}

/** Pushes the value when there is one. */
export function collect<T>(into: Sourced<T>[], section: Parsed, value: AtLine<T> | undefined): void {
  if (value) into.push(sourced(section, value))
}
