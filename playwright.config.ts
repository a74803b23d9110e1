import { defineConfig } from '@playwright/test'

const inCi = process.env['CI'] !== undefined

/** Specs of views that the one-file viewer has too; what needs the app itself is tagged @app. */
const shared = ['findings', 'links', 'sources', 'measures', 'overview', 'window'].map((name) => `**/${name}.spec.ts`)
const viewer = { name: 'viewer', testMatch: shared, grepInvert: /@app/, use: { viewer: true } }

export default defineConfig<{ viewer: boolean }>({
  testDir: 'test/e2e',
  // Measurements are no tests: scripts/bench-window.mjs runs them.
  testMatch: process.env['LANESCOPE_BENCH'] === undefined ? '**/*.spec.ts' : '**/*.bench.ts',
  projects: [{ name: 'window' }, ...(process.env['LANESCOPE_BENCH'] === undefined ? [viewer] : [])],
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: inCi,
  retries: 0,
  // Two cores shared with other work read a fleet in a minute.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: { screenshot: 'only-on-failure' },
})
