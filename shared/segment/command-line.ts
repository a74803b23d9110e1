/**
 * Command lines, prompts and headings above a block. They name things (which host, which command); no format needs them.
 */

export interface CommandLine {
  readonly command: string
  readonly host?: string
  readonly user?: string
}

// Tools whose output we read, and those that commonly wrap them. A heading counts as a command only when it begins with one.
const TOOLS = new Set(
  (
    'nvidia-smi dcgmi dcgm-exporter nvidia-bug-report.sh lspci ibstat ibstatus ibv_devinfo ibdev2netdev show_gids rdma ethtool ibnetdiscover iblinkinfo ' +
    'perfquery mlxlink ib_write_bw ib_read_bw ib_send_bw ib_write_lat ib_read_lat ib_send_lat numactl lscpu lsmod lstopo hwloc-ls dmesg journalctl systemctl ' +
    'uname hostname hostnamectl uptime sysctl ulimit nvcc dmidecode modinfo env printenv export docker kubectl mpirun mpiexec srun torchrun nvbandwidth ' +
    'p2pBandwidthLatencyTest ncclras cat head tail grep curl'
  ).split(' '),
)
const BENCHMARK = /^\w{1,40}_perf(?:_mpi)?$/
const WRAPPERS = new Set(['sudo', 'time', 'nohup', 'stdbuf', 'timeout'])

const USER_HOST_PROMPT =
  /^(?:\([^()]{1,40}\) ?)?\[?([a-z_][\w.-]{0,31})@([\w.-]{1,64})(?:[: ][^\]$#%>]{0,160})?\]?[ ]?[$#%>❯](?: (.*))?$/
const DOLLAR = /^(?:#{1,6} ?)?\$ (.+)$/
const SET_X = /^\+{1,4} (.+)$/
const HASH_OR_QUOTE = /^(?:#|>|%|❯) ?(.+)$/
const RULED = /^(?:={2,}|-{2,}|#{2,}|\*{2,}|~{2,}|>{2,}) ?(.{1,200}?) ?(?:={2,}|-{2,}|#{2,}|\*{2,}|~{2,}|<{2,})?:?$/
const BRACKETED = /^\[([^\][]{3,120})\]$/
const BARE = /^(?:sudo )?(?:\/(?:usr\/)?(?:local\/)?s?bin\/)?[\w.-]+(?: [\w./=:,@+-]+)*$/

/** Marks, paths and lower-case words: nearly every log line ends at this test. */
function mayStart(text: string): boolean {
  const code = text.charCodeAt(0)
  if (code === 91) return text.endsWith(']') // [
  if (code >= 97 && code <= 122) return true // a-z
  if (code >= 65 && code <= 90) return /^[A-Z][A-Z0-9_]{0,63}=/.test(text)
  return '/$+#>%=*~-_❯'.includes(text.charAt(0))
}

export function readCommandLine(line: string): CommandLine | null {
  const text = line.trimEnd()
  if (text.length < 2 || text.length > 4096) return null
  const prompt = text.includes('@') ? USER_HOST_PROMPT.exec(text) : null
  if (prompt) return { command: (prompt[3] ?? '').trim(), user: prompt[1], host: prompt[2] }
  if (!mayStart(text)) return null
  const dollar = DOLLAR.exec(text)
  if (dollar) return { command: (dollar[1] ?? '').trim() }
  // A bug report and many scripts print the bare command above its output.
  if (startsWithTool(text)) return BARE.test(text) ? { command: text } : null
  const marked = SET_X.exec(text) ?? HASH_OR_QUOTE.exec(text) ?? RULED.exec(text) ?? BRACKETED.exec(text)
  const command = (marked?.[1] ?? '').replace(/^\$ /, '').trim()
  return startsWithTool(command) ? { command } : null
}

/** The first word that is neither a wrapper nor an assignment names a tool, with or without its path. */
function startsWithTool(command: string): boolean {
  let from = 0
  for (let word = 0; word < 8; word++) {
    while (command.charCodeAt(from) === 32) from++
    let to = command.indexOf(' ', from)
    if (to < 0) to = command.length
    if (to === from) return false
    const first = command.slice(from, to)
    const name = first.slice(first.lastIndexOf('/') + 1).replace(/[;|&]+$/, '')
    if (TOOLS.has(name) || BENCHMARK.test(name)) return true
    const skipped =
      WRAPPERS.has(name) || /^[A-Z_][A-Z0-9_]*=/.test(first) || (word > 0 && /^(?:-[\w=]+|\d+[smh]?)$/.test(first))
    if (!skipped) return false
    from = to
  }
  return false
}

/** `*** /etc/nccl.conf` of a bug report, `GPU Topology:` of collect_env: a title for what follows. */
export function readTitle(line: string): string | null {
  const text = line.trim()
  if (text.length < 3 || text.length > 120) return null
  const file = /^\*{3} (\/\S.*)$/.exec(text)
  if (file) return file[1] ?? null
  if (text.endsWith(':') && !text.includes(': ') && /^[A-Za-z*_#]/.test(text)) return text.slice(0, -1).trimEnd()
  return null
}
