import { defineConfig } from '@playwright/test'

const inCi = process.env['CI'] !== undefined

export default defineConfig({
  testDir: 'test/e2e',
  // Measurements are no tests: scripts/bench-window.mjs runs them.
  testMatch: process.env['LANESCOPE_BENCH'] === undefined ? '**/*.spec.ts' : '**/*.bench.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: inCi,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: { screenshot: 'only-on-failure' },
})
