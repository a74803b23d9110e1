import { queryCaptures } from '../../combine/queries'
import { gpuList } from '../../formats/nvidia-smi/list'
import { refIn, sectionsOf, type Parsed } from '../../model/format'
import type { Node } from '../../model/node'
import { normaliseBusId } from '../../model/pci-id'
import { defineRule } from '../../model/rule'
import type { SourceRef, Sourced } from '../../model/source'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { sameVersion } from '../support/versions'

/** GPUs of one capture by UUID, with the place that names each. */
interface Identity {
  readonly section: Parsed
  readonly uuids: ReadonlyMap<string, { readonly line: number; readonly busId?: string }>
}

/** Captures filed under one node are of different machines, or of one machine before and after a change. */
export const captureNodeMismatch = defineRule({
  id: 'capture-node-mismatch',
  area: 'cross-capture',
  since: '0.1',
  needs: ['gpus'],
  firesOnAbsence: 'a capture that shows both sets of GPUs, or a container, would explain them',
  check(node, context) {
    const gpus = differentGpus(node)
    if (gpus) {
      context.report({
        severity: 'warning',
        on: [nodeEntity(node)],
        evidence: someOf(gpus.evidence),
        data: { node: node.name, place: gpus.place, first: gpus.first, second: gpus.second },
      })
      return
    }
    const drivers = differentDrivers(node)
    if (!drivers) return
    context.report({
      severity: 'warning',
      variant: 'driver',
      on: [nodeEntity(node)],
      evidence: someOf(drivers.map(({ source }) => source)),
      data: {
        node: node.name,
        place: '',
        first: drivers[0]?.value ?? '',
        second: drivers[1]?.value ?? '',
      },
    })
  },
})

interface Conflict {
  readonly place: string
  readonly first: string
  readonly second: string
  readonly evidence: readonly SourceRef[]
}

function differentGpus(node: Node): Conflict | undefined {
  const identities = identitiesOf(node)
  const atBus = new Map<string, { readonly uuid: string; readonly source: SourceRef }>()
  for (const { section, uuids } of identities) {
    for (const [uuid, { line, busId }] of uuids) {
      if (busId === undefined) continue
      const source = refIn(section, line)
      const known = atBus.get(busId)
      if (!known) atBus.set(busId, { uuid, source })
      else if (known.uuid !== uuid)
        return { place: busId, first: known.uuid, second: uuid, evidence: [known.source, source] }
    }
  }
  return node.host.container ? undefined : disjointLists(identities)
}

/** Lists without bus ids: two of the same length that share no GPU, and no capture that has GPUs of both. */
function disjointLists(identities: readonly Identity[]): Conflict | undefined {
  const whole = identities.filter(({ uuids }) => uuids.size > 1)
  const first = whole[0]
  const second = first && whole.find(({ uuids }) => uuids.size === first.uuids.size && shares(uuids, first.uuids) === 0)
  if (!first || !second) return undefined
  if (identities.some(({ uuids }) => shares(uuids, first.uuids) > 0 && shares(uuids, second.uuids) > 0))
    return undefined
  const [a] = first.uuids
  const [b] = second.uuids
  if (!a || !b) return undefined
  return {
    place: 'GPU0',
    first: a[0],
    second: b[0],
    evidence: [refIn(first.section, a[1].line), refIn(second.section, b[1].line)],
  }
}

function shares(a: Identity['uuids'], b: Identity['uuids']): number {
  return [...a.keys()].filter((uuid) => b.has(uuid)).length
}

function identitiesOf(node: Node): readonly Identity[] {
  const bySection = new Map<Parsed, Map<string, { readonly line: number; readonly busId?: string }>>()
  const add = (section: Parsed, uuid: string | undefined, line: number, busId?: string): void => {
    if (uuid === undefined || !/^GPU-[0-9a-f-]{36}$/i.test(uuid)) return
    const own = bySection.get(section) ?? new Map<string, { readonly line: number; readonly busId?: string }>()
    bySection.set(section, own)
    own.set(uuid, { line, busId })
  }
  for (const section of sectionsOf(node.parsed, gpuList))
    for (const gpu of section.value.gpus) add(section, gpu.uuid, gpu.line)
  for (const { section, gpu } of queryCaptures(node.parsed)) {
    const uuid = gpu.values.uuid
    const busId = gpu.busId?.value ?? gpu.values.busId?.value
    add(section, uuid?.value, uuid?.line ?? gpu.headerLine, busId === undefined ? undefined : normaliseBusId(busId))
  }
  return [...bySection].map(([section, uuids]) => ({ section, uuids }))
}

/** What nvidia-smi itself says: a kernel log may hold earlier boots. */
function differentDrivers(node: Node): readonly Sourced<string>[] | undefined {
  const own = node.parsed.filter(({ format }) => format.startsWith('nvidia-smi/') || format === 'host/driver-version')
  const said = node.software.driver.filter(({ source }) =>
    own.some(
      (section) =>
        section.document === source.document && section.line <= source.line && source.line <= section.endLine,
    ),
  )
  const first = said[0]
  const other = first && said.find(({ value }) => !sameVersion(value, first.value))
  return first && other ? [first, other] : undefined
}
