import { detach } from '../../../segment/detach'
import type { LogNetworkDevice } from '../log-types'
import type { LogBuilder } from './builder'
import { processKey } from './fold'
import type { Frame } from './frame'
import type { Topic } from './topic'

/** Networks: which one is used, which devices it found, and how it starts. */
export const networkTopics: readonly Topic[] = [
  { starts: ['Using network ', 'Using internal Network '], read: readNetwork },
  { starts: ['Bootstrap'], read: readBootstrap },
  { starts: ['NET : Using interface '], read: readBootstrap },
  { starts: ['NET/', 'GPU Direct RDMA '], read: readNet },
]

// Using network AWS Libfabric
function readNetwork(text: string, frame: Frame, log: LogBuilder): boolean {
  const network = text.replace(/^Using (?:network|internal Network) /, '').trim()
  log.networks.add(processKey(frame) + network, frame, () => ({ network: detach(network) }))
  return true
}

// Bootstrap : Using eth0:10.5.43.191<0>     Bootstrap: Using [0]eth0:10.0.0.1<0> [1]eth1:...
const BOOTSTRAP = /^(?:Bootstrap ?|NET )?: Using (?:interface )?(?:\[\d+\])?([^\s:]{1,64}):([^\s<]{1,80})</

function readBootstrap(text: string, frame: Frame, log: LogBuilder): boolean {
  const found = BOOTSTRAP.exec(text)
  if (!found) {
    if (!text.startsWith('Bootstrap timings')) return false
    log.count('timings')
    return true
  }
  const name = found[1] ?? ''
  log.bootstraps.add(processKey(frame) + name, frame, () => ({
    interface: detach(name),
    address: detach(found[2] ?? ''),
  }))
  return true
}

function readNet(text: string, frame: Frame, log: LogBuilder): boolean {
  if (text.includes('GPU Direct RDMA ')) return readGdr(text, frame, log)
  if (text.startsWith('NET/OFI')) {
    log.notices.add(`${frame.host}|${text}`, frame, () => ({ topic: 'ofi' as const, text: detach(text) }))
    return true
  }
  // A plugin line, or a row of the path table: `NET/0-0 :GPU/0-60 (3/1.2/PHB)`.
  if (text.startsWith('NET/Plugin') || /^NET\/[\w-]{1,40} :[A-Z]{2,5}\//.test(text)) return false
  const using = /^NET\/([^:]{1,60}?) ?: Using (.*)$/.exec(text)
  if (using) return readUsing(using[1] ?? '', using[2] ?? '', text, frame, log)
  return readPort(text, frame, log)
}

// NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_1:1/RoCE [RO]; OOB ib0:10.9.8.7<0>
function readUsing(plugin: string, rest: string, text: string, frame: Frame, log: LogBuilder): boolean {
  if (!rest.startsWith('[') && !rest.startsWith(';')) {
    log.notices.add(`${frame.host}|${text}`, frame, () => ({ topic: 'net' as const, text: detach(text) }))
    return true
  }
  log.networkDevices.add(`${processKey(frame)}${plugin}|${rest}`, frame, () => {
    const oob = /OOB (\S{1,120})/.exec(rest)?.[1]
    const list = rest.split('; OOB')[0] ?? ''
    return {
      plugin: detach(plugin),
      devices: readDevices(list),
      relaxedOrdering: list.includes('[RO]'),
      oob: oob === undefined ? undefined : detach(oob),
    }
  })
  return true
}

export function readDevices(list: string): readonly LogNetworkDevice[] {
  const devices: LogNetworkDevice[] = []
  // 2.20 to 2.23 print merged ports as ` [0]={[0] mlx5_0:1/IB, [1] mlx5_1:1/IB}`.
  for (const found of list.matchAll(/\[(\d{1,4})\](?:=\{([^}]{0,2000})\}|([^\s;{]{1,200}))/g)) {
    const index = Number(found[1])
    if (found[2] === undefined) devices.push(device(index, found[3] ?? ''))
    else {
      const members = [...found[2].matchAll(/\[(\d{1,4})\] ?([^\s,;]{1,200})/g)].map((member) =>
        device(Number(member[1]), member[2] ?? ''),
      )
      devices.push({
        index,
        name: detach(members.map((member) => member.name).join('+')),
        layer: members[0]?.layer,
        members,
      })
    }
  }
  return devices
}

// mlx5_0:1/IB, mlx5_0:1/RoCE/SHARP, mlx5_0:1/IB:0:1 (rail and plane), eth0:fe80::1%eth0<0>
function device(index: number, text: string): LogNetworkDevice {
  const ib = /^([^\s:/]{1,64}):(\d{1,3})\/([A-Za-z]\w{0,20})(\/SHARP)?/.exec(text)
  if (ib)
    return {
      index,
      name: detach(ib[1] ?? ''),
      port: Number(ib[2]),
      layer: detach(ib[3] ?? ''),
      sharp: ib[4] === undefined ? undefined : true,
    }
  const socket = /^([^\s:]{1,64}):([^<]{1,80})(?:<|$)/.exec(text)
  if (socket) return { index, name: detach(socket[1] ?? ''), address: detach(socket[2] ?? '') }
  return { index, name: detach(text) }
}

// NET/IB : GPU Direct RDMA Disabled for HCA 0 'mlx5_0'
// NET/IB : GPU Direct RDMA Enabled for GPU 7 / HCA 0 (distance 5 <= 5), read 1
function readGdr(text: string, frame: Frame, log: LogBuilder): boolean {
  const found =
    /GPU Direct RDMA (Enabled|Disabled) for (?:GPU ([\w:.]{1,20}) \/ )?HCA (\d{1,4})(?: '([^']{1,80})')?/.exec(text)
  if (!found) {
    log.notices.add(`${frame.host}|${text}`, frame, () => ({ topic: 'net' as const, text: detach(text) }))
    return true
  }
  const distance = /\(distance (-?\d+) (?:<=|>) (-?\d+)\)/.exec(text)
  const network = /^NET\/([^:]{1,60}?) ?:/.exec(text)?.[1]
  const read = /, read (\d)/.exec(text)?.[1]
  log.gdr.add(`${frame.host}|${text}`, frame, () => ({
    enabled: found[1] === 'Enabled',
    network: network === undefined ? undefined : detach(network),
    hca: Number(found[3]),
    hcaName: found[4] === undefined ? undefined : detach(found[4]),
    gpu: found[2] === undefined ? undefined : detach(found[2]),
    distance: distance ? Number(distance[1]) : undefined,
    limit: distance ? Number(distance[2]) : undefined,
    read: read === undefined ? undefined : Number(read),
    text: detach(text),
  }))
  return true
}

