import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = import.meta.dirname

export default defineConfig({
  resolve: {
    alias: { '@shared': resolve(root, 'shared'), '@host': resolve(root, 'host'), '@cli': resolve(root, 'cli') },
  },
  test: {
    include: ['test/unit/**/*.test.ts', 'test/contract/**/*.test.ts', 'test/property/**/*.test.ts'],
    environment: 'node',
    testTimeout: 30_000,
    env: { TZ: 'UTC', LC_ALL: 'C.UTF-8' },
  },
})
