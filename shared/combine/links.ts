import { dcgmNvlinkErrors } from '../formats/dcgm/nvlink-errors'
import { dcgmNvlinkErrorsJson } from '../formats/dcgm/nvlink-errors-json'
import { dcgmNvlinkStatus } from '../formats/dcgm/nvlink-status'
import { nvlinkErrors } from '../formats/nvidia-smi/nvlink-errors'
import { nvlinkPci } from '../formats/nvidia-smi/nvlink-pci'
import { nvlinkRemote } from '../formats/nvidia-smi/nvlink-remote'
import { nvlinkStatus } from '../formats/nvidia-smi/nvlink-status'
import { nvlinkThroughput } from '../formats/nvidia-smi/nvlink-throughput'
import type { NvlinkGpuHeader } from '../formats/nvidia-smi/support/nvlink-types'
import type { Parsed } from '../model/format'
import type { CounterReading, Link, LinkMessage, LinkRemote, LinkState } from '../model/gpu'
import type { Sourced } from '../model/source'
import { at, of } from './sections'

/** A GPU block of one nvlink capture, reduced to what joining needs. */
export interface NvlinkBlock {
  readonly section: Parsed
  readonly gpu: NvlinkGpuHeader
  readonly kind: 'status' | 'errors' | 'remote' | 'throughput'
  readonly states: readonly { index: number; state: LinkState; rate?: number; line: number }[]
  readonly remotes: readonly { index: number; remote: LinkRemote }[]
  readonly counters: readonly { index: number; reading: CounterReading }[]
  readonly message?: Sourced<LinkMessage>
  readonly damaged: boolean
}

export interface GpuLinks {
  readonly links: readonly Link[]
  readonly message?: Sourced<LinkMessage>
  readonly damaged?: boolean
}

const cache = new WeakMap<readonly Parsed[], readonly NvlinkBlock[]>()

export function nvlinkCaptures(sections: readonly Parsed[]): readonly NvlinkBlock[] {
  const found = cache.get(sections) ?? readBlocks(sections)
  cache.set(sections, found)
  return found
}

function readBlocks(sections: readonly Parsed[]): readonly NvlinkBlock[] {
  const blocks: NvlinkBlock[] = []
  const empty = { states: [], remotes: [], counters: [] }
  for (const section of of(sections, nvlinkStatus)) {
    for (const gpu of section.value.gpus) {
      blocks.push({
        ...empty,
        section,
        gpu,
        kind: 'status',
        states: gpu.links.map((link) => ({
          index: link.index,
          state: link.state,
          rate: link.gigabytesPerSecond,
          line: link.line,
        })),
        message: gpu.message
          ? { value: gpu.message.value, source: at(section, gpu.line, gpu.message.line) }
          : undefined,
        damaged: gpu.damaged,
      })
    }
  }
  for (const section of [...of(sections, nvlinkRemote), ...of(sections, nvlinkPci)]) {
    for (const gpu of section.value.gpus) {
      const remotes = gpu.links.map((link) => ({
        index: link.index,
        remote: {
          busId: link.busId,
          hidden: link.hidden || undefined,
          link: link.remoteLink,
          source: at(section, link.line),
        },
      }))
      blocks.push({ ...empty, section, gpu, kind: 'remote', remotes, damaged: gpu.damaged })
    }
  }
  for (const section of of(sections, nvlinkErrors)) {
    for (const gpu of section.value.gpus) {
      const counters = gpu.links.flatMap((link) =>
        link.counters.flatMap((counter) =>
          counter.value === undefined || !Number.isFinite(counter.value)
            ? []
            : [
                {
                  index: link.index,
                  reading: { counter: counter.counter, value: counter.value, source: at(section, counter.line) },
                },
              ],
        ),
      )
      blocks.push({ ...empty, section, gpu, kind: 'errors', counters, damaged: gpu.damaged })
    }
  }
  for (const section of of(sections, nvlinkThroughput)) {
    for (const gpu of section.value.gpus) {
      const counters = gpu.links.flatMap((link) =>
        link.counters.map((traffic) => ({
          index: link.index,
          reading: {
            counter: `${traffic.kind === 'raw' ? 'Raw' : 'Data'} ${traffic.direction === 'tx' ? 'Tx' : 'Rx'} KiB`,
            value: traffic.kibibytes,
            source: at(section, traffic.line),
          },
        })),
      )
      blocks.push({ ...empty, section, gpu, kind: 'throughput', counters, damaged: gpu.damaged })
    }
  }
  return blocks.concat(dcgmBlocks(sections))
}

