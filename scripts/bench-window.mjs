#!/usr/bin/env node
// Measures the window in a real Chromium: first pictures, frames a second, long tasks; prints them beside what is wanted and
// the load of the machine. `node scripts/bench-window.mjs [--megabytes N]`; `node scripts/bench.mjs --window` runs it as well.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './freshness.mjs'

/** What is wanted of a figure, by the end of its name; `most` in milliseconds, `least` in frames a second. */
const targets = [
  { name: /^8 GPUs: (?:overview|graph) after the session arrived/, most: 300 },
  { name: /^large: graph after the key/, most: 1000 },
  { name: /longest task/, most: 200 },
  { name: /frames a second/, least: 55 },
]

function verdict(name, value) {
  const target = targets.find((one) => one.name.test(name))
  if (!target) return ''
  const good = target.most === undefined ? value >= target.least : value <= target.most
  return `${good ? 'good' : 'SHORT'}  (${target.most === undefined ? `at least ${target.least}` : `at most ${target.most}`})`
}

/** Runs the measurements and prints them; false where they could not be taken. */
export function benchWindow({ megabytes = 500 } = {}) {
  const report = join(root, 'artefacts/bench-window.json')
  rmSync(report, { force: true })
  const before = loadavg()
  const run = spawnSync(
    process.execPath,
    [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--workers=1', '--reporter=line'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, LANESCOPE_BENCH: '1', LANESCOPE_BENCH_MB: String(megabytes) },
    },
  )
  let results
  try {
    results = JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    console.log('the window was not measured: build first (npm run build), and see that a Chromium is there')
    return false
  }
  const { load, ...figures } = results
  const width = Math.max(...Object.keys(figures).map((name) => name.length))
  for (const [name, value] of Object.entries(figures))
    console.log(`${name.padEnd(width)}  ${String(value).padStart(9)}  ${verdict(name, value)}`.trimEnd())
  const words = (list) => list.map((value) => value.toFixed(1)).join(' ')
  console.log(
    `load average before ${words(before)}, after ${words(load)}, on ${cpus().length} cores, drawn by software`,
  )
  if (run.status !== 0) console.log('some measurements failed')
  return run.status === 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const at = process.argv.indexOf('--megabytes')
  process.exitCode = benchWindow(at < 0 ? {} : { megabytes: Number(process.argv[at + 1]) }) ? 0 : 1
}
