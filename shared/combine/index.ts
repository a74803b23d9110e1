import { dmidecode } from '../formats/host/dmidecode'
import { ncclEnvironment } from '../formats/nccl/environment'
import { topoMatrix } from '../formats/nvidia-smi/topo-matrix'
import { matchSystem } from '../knowledge/systems'
import type { TextDocument } from '../model/document'
import type { Parsed } from '../model/format'
import type { Gpu } from '../model/gpu'
import type { Node } from '../model/node'
import type { Facts } from '../model/session'
import type { Sourced } from '../model/source'
import type { Topology } from '../model/topology'
import type { DocumentReading } from '../segment/read-document'
import { assign, type NodeDraft } from './assign'
import { communicatorsOf } from './communicators'
import { eventsOf } from './events'
import { gpusOf } from './gpus'
import { hostFactsOf } from './host-facts'
import { hostKey } from './host-names'
import { nicsOf } from './nics'
import { pciOf } from './pci'
import { pciTreesOf } from './pci-trees'
import { querySections } from './queries'
import { runsOf } from './runs'
import { at, of, sourced } from './sections'
import { settingsOf } from './settings'
import { softwareOf } from './software'

export interface CombineOptions {
  /** Names that the user gave: node id -> name. */
  readonly names?: Readonly<Record<string, string>>
  /** Hosts that the user joined: captured host -> host that it belongs to. */
  readonly merges?: Readonly<Record<string, string>>
  /** Captures of one host that came in several inputs are a node each. */
  readonly apart?: boolean
}

/** Joins the sections of all documents into nodes, runs and communicators. Nothing is lost: sources that disagree are all kept. */
export function combine(readings: readonly DocumentReading[], options: CombineOptions = {}): Facts {
  const { drafts, nodeOfHost, nodesOf, apart } = assign(readings, options)
  const parsed = readings.flatMap((reading) => reading.parsed)
  const idOfKey = new Map<string, string>()
  const used = new Set<string>()
  for (const draft of drafts) idOfKey.set(draft.key, uniqueId(draft.name, used))
  const idOf = (key: string): string => idOfKey.get(key) ?? key
  const nodes = drafts.map((draft) => buildNode(draft, idOf(draft.key), options)).filter(isSomething)
  const known = new Set(nodes.map((node) => node.id))
  const nodesOfSection = (section: Parsed): readonly string[] =>
    (nodesOf.get(section) ?? []).map(idOf).filter((id) => known.has(id))
  const hostIds = new Map([...nodeOfHost].map(([host, key]) => [host, idOf(key)]))
  const runs = runsOf(parsed, nodesOfSection)
  const positions = new Map(parsed.map((section, i) => [section, i]))
  const communicators = communicatorsOf(parsed, {
    nodes,
    runs,
    nodeOfHost: hostIds,
    nodesOf: nodesOfSection,
    indexOf: (section) => positions.get(section) ?? -1,
  })
  const linked = runs.map((run) => ({
    ...run,
    communicator: communicators.find((communicator) => communicator.run === run.id)?.id,
  }))
  const documents = readings.map(({ document }) => withNote(document, apart.get(document.id)))
  return { documents, nodes, runs: linked, communicators, parsed }
}

/** A note at the first section, where the Sources view shows it. */
function withNote(document: TextDocument, text: string | undefined): TextDocument {
  const [first, ...others] = document.sections
  if (text === undefined || !first) return document
  return { ...document, sections: [{ ...first, notes: [...first.notes, { line: first.line, text }] }, ...others] }
}

