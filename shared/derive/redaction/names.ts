import { isVocabulary } from './vocabulary'

/** Words of the trade: in the name of a file or folder they tell what was captured, not where. Whatever else stands there is hidden. */
const words =
  'nvidia smi nvlink nvl nvls topo topology matrix mp m q x s e r l query gpu gpus csv xml json txt log logs out err output text dmesg kern kernel messages syslog journal journalctl ' +
  'nccl tests test nccltests all reduce allreduce gather allgather scatter reducescatter alltoall sendrecv broadcast perf bench benchmark bandwidth bw nvbandwidth busbw latency run runs result results ' +
  'dcgm dcgmi dmon diag health pmon stats metrics prom prometheus policy discovery ib ibstat ibv devinfo ibdev netdev ibstatus iblinkinfo ibnetdiscover perfquery rdma link show ip addr route ethtool mlx mlxconfig mlxlink mst ofed ' +
  'lspci pci pcie tv tree vvv vv v nn lscpu lstopo numactl numa cpuinfo meminfo dmidecode uname hostname os release lsmod modprobe modules proc cmdline interrupts sysctl ulimit limits mount df free uptime env environment conf config settings params ' +
  'fabric manager fabricmanager fm nv nvswitch switch bug report bugreport collect env pip freeze conda torch pytorch cuda driver version versions docker inspect pod pods spec yaml yml k8s kubectl slurm srun sbatch mpirun hostfile job jobs ' +
  'healthy good bad lane lanes mis set misset sample samples case cases capture captures dump dumps data node nodes host hosts server servers machine machines rack racks before after old new first second left right copy readme about md html pdf zip tar gz tgz xz bz2 zst lanescope ' +
  'h100 h200 h800 h20 b200 b300 gb200 gb300 a100 a800 a30 a40 l40 l40s l4 t4 v100 p100 rtx hgx dgx hbm sxm nvl pcie x2 x4 x8 x16 h200x2 h100x8 h200x8 a100x8 stdin standard input pasted text clipboard tmp temp var etc opt usr home root a b c d and the of to in on for with no raw full part parts file files folder line lines error errors warn warning warnings info debug trace xid sxid ecc pmu p2p p2pbandwidthlatencytest gdr gdrcopy roce eth tcp socket ring tree proto simple ll ll128 algo channel channels rank ranks graph net init tuning subsys ' +
  'kernel peer corpus memory power clock clocks thermal network storage training train inference prod production staging dev cluster clusters site sites customer client rail rails fault faults broken fail failed failure failures issue issues ticket nightly daily baseline reference golden expected actual compare comparison report reports archive archives backup inputs output outputs texts redacted shared'

const trade = new Set(words.split(/\s+/))

/** One word of the trade, with or without a number behind it. */
export function isTradeWord(word: string): boolean {
  const lower = word.toLowerCase()
  return trade.has(lower) || trade.has(lower.replace(/\d+$/, '')) || isVocabulary(lower)
}

/** What redaction itself has put there. */
const placeholder = /^(?:secret|email|user|host|domain|ipv4|ipv6|mac|uuid|guid|serial|name|word)-\d+$/

export interface Stretch {
  readonly start: number
  readonly end: number
}

/** Stretches of letters and digits in a path that are no words of the trade, no numbers and no placeholders. */
export function unknownWords(path: string): readonly Stretch[] {
  const found: Stretch[] = []
  // Placeholders first: their parts are words of their own otherwise.
  for (const match of path.matchAll(
    /\[?(?:secret|email|user|host|domain|ipv4|ipv6|mac|uuid|guid|serial|name|word)-\d{1,6}\]?|[\p{L}\p{N}]+/gu,
  )) {
    const word = match[0]
    if (word.startsWith('[') || placeholder.test(word) || /^\p{N}+$/u.test(word) || isTradeWord(word)) continue
    found.push({ start: match.index, end: match.index + word.length })
  }
  return found
}
