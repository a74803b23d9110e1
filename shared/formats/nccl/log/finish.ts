import type { LogItem, NcclLog } from '../log-types'
import type { LogBuilder } from './builder'
import type { Fold } from './fold'

/** The value of all lines that a reader claimed. */
export function finishLog(log: LogBuilder): NcclLog {
  const dropped: Record<string, number> = {}
  const list = <T extends LogItem>(name: string, fold: Fold<T>): T[] => {
    if (fold.dropped > 0) dropped[name] = fold.dropped
    return fold.values()
  }
  if (log.droppedTuning > 0) dropped['tuning'] = log.droppedTuning
  return {
    line: log.first,
    endLine: log.last,
    lines: log.lines,
    processes: [...log.processes.values()].map(({ item, lastLine, count, ranks }) => ({
      ...item,
      lastLine,
      count,
      ranks: [...ranks].sort((a, b) => a - b),
    })),
    versions: list('versions', log.versions),
    cudaDriverVersions: list('cudaDriverVersions', log.cudaDriverVersions),
    communicators: list('communicators', log.communicators),
    settings: list('settings', log.settings),
    bootstraps: list('bootstraps', log.bootstraps),
    networks: list('networks', log.networks),
    networkDevices: list('networkDevices', log.networkDevices),
    networkPorts: list('networkPorts', log.networkPorts),
    plugins: list('plugins', log.plugins),
    gdr: list('gdr', log.gdr),
    connections: list('connections', log.connections).map(({ seen, ...connection }) => ({
      ...connection,
      channels: [...seen].sort((a, b) => a - b),
    })),
    rings: list('rings', log.rings),
    ringNeighbours: list('ringNeighbours', log.ringNeighbours),
    trees: list('trees', log.trees),
    channelCounts: list('channelCounts', log.channelCounts),
    connected: list('connected', log.connected),
    plans: list('plans', log.plans),
    systems: list('systems', log.systems),
    paths: list('paths', log.paths),
    choices: list('choices', log.choices),
    tuning: [...log.tuning.values()],
    enabledMatrix: list('enabledMatrix', log.enabledMatrix),
    nvls: list('nvls', log.nvls),
    fabrics: list('fabrics', log.fabrics),
    affinities: list('affinities', log.affinities),
    stacks: list('stacks', log.stacks),
    p2pDisabled: list('p2pDisabled', log.p2pDisabled),
    netDeviceCounts: list('netDeviceCounts', log.netDeviceCounts),
    warnings: list('warnings', log.warnings),
    notices: list('notices', log.notices),
    counted: Object.fromEntries(log.counted),
    calls: Object.fromEntries(log.calls),
    dropped,
  }
}