function buildNode(draft: NodeDraft, id: string, options: CombineOptions): Node {
  const sections = draft.sections
  const aliases = [...draft.aliases]
  const ownKey = draft.key.startsWith('host:') ? draft.key.slice(5) : undefined
  const hosts = new Set([...aliases.map(hostKey), ...(ownKey === undefined ? [] : [ownKey])])
  // A node that no text names owns whatever its folder holds.
  const isThisHost = (host: string): boolean => hosts.size === 0 || hosts.has(hostKey(host))
  const gpus = gpusOf(id, sections, isThisHost)
  const topologies = topologiesOf(sections)
  const pci = pciOf(sections)
  const renamed = options.names?.[id]
  return {
    id,
    name: renamed ?? draft.name,
    nameFrom: renamed === undefined ? draft.nameFrom : 'user',
    hostname: draft.namedAt && {
      value: draft.name,
      source: { document: draft.namedAt.document, line: draft.namedAt.line, endLine: draft.namedAt.line },
    },
    aliases,
    system: systemOf(sections, gpus, topologies),
    software: softwareOf(sections, isThisHost),
    host: hostFactsOf(sections, aliases),
    gpus,
    attachedGpus: querySections(sections).flatMap((section) =>
      section.value.attachedGpus ? [sourced(section, section.value.attachedGpus)] : [],
    ),
    nics: nicsOf(id, sections, isThisHost),
    topologies,
    pci,
    pciTrees: pciTreesOf(sections, pci, isThisHost),
    events: eventsOf(sections, gpus),
    settings: settingsOf(sections, isThisHost),
    parsed: sections,
  }
}

/** -m before -mp, whole before damaged, more devices before fewer, earlier before later. */
function topologiesOf(sections: readonly Parsed[]): readonly Topology[] {
  const all = of(sections, topoMatrix).map((section): Topology => ({
    ...section.value,
    source: at(section, section.line, section.endLine),
  }))
  const rank = (topology: Topology): number => (topology.form === 'matrix-pci' ? 2 : 0) + (topology.damaged ? 1 : 0)
  return all
    .map((topology, order) => ({ topology, order }))
    .sort(
      (a, b) =>
        rank(a.topology) - rank(b.topology) ||
        b.topology.devices.length - a.topology.devices.length ||
        a.order - b.order,
    )
    .map(({ topology }) => topology)
}

function systemOf(
  sections: readonly Parsed[],
  gpus: readonly Gpu[],
  topologies: readonly Topology[],
): Sourced<string> | undefined {
  const named = gpus.filter((gpu) => gpu.product !== undefined)
  const first = named[0]
  if (!first || named.length !== gpus.length) return undefined
  const hints = [
    ...of(sections, dmidecode).flatMap((section) => [section.value.manufacturer?.value, section.value.product?.value]),
    ...of(sections, ncclEnvironment).flatMap((section) =>
      section.value.settings.filter((setting) => setting.name === 'NCCL_TOPO_FILE').map((setting) => setting.value),
    ),
  ].filter((hint): hint is string => hint !== undefined)
  const match = matchSystem({
    gpuIds: named.flatMap((gpu) => gpu.product ?? []),
    gpuCount: gpus.length,
    pair: commonPair(topologies[0]),
    hints,
  })
  const source = first.name?.source
  return match && source ? { value: match.system.id, source } : undefined
}

/** `NV#` that all GPU pairs share. */
function commonPair(topology: Topology | undefined): string | undefined {
  if (!topology) return undefined
  const gpus = topology.devices.flatMap((device, i) => (device.kind === 'gpu' ? [i] : []))
  const tokens = new Set(gpus.flatMap((i) => gpus.filter((j) => j !== i).map((j) => topology.cells[i]?.[j] ?? '')))
  const [only] = tokens
  return tokens.size === 1 && only !== undefined && /^NV\d+$/.test(only) ? only : undefined
}

/** A document without any recognised section makes no node. */
function isSomething(node: Node): boolean {
  return node.parsed.length > 0
}

function uniqueId(name: string, used: Set<string>): string {
  const base = name.replace(/[^\w.-]+/g, '-').replace(/^-+|-+$/g, '') || 'node'
  let id = base
  for (let i = 2; used.has(id); i++) id = `${base}-${i}`
  used.add(id)
  return id
}
