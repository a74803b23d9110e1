#!/usr/bin/env node
// Measures the command line against tools that only look for a word: throughput over a large log, peak memory, start-up.
// `node scripts/bench.mjs [--large] [--megabytes N] [--json FILE]`, or `--fleet` for many nodes (bench-fleet.mjs), or `--window` for the
// window (bench-window.mjs), which comes at the end too where a build of it and a Chromium are; builds out/cli first if needed.
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { benchWindow } from './bench-window.mjs'
import { findBrowser } from './browser.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const arguments_ = process.argv.slice(2)
const option = (name) => (arguments_.includes(name) ? arguments_[arguments_.indexOf(name) + 1] : undefined)
const megabytes = Number(option('--megabytes') ?? (arguments_.includes('--large') ? 1024 : 200))
const rounds = 3
if (arguments_.includes('--window')) process.exit(benchWindow() ? 0 : 1)

if (arguments_.includes('--fleet')) {
  const script = join(root, 'scripts/bench-fleet.mjs')
  process.exit(spawnSync(process.execPath, [script, ...arguments_], { stdio: 'inherit' }).status ?? 1)
}

const folder = mkdtempSync(join(tmpdir(), 'lanescope-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

/** A training log as it comes: 16 ranks on 2 hosts initialise, then noise with repeated warnings in between. */
function writeLog(path, bytes) {
  const file = openSync(path, 'w')
  let written = 0
  const put = (lines) => {
    const block = Buffer.from(`${lines.join('\n')}\n`)
    writeSync(file, block)
    written += block.length
  }
  const ranks = Array.from({ length: 16 }, (_, rank) => ({
    rank,
    host: rank < 8 ? 'gn-a07' : 'gn-a08',
    gpu: rank % 8,
    pid: 41_000 + rank,
  }))
  const log = ({ host, pid, gpu }, text) => `${host}:${pid}:${pid + 600} [${gpu}] NCCL ${text}`
  for (const it of ranks) {
    const comm = `0x55d1c0${it.rank.toString(16).padStart(6, '0')}`
    const peers = Array.from({ length: 16 }, (_, channel) => [
      log(
        it,
        `INFO Channel ${String(channel).padStart(2, '0')}/0 : ${it.rank}[${it.gpu}] -> ${(it.rank + 1) % 16}[${(it.gpu + 1) % 8}] via P2P/CUMEM`,
      ),
      log(
        it,
        `INFO Channel ${String(channel).padStart(2, '0')}/0 : ${it.rank}[${it.gpu}] -> ${(it.rank + 8) % 16}[${it.gpu}] [send] via NET/IB/${it.gpu}/GDRDMA`,
      ),
    ])
    put([
      log(it, 'INFO Bootstrap : Using eth0:10.0.0.7<0>'),
      log(it, 'INFO NCCL version 2.21.5+cuda12.4'),
      log(it, 'INFO NCCL_IB_HCA set by environment to mlx5'),
      log(it, `INFO NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_1:1/IB [RO]; OOB eth0:10.0.0.7<0>`),
      log(it, 'INFO Using network IB'),
      log(it, `INFO comm ${comm} rank ${it.rank} nRanks 16 nNodes 2 localRanks 8 localRank ${it.gpu} MNNVL 0`),
      ...peers.flat(),
      log(it, 'INFO Connected all rings'),
      log(
        it,
        `INFO ncclCommInitRank comm ${comm} rank ${it.rank} nranks 16 cudaDev ${it.gpu} nvmlDev ${it.gpu} busId ${(0x19000 + it.gpu * 0x1000).toString(16)} commId 0x1f2e3d4c5b6a7988 - Init COMPLETE`,
      ),
    ])
  }
  for (let step = 0; written < bytes;) {
    const lines = []
    for (let i = 0; i < 4000; i++, step++) {
      const it = ranks[step % 16]
      if (step % 40 === 0)
        lines.push(
          log(
            it,
            `WARN NET/IB: Got completion from peer 10.0.0.8<4${step % 7}120> with status=12 opcode=0 len=0 vendor err 129`,
          ),
        )
      else if (step % 10 === 0)
        lines.push(
          log(
            it,
            `INFO AllReduce: opCount ${step.toString(16)} sendbuff 0x7f${step.toString(16).padStart(10, '0')} count ${step % 4096} datatype 7 op 0 root 0 comm 0x55d1c0000000`,
          ),
        )
      else if (step % 3 === 0)
        lines.push(
          `[rank${it.rank}]: 2026-03-02 10:${String(step % 60).padStart(2, '0')}:07,${String(step % 1000).padStart(3, '0')} INFO trainer iteration ${step} loss ${(3 + Math.sin(step)).toFixed(5)} lr 1.2e-4 tokens/s ${40_000 + (step % 900)}`,
        )
      else
        lines.push(
          `step ${step} | loss ${(2 + Math.cos(step)).toFixed(6)} | grad norm ${(1 + (step % 17) / 31).toFixed(4)} | elapsed ${(step / 7).toFixed(1)} s | mfu 0.${400 + (step % 99)}`,
        )
    }
    put(lines)
  }
  closeSync(file)
}

/** Runs a command; seconds of wall clock and peak resident memory in MB. */
function measure(command, commandArguments) {
  const timed = spawnSync('/usr/bin/time', ['-f', '%e %M', command, ...commandArguments], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  const start = process.hrtime.bigint()
  if (timed.error === undefined) {
    const [seconds, kilobytes] = timed.stderr.trimEnd().split('\n').at(-1).split(' ').map(Number)
    return { seconds, megabytes: kilobytes / 1024 }
  }
  const plain = spawnSync(command, commandArguments, { encoding: 'utf8', maxBuffer: 1 << 28 })
  if (plain.error !== undefined) return undefined
  return { seconds: Number(process.hrtime.bigint() - start) / 1e9, megabytes: undefined }
}

function median(command, ...commandArguments) {
  const runs = Array.from({ length: rounds }, () => {
    const start = process.hrtime.bigint()
    const result = measure(command, commandArguments)
    return (
      result && {
        ...result,
        seconds: result.seconds > 0.5 ? result.seconds : Number(process.hrtime.bigint() - start) / 1e9,
      }
    )
  })
  if (runs.some((run) => run === undefined)) return undefined
  return runs.sort((a, b) => a.seconds - b.seconds)[Math.floor(rounds / 2)]
}

const node = process.execPath
const launcher = join(folder, 'run.mjs')
writeFileSync(
  launcher,
  `import { main } from ${JSON.stringify(join(root, 'out/cli/main.mjs'))}\nprocess.exitCode = await main(process.argv.slice(2))\n`,
)
spawnSync(node, [join(root, 'scripts/lanescope.mjs'), '--version'], { stdio: 'ignore' })

const large = join(folder, 'training.log')
const tiny = join(folder, 'tiny.txt')
writeLog(large, megabytes * 1e6)
writeFileSync(tiny, 'GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-11111111-2222-3333-4444-555555555555)\n')
const size = statSync(large).size / 1e6

const check = median(node, launcher, 'check', large, '--json', '--fail-on', 'never', '--quiet')
const grep = median('grep', '-c', 'NCCL', large)
const ripgrep = median('rg', '-c', 'NCCL', large)
const nothing = median(node, '-e', '0')
const help = median(node, launcher, '--help')
const small = median(node, launcher, 'check', tiny, '--json', '--fail-on', 'never', '--quiet')

const rate = (run) => (run ? size / run.seconds : undefined)
const results = {
  megabytes: Math.round(size),
  machine: {
    cpus: cpus().length,
    model: cpus()[0]?.model ?? '',
    memoryGigabytes: Math.round(totalmem() / 1e9),
    node: process.version,
  },
  megabytesPerSecond: { check: rate(check), grep: rate(grep), ripgrep: rate(ripgrep) },
  timesSlowerThan: { grep: grep && check.seconds / grep.seconds, ripgrep: ripgrep && check.seconds / ripgrep.seconds },
  peakMegabytes: { check: check?.megabytes, grep: grep?.megabytes },
  startMilliseconds: { node: nothing.seconds * 1000, help: help.seconds * 1000, checkTinyFile: small.seconds * 1000 },
}

const figure = (value, digits = 0) => (value === undefined ? '-' : value.toFixed(digits))
const rows = [
  [`${results.megabytes} MB log`, 'seconds', 'MB/s', 'peak MB', 'times grep'],
  [
    'lanescope check',
    figure(check?.seconds, 2),
    figure(rate(check)),
    figure(check?.megabytes),
    figure(results.timesSlowerThan.grep, 1),
  ],
  ['grep -c NCCL', figure(grep?.seconds, 2), figure(rate(grep)), figure(grep?.megabytes), '1'],
  [
    'rg -c NCCL',
    figure(ripgrep?.seconds, 2),
    figure(rate(ripgrep)),
    figure(ripgrep?.megabytes),
    ripgrep && grep ? figure(ripgrep.seconds / grep.seconds, 1) : '-',
  ],
  ['', '', '', '', ''],
  ['start-up', 'ms', '', '', ''],
  ['node -e 0', figure(results.startMilliseconds.node), '', '', ''],
  ['lanescope --help', figure(results.startMilliseconds.help), '', '', ''],
  ['lanescope check (one line)', figure(results.startMilliseconds.checkTinyFile), '', '', ''],
]
const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
for (const row of rows)
  console.log(
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
      .join('  ')
      .trimEnd(),
  )
console.log()
console.log(JSON.stringify(results))
const output = option('--json')
if (output) writeFileSync(output, `${JSON.stringify(results, null, 2)}\n`)
if (existsSync(join(root, 'out/main/index.js')) && (await findBrowser()) !== undefined) {
  console.log()
  if (!benchWindow()) process.exitCode = 1
}