function dcgmBlocks(sections: readonly Parsed[]): readonly NvlinkBlock[] {
  const blocks: NvlinkBlock[] = []
  for (const section of of(sections, dcgmNvlinkStatus)) {
    for (const row of section.value.gpus) {
      const states = row.states.flatMap((state, index) =>
        // The row has as many letters as the DCGM release knows links; "not supported" is no link of this GPU.
        state === 'unsupported' ? [] : [{ index, state, line: row.rowLine }],
      )
      blocks.push({
        section,
        gpu: header(row.id, row.line),
        kind: 'status',
        states,
        remotes: [],
        counters: [],
        damaged: false,
      })
    }
  }
  for (const section of [...of(sections, dcgmNvlinkErrors), ...of(sections, dcgmNvlinkErrorsJson)]) {
    const { gpu, links } = section.value
    if (gpu === undefined) continue
    const counters = links.flatMap((link) =>
      link.counters.flatMap((counter) =>
        counter.value === undefined || !Number.isFinite(counter.value)
          ? []
          : [
              {
                index: link.index,
                reading: { counter: counter.counter, value: counter.value, source: at(section, counter.line) },
              },
            ],
      ),
    )
    blocks.push({
      section,
      gpu: header(gpu, section.line),
      kind: 'errors',
      states: [],
      remotes: [],
      counters,
      damaged: false,
    })
  }
  return blocks
}

function header(index: number, line: number): NvlinkGpuHeader {
  return { index, line, endLine: line }
}

/** Links of one GPU over all captures that speak of it. */
export function linksOf(
  blocks: readonly NvlinkBlock[],
  gpu: { readonly index?: number; readonly uuid?: { readonly value: string } },
): GpuLinks {
  const own = blocks.filter(({ gpu: header }) =>
    header.uuid && gpu.uuid ? header.uuid.toLowerCase() === gpu.uuid.value.toLowerCase() : header.index === gpu.index,
  )
  const states = new Map<number, Sourced<LinkState>[]>()
  const rates = new Map<number, number>()
  const counters = new Map<number, CounterReading[]>()
  const remotes = new Map<number, LinkRemote>()
  let message: Sourced<LinkMessage> | undefined
  let damaged = false
  // nvidia-smi knows how many links there are; DCGM only fills in what it does not say.
  const smiIndices = new Set(
    own
      .filter((block) => block.kind === 'status' && block.section.format.startsWith('nvidia-smi'))
      .flatMap((block) => block.states.map((state) => state.index)),
  )
  for (const block of own) {
    if (block.kind === 'status') damaged ||= block.damaged
    if (block.message) message = block.message
    for (const { index, state, rate, line } of block.states) {
      const fromDcgm = !block.section.format.startsWith('nvidia-smi')
      if (fromDcgm && smiIndices.size > 0 && !smiIndices.has(index) && state !== 'active') continue
      put(states, index, { value: state, source: at(block.section, line) })
      if (rate !== undefined && Number.isFinite(rate)) rates.set(index, rate)
    }
    for (const { index, reading } of block.counters) put(counters, index, reading)
  }
  for (const block of own)
    for (const { index, remote } of renumber(block, states)) if (!remotes.has(index)) remotes.set(index, remote)
  const indices = [...new Set([...states.keys(), ...counters.keys(), ...remotes.keys()])].sort((a, b) => a - b)
  const links = indices.map((index): Link => {
    const seen = states.get(index) ?? []
    return {
      index,
      state: newest(seen),
      gigabytesPerSecond: rates.get(index),
      states: seen,
      remote: remotes.get(index),
      counters: counters.get(index) ?? [],
    }
  })
  return { links, message, damaged: damaged || undefined }
}

/** -R of a bridged H100 PCIe numbers only the active links, 0 to 11, while -s prints physical numbers: join them by order then. */
function renumber(
  block: NvlinkBlock,
  states: ReadonlyMap<number, readonly Sourced<LinkState>[]>,
): NvlinkBlock['remotes'] {
  if (block.remotes.length === 0) return []
  const active = [...states]
    .filter(([, seen]) => newest(seen) === 'active')
    .map(([index]) => index)
    .sort((a, b) => a - b)
  const fits = block.remotes.every(({ index }) => active.includes(index))
  if (fits || active.length !== block.remotes.length) return block.remotes
  return block.remotes.map(({ remote }, order) => ({ index: active[order] ?? order, remote }))
}

function newest(seen: readonly Sourced<LinkState>[]): LinkState {
  const smi = seen.at(-1)
  return smi?.value ?? 'unknown'
}

function put<V>(map: Map<number, V[]>, key: number, value: V): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}