// NET/IB: [0] mlx5_0:uverbs0:1/RoCE provider=Mlx5 speed=100000 context=0x.. pciPath=/sys/devices/.. ar=0
const PORT = /^NET\/([^:]{1,60}?) ?: \[(\d{1,4})\] ([^\s:]{1,64}):[^\s:]{1,40}:(\d{1,3})\/(\w{1,20})/
// NET/IB : Made virtual device [2] name=mlx5_0+mlx5_1 speed=200000 ndevs=2
const VIRTUAL = /^NET\/([^:]{1,60}?) ?: Made virtual device \[(\d{1,4})\] name=(\S{1,200})/

function readPort(text: string, frame: Frame, log: LogBuilder): boolean {
  const port = PORT.exec(text)
  const made = port ? null : VIRTUAL.exec(text)
  if (port || made) {
    const plugin = port?.[1] ?? made?.[1] ?? ''
    const name = port?.[3] ?? made?.[3] ?? ''
    const speed = Number(/ speed=(\d{1,9})/.exec(text)?.[1] ?? NaN)
    log.networkPorts.add(`${frame.host}|${plugin}|${port?.[2] ?? made?.[2] ?? ''}|${name}|${speed}`, frame, () => ({
      plugin: detach(plugin),
      index: Number(port?.[2] ?? made?.[2]),
      name: detach(name),
      port: port ? Number(port[4]) : undefined,
      layer: port ? detach(port[5] ?? '') : undefined,
      megabitsPerSecond: Number.isFinite(speed) && speed > 0 ? speed : undefined,
      provider: kept(/ provider=(\S{1,40})/.exec(text)?.[1]),
      pciPath: kept(/ pciPath=(\S{1,300})/.exec(text)?.[1]),
      virtual: made ? true : undefined,
    }))
    return true
  }
  // `NET/IB : No device found.` and other words of the network; queue pair lines are bulk.
  if (/^NET\/IB ?: (?:IbDev|NCCL Dev|ncclIbCreateQp|Dev )/.test(text)) log.count('queue pairs')
  else log.notices.add(`${frame.host}|${text}`, frame, () => ({ topic: 'net' as const, text: detach(text) }))
  return true
}

function kept(text: string | undefined): string | undefined {
  return text === undefined ? undefined : detach(text)
}
