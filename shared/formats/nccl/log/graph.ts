import { detach } from '../../../segment/detach'
import type { GraphPlanLine, SystemTreeNode } from '../log-types'
import type { LogBuilder } from './builder'
import type { Frame } from './frame'

/**
 * Lines of the GRAPH subsystem. A block is printed by one thread while others print theirs, so its state is kept per thread.
 *   === System : maxBw 48.0 totalBw 370.8 ===
 *   CPU/0 (1/1/2)
 *   + PCI[48.0] - GPU/18000 (0)
 *                 + NVL[370.8] - NVS/0
 *   ==========================================
 *   Pattern 4, crossNic 0, nChannels 12, bw 30.000000/30.000000, type NVL/PIX, sameChannels 1
 *    0 : NET/3 GPU/0 GPU/1 NET/2
 */
const MOST_OPEN = 512
const MOST_NODES = 4096

interface OpenSystem {
  readonly frame: Frame
  readonly max: number
  readonly total: number | undefined
  readonly nodes: SystemTreeNode[]
  readonly indents: number[]
  text: string
}

interface OpenPlan {
  readonly plan: GraphPlanLine & { readonly orders: string[] }
  /** This thread printed the plan first: its rows are kept. */
  readonly fresh: boolean
}

export class GraphReader {
  readonly #systems = new Map<string, OpenSystem>()
  readonly #plans = new Map<string, OpenPlan>()

  /** Takes the line if it is one of the graph's; `text` keeps its leading blanks. */
  read(text: string, frame: Frame, log: LogBuilder): boolean {
    const start = text.trimStart()
    const code = start.charCodeAt(0)
    if (code === 61) return this.#rule(start, frame, log)
    if (code === 43) return this.#child(text, frame)
    if (code >= 48 && code <= 57) return this.#row(start, frame)
    if (start.startsWith('Pattern ')) return this.#plan(start, frame, log)
    if (!/^(?:CPU|GPU|NET|NVS|PCI|NIC|GIN|DEV)\//.test(start)) return false
    if (start.includes(' :')) return readPaths(start, frame, log)
    return this.#root(start, frame)
  }

  /** At the end of the log: blocks that were never closed count as seen. */
  close(log: LogBuilder): void {
    for (const system of this.#systems.values()) finishSystem(system, log)
    this.#systems.clear()
  }

  #rule(text: string, frame: Frame, log: LogBuilder): boolean {
    const thread = threadOf(frame)
    const open = this.#systems.get(thread)
    if (!text.startsWith('=== System')) {
      if (!/^={10,}\s*$/.test(text)) return false
      if (open) finishSystem(open, log)
      this.#systems.delete(thread)
      return open !== undefined || /^=+\s*$/.test(text)
    }
    const found = /max(?:Bw|Width) ([\d.]+)(?: total(?:Bw|Width) ([\d.]+))?/.exec(text)
    if (!found) return false
    if (open) finishSystem(open, log)
    if (this.#systems.size >= MOST_OPEN) return true
    const total = found[2] === undefined ? undefined : Number(found[2])
    this.#systems.set(thread, { frame, max: Number(found[1]), total, nodes: [], indents: [], text: '' })
    return true
  }

  #root(text: string, frame: Frame): boolean {
    const open = this.#systems.get(threadOf(frame))
    if (!open) return false
    return addNode(open, text, 0, frame.number, undefined, undefined)
  }

  #child(text: string, frame: Frame): boolean {
    const open = this.#systems.get(threadOf(frame))
    // + PCI[48.0] - GPU/0-60 (0)
    const found = /^( *)\+ ([A-Z0-9]{2,5})\[([\d.]+)\] - (.+)$/.exec(text)
    if (!found) return false
    if (!open) return true
    return addNode(open, found[4] ?? '', (found[1] ?? '').length + 1, frame.number, found[2], Number(found[3]))
  }

