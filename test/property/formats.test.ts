import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { analyse } from '@shared/pipeline/analyse'
import { proofs } from '@shared/prove'
import { describe, expect, it } from 'vitest'
import { mutations, random } from '../support/mutations'
import { readText } from '../support/reading'
import { sharedFolder } from '../support/shared-folder'

/**
 * Nothing that anyone can put into a file makes a format throw, hang or lie: no internal error, no NaN or Infinity in any value, at most
 * a second of CPU a megabyte. `npm run fuzz` runs the same with a larger budget.
 */
const seed = Number(process.env['FUZZ_SEED'] ?? 20261130)
const budget = Number(process.env['FUZZ_RUNS'] ?? 2)
const fixtures = join(import.meta.dirname, '../fixtures')

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : statSync(path).size < 150_000 ? [path] : []
  })
}

const inputs = new Map<string, string>()
for (const path of filesBelow(fixtures)) inputs.set(path.slice(fixtures.length + 1), readFileSync(path, 'utf8'))
for (const proof of proofs)
  for (const [name, text] of Object.entries(proof.files))
    inputs.set(`${proof.rule} ${proof.kind} ${proof.title} ${name}`, text)
const shared = sharedFolder()
if (shared && budget > 10)
  for (const path of filesBelow(join(shared, 'corpus')))
    inputs.set(path.slice(shared.length + 1), readFileSync(path, 'utf8'))

let runs = 0

function badNumbers(value: unknown, path: string, found: string[], depth = 0): void {
  if (typeof value === 'number' && !Number.isFinite(value)) found.push(path)
  if (typeof value !== 'object' || value === null || depth > 12 || found.length > 3) return
  for (const [key, child] of Object.entries(value)) badNumbers(child, `${path}.${key}`, found, depth + 1)
}

function hold(name: string, text: string): void {
  runs++
  const started = process.cpuUsage()
  const reading = readText(text, 'capture.txt', ['gn-a07'])
  const session = analyse([reading])
  const spent = process.cpuUsage(started)
  const took = (spent.user + spent.system) / 1000
  const errors = reading.parsed.flatMap((section) =>
    section.notes.filter((note) => note.text.startsWith('internal error')).map((note) => note.text),
  )
  expect(errors, `${name}: a format threw`).toEqual([])
  expect(
    session.outcomes
      .filter((outcome) => outcome.outcome === 'failed')
      .map((outcome) => `${outcome.rule}: ${outcome.because ?? ''}`),
    `${name}: a rule threw`,
  ).toEqual([])
  const bad: string[] = []
  for (const section of reading.parsed) badNumbers(section.value, section.format, bad)
  badNumbers(
    {
      nodes: session.nodes.map(({ parsed: _parsed, ...node }) => node),
      runs: session.runs,
      findings: session.findings,
    },
    'session',
    bad,
  )
  expect(bad, `${name}: not a number`).toEqual([])
  expect(took, `${name}: milliseconds of CPU for ${text.length} bytes`).toBeLessThan(1500 + text.length / 1000)
  for (const section of reading.parsed) {
    expect(section.line, `${name}: ${section.format} begins inside the document`).toBeGreaterThan(0)
    expect(section.endLine, `${name}: ${section.format} ends inside the document`).toBeLessThanOrEqual(
      reading.document.lines,
    )
  }
}

describe(`damaged captures (seed ${seed}, ${budget} of ${mutations.length} kinds of damage each, ${inputs.size} inputs)`, () => {
  let step = 0
  it.each([...inputs.keys()])('%s', (name) => {
    const text = inputs.get(name) ?? ''
    hold(name, text)
    for (let i = 0; i < Math.min(budget, mutations.length * 4); i++) {
      // Every kind gets its turn over the inputs, whatever the budget.
      const mutation = mutations[step++ % mutations.length]
      if (mutation) hold(`${name}, ${mutation.name}`, mutation.apply(text, random(seed + step)))
    }
  })
})

describe(`noise (seed ${seed})`, () => {
  it('random bytes', () => {
    for (let i = 0; i < budget * 10; i++) {
      const next = random(seed + i)
      const text = Array.from({ length: 4000 }, () => String.fromCharCode(Math.floor(next() * 256))).join('')
      hold(`random bytes ${i}`, text)
    }
  })

  it('words of all formats in random order', () => {
    const words = [...inputs.values()].join(' ').split(/\s+/).filter(Boolean)
    for (let i = 0; i < budget * 5; i++) {
      const next = random(seed + 1000 + i)
      const text = Array.from(
        { length: 3000 },
        () => (words[Math.floor(next() * words.length)] ?? '') + (next() > 0.9 ? '\n' : ' '),
      ).join('')
      hold(`words ${i}`, text)
    }
  })

  it.each(['a', ' ', '|', '[', '{"a":', '<a>', 'GPU0 ', 'Link 0: ', 'NCCL INFO ', '=', '-', '0 ', '"', '\\n'])(
    'one line of a megabyte of %j',
    (piece) => {
      hold(`a megabyte of ${piece}`, piece.repeat(Math.ceil(1_000_000 / piece.length)))
    },
  )

  it('says how many inputs were run', () => {
    expect(runs).toBeGreaterThan(inputs.size)
    console.log(`fuzz: ${runs} inputs run, seed ${seed}`)
  })
})
