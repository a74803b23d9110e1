import { bootId } from '../formats/host/boot-id'
import { collectEnv } from '../formats/host/collect-env'
import { dmidecode } from '../formats/host/dmidecode'
import { kernelCommandLine } from '../formats/host/kernel-command-line'
import { kernelLog } from '../formats/host/kernel-log'
import { lscpu } from '../formats/host/lscpu'
import { lsmod } from '../formats/host/lsmod'
import { numactl } from '../formats/host/numactl'
import { ulimit } from '../formats/host/ulimit'
import { uptime } from '../formats/host/uptime'
import type { Parsed } from '../model/format'
import type { HostFacts } from '../model/node'
import type { SourceRef, Sourced } from '../model/source'
import { queryCaptures } from './queries'
import { at, of, sourced } from './sections'
import { isContainerId } from './host-names'

export function hostFactsOf(sections: readonly Parsed[], aliases: readonly string[]): HostFacts {
  const cpu = of(sections, lscpu).at(-1)
  const numa = of(sections, numactl).at(-1)
  const log = of(sections, kernelLog).find((section) => section.value.kernelCommandLine)
  const line = of(sections, kernelCommandLine).at(-1)
  const modules = of(sections, lsmod)
  const limits = of(sections, ulimit).find((section) => section.value.memlock)
  const boot = of(sections, bootId).at(-1)
  const numaCpus = numa
    ? numa.value.nodes.flatMap((node) =>
        node.cpus ? [{ node: node.node, cpus: node.cpus.value, source: at(numa, node.cpus.line) }] : [],
      )
    : cpu
      ? cpu.value.numaCpus.map((node) => ({ node: node.node, cpus: node.cpus, source: at(cpu, node.line) }))
      : []
  const complete = modules.find((section) => section.value.complete)
  const kernelLine: Sourced<string> | undefined = line
    ? sourced(line, line.value.text)
    : log?.value.kernelCommandLine && sourced(log, log.value.kernelCommandLine)
  return {
    cpuModel: cpu?.value.modelName && sourced(cpu, cpu.value.modelName),
    cpuVendor: vendorOf(cpu),
    sockets: cpu?.value.sockets && sourced(cpu, cpu.value.sockets),
    numaNodes: numa?.value.available
      ? sourced(numa, numa.value.available)
      : cpu?.value.numaNodes && sourced(cpu, cpu.value.numaNodes),
    numaCpus,
    hypervisor: hypervisorOf(sections, cpu),
    container: containerOf(sections, aliases),
    kernelCommandLine: kernelLine,
    modules: modules.flatMap((section) =>
      section.value.modules.map((module) => ({ value: module.name, source: at(section, module.line) })),
    ),
    modulesCaptured: complete ? at(complete, complete.line, complete.endLine) : undefined,
    memlock: limits?.value.memlock && sourced(limits, limits.value.memlock),
    uptimeSeconds: of(sections, uptime).map((section) => sourced(section, section.value.seconds)),
    bootId: boot && sourced(boot, boot.value.bootId),
  }
}

function vendorOf(
  cpu: Parsed<{ vendor?: { value: string; line: number }; modelName?: { value: string; line: number } }> | undefined,
): HostFacts['cpuVendor'] {
  const found = cpu?.value.vendor ?? cpu?.value.modelName
  if (!cpu || !found) return undefined
  const text = `${cpu.value.vendor?.value ?? ''} ${cpu.value.modelName?.value ?? ''}`
  const value = /AuthenticAMD|\bAMD\b/.test(text)
    ? 'amd'
    : /GenuineIntel|Intel/.test(text)
      ? 'intel'
      : /\bARM\b|Neoverse|Grace|NVIDIA/i.test(text)
        ? 'arm'
        : /POWER/i.test(text)
          ? 'power'
          : 'other'
  return { value, source: at(cpu, found.line) }
}

/** Proofs that this is a guest; nothing proves that it is none. */
function hypervisorOf(
  sections: readonly Parsed[],
  cpu: Parsed<{ hypervisor?: { value: string; line: number } }> | undefined,
): Sourced<string> | undefined {
  if (cpu?.value.hypervisor) return sourced(cpu, cpu.value.hypervisor)
  for (const section of of(sections, collectEnv))
    if (section.value.hypervisor) return sourced(section, section.value.hypervisor)
  for (const section of of(sections, dmidecode))
    if (section.value.hypervisor) return sourced(section, section.value.hypervisor)
  for (const { section, gpu } of queryCaptures(sections)) {
    const mode = gpu.values.virtualization
    if (mode && /^(?:pass-?through|vgpu)$/i.test(mode.value)) {
      return { value: /vgpu/i.test(mode.value) ? 'vGPU' : 'GPU passed through', source: at(section, mode.line) }
    }
  }
  return undefined
}

function containerOf(sections: readonly Parsed[], aliases: readonly string[]): Sourced<string> | undefined {
  const id = aliases.find((alias) => isContainerId(alias))
  const first = sections[0]
  if (id === undefined || !first) return undefined
  const source: SourceRef = at(first, first.line)
  return { value: id, source }
}
