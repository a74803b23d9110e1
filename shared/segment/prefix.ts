/**
 * Line prefixes of log collectors and launchers. A peeled line goes to a channel of its own (one per rank, host, pod), so that the
 * interleaved output of many processes is read as if each had written its own file. A form that cannot be anything else is peeled
 * on sight; a form that text may have by chance (`word: `, `3: `, `> `) needs a window of lines that agree.
 */

export interface Peeled {
  readonly text: string
  readonly prefix: string
  /** Channel; '' is the document's own. */
  readonly key: string
  readonly host?: string
}

interface Match {
  readonly length: number
  readonly key: string
  readonly host?: string
}

interface Family {
  readonly id: string
  /** Share of the non-blank lines of a window that must have the form; 0 = peeled on sight. */
  readonly share: number
  match(text: string): Match | null
}

const MPIRUN = /^\[(\d+,\d+)\]<std(?:out|err|diag)>: ?/
const TORCHRUN = /^\[((?:default|rank)\d+)\]: ?/
const POD = /^\[pod\/([^\]\s]{1,253})\] /
const RAY = /^\(([A-Za-z_][\w.:]{0,80}) pid=(\d+)(?:, ip=([\d.]+))?\)(?: \[repeated [^\]]{1,60}\])? /
const JOURNAL = /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d+)? ([\w.-]{1,64}) ([\w.@/()-]{1,64})(?:\[\d+\])?: /
const ISO =
  /^(?:(?:INFO|WARN|WARNING|ERROR|DEBUG) )?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d) (?:std(?:out|err) [FP] )?/
// Not `GPU 0: NVIDIA H200`, the head of an nvlink block.
const AFTER_ISO = /^(?!GPU |Link )([\w.-]{1,64}) ([\w.@/()-]{1,64})(?:\[\d+\])?: /
const PLAIN_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:[.,]\d+)? /
const QUOTE = /^(?:> ?){1,8}/
const SRUN = /^ {0,5}(\d{1,5}): /
const RANK_TAG = /^\[(\d{1,5})\] /
const COMPOSE = /^([\w.-]{1,64}) {1,40}\| /
// Not the frame of an NCCL line, `host:pid:tid [dev] NCCL INFO`: its host is no prefix.
const HOST = /^([A-Za-z0-9][\w.-]{0,62}):(?!\d{1,10}:\d{1,10} ) ?/
// Words before a colon that are values of some format, never host names.
const NOT_HOST =
  /^(?:GPU|NIC|NUMA|CPU|Link|Lane|Switch|Port|Device|Bus|eth|ens|enp|eno|ib|mlx\d_|processor|NVRM|AER|DMAR|kernel|kern|pcieport|nvidia-nvswitch|flags|channel|step|epoch|iter|rank|v|x|L)\d*(?:_\d+)?$|^\d{1,4}$/i

const families: readonly Family[] = [
  { id: 'mpirun', share: 0, match: (text) => simple(MPIRUN.exec(text), 'mpi ') },
  { id: 'torchrun', share: 0, match: (text) => simple(TORCHRUN.exec(text), '') },
  { id: 'pod', share: 0, match: (text) => simple(POD.exec(text), '') },
  {
    id: 'ray',
    share: 0,
    match: (text) => {
      const found = RAY.exec(text)
      return found
        ? { length: found[0].length, key: `${found[1] ?? ''} ${found[2] ?? ''} ${found[3] ?? ''}`, host: found[3] }
        : null
    },
  },
  {
    id: 'journal',
    share: 0,
    match: (text) => {
      const found = JOURNAL.exec(text)
      return found ? { length: found[0].length, key: `${found[1] ?? ''} ${found[2] ?? ''}`, host: found[1] } : null
    },
  },
  {
    id: 'iso-time',
    share: 0,
    match: (text) => {
      const found = ISO.exec(text)
      if (!found) return null
      const after = AFTER_ISO.exec(text.slice(found[0].length, found[0].length + 200))
      if (after)
        return { length: found[0].length + after[0].length, key: `${after[1] ?? ''} ${after[2] ?? ''}`, host: after[1] }
      return { length: found[0].length, key: 'time' }
    },
  },
  { id: 'plain-time', share: 0.6, match: (text) => simple(PLAIN_TIME.exec(text), 'time', true) },
  { id: 'quote', share: 0.6, match: (text) => simple(QUOTE.exec(text), 'quote', true) },
  { id: 'srun', share: 0.7, match: (text) => simple(SRUN.exec(text), 'task ') },
  { id: 'rank-tag', share: 0.6, match: (text) => simple(RANK_TAG.exec(text), 'rank ') },
  { id: 'compose', share: 0.7, match: (text) => simple(COMPOSE.exec(text), 'service ') },
  {
    id: 'host',
    share: 0.6,
    match: (text) => {
      const found = HOST.exec(text)
      const host = found?.[1]
      return found && host && !NOT_HOST.test(host) ? { length: found[0].length, key: host, host } : null
    },
  },
]

