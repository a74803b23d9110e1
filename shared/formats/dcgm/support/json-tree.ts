import type { LineCursor } from '../../../model/format'
import { entryOf, itemsOf, textOf, type JsonNode } from './json-reader'
import type { TreeRow } from './tree'

/**
 * `-j` of dcgmi's tree printer: `{"header":[title, ...],"body":{row:{"value":"..","children":{..}}}}`. All values are strings; keys are
 * sorted by text, so that `body` stands before `header`.
 */

/** True at the line that holds `"body"` or `"header"` of such an object with this title. */
export function beginsJsonTree(line: string, lines: LineCursor, title: string): boolean {
  if (!line.includes('"body"') && !line.includes('"header"')) return false
  if (line.includes(`"${title}"`)) return true
  for (let i = 1; i < 4000; i++) {
    const text = lines.peek(i)?.text
    if (text === undefined) return false
    if (text.includes(`"${title}"`)) return true
    if (text.includes('"body"') || !/^\s*(?:[{}[\]",:]|$)/.test(text)) return false
    // Behind the header only its title lines may follow.
    if (text.includes('"header"'))
      return [1, 2, 3, 4].some((next) => lines.peek(i + next)?.text.includes(`"${title}"`) === true)
  }
  return false
}

export function jsonTitles(root: JsonNode): readonly string[] {
  return itemsOf(entryOf(root, 'header')).flatMap((item) => textOf(item) ?? [])
}

/** The rows of the body in the shape of the printed table, numbers inside names in order (`Link 2` before `Link 10`). */
export function jsonRows(root: JsonNode): readonly TreeRow[] {
  const rows: TreeRow[] = []
  addRows(entryOf(root, 'body'), 0, rows)
  return rows
}

function addRows(node: JsonNode | undefined, depth: number, rows: TreeRow[]): void {
  if (node?.kind !== 'object' || depth > 8) return
  for (const { key, value, line } of [...node.entries].sort((a, b) => byNumber(a.key, b.key))) {
    const parts = [entryOf(value, 'value'), ...itemsOf(entryOf(value, 'overflow'))]
    const values = parts.flatMap((part) => (textOf(part) ?? '').split('\n')).filter((text) => text.trim() !== '')
    rows.push({
      depth,
      name: key,
      values,
      cells: [key, ...values],
      valueLines: values.map(() => line),
      line,
      endLine: line,
    })
    addRows(entryOf(value, 'children'), depth + 1, rows)
  }
}

function byNumber(a: string, b: string): number {
  const [x, y] = [/^(\D*)(\d+)$/.exec(a), /^(\D*)(\d+)$/.exec(b)]
  return x && y && x[1] === y[1] ? Number(x[2]) - Number(y[2]) : 0
}
