/**
 * Command lines, prompts and headings above a block. They name things (which host, which command); no format needs them.
 */

export interface CommandLine {
  readonly command: string
  readonly host?: string
  readonly user?: string
}

// Tools whose output we read, and those that commonly wrap them. A heading counts as a command only when it names one.
const TOOL =
  /(?:^|[\s/;|&(])(?:nvidia-smi|dcgmi|dcgm-exporter|nvidia-bug-report\.sh|lspci|ibstat|ibstatus|ibv_devinfo|ibdev2netdev|show_gids|rdma|ethtool|ibnetdiscover|iblinkinfo|perfquery|mlxlink|ib_(?:write|read|send)_(?:bw|lat)|numactl|lscpu|lsmod|lstopo|hwloc-ls|dmesg|journalctl|systemctl|uname|hostname|hostnamectl|uptime|sysctl|ulimit|nvcc|dmidecode|modinfo|env|printenv|export|docker|kubectl|mpirun|mpiexec|srun|torchrun|nvbandwidth|p2pBandwidthLatencyTest|ncclras|cat|head|tail|grep|curl|\w+_perf(?:_mpi)?)(?=$|[\s;|&)])/

const USER_HOST_PROMPT =
  /^(?:\([^()]{1,40}\) ?)?\[?([a-z_][\w.-]{0,31})@([\w.-]{1,64})(?:[: ][^\]$#%>]{0,160})?\]?[ ]?[$#%>❯](?: (.*))?$/
const DOLLAR = /^(?:#{1,6} ?)?\$ (.+)$/
const SET_X = /^\+{1,4} (.+)$/
const HASH_OR_QUOTE = /^(?:#|>|%|❯) ?(.+)$/
const RULED = /^(?:={2,}|-{2,}|#{2,}|\*{2,}|~{2,}|>{2,}) ?(.{1,200}?) ?(?:={2,}|-{2,}|#{2,}|\*{2,}|~{2,}|<{2,})?:?$/
const BRACKETED = /^\[([^\][]{3,120})\]$/
const BARE = /^(?:sudo )?(?:\/(?:usr\/)?(?:local\/)?s?bin\/)?[\w.-]+(?: [\w./=:,@+-]+)*$/

// Everything below starts with a mark, a path or a lower-case word: most log lines end here.
const MAY_START = /^[a-z/$+#>%=*~[\u276f-]|^[A-Z][A-Z0-9_]*=|^\w+_perf/

export function readCommandLine(line: string): CommandLine | null {
  const text = line.trimEnd()
  if (text.length < 2 || text.length > 4096) return null
  const prompt = text.includes('@') ? USER_HOST_PROMPT.exec(text) : null
  if (prompt) return { command: (prompt[3] ?? '').trim(), user: prompt[1], host: prompt[2] }
  if (!MAY_START.test(text)) return null
  const dollar = DOLLAR.exec(text)
  if (dollar) return { command: (dollar[1] ?? '').trim() }
  if (!TOOL.test(text.length > 400 ? text.slice(0, 400) : text)) return null
  const marked = SET_X.exec(text) ?? HASH_OR_QUOTE.exec(text) ?? RULED.exec(text) ?? BRACKETED.exec(text)
  if (marked) {
    const command = (marked[1] ?? '').replace(/^\$ /, '').trim()
    return looksLikeCommand(command) ? { command } : null
  }
  // A bug report and many scripts print the bare command above its output.
  return BARE.test(text) && looksLikeCommand(text) ? { command: text } : null
}

const STARTS_WITH_TOOL = new RegExp(
  `^(?:(?:sudo|time|timeout \\d+\\w?|[A-Z_][A-Z0-9_]*=\\S*) +)*(?:\\S*/)?${TOOL.source.replace('(?:^|[\\s/;|&(])', '')}`,
)

function looksLikeCommand(command: string): boolean {
  return STARTS_WITH_TOOL.test(command)
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
