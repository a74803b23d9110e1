#!/usr/bin/env node
// The property tests with a large budget and a fresh seed: `npm run fuzz -- [RUNS] [SEED]`. The seed is printed, so a failure repeats.
import { spawnSync } from 'node:child_process'

const [runs = '60', seed = String(Date.now() % 1_000_000_000)] = process.argv.slice(2)
console.log(`fuzz: ${runs} runs an input, seed ${seed} (repeat with: npm run fuzz -- ${runs} ${seed})`)
const { status } = spawnSync('npx', ['vitest', 'run', 'test/property', '--test-timeout', '600000'], {
  stdio: 'inherit',
  env: { ...process.env, FUZZ_RUNS: runs, FUZZ_SEED: seed },
})
process.exit(status ?? 1)
