import type { JsonSession } from './json'

/** One line per node, run and finding, for DuckDB or Spark over many shards. `kind` tells them apart; a run names its tool. */
export function ndjsonLines(session: JsonSession): string {
  const lines = [
    ...session.nodes.map((node) => ({ kind: 'node', ...node })),
    ...session.runs.map(({ kind: tool, ...run }) => ({ kind: 'run', tool, ...run })),
    ...session.findings.map((finding) => ({ kind: 'finding', ...finding })),
  ]
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}
