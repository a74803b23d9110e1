#!/usr/bin/env node
// Reads every file below a folder of captures by itself and prints a row for each: sections, lines used of lines, quality, and the
// errors and warnings it raises. A folder may hold INDEX.md files that say what a right reading gives: a row that calls its file
// healthy makes an error or a warning a false alarm, and a row that names a peak is compared with the peak that was read.
//
//   npm run corpus -- DIR [--only TEXT] [--brief] [--json FILE]
//
// Exit status: 0 no false alarm, no wrong peak, at least 97 % of the lines in sections used; 1 otherwise; 2 nothing to read.
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const run = promisify(execFile)
const args = process.argv.slice(2)
const option = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
const folder = args.find((arg, i) => !arg.startsWith('--') && !['--only', '--json'].includes(args[i - 1]))
if (!folder) {
  console.error('usage: npm run corpus -- DIR [--only TEXT] [--brief] [--json FILE]')
  process.exit(2)
}
const only = option('--only') ?? ''
const MIN_USED = 0.97
const SKIP = /^(?:INDEX|README|ABOUT)\.md$|^expect\.json$|^\./

function filesBelow(path) {
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
    .flatMap((entry) => {
      const child = join(path, entry.name)
      if (entry.isDirectory()) return filesBelow(child)
      return entry.isFile() && !SKIP.test(entry.name) ? [child] : []
    })
}

/** File name -> the line of the INDEX.md beside it. */
const indexes = new Map()
function indexRow(file) {
  const path = join(dirname(file), 'INDEX.md')
  if (!indexes.has(path)) {
    let text = ''
    try {
      text = readFileSync(path, 'utf8')
    } catch {
      // No index here: nothing to compare with.
    }
    indexes.set(path, text.split('\n'))
  }
  return indexes.get(path).find((line) => line.includes(basename(file)))
}

// A copy of the built command line: a source that changes meanwhile must not rebuild it under a run that takes minutes.
await run('node', [join(root, 'scripts/lanescope.mjs'), '--help'])
const built = mkdtempSync(join(tmpdir(), 'lanescope-corpus-'))
cpSync(join(root, 'out/cli'), built, { recursive: true })
process.on('exit', () => rmSync(built, { recursive: true, force: true }))
const call = `const { main } = await import(${JSON.stringify(`file://${built}/main.mjs`)}); process.exitCode = await main(process.argv.slice(1))`

async function check(file) {
  const args = ['--input-type=module', '-e', call, '--', 'check', file, '--json', '--fail-on', 'never']
  try {
    return (await run('node', args, { maxBuffer: 1 << 28 })).stdout
  } catch (error) {
    // Status 2 with a session: the file was read, and nothing in it was known.
    if (error.code === 2 && error.stdout) return error.stdout
    throw error
  }
}

async function read(file) {
  const row = { file: relative(folder, file), bytes: statSync(file).size }
  try {
    const stdout = await check(file)
    const session = JSON.parse(stdout)
    const sections = session.documents.flatMap((document) => document.sections)
    const index = indexRow(file) ?? ''
    const peaks = session.runs.flatMap((one) => (one.peakBusBandwidth === undefined ? [] : [one.peakBusBandwidth]))
    const wanted = [...index.matchAll(/peak busbw (\d+(?:\.\d+)?)/g)].map((match) => Number(match[1]))
    return {
      ...row,
      formats: [...new Set(sections.map((section) => section.format))],
      sections: sections.length,
      used: sections.reduce((sum, section) => sum + (section.linesUsed ?? 0), 0),
      total: sections.reduce((sum, section) => sum + (section.linesTotal ?? 0), 0),
      unrecognised: session.documents.reduce((sum, document) => sum + document.unrecognisedLines, 0),
      quality: sections.some((section) => section.quality === 'none')
        ? 'none'
        : sections.some((section) => section.quality === 'partial')
          ? 'partial'
          : 'full',
      alarms: session.findings
        .filter((finding) => finding.severity !== 'info')
        .map((finding) => `${finding.severity} ${finding.rule}`),
      // "not healthy", "unhealthy" and "healthy except" are judgements of another kind.
      healthy:
        /\bhealthy\b/i.test(index) &&
        !/(?:not|un|otherwise|looks?) ?healthy|healthy (?:except|but|otherwise)/i.test(index),
      wrongPeaks: index.includes('[R')
        ? wanted.filter((want) => !peaks.some((peak) => Math.abs(peak - want) <= 0.01))
        : [],
    }
  } catch (error) {
    return {
      ...row,
      failed: `${
        String(error.stderr ?? '')
          .trim()
          .split('\n')
          .at(-1) ?? ''
      } ${error.code ?? ''} ${error.signal ?? ''} ${error.message.slice(0, 200)}`,
    }
  }
}

const files = filesBelow(resolve(folder)).filter((file) => file.includes(only))
if (files.length === 0) {
  console.error(`no file below ${folder}`)
  process.exit(2)
}
const rows = []
const queue = [...files]
await Promise.all(
  [0, 1].map(async () => {
    for (let file = queue.shift(); file; file = queue.shift()) rows[files.indexOf(file)] = await read(file)
  }),
)
const percent = (used, total) => (total === 0 ? '  -  ' : `${((100 * used) / total).toFixed(1).padStart(5)}%`)
for (const row of rows) {
  const bad =
    row.failed ||
    row.sections === 0 ||
    row.wrongPeaks?.length > 0 ||
    (row.healthy && row.alarms.length > 0) ||
    (row.total > 0 && row.used < row.total * MIN_USED)
  if (args.includes('--brief') && !bad) continue
  if (row.failed) {
    console.log(`FAILED ${row.file}: ${row.failed}`)
    continue
  }
  const notes = [
    row.sections === 0 && 'NOTHING RECOGNISED',
    row.healthy && row.alarms.length > 0 && 'FALSE ALARM',
    row.wrongPeaks.length > 0 && `WRONG PEAK (index: ${row.wrongPeaks.join(', ')})`,
    row.unrecognised > 0 && `${row.unrecognised} lines not recognised`,
    row.alarms.length > 0 && row.alarms.join(', '),
  ].filter(Boolean)
  console.log(
    `${percent(row.used, row.total)} ${String(row.used).padStart(6)}/${String(row.total).padEnd(6)} ${row.quality.padEnd(8)} ${row.file}  [${row.formats.join(' ')}]${notes.length ? `  ${notes.join('; ')}` : ''}`,
  )
}
const read_ = rows.filter((row) => !row.failed)
const used = read_.reduce((sum, row) => sum + row.used, 0)
const total = read_.reduce((sum, row) => sum + row.total, 0)
const falseAlarms = read_.filter((row) => row.healthy && row.alarms.length > 0)
const wrongPeaks = read_.filter((row) => row.wrongPeaks.length > 0)
const none = read_.filter((row) => row.sections === 0)
console.log(
  `\n${rows.length} files, ${rows.length - read_.length} failed, ${none.length} with nothing recognised; ${percent(used, total).trim()} of ${total} lines in sections used; ` +
    `${read_.filter((row) => row.healthy).length} healthy, ${falseAlarms.length} of them with an alarm; ${wrongPeaks.length} with another peak than the index`,
)
const json = option('--json')
if (json) writeFileSync(json, JSON.stringify(rows, null, 2))
process.exit(
  rows.length === read_.length && falseAlarms.length === 0 && wrongPeaks.length === 0 && used >= total * MIN_USED
    ? 0
    : 1,
)
