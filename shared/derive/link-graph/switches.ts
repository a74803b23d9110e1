import { matchSystem, systemById } from '../../knowledge/systems'
import type { Node } from '../../model/node'
import { unique, weighty } from './findings'
import type { Judgement } from './findings'
import { countState } from './lanes'
import type { GraphGpu, GraphSwitch, PairEdge, SwitchEdge } from './types'

/** Switches with the sum of their lanes, and the findings that belong to edges. */

export function graphSwitches(
  found: readonly { id: string; busId: string }[],
  edges: readonly SwitchEdge[],
  gpus: readonly GraphGpu[],
): GraphSwitch[] {
  return found.map((item, number) => {
    const mine = edges.filter((edge) => edge.switch === item.id)
    // Every GPU must have been asked, or the sum of the others would pass for the whole.
    const all =
      mine.length > 0 &&
      gpus.every((gpu) => gpu.withoutNvlink || gpu.lanes.length > 0) &&
      mine.every((edge) => edge.up !== undefined && !edge.open)
    const up = all ? mine.reduce((sum, edge) => sum + (edge.up ?? 0), 0) : undefined
    const due = mine.every((edge) => edge.due !== undefined)
      ? mine.reduce((sum, edge) => sum + (edge.due ?? 0), 0)
      : undefined
    const state = countState(up, due)
    return {
      id: item.id,
      label: `NVSwitch${String(number)}`,
      number,
      busId: item.busId,
      state,
      findings: [],
      sources: mine.flatMap((edge) => edge.sources.slice(0, 1)),
      count: { up, due, state },
      seen: true,
    }
  })
}

/** Switches that the platform has and nobody saw; only where a rule that knows the platform says that one is missing. */
export function unseenSwitches(
  node: Node,
  seen: number,
  gpus: readonly GraphGpu[],
  judgement: Judgement,
): GraphSwitch[] {
  const findings = judgement.ofRule('fabric-nvswitch-missing')
  if (seen === 0 || findings.length === 0) return []
  const system =
    node.system !== undefined
      ? systemById(node.system.value)
      : matchSystem({
          gpuIds: node.gpus.flatMap((gpu) => (gpu.product === undefined ? [] : [gpu.product])),
          gpuCount: gpus.length,
        })?.system
  const due = system?.nvswitches ?? seen
  return Array.from({ length: Math.max(0, Math.min(due, 64) - seen) }, (_, i): GraphSwitch => ({
    id: `nvs:${String(seen + i)}`,
    label: `NVSwitch${String(seen + i)}`,
    number: seen + i,
    state: 'dead',
    findings: findings.map((finding) => ({ id: finding.id, rule: finding.rule, severity: finding.severity })),
    sources: [],
    count: { state: 'unknown' },
    seen: false,
  }))
}

export function markSwitchEdge(edge: SwitchEdge, gpus: readonly GraphGpu[], judgement: Judgement): SwitchEdge {
  const gpu = gpus.find((item) => item.id === edge.gpu)
  const findings = unique(edge.lanes.flatMap((lane) => judgement.on(`${gpu?.modelId ?? ''}/link${String(lane)}`)))
  // Lanes that a rule calls by design, or unwired, are not due: their state is that of the GPU's own judgement.
  const quiet =
    gpu !== undefined &&
    (gpu.count.state === 'good' || gpu.count.state === 'plain') &&
    edge.state !== 'good' &&
    !weighty(findings)
  return {
    ...edge,
    findings,
    state: quiet ? (edge.up === undefined ? 'unknown' : 'good') : edge.state,
    due: quiet ? edge.up : edge.due,
  }
}

export function markPair(pair: PairEdge, gpus: readonly GraphGpu[], judgement: Judgement): PairEdge {
  const model = (id: string): string => gpus.find((gpu) => gpu.id === id)?.modelId ?? ''
  const name = (id: string): string => gpus.find((gpu) => gpu.id === id)?.label ?? ''
  const lanes = [
    ...pair.lanesOfA.map((lane) => `${model(pair.a)}/link${String(lane)}`),
    ...pair.lanesOfB.map((lane) => `${model(pair.b)}/link${String(lane)}`),
  ]
  const findings = unique([
    ...judgement.onPair(name(pair.a), name(pair.b)),
    ...lanes.flatMap((lane) => judgement.on(lane)),
  ])
  return {
    ...pair,
    findings,
    state:
      pair.state === 'good' && weighty(findings.filter((mark) => mark.rule.startsWith('nvlink')))
        ? 'degraded'
        : pair.state,
  }
}
