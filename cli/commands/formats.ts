import { exitStatus } from '../exit-status'
import type { Io } from '../io'
import { formatEntries, groupBy } from '../output/catalogue'
import { cut, painter, table } from '../output/terminal'

/** `lanescope formats`: every output that is read, and the command that produces it. */
export function listFormats({ json }: { readonly json?: boolean }, io: Io): number {
  const entries = formatEntries()
  if (json) {
    io.out(`${JSON.stringify(entries, null, 2)}\n`)
    return exitStatus.fine
  }
  const paint = painter(io.colour)
  for (const [tool, group] of groupBy(entries, (entry) => entry.tool)) {
    io.out(`${paint('bold', tool)}\n`)
    const rows = table(group.map(({ command, title }) => [`  ${command}`, title]))
    for (const line of rows) io.out(`${cut(line, io.columns ?? 140)}\n`)
  }
  return exitStatus.fine
}
