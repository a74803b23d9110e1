import type {
  AffinityLine,
  BootstrapLine,
  ChannelCountsLine,
  ChoiceLine,
  CommunicatorLine,
  ConnectedLine,
  ConnectionLines,
  EchoedSetting,
  EnabledMatrixLine,
  FabricLine,
  GdrLine,
  GraphPlanLine,
  LogItem,
  LogWarning,
  NetDeviceCountsLine,
  NetworkDevicesLine,
  NetworkLine,
  NetworkPortLine,
  NoticeLine,
  NvlsLine,
  P2pDisabledLine,
  PathRow,
  PluginLine,
  RingLine,
  RingNeighbours,
  StackLine,
  SystemTree,
  TreeLine,
  TuningCell,
  VersionLine,
} from '../log-types'
import { Fold } from './fold'
import type { Frame } from './frame'

/** Facts of processes and ranks: enough for a few thousand ranks in one file. */
const MOST_PER_RANK = 30_000
/** Facts that nodes share, or that only a few ranks print. */
const MOST_SHARED = 4000
const MOST_TREES = 60_000
const MOST_CONNECTIONS = 30_000
const MOST_WARNINGS = 2000
const MOST_TUNING_CELLS = 2000
const MOST_NAMES = 200

interface Process {
  item: LogItem
  lastLine: number
  count: number
  readonly ranks: Set<number>
}

/** The growing value of one reader. Topic readers add to it; everything in it is bounded. */
export class LogBuilder {
  first = 0
  last = 0
  lines = 0
  readonly processes = new Map<string, Process>()
  readonly versions = new Fold<VersionLine>(MOST_PER_RANK)
  readonly cudaDriverVersions = new Fold<LogItem & { readonly version: number }>(MOST_PER_RANK)
  readonly communicators = new Fold<CommunicatorLine>(MOST_PER_RANK)
  readonly settings = new Fold<EchoedSetting>(MOST_PER_RANK)
  readonly bootstraps = new Fold<BootstrapLine>(MOST_PER_RANK)
  readonly networks = new Fold<NetworkLine>(MOST_PER_RANK)
  readonly networkDevices = new Fold<NetworkDevicesLine>(MOST_SHARED)
  readonly networkPorts = new Fold<NetworkPortLine>(MOST_SHARED)
  readonly plugins = new Fold<PluginLine>(MOST_SHARED)
  readonly gdr = new Fold<GdrLine>(MOST_SHARED)
  readonly connections = new Fold<ConnectionLines & { readonly seen: Set<number> }>(MOST_CONNECTIONS)
  readonly rings = new Fold<RingLine>(MOST_SHARED)
  readonly ringNeighbours = new Fold<RingNeighbours>(MOST_TREES)
  readonly trees = new Fold<TreeLine>(MOST_TREES)
  readonly channelCounts = new Fold<ChannelCountsLine>(MOST_PER_RANK)
  readonly connected = new Fold<ConnectedLine>(MOST_SHARED)
  readonly plans = new Fold<GraphPlanLine & { readonly orders: string[] }>(MOST_SHARED)
  readonly systems = new Fold<SystemTree>(200)
  readonly paths = new Fold<PathRow>(MOST_SHARED)
  readonly choices = new Fold<ChoiceLine>(MOST_SHARED)
  readonly tuning = new Map<string, TuningCell>()
  readonly enabledMatrix = new Fold<EnabledMatrixLine>(MOST_NAMES)
  readonly nvls = new Fold<NvlsLine>(MOST_SHARED)
  readonly fabrics = new Fold<FabricLine>(MOST_PER_RANK)
  readonly affinities = new Fold<AffinityLine>(MOST_SHARED)
  readonly stacks = new Fold<StackLine>(MOST_WARNINGS)
  readonly p2pDisabled = new Fold<P2pDisabledLine>(MOST_SHARED)
  readonly netDeviceCounts = new Fold<NetDeviceCountsLine>(MOST_SHARED)
  readonly warnings = new Fold<LogWarning>(MOST_WARNINGS)
  readonly notices = new Fold<NoticeLine>(MOST_SHARED)
  readonly counted = new Map<string, number>()
  readonly calls = new Map<string, number>()
  /** Ring orders can be long: numbers kept over all of them. */
  ringNumbers = 0
  droppedTuning = 0
  #lastKey = ''
  #last: Process | undefined

  count(kind: string): void {
    this.counted.set(kind, (this.counted.get(kind) ?? 0) + 1)
  }

  call(name: string): void {
    const found = this.calls.get(name)
    if (found !== undefined) this.calls.set(name, found + 1)
    else if (this.calls.size < MOST_NAMES) this.calls.set(name, 1)
  }

  tuningCell(cell: TuningCell): void {
    const key = `${cell.collective}|${cell.algorithm}|${cell.protocol}|${cell.latency}|${cell.bandwidth}`
    if (this.tuning.has(key)) return
    if (this.tuning.size < MOST_TUNING_CELLS) this.tuning.set(key, cell)
    else this.droppedTuning++
  }

  process(frame: Frame): Process | undefined {
    if (frame.host === '') return undefined
    const key = frame.process
    const found = this.#lastKey === key ? this.#last : this.processes.get(key)
    if (found) {
      this.#lastKey = key
      this.#last = found
      found.count++
      found.lastLine = frame.number
      return found
    }
    if (this.processes.size >= MOST_PER_RANK) return undefined
    const { number, host, pid, device } = frame
    const process: Process = {
      item: { line: number, lastLine: number, count: 1, host, pid, device },
      lastLine: number,
      count: 1,
      ranks: new Set(),
    }
    this.processes.set(key, process)
    return process
  }
}
