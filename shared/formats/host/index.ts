import type { Format } from '../../model/format'
import { bootId } from './boot-id'
import { bugReportHead } from './bug-report-head'
import { bugReportVersions } from './bug-report-versions'
import { collectEnv } from './collect-env'
import { cudaError } from './cuda-error'
import { dmidecode } from './dmidecode'
import { driverParams } from './driver-params'
import { driverVersion } from './driver-version'
import { ethtool } from './ethtool'
import { ethtoolDriver } from './ethtool-driver'
import { ethtoolPause } from './ethtool-pause'
import { ethtoolStatistics } from './ethtool-statistics'
import { fabricManagerLog } from './fabric-manager-log'
import { hostname } from './hostname'
import { ibdev2netdev } from './ibdev2netdev'
import { iblinkinfo } from './iblinkinfo'
import { ibnetdiscover } from './ibnetdiscover'
import { ibstat } from './ibstat'
import { ibstatus } from './ibstatus'
import { ibvDevinfo } from './ibv-devinfo'
import { ibvFragment } from './ibv-fragment'
import { kernelCommandLine } from './kernel-command-line'
import { kernelLog } from './kernel-log'
import { lscpu } from './lscpu'
import { lsmod } from './lsmod'
import { lspciFragment } from './lspci-fragment'
import { lspciList } from './lspci-list'
import { lspciTree } from './lspci-tree'
import { lspciVerbose } from './lspci-verbose'
import { lstopo } from './lstopo'
import { lstopoXml } from './lstopo-xml'
import { memoryPeers } from './memory-peers'
import { mlxlink } from './mlxlink'
import { numactl } from './numactl'
import { nvcc } from './nvcc'
import { perfquery } from './perfquery'
import { rdmaLink } from './rdma-link'
import { showGids } from './show-gids'
import { sysctl } from './sysctl'
import { systemctlStatus } from './systemctl-status'
import { ulimit } from './ulimit'
import { uname } from './uname'
import { uptime } from './uptime'

/** Most specific first: the segmenter asks in this order. */
export const hostFormats: readonly Format[] = [
  kernelLog,
  fabricManagerLog,
  systemctlStatus,
  lspciTree,
  lspciVerbose,
  lspciList,
  lspciFragment,
  ibstat,
  ibstatus,
  ibvDevinfo,
  ibvFragment,
  ibdev2netdev,
  showGids,
  rdmaLink,
  ethtool,
  ethtoolDriver,
  ethtoolPause,
  ethtoolStatistics,
  ibnetdiscover,
  iblinkinfo,
  perfquery,
  mlxlink,
  numactl,
  lscpu,
  kernelCommandLine,
  lsmod,
  sysctl,
  ulimit,
  uname,
  hostname,
  uptime,
  bootId,
  memoryPeers,
  driverVersion,
  driverParams,
  nvcc,
  dmidecode,
  lstopo,
  lstopoXml,
  bugReportHead,
  bugReportVersions,
  cudaError,
  collectEnv,
]
