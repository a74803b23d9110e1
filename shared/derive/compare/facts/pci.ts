import type { PciFunction } from '../../../model/node'
import type { Fact, Subject } from '../types'
import type { Context } from './collect'
import { namedGpus, presence } from './gpus'
import { namedNics } from './nics'

const generations = new Map([
  [2.5, 1],
  [5, 2],
  [8, 3],
  [16, 4],
  [32, 5],
  [64, 6],
])

/** What lspci says of the GPUs and NICs; of the bridges only how many have ACS on, since their bus ids name no role. */
export function pciFacts(context: Context): void {
  const { node } = context
  if (node.pci.length === 0) return
  const byBus = new Map(node.pci.map((fn) => [fn.busId, fn]))
  for (const { gpu, subject } of namedGpus(context)) {
    const fn = byBus.get(gpu.busId?.value ?? '')
    if (fn)
      deviceFacts(context, fn, subject, gpu.id, [`${subject.id}/pcie.width.current`, `${subject.id}/pcie.gen.current`])
  }
  for (const { nic, subject } of namedNics(context)) {
    const fn = byBus.get(nic.busId?.value ?? '')
    if (fn) deviceFacts(context, fn, subject, nic.id, [])
  }
  const told = node.pci.filter((fn) => fn.acsControl !== undefined)
  const on = told.filter((fn) => /SrcValid\+/.test(fn.acsControl?.value ?? ''))
  if (told.length > 0) {
    context.add({
      key: 'pci.acs',
      name: 'pci.acs',
      area: 'pcie',
      kind: 'configuration',
      better: 'less',
      value: `${on.length}/${told.length}`,
      number: on.length,
      sources: (on.length > 0 ? on : told).slice(0, 4).flatMap((fn) => fn.acsControl?.source ?? []),
      capture: 'sudo lspci -vvv',
    })
  }
}

function deviceFacts(
  context: Context,
  fn: PciFunction,
  subject: Subject,
  entity: string,
  under: readonly string[],
): void {
  const part = (name: string, fact: Pick<Fact, 'value' | 'sources'> & Partial<Fact>): void =>
    context.add({
      area: 'pcie',
      kind: 'configuration',
      capture: 'sudo lspci -vvv',
      ...fact,
      key: `${subject.id}/${name}`,
      name,
      subject,
      entity,
      under: [presence(subject), ...(fact.under ?? [])],
    })
  const now = fn.status?.value
  const sources = fn.status ? [fn.status.source] : []
  if (now && now.width > 0)
    part('pci.width', { value: `x${now.width}`, number: now.width, better: 'more', sources, under })
  const generation = now && generations.get(now.gigatransfers)
  if (generation !== undefined) {
    const most = generations.get(fn.capability?.value.gigatransfers ?? 0)
    const slower = most !== undefined && generation < most
    const loose = slower && subject.kind === 'gpu' ? 'idle' : undefined
    part('pci.gen', { value: `Gen${generation}`, number: generation, better: 'more', sources, under, loose })
  }
  if (fn.maxPayload) part('pci.maxPayload', { value: String(fn.maxPayload.value), sources: [fn.maxPayload.source] })
  if (fn.maxReadRequest)
    part('pci.maxReadRequest', { value: String(fn.maxReadRequest.value), sources: [fn.maxReadRequest.source] })
}
