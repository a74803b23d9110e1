#!/usr/bin/env node
// `npm test`: builds, runs the unit, contract and property tests, then the app itself in a browser (or on real Electron where
// its binary is). `npm test -- unit` or `npm test -- e2e` runs one half. The last lines are the runners' own counts.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './freshness.mjs'

const reports = join(root, 'artefacts')
const unitReport = join(reports, 'unit.json')
const e2eReport = join(reports, 'e2e.json')

function run(title, words, env = {}) {
  const { status } = spawnSync(process.execPath, words, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (status !== 0) console.log(`FAILED ${title} (status ${status ?? 'none'})`)
  return status === 0
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

function line(title, counts) {
  if (!counts) return `${title}: no result`
  const { passed, failed, skipped } = counts
  return `${title}: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function unitCounts() {
  const report = read(unitReport)
  return (
    report && {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
    }
  )
}

function e2eCounts() {
  const stats = read(e2eReport)?.stats
  return stats && { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
}

function closingLines(wants) {
  return [
    ...(wants('unit') ? [line('unit, contract and property tests', unitCounts())] : []),
    ...(wants('e2e') ? [line('end-to-end tests', e2eCounts())] : []),
  ]
}

const wanted = process.argv.slice(2)
// For a script that wants the counts of the run before once more, at its very end.
if (wanted[0] === '--counts') {
  console.log(closingLines(() => true).join('\n'))
  process.exit(0)
}
const unknown = wanted.filter((word) => word !== 'unit' && word !== 'e2e')
if (unknown.length > 0) {
  console.log(`npm test -- [unit] [e2e], not ${unknown.join(' ')}`)
  process.exit(2)
}
const does = (half) => wanted.length === 0 || wanted.includes(half)
mkdirSync(reports, { recursive: true })
for (const report of [unitReport, e2eReport]) rmSync(report, { force: true })

// The command line and the viewer are built too: tests run both as a user does.
const built =
  run('build', ['node_modules/electron-vite/bin/electron-vite.js', 'build']) &&
  run('build', ['scripts/build.mjs', 'all'])
let ok = built
if (built && does('unit')) {
  ok =
    run('unit tests', [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${unitReport}`,
    ]) && ok
}
if (built && does('e2e')) {
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: e2eReport }
  ok = run('end-to-end tests', ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'], env) && ok
}
console.log(`\n${closingLines(does).join('\n')}`)
process.exitCode = ok ? 0 : 1
