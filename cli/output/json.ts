import type { TextDocument } from '@shared/model/document'
import type { Finding } from '@shared/model/finding'
import { gpuField, type Gpu, type GpuField } from '@shared/model/gpu'
import type { Nic, Node } from '@shared/model/node'
import type { Session } from '@shared/model/session'
import type { Sourced } from '@shared/model/source'
import { findingText, type Language } from '@shared/messages'
import { environmentOf } from './environment'
import type { ReadEvidence } from './evidence'
import { jsonRun } from './json-run'

/**
 * The session as one plain object, `lanescope.session/1`: a contract for scripts. Fields may be added, those here stay and
 * keep their meaning. What is not known is left out, never null or zero.
 */
export const sessionSchema = 'lanescope.session/1'

export interface JsonContext {
  readonly tool: { readonly version: string; readonly rules: string }
  readonly language: Language
  readonly evidence: ReadEvidence
}

export function jsonSession(session: Session, context: JsonContext) {
  return {
    schema: sessionSchema,
    tool: context.tool,
    documents: session.documents.map(jsonDocument),
    nodes: session.nodes.map((node) => jsonNode(node, session)),
    runs: session.runs.map((run) => jsonRun(run, session, context.language)),
    findings: session.findings.map((finding) => jsonFinding(finding, context)),
    notChecked: session.notChecked.map(({ rule, node, needs, capture }) => ({ rule, node, needs, capture })),
  }
}

function jsonDocument(document: TextDocument) {
  const { id, name, bytes, sha256, lines, encoding, sections, unrecognisedLines, mended, problem } = document
  return {
    id,
    name,
    bytes,
    sha256,
    lines,
    encoding,
    sections: sections.map(({ format, line, endLine, quality, linesUsed, linesTotal, notes }) => ({
      format,
      line,
      endLine,
      quality,
      linesUsed,
      linesTotal,
      notes,
    })),
    unrecognisedLines,
    ...(mended ? { mended } : {}),
    ...(problem ? { problem } : {}),
  }
}

export function jsonNode(node: Node, session: Session) {
  const topology = node.topologies[0]
  return {
    id: node.id,
    name: node.name,
    hostname: node.hostname?.value,
    system: node.system?.value,
    software: {
      driver: newest(node.software.driver),
      cuda: newest(node.software.cuda),
      nccl: newest(node.software.nccl),
      fabricManager: newest(node.software.fabricManager),
    },
    gpus: node.gpus.map(jsonGpu),
    nics: node.nics.map(jsonNic),
    ...(topology ? { topology: { devices: topology.devices.map(({ name }) => name), cells: topology.cells } } : {}),
    environment: environmentOf(node, session),
  }
}

function jsonGpu(gpu: Gpu) {
  return {
    index: gpu.index,
    name: gpu.name?.value,
    product: gpu.product,
    uuid: gpu.uuid?.value,
    busId: gpu.busId?.value,
    links: gpu.links.map(({ index, state, gigabytesPerSecond, remote, counters }) => ({
      index,
      state,
      gigabytesPerSecond,
      remote: remote && { busId: remote.busId, hidden: remote.hidden, link: remote.link },
      errors:
        counters.length > 0 ? Object.fromEntries(counters.map(({ counter, value }) => [counter, value])) : undefined,
    })),
    pcie: jsonPcie(gpu),
  }
}

const pcieFields = {
  generation: 'pcie.gen.current',
  maxGeneration: 'pcie.gen.max',
  width: 'pcie.width.current',
  maxWidth: 'pcie.width.max',
} as const satisfies Record<string, GpuField>

/** Captured text such as `16x` or `5` as numbers; fields that say N/A are left out. */
function jsonPcie(gpu: Gpu): Readonly<Record<string, number>> | undefined {
  const found: Record<string, number> = {}
  for (const [name, field] of Object.entries(pcieFields)) {
    const digits = /^(\d{1,3})x?$/.exec(gpuField(gpu, field)?.value.trim() ?? '')?.[1]
    if (digits !== undefined) found[name] = Number(digits)
  }
  return Object.keys(found).length > 0 ? found : undefined
}

function jsonNic(nic: Nic) {
  return {
    name: nic.name,
    device: nic.device,
    linkLayer: nic.linkLayer?.value,
    gigabitsPerSecond: nic.gigabitsPerSecond?.value,
    state: nic.state?.value,
  }
}

export function jsonFinding(finding: Finding, { language, evidence }: JsonContext) {
  const { title, detail, remedy, cost, references } = findingText(finding, language)
  return {
    id: finding.id,
    rule: finding.rule,
    severity: finding.severity,
    nodes: finding.nodes,
    on: finding.on.map(({ kind, id, label }) => ({ kind, id, label })),
    title,
    detail,
    remedy,
    cost,
    references,
    evidence: finding.evidence.map(evidence),
    folds: [...new Set(finding.folds.map(({ rule }) => rule))],
  }
}

/** Sources stand in the order in which they were captured: the last one is the newest. */
function newest(found: readonly Sourced<string>[]): string | undefined {
  return found.at(-1)?.value
}
