import type { EntityRef } from '../../model/finding'
import type { Gpu } from '../../model/gpu'
import type { Communicator } from '../../model/nccl'
import type { Nic, Node } from '../../model/node'
import type { Run } from '../../model/run'

export function nodeEntity(node: Node): EntityRef {
  return { kind: 'node', id: node.id, label: node.name }
}

export function gpuLabel(gpu: Gpu): string {
  return gpu.index === undefined ? (gpu.busId?.value ?? 'GPU ?') : `GPU${gpu.index}`
}

export function gpuEntity(gpu: Gpu): EntityRef {
  return { kind: 'gpu', id: gpu.id, label: gpuLabel(gpu) }
}

export function linkEntity(gpu: Gpu, link: number): EntityRef {
  return { kind: 'link', id: `${gpu.id}/link${link}`, label: `${gpuLabel(gpu)} link ${link}` }
}

export function pairEntity(node: Node, a: string, b: string): EntityRef {
  return { kind: 'gpu-pair', id: `${node.id}/${a}-${b}`, label: `${a}-${b}` }
}

export function nicEntity(nic: Nic): EntityRef {
  return {
    kind: 'nic',
    id: nic.id,
    label: nic.device && nic.device !== nic.name ? `${nic.name} (${nic.device})` : nic.name,
  }
}

export function runEntity(run: Run): EntityRef {
  return { kind: 'run', id: run.id, label: run.collective ?? run.kind }
}

export function communicatorEntity(communicator: Communicator): EntityRef {
  return { kind: 'communicator', id: communicator.id, label: communicator.id }
}

export function settingEntity(name: string): EntityRef {
  return { kind: 'setting', id: name, label: name }
}

/** `0, 1, 5 and 7`-style lists are for texts; here: `0-3, 7`. */
export function numberList(numbers: readonly number[]): string {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b)
  const parts: string[] = []
  for (let i = 0; i < sorted.length; i++) {
    const first = sorted[i]
    let last = first
    while (sorted[i + 1] === (last ?? 0) + 1) last = sorted[++i]
    parts.push(first === last ? String(first) : `${first}-${last}`)
  }
  return parts.join(', ')
}