const onSight = families.filter((family) => family.share === 0)
const byEvidence = families.filter((family) => family.share > 0)

function simple(found: RegExpExecArray | null, label: string, fixedKey = false): Match | null {
  return found ? { length: found[0].length, key: fixedKey ? label : label + (found[1] ?? '') } : null
}

/** Decides for windows of lines which forms are in use, and peels. One instance a document. */
export class Peeler {
  #active: readonly Family[] = []
  /** Host keys that were seen often enough; others keep their text. */
  #hosts: ReadonlySet<string> = new Set()
  #windows = 0

  /** To be called with each window of cleaned lines before they are peeled. */
  look(window: readonly string[]): void {
    // In a long log the form does not change: look at each of the first windows, then at one in sixteen.
    if (this.#windows++ > 64 && this.#windows % 16 !== 0) return
    const filled = window.filter((line) => line.trim() !== '')
    if (filled.length < 3) return
    const peeledOnce = filled.map((line) => afterSight(line))
    this.#active = byEvidence.filter((family) => this.#agrees(family, peeledOnce))
  }

  #agrees(family: Family, lines: readonly string[]): boolean {
    const keys = new Map<string, number>()
    let matched = 0
    for (const line of lines) {
      const found = family.match(line)
      if (!found) continue
      matched++
      keys.set(found.key, (keys.get(found.key) ?? 0) + 1)
    }
    if (matched < 3 || matched < family.share * lines.length) return false
    // `key: value` text has a new word on each line; a prefix repeats. Three lines a key on average, or two with few keys.
    if (matched / keys.size < 2.5) return false
    if (family.id === 'host') {
      const hosts = new Set([...keys].filter(([, count]) => count >= 2).map(([key]) => key))
      this.#hosts = new Set([...this.#hosts, ...hosts])
      return hosts.size > 0
    }
    return true
  }

  peel(line: string): Peeled {
    let text = line
    let key = ''
    let host: string | undefined
    let length = 0
    for (let round = 0; round < 3; round++) {
      const found = this.#match(text)
      if (!found) break
      length += found.length
      text = text.slice(found.length)
      key = key === '' ? found.key : `${key} ${found.key}`
      host = found.host ?? host
    }
    return length === 0 ? { text, prefix: '', key: '' } : { text, prefix: line.slice(0, length), key, host }
  }

  #match(text: string): Match | null {
    if (text.length === 0) return null
    if (mayStartPrefix(text.charCodeAt(0))) {
      for (const family of onSight) {
        const found = family.match(text)
        if (found) return found
      }
    }
    for (const family of this.#active) {
      const found = family.match(text)
      if (found && (family.id !== 'host' || this.#hosts.has(found.key))) return found
    }
    return null
  }
}

function afterSight(line: string): string {
  if (line.length === 0 || !mayStartPrefix(line.charCodeAt(0))) return line
  for (const family of onSight) {
    const found = family.match(line)
    if (found) return line.slice(found.length)
  }
  return line
}

/** `[`, `(`, a digit or a capital letter. */
function mayStartPrefix(code: number): boolean {
  return code === 91 || code === 40 || (code >= 48 && code <= 57) || (code >= 65 && code <= 90)
}
