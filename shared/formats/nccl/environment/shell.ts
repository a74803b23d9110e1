import { assignment, isRelevant, type Found } from './names'

/**
 * Settings on a command line. What proves them is the line's own grammar: `export NAME=VALUE`, `NAME=VALUE command`, `mpirun -x
 * NAME=VALUE`, `docker run -e NAME=VALUE`. A sentence that mentions NAME=VALUE has none of these shapes.
 */
export interface CommandSettings {
  readonly found: readonly (Found & { readonly by: 'export' | 'mpirun' | 'container' })[]
  /** The line goes on below (`\` at its end). */
  readonly continues: boolean
}

const LAUNCHERS = /^(?:.*\/)?(?:mpirun|mpiexec(?:\.hydra)?|orterun|prterun|prun)$/
const CONTAINERS = /^(?:.*\/)?(?:docker|podman|nerdctl|singularity|apptainer|enroot|nvidia-docker|crictl)$/
const COMMANDS =
  /^(?:[\w.~-]*\/\S+|mpirun|mpiexec|srun|sbatch|salloc|torchrun|python[\d.]*|accelerate|deepspeed|ray|bash|sh|zsh|env|sudo|time|timeout|nohup|numactl|taskset|nsys|ncu|strace|docker|podman|nerdctl|singularity|apptainer|vllm|sglang|horovodrun|nvidia-smi|\w+_perf(?:_mpi)?|nvbandwidth|make|ssh|pdsh|clush|julia|mpirun_rsh)$/
const PROMPT = /^(?:\$ |\(?[\w.-]{1,40}\)? ?\$ |\[?[\w.-]{1,40}@[\w.-]{1,64}[^$#%]{0,120}[$#%] ?|\+{1,4} |% |❯ )/

/** Words as a shell splits them, quotes removed; undefined when a quote stays open. */
export function shellWords(text: string): readonly string[] | undefined {
  const words: string[] = []
  let word = ''
  let inWord = false
  let quote = ''
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? ''
    if (quote !== '') {
      if (char === quote) quote = ''
      else word += char
    } else if (char === "'" || char === '"') {
      quote = char
      inWord = true
    } else if (char === ' ' || char === '\t') {
      if (inWord) words.push(word)
      word = ''
      inWord = false
    } else if (char === '#' && !inWord) break
    else if ((char === ';' || char === '|' || char === '&' || char === ')' || char === '(') && !word.includes('$')) {
      if (inWord) words.push(word)
      if (words.at(-1) !== ';') words.push(';')
      word = ''
      inWord = false
    } else {
      word += char
      inWord = true
    }
  }
  if (quote !== '') return undefined
  if (inWord) words.push(word)
  return words
}

export function readCommand(line: string, continued: boolean): CommandSettings | undefined {
  const prompt = PROMPT.exec(line)
  const text = prompt ? line.slice(prompt[0].length) : line.replace(/^[\s>]+/, '')
  const trimmed = text.trimEnd()
  const continues = /(?:^|\s)\\$/.test(trimmed)
  const words = shellWords(continues ? trimmed.slice(0, -1) : trimmed)
  if (!words || words.length === 0 || words.length > 2000) return undefined
  const found: (Found & { by: 'export' | 'mpirun' | 'container' })[] = []
  let start = 0
  for (let i = 0; i <= words.length; i++) {
    if (i < words.length && words[i] !== ';') continue
    const part = words.slice(start, i)
    start = i + 1
    const read = readPart(part, prompt !== null, continued, continues)
    if (read === undefined) return undefined
    found.push(...read)
  }
  return { found: found.filter(({ name }) => isRelevant(name)), continues }
}

type ByFound = Found & { by: 'export' | 'mpirun' | 'container' }

/** One simple command; undefined when it is a sentence. */
function readPart(
  words: readonly string[],
  prompted: boolean,
  continued: boolean,
  continues: boolean,
): ByFound[] | undefined {
  const first = words[0]
  if (first === undefined) return []
  if (first === 'export' || first === 'declare' || first === 'typeset') return readExport(words)
  if (first === 'unset') return words.slice(1).map((name) => ({ name, value: '', empty: true, by: 'export' as const }))
  if (first === 'setenv')
    return words.length === 3 ? [{ name: words[1] ?? '', value: words[2] ?? '', by: 'export' }] : undefined
  let at = 0
  const leading: ByFound[] = []
  while (at < words.length) {
    const word = words[at] ?? ''
    const set = assignment(word)
    if (set) leading.push({ ...set, by: 'export' })
    else if (word !== 'sudo' && word !== 'env' && word !== 'time' && word !== '/usr/bin/env' && word !== '-E') break
    at++
  }
  const command = words[at]
  // Flags alone: a line out of the middle of a command, `-x NCCL_DEBUG=INFO \`.
  const flagged = command !== undefined && /^--?\w/.test(command)
  if (command === undefined) {
    // Assignments alone: a dump line or a shell's own variables; the caller decides unless the line goes on. Several upper-case
    // ones in a row are the head of a command that somebody copied.
    const row =
      leading.length > 1 && leading.length === words.length && leading.every(({ name }) => !/[a-z]/.test(name))
    return prompted || continues || continued || row ? leading : undefined
  }
  if (!prompted && !continued && !flagged && !COMMANDS.test(command)) return undefined
  if (flagged && !continued && !/^-(?:x|e|-env)$/.test(command)) return undefined
  const flags = readFlags(words.slice(at), command)
  if (flagged && !continued && flags.length === 0) return undefined
  return [...leading, ...flags]
}

function readExport(words: readonly string[]): ByFound[] | undefined {
  const found: ByFound[] = []
  for (const word of words.slice(1)) {
    const set = assignment(word)
    if (set) found.push({ ...set, by: 'export' })
    else if (!/^-\w$/.test(word) && !/^\w{1,100}$/.test(word)) return undefined
    else if (found.length > 0 && !/^[A-Z_][A-Z0-9_]*$/.test(word)) return undefined
  }
  return found
}

function readFlags(words: readonly string[], command: string): ByFound[] {
  const found: ByFound[] = []
  const container = CONTAINERS.test(command)
  const launcher = LAUNCHERS.test(command) || command.startsWith('-')
  let inside = false
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? ''
    const next = words[i + 1] ?? ''
    if (word === '-x' && !container) push(found, next, 'mpirun')
    else if ((word === '-e' || word === '--env') && (container || word === '--env' || next.includes('NCCL_')))
      push(found, next, 'container')
    else if (word.startsWith('--env=')) push(found, word.slice(6), 'container')
    else if ((word === '-genv' || word === '-env') && launcher)
      found.push({ name: next, value: words[i + 2] ?? '', by: 'mpirun' })
    else if (word.startsWith('--export='))
      for (const part of word.slice(9).split(',')) push(found, part, 'export', true)
    else if (word === 'env' || word === '/usr/bin/env') inside = true
    else if (inside) {
      const set = assignment(word)
      if (set) found.push({ ...set, by: 'export' })
      else inside = false
    }
  }
  return found
}

function push(found: ByFound[], word: string, by: ByFound['by'], onlySet = false): void {
  const set = assignment(word)
  if (set) found.push({ ...set, by })
  else if (!onlySet && /^[A-Za-z_]\w{0,99}$/.test(word)) found.push({ name: word, value: '', forwarded: true, by })
}
