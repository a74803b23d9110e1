/** Damage that captures meet on their way: each takes a text and a source of randomness in [0, 1). */
export type Random = () => number

export interface Mutation {
  readonly name: string
  readonly apply: (text: string, random: Random) => string
}

const onLines =
  (change: (lines: string[], random: Random) => string[]) =>
  (text: string, random: Random): string =>
    change(text.split('\n'), random).join('\n')

function pick(length: number, random: Random): number {
  return Math.min(length - 1, Math.floor(random() * length))
}

export const mutations: readonly Mutation[] = [
  {
    name: 'cut at a tenth',
    apply: onLines((lines, random) => lines.slice(0, Math.ceil((lines.length * (1 + pick(9, random))) / 10))),
  },
  { name: 'cut inside a line', apply: (text, random) => text.slice(0, Math.floor(text.length * random())) },
  { name: 'head missing', apply: onLines((lines, random) => lines.slice(pick(lines.length, random))) },
  { name: 'lines deleted', apply: onLines((lines, random) => lines.filter(() => random() > 0.2)) },
  {
    name: 'lines doubled',
    apply: onLines((lines, random) => lines.flatMap((line) => (random() > 0.8 ? [line, line] : [line]))),
  },
  {
    name: 'lines swapped',
    apply: onLines((lines, random) => {
      const out = [...lines]
      for (let i = 0; i < lines.length / 5; i++) {
        const a = pick(out.length, random)
        const b = pick(out.length, random)
        const kept = out[a] ?? ''
        out[a] = out[b] ?? ''
        out[b] = kept
      }
      return out
    }),
  },
  { name: 'lines joined', apply: (text, random) => text.replace(/\n/g, (end) => (random() > 0.85 ? '' : end)) },
  { name: 'CR LF', apply: (text) => text.replaceAll('\n', '\r\n') },
  { name: 'lone CR', apply: (text) => text.replaceAll('\n', '\r') },
  { name: 'no last newline', apply: (text) => text.replace(/\n+$/, '') },
  { name: 'byte order mark', apply: (text) => `\ufeff${text}` },
  {
    name: 'NUL between characters',
    apply: (text, random) => [...text].map((c) => (random() > 0.97 ? `${c}\u0000` : c)).join(''),
  },
  {
    name: 'U+FFFD in places',
    apply: (text, random) => [...text].map((c) => (random() > 0.98 ? '\ufffd' : c)).join(''),
  },
  {
    name: 'lost ANSI bytes',
    apply: onLines((lines, random) => lines.map((line) => (random() > 0.7 ? `[4m${line}[0m` : line))),
  },
  {
    name: 'ANSI colours',
    apply: onLines((lines, random) => lines.map((line) => (random() > 0.5 ? `\x1b[1;31m${line}\x1b[0m` : line))),
  },
  { name: 'tabs to blanks', apply: (text) => text.replaceAll('\t', '        ') },
  { name: 'blanks collapsed', apply: (text) => text.replace(/[ \t]+/g, ' ') },
  { name: 'blanks gone', apply: (text) => text.replace(/[ \t]+/g, '') },
  { name: 'wrapped at 80 columns', apply: onLines((lines) => lines.flatMap((line) => line.match(/.{1,80}/g) ?? [''])) },
  { name: 'quoted', apply: onLines((lines) => lines.map((line) => `> ${line}`)) },
  { name: 'prefixed by mpirun', apply: onLines((lines) => lines.map((line) => `[1,0]<stdout>:${line}`)) },
  {
    name: 'in the records of a container',
    apply: onLines((lines) =>
      lines.map((line) =>
        JSON.stringify({ log: `${line}\n`, stream: 'stdout', time: '2026-11-30T10:00:00.123456789Z' }),
      ),
    ),
  },
  {
    name: 'in the log of a container runtime',
    apply: onLines((lines) => lines.map((line) => `2026-11-30T10:00:00.123456789Z stdout F ${line}`)),
  },
  {
    name: 'as one string of JSON',
    apply: (text) => JSON.stringify({ host: 'gn-a07', stdout: text }, null, 2),
  },
  {
    name: 'as a list of lines in JSON',
    apply: onLines((lines) => [
      '{',
      '  "stdout_lines": [',
      ...lines.map((line) => `    ${JSON.stringify(line)},`),
      '    ""',
      '  ]',
      '}',
    ]),
  },
  { name: 'prefixed by pdsh', apply: onLines((lines) => lines.map((line) => `node07: ${line}`)) },
  {
    name: 'prefixed by a time',
    apply: onLines((lines) => lines.map((line) => `2026-11-30T10:00:00.123456789Z ${line}`)),
  },
  { name: 'indented', apply: onLines((lines) => lines.map((line) => `    ${line}`)) },
  {
    name: 'digits changed',
    apply: (text, random) => text.replace(/\d/g, (digit) => (random() > 0.9 ? '987654321987654321' : digit)),
  },
  {
    name: 'numbers to words',
    apply: (text, random) =>
      text.replace(/\b\d+(?:\.\d+)?\b/g, (n) =>
        random() > 0.9 ? (['nan', 'inf', '-1', '1e999', 'N/A', '0x'][pick(6, random)] ?? 'nan') : n,
      ),
  },
  { name: 'fenced', apply: (text) => '```\n' + text.trimEnd() + '```\n' },
  { name: 'escaped in JSON', apply: (text) => JSON.stringify({ output: text }) },
]

/** A small repeatable generator (mulberry32). */
export function random(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