  #plan(text: string, frame: Frame, log: LogBuilder): boolean {
    const found = PLAN.exec(text)
    if (!found) return false
    const plan = log.plans.add(`${frame.host}|${text}`, frame, () => ({
      pattern: Number(found[1]),
      crossNic: optional(found[2]),
      channels: Number(found[3]),
      intraBandwidth: Number(found[4]),
      interBandwidth: Number(found[5] ?? found[4]),
      intraType: detach(found[6] ?? ''),
      interType: detach(found[7] ?? found[6] ?? ''),
      sameChannels: optional(found[8]),
      orders: [],
    }))
    if (!plan) return true
    if (this.#plans.size >= MOST_OPEN) this.#plans.clear()
    this.#plans.set(threadOf(frame), { plan, fresh: plan.count === 1 })
    return true
  }

  #row(text: string, frame: Frame): boolean {
    const found = /^(\d{1,4}) : (.*(?:GPU|NET)\/.*)$/.exec(text)
    if (!found) return false
    const open = this.#plans.get(threadOf(frame))
    if (open?.fresh && open.plan.orders.length < 128)
      open.plan.orders.push(detach((found[2] ?? '').trim().slice(0, 4000)))
    return true
  }
}

const PLAN =
  /^Pattern (\d{1,3}), (?:crossNic (\d{1,3}), )?nChannels (\d{1,4}), (?:bw|speed) ([\d.]+)(?:\/([\d.]+))?, (?:nvlink \d, )?type (\w{1,5})(?:\/(\w{1,5}))?(?:, sameChannels (\d))?/

function optional(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}

function threadOf(frame: Frame): string {
  return `${frame.host}:${frame.pid}:${frame.tid}`
}

// GPU/0-60 (0)     PCI/16000 (1000c0301000100b)     NET/3 (9b41d00003bd70c4/1/50.000000)
function addNode(
  open: OpenSystem,
  label: string,
  indent: number,
  line: number,
  link: string | undefined,
  bandwidth: number | undefined,
): boolean {
  const found = /^([A-Z]{2,5})\/([\w-]{1,60})(?: \(([^)]{0,200})\))?/.exec(label)
  if (!found) return false
  while (open.indents.length > 0 && (open.indents.at(-1) ?? 0) >= indent) open.indents.pop()
  const depth = open.indents.length
  open.indents.push(indent)
  if (open.nodes.length < MOST_NODES) {
    open.nodes.push({
      line,
      depth,
      kind: detach(found[1] ?? ''),
      id: detach(found[2] ?? ''),
      detail: found[3] === undefined ? undefined : detach(found[3]),
      link: link === undefined ? undefined : detach(link),
      bandwidth,
    })
    open.text += `${depth}${label}${link ?? ''}${bandwidth ?? ''};`
  }
  return true
}

function finishSystem(open: OpenSystem, log: LogBuilder): void {
  log.systems.add(`${open.frame.host}|${open.max}|${open.text}`, open.frame, () => ({
    maxBandwidth: open.max,
    totalBandwidth: open.total,
    nodes: open.nodes,
  }))
}

// GPU/0-60 :GPU/0-60 (0/5000.0/LOC) GPU/0-70 (2/370.8/NVL) NVS/0-0 (1/370.8/NVL)
function readPaths(text: string, frame: Frame, log: LogBuilder): boolean {
  const at = text.indexOf(' :')
  const tail = text.slice(at + 2)
  if (!/\(\d+\/[\d.]+\/\w+\)/.test(tail)) return false
  log.paths.add(`${frame.host}|${text}`, frame, () => ({
    from: detach(text.slice(0, at)),
    to: [...tail.matchAll(/([A-Z]{2,5}\/[\w-]{1,40}) \((\d{1,4})\/([\d.]{1,12})\/(\w{1,5})\)/g)].map((found) => ({
      node: detach(found[1] ?? ''),
      hops: Number(found[2]),
      bandwidth: Number(found[3]),
      type: detach(found[4] ?? ''),
    })),
  }))
  return true
}
