import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { fleetChanges, nodeFiles, nodeName } from '../../../scripts/fleet-node.mjs'
import { createSandbox } from '../host/support/read-all'
import { runCli } from './support/run-cli'

/** The contract of docs/ndjson.md: fields may be added, these stay. */
const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const base = { v: v.literal(1) }
const place = v.looseObject({ document: v.string(), line: count, endLine: count })
const line = v.variant('kind', [
  v.looseObject({
    ...base,
    kind: v.literal('node'),
    id: v.string(),
    name: v.string(),
    software: v.looseObject({ driver: v.optional(v.string()) }),
    gpuCount: count,
    linksUp: v.optional(count),
    linksDue: v.optional(count),
    nicCount: count,
    findings: v.object({ error: count, warning: count, info: count }),
    notChecked: count,
    facts: v.record(v.string(), v.string()),
  }),
  v.looseObject({
    ...base,
    kind: v.literal('run'),
    tool: v.string(),
    id: v.pipe(v.string(), v.regex(/:\d+$/)),
    source: place,
    nodes: v.array(v.string()),
    peakBusBandwidth: v.optional(v.number()),
    peakBytes: v.optional(count),
  }),
  v.looseObject({
    ...base,
    kind: v.literal('finding'),
    id: v.string(),
    rule: v.string(),
    severity: v.picklist(['error', 'warning', 'info']),
    nodes: v.array(v.string()),
    evidence: v.array(v.looseObject({ ...place.entries, text: v.string() })),
  }),
])

const sandbox = createSandbox()
afterAll(() => sandbox.remove())

const COUNT = 16
const changes = fleetChanges(COUNT)
const folders = Array.from({ length: COUNT }, (_, i) => {
  for (const [file, text] of Object.entries(nodeFiles(nodeName(i), i, changes.get(i) ?? {})))
    sandbox.write(`fleet/${nodeName(i)}/${file}`, text)
  return join(sandbox.folder, 'fleet', nodeName(i))
})
// A job over two of the nodes stands in a file of its own.
const job = sandbox.write(
  'fleet/job/pair.txt',
  [
    '# nccl-tests version 2.17.6 nccl-headers=22809 nccl-library=22809',
    '# Collective test starting: all_reduce_perf',
    '# nThread 1 nGpus 1 minBytes 8 maxBytes 1073741824 step: 2(factor) warmup iters: 1 iters: 20 agg iters: 1 validation: 1 graph: 0',
    '#',
    '# Using devices',
    ...[0, 1].map(
      (rank) =>
        `#  Rank  ${rank} Group  0 Pid   400${rank} on ${nodeName(rank)} device  0 [0000:18:00] NVIDIA H100 80GB HBM3`,
    ),
    '#',
    '#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong',
    '#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)       ',
    '  1073741824     268435456     float     sum      -1  22600.0   47.51   47.51      0  22600.0   47.51   47.51      0',
    '# Out of bounds values : 0 OK',
    '# Avg bus bandwidth    : 47.51',
    '',
  ].join('\n'),
)

async function linesOf(paths: readonly string[]): Promise<readonly string[]> {
  const { out } = await runCli(['check', ...paths, '--ndjson', '--fail-on', 'never'])
  return out.trimEnd().split('\n')
}

describe('check --ndjson', () => {
  test('every line keeps the contract, and no document or run is a number of the session', async () => {
    const lines = await linesOf([...folders.slice(0, 4), job])
    for (const text of lines) {
      const result = v.safeParse(line, JSON.parse(text))
      expect(result.issues?.map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.message}`) ?? []).toEqual([])
    }
    const all = lines.join('\n')
    expect(all).not.toMatch(/"(?:document|id)":"[drc]\d+"/)
    expect(all).not.toMatch(/\bNaN\b|Infinity/)
    expect(new Set(lines.map((text) => (JSON.parse(text) as { kind: string }).kind))).toEqual(
      new Set(['node', 'run', 'finding']),
    )
  })

  test('shards joined by concatenation are the same set of lines as one reading of everything', async () => {
    const whole = await linesOf([...folders, job])
    const shards = [
      // Files of one job stay with its nodes.
      [...folders.slice(0, 2), job],
      ...[2, 5, 9, 10].map((from, i, starts) => folders.slice(from, starts[i + 1] ?? COUNT)),
    ]
    expect(shards.flat()).toHaveLength(COUNT + 1)
    const joined = (await Promise.all(shards.map(linesOf))).flat()
    expect([...joined].sort()).toEqual([...whole].sort())
    expect(whole.filter((text) => text.startsWith('{"kind":"node"'))).toHaveLength(COUNT)
    expect(new Set(whole).size).toBe(whole.length)
  })

  test('what compares nodes with each other is left to `fleet`', async () => {
    const whole = await linesOf(folders)
    expect(whole.some((text) => text.includes('"rule":"mixed-driver-versions"'))).toBe(false)
    const { out } = await runCli(['fleet', ...folders, '--json'])
    const fleet = JSON.parse(out) as { schema: string; oddNodes: readonly { node: string }[] }
    expect(fleet.schema).toBe('lanescope.fleet/1')
    expect(fleet.oddNodes.map(({ node }) => node).sort()).toEqual([...changes.keys()].map(nodeName).sort())
  })
})
