import * as v from 'valibot'

/** The contract `lanescope.session/1` as a schema: strict on the fields that stay, open for those that are added. */
const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const line = v.pipe(v.number(), v.integer(), v.minValue(1))
const finite = v.pipe(v.number(), v.finite())
const text = v.string()
const source = v.looseObject({ document: text, line, endLine: line })
const band = v.looseObject({ low: finite, typical: finite, high: finite, because: v.pipe(text, v.nonEmpty()) })
const measure = v.looseObject({ time: finite, algbw: finite, busbw: finite, wrong: v.optional(count) })

export const sessionSchema = v.looseObject({
  schema: v.literal('lanescope.session/1'),
  tool: v.looseObject({ version: text, rules: text }),
  documents: v.array(
    v.looseObject({
      id: text,
      name: text,
      bytes: count,
      sha256: v.pipe(text, v.regex(/^(?:[0-9a-f]{64})?$/)),
      lines: count,
      encoding: v.picklist(['utf-8', 'utf-16le', 'utf-16be', 'latin1', 'binary']),
      sections: v.array(
        v.looseObject({
          format: v.pipe(text, v.regex(/^[a-z0-9-]+\/[a-z0-9-]+$/)),
          line,
          endLine: line,
          quality: v.picklist(['full', 'partial', 'none']),
          notes: v.array(v.looseObject({ line: v.optional(line), text })),
        }),
      ),
      unrecognisedLines: count,
      problem: v.optional(v.looseObject({ code: v.pipe(text, v.regex(/^[a-z-]+$/)), message: text })),
    }),
  ),
  nodes: v.array(
    v.looseObject({
      id: text,
      hostname: v.optional(text),
      system: v.optional(text),
      software: v.looseObject({
        driver: v.optional(text),
        cuda: v.optional(text),
        nccl: v.optional(text),
        fabricManager: v.optional(text),
      }),
      gpus: v.array(
        v.looseObject({
          index: v.optional(count),
          name: v.optional(text),
          product: v.optional(text),
          uuid: v.optional(text),
          busId: v.optional(v.pipe(text, v.regex(/^[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]$/))),
          links: v.array(
            v.looseObject({
              index: count,
              state: v.picklist(['active', 'inactive', 'disabled', 'unsupported', 'unknown']),
              gigabytesPerSecond: v.optional(finite),
              remote: v.optional(v.looseObject({})),
              errors: v.optional(v.record(text, finite)),
            }),
          ),
          pcie: v.optional(v.record(text, finite)),
        }),
      ),
      nics: v.array(
        v.looseObject({
          name: text,
          device: v.optional(text),
          linkLayer: v.optional(text),
          gigabitsPerSecond: v.optional(finite),
          state: v.optional(text),
        }),
      ),
      topology: v.optional(v.looseObject({ devices: v.array(text), cells: v.array(v.array(text)) })),
      environment: v.array(v.looseObject({ name: text, value: text, from: text })),
    }),
  ),
  runs: v.array(
    v.looseObject({
      kind: v.picklist(['nccl-tests', 'nvbandwidth', 'p2pBandwidthLatencyTest', 'perftest']),
      source,
      collective: v.optional(text),
      ranks: v.optional(count),
      hosts: v.array(text),
      rows: v.array(v.looseObject({ size: count, outOfPlace: v.optional(measure), inPlace: v.optional(measure) })),
      peakBusBandwidth: v.optional(finite),
      expected: v.optional(band),
      verdict: v.optional(text),
    }),
  ),
  findings: v.array(
    v.looseObject({
      rule: text,
      severity: v.picklist(['error', 'warning', 'info']),
      nodes: v.array(text),
      on: v.array(v.looseObject({ kind: text, id: text, label: text })),
      title: v.pipe(text, v.nonEmpty()),
      detail: text,
      remedy: v.array(text),
      cost: v.optional(text),
      references: v.array(text),
      evidence: v.array(v.looseObject({ document: text, line, endLine: line, text })),
      folds: v.array(text),
    }),
  ),
  notChecked: v.array(v.looseObject({ rule: text, node: text, needs: v.array(text), capture: text })),
})

export type SessionJson = v.InferOutput<typeof sessionSchema>

/** Parses and checks what `--json` printed; throws with the path of the first thing that is wrong. */
export function parseSession(printed: string): SessionJson {
  const result = v.safeParse(sessionSchema, JSON.parse(printed))
  if (result.success) return result.output
  throw new Error(result.issues.map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.message}`).join('\n'))
}
