import { defineConfig } from '@playwright/test'

const inCi = process.env['CI'] !== undefined

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
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
