import type { HostEvent } from '../../../model/node'
import type { Sourced } from '../../../model/source'
import type { Fact } from '../types'
import { said, type Context } from './collect'

/** Versions, processor, memory of the host, kernel command line, modules, and events of the kernel log. */
export function hostFacts(context: Context): void {
  const { software, host } = context.node
  const version = (name: string, values: readonly Sourced<string>[], capture: string): void => {
    const found = said(values)
    if (found) context.add({ key: name, name, area: 'software', kind: 'configuration', ...found, capture })
  }
  version('driver', software.driver, 'nvidia-smi')
  version('cuda', software.cuda, 'nvidia-smi')
  version('nccl', software.nccl, 'NCCL_DEBUG=VERSION (run the job again)')
  version('fabricManager', software.fabricManager, 'nv-fabricmanager --version')
  version('dcgm', software.dcgm, 'dcgmi --version')
  version('kernel', software.kernel, 'uname -a')

  const plain = (
    name: string,
    from: Sourced<string | number> | undefined,
    capture: string,
    kind: Fact['kind'] = 'configuration',
  ): void => {
    if (from)
      context.add({ key: name, name, area: 'host', kind, value: String(from.value), sources: [from.source], capture })
  }
  plain('cpuModel', host.cpuModel, 'lscpu')
  plain('sockets', host.sockets, 'lscpu')
  plain('numaNodes', host.numaNodes, 'numactl -H')
  for (const { node, cpus, source } of host.numaCpus)
    context.add({
      key: `numaCpus:${node}`,
      name: 'numaCpus',
      term: String(node),
      area: 'host',
      kind: 'configuration',
      value: cpus,
      sources: [source],
      under: ['numaNodes'],
      capture: 'numactl -H',
    })
  // That a GPU is passed through is said of each GPU, and names no hypervisor.
  if (!/^(?:GPU passed|vGPU)/.test(host.hypervisor?.value ?? '')) plain('hypervisor', host.hypervisor, 'lscpu')
  plain('memlock', host.memlock, 'ulimit -l')
  plain('hostname', context.node.hostname, 'hostname', 'identity')
  plain('container', host.container, 'hostname', 'identity')
  plain('bootId', host.bootId, 'cat /proc/sys/kernel/random/boot_id', 'identity')
  plain('uptime', host.uptimeSeconds.at(-1), 'uptime', 'state')
  commandLine(context)
  modules(context)
  events(context)
}

/** Parameters that name one disk or one boot image. */
const OWN_PARAMETER =
  /^(?:BOOT_IMAGE|root|rootflags|resume|initrd|ip|ifname|rd\.|boot|UUID|PARTUUID|netroot|nameserver|hostname)(?:[.=]|$)/i

function commandLine(context: Context): void {
  const line = context.node.host.kernelCommandLine
  if (!line) return
  context.complete('cmdline')
  const values = new Map<string, string[]>()
  for (const word of line.value.split(/\s+/)) {
    if (word === '' || word === '--') continue
    const at = word.indexOf('=')
    const name = at < 0 ? word : word.slice(0, at)
    values.set(name, [...(values.get(name) ?? []), at < 0 ? '' : word.slice(at + 1)])
  }
  for (const [name, list] of values) {
    context.add({
      key: `cmdline:${name}`,
      name: 'cmdline',
      term: name,
      area: 'host',
      kind: OWN_PARAMETER.test(name) ? 'identity' : 'configuration',
      value: list.join(', ') === '' ? name : list.join(', '),
      sources: [line.source],
      listed: 'cmdline',
      capture: 'cat /proc/cmdline',
    })
  }
}

/** Modules that bear on GPUs and the network; the rest of a module list is the distribution's business. */
const BEARING = /^(?:nvidia|nv_|nvme_rdma$|gdrdrv|mlx|ib_|iw_|rdma|efa|bnxt|irdma|gvnic|knem|xpmem|vfio|nouveau)/

function modules(context: Context): void {
  const { host } = context.node
  if (host.modulesCaptured) context.complete('modules')
  for (const { value, source } of host.modules) {
    if (!BEARING.test(value)) continue
    context.add({
      key: `module:${value}`,
      name: 'module',
      term: value,
      area: 'host',
      kind: 'configuration',
      value,
      sources: [source],
      listed: 'modules',
      capture: 'lsmod',
    })
  }
}

function events(context: Context): void {
  if (!context.wants('counter')) return
  const { node } = context
  if (node.parsed.some(({ format, quality }) => format === 'host/kernel-log' && quality === 'full'))
    context.complete('kernel-log')
  const counts = new Map<string, { count: number; first: HostEvent }>()
  for (const event of node.events) {
    const name = event.code === undefined ? event.kind : `${event.kind === 'sxid' ? 'SXid' : 'Xid'} ${event.code}`
    const known = counts.get(name)
    counts.set(name, { count: (known?.count ?? 0) + event.count, first: known?.first ?? event })
  }
  for (const [name, { count, first }] of counts)
    context.add({
      key: `event:${name}`,
      name: 'event',
      term: name,
      area: 'health',
      kind: 'counter',
      better: 'less',
      value: String(count),
      number: count,
      sources: [first.source],
      listed: 'kernel-log',
      capture: 'sudo dmesg -T',
    })
}
