#!/usr/bin/env node
// A generated fleet of nodes with 20 files each and seven planted oddities: are exactly those found, how long does it take, how much
// memory at its peak, and does the time grow with the nodes? `node scripts/bench-fleet.mjs [--nodes 1000] [--json FILE]`.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fleetChanges, nodeFiles, nodeName } from './fleet-node.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const option = (name) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined)
const large = Number(option('--nodes') ?? 1000)
const small = Math.max(10, Math.round(large / 10))
/** Time of a tenth of the nodes times ten, and this much on top. */
const MOST_GROWTH = 1.15

const folder = mkdtempSync(join(tmpdir(), 'lanescope-fleet-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

function writeFleet(count) {
  const changes = fleetChanges(count)
  for (let i = 0; i < count; i++) {
    const name = nodeName(i)
    const home = join(folder, String(count), name)
    mkdirSync(home, { recursive: true })
    for (const [file, text] of Object.entries(nodeFiles(name, i, changes.get(i) ?? {})))
      writeFileSync(join(home, file), text)
  }
  return [...changes.keys()].map(nodeName).sort()
}

/** Wall clock, processor seconds of the process and its peak memory; processor time is what a busy machine does not spoil. */
function measure(commandArguments) {
  const start = process.hrtime.bigint()
  const probe = `process.on('exit', () => { const u = process.resourceUsage(); process.stderr.write('\\n' + JSON.stringify({ cpu: (u.userCPUTime + u.systemCPUTime) / 1e6, megabytes: u.maxRSS / 1024 })) })`
  const launcher = join(folder, 'run.mjs')
  writeFileSync(
    launcher,
    `${probe}\nconst { main } = await import(${JSON.stringify(join(root, 'out/cli/main.mjs'))})\nprocess.exitCode = await main(process.argv.slice(2))\n`,
  )
  const run = spawnSync(process.execPath, [launcher, ...commandArguments], { encoding: 'utf8', maxBuffer: 1 << 29 })
  const seconds = Number(process.hrtime.bigint() - start) / 1e9
  if (run.status === null || run.status > 1) throw new Error(`lanescope ${commandArguments[0]} failed: ${run.stderr}`)
  return { ...JSON.parse(run.stderr.trimEnd().split('\n').at(-1)), seconds, out: run.stdout }
}

spawnSync(process.execPath, [join(root, 'scripts/lanescope.mjs'), '--version'], { stdio: 'ignore' })
writeFleet(1)
writeFleet(small)
const planted = writeFleet(large)
const of = (count) => join(folder, String(count))
const start = measure(['fleet', of(1), '--json'])
const tenth = measure(['fleet', of(small), '--json'])
const whole = measure(['fleet', of(large), '--json'])
const check = measure(['check', of(large), '--ndjson', '--fail-on', 'never', '--quiet'])

const fleet = JSON.parse(whole.out)
const found = fleet.oddNodes.map(({ node }) => node).sort()
const missed = planted.filter((name) => !found.includes(name))
const wrong = found.filter((name) => !planted.includes(name))
const growth = (whole.cpu - start.cpu) / (large - 1) / ((tenth.cpu - start.cpu) / (small - 1))

const results = {
  nodes: large,
  files: large * 20,
  seconds: whole.seconds,
  cpuSeconds: whole.cpu,
  peakMegabytes: whole.megabytes,
  checkSeconds: check.seconds,
  checkCpuSeconds: check.cpu,
  checkPeakMegabytes: check.megabytes,
  growth,
  planted: planted.length,
  found: found.length - wrong.length,
  missed,
  wrong,
}
const row = (name, { seconds, cpu, megabytes }) =>
  console.log(
    `${name.padEnd(34)}${seconds.toFixed(1).padStart(9)} s${cpu.toFixed(1).padStart(9)} s cpu${megabytes.toFixed(0).padStart(8)} MB`,
  )
row(`lanescope fleet, ${small} nodes`, tenth)
row(`lanescope fleet, ${large} nodes`, whole)
row(`lanescope check, ${large} nodes`, check)
console.log(`time of a node at ${large} nodes over that at ${small}: ${growth.toFixed(2)} (most ${MOST_GROWTH})`)
console.log(`planted oddities found: ${results.found} of ${planted.length}, others: ${wrong.length}`)
console.log(JSON.stringify(results))
const output = option('--json')
if (output) writeFileSync(output, `${JSON.stringify(results, null, 2)}\n`)
if (missed.length + wrong.length > 0 || growth > MOST_GROWTH) process.exitCode = 1
