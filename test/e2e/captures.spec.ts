import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sharedFolder } from '../support/shared-folder'
import { expect, test } from './app'
import { boxTexts, currentSession, drawn, lanesUp, openFolder, show } from './steps'

/** Real machines, captured: read in place where the folder of captures lies beside the checkout. */

const captures = join(sharedFolder() ?? '', 'captures')
const there = sharedFolder() !== undefined && existsSync(captures)

test.describe('real captures (skipped where no folder of captures lies beside the checkout)', () => {
  test.skip(!there, 'no folder of captures beside the checkout')

  // Of node b nobody captured the links one by one; the matrix says NV18, which the graph draws.
  for (const [node, lanes] of [
    ['h200x2-node-a', '36/36'],
    ['h200x2-node-b', 'NVLinks not in capture'],
  ] as const) {
    test(`${node}: two GPUs, links as captured, nothing wrong with the hardware`, async ({ lanescope, main }) => {
      test.slow()
      await openFolder(lanescope, main, join(captures, node))
      const session = await currentSession(main)
      expect(session.nodes).toHaveLength(1)
      await expect(main.getByRole('article')).toContainText('2 × NVIDIA H200')
      await expect(main.getByRole('article')).toContainText(lanes)
      const hardware = session.findings.filter(({ rule }) => /^(?:nvlink|pcie|xid|gpu)-/.test(rule))
      expect(hardware.filter(({ severity }) => severity !== 'info').map(({ rule }) => rule)).toEqual([])
      await show(main, 'Links')
      const elements = await drawn(main)
      const first = session.nodes[0]
      for (const [gpu, up] of first ? lanesUp(first) : [])
        expect(boxTexts(elements, `gpu:${gpu}`)).toEqual([`GPU${gpu}`, `${up === 0 ? 18 : up}/18 lanes`])
      await show(main, 'Bandwidth')
      const runs = session.runs.filter(({ kind, collective }) => kind === 'nccl-tests' && collective === 'all_reduce')
      await expect(main.getByRole('complementary', { name: 'Runs' }).getByRole('checkbox')).toHaveCount(runs.length)
      await show(main, 'NCCL')
      await expect(main.getByRole('table').first()).toContainText('NCCL_')
    })
  }
})
