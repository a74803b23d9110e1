import { writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { CallFailure } from '../../../electron/main/call-failure'
import { proveRules } from '../../../electron/main/prove-rules'

const folder = mkdtempSync(join(tmpdir(), 'lanescope-prove-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function script(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

describe('the proof of the rules', () => {
  it('is what its worker posts', async () => {
    const results = [{ rule: 'nvlink-inactive', kind: 'fires', title: 'two links', passed: true }]
    const path = script('good.cjs', `require('worker_threads').parentPort.postMessage(${JSON.stringify(results)})`)
    expect(await proveRules(path)).toEqual(results)
  })

  it('is a failure with a reason where the worker breaks or says nothing', async () => {
    await expect(proveRules(script('bad.cjs', `throw new Error('broken')`))).rejects.toThrow('broken')
    await expect(proveRules(script('silent.cjs', 'process.exit(3)'))).rejects.toBeInstanceOf(CallFailure)
  })
})
