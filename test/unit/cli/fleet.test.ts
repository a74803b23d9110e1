import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { nodeFiles, nodeName } from '../../../scripts/fleet-node.mjs'
import { createSandbox } from '../host/support/read-all'
import { runCli } from './support/run-cli'

const sandbox = createSandbox()
afterAll(() => sandbox.remove())

/** One folder for each driver version. */
function folders(tree: string, drivers: readonly string[]): readonly string[] {
  return drivers.map((driver, i) => {
    for (const [file, text] of Object.entries(nodeFiles(nodeName(i), i, { driver })))
      sandbox.write(`${tree}/${nodeName(i)}/${file}`, text)
    return join(sandbox.folder, tree, nodeName(i))
  })
}

describe('lanescope fleet on few nodes', () => {
  test('two have no majority: it points at the comparison and calls neither usual', async () => {
    const { out, status } = await runCli(['fleet', ...folders('two', ['580.159.04', '570.133.20'])])
    expect(status).toBe(0)
    expect(out).toContain('`lanescope diff` compares two')
    expect(out).not.toMatch(/alike|most of the/)
  })

  test('three that disagree are told in what', async () => {
    const { out } = await runCli(['fleet', ...folders('three', ['580.159.04', '570.133.20', '575.57.08'])])
    expect(out).toContain('No majority in: Driver')
    const json = await runCli(['fleet', ...folders('three', ['580.159.04', '570.133.20', '575.57.08']), '--json'])
    const { facts } = JSON.parse(json.out) as { facts: readonly { id: string; undecided: boolean }[] }
    expect(facts.filter(({ undecided }) => undecided).map(({ id }) => id)).toEqual(['driver'])
  })
})

describe('lanescope fleet on nodes that are odd alike', () => {
  const NEW = '580.159.04'
  const OLD = '570.133.20'

  test('they are told once, all by name', async () => {
    const { out } = await runCli(['fleet', ...folders('alike', [NEW, NEW, NEW, OLD, OLD])])
    expect(out).toContain(`\n${nodeName(3)}, ${nodeName(4)}\n`)
    expect(out.match(/Driver: 570/g)).toHaveLength(1)
  })

  test('no more than six names, and how many more', async () => {
    const drivers = [...Array.from({ length: 9 }, () => NEW), ...Array.from({ length: 8 }, () => OLD)]
    const { out } = await runCli(['fleet', ...folders('many', drivers)])
    expect(out).toContain(`${nodeName(14)} + 2\n`)
    expect(out.match(/Driver: 570/g)).toHaveLength(1)
  })
})
