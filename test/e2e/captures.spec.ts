import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sharedFolder } from '../support/shared-folder'
import { expect, test } from './app'
import { boxTexts, currentSession, drawn, graphHost, lanesUp, openFolder, show } from './steps'

/** Real machines, captured: read in place where the folder of captures lies beside the checkout. */

const captures = join(sharedFolder() ?? '', 'captures')
const there = sharedFolder() !== undefined && existsSync(captures)

test.describe(there ? 'real captures' : 'real captures (skipped: no folder of captures beside the checkout)', () => {
  test.skip(!there, 'no folder of captures beside the checkout')

  for (const node of ['h200x2-node-a', 'h200x2-node-b']) {
    test(`${node}: two GPUs joined by 18 links, all up, nothing wrong with the hardware`, async ({
      lanescope,
      main,
    }) => {
      test.slow()
      await openFolder(lanescope, main, join(captures, node))
      const session = await currentSession(main)
      expect(session.nodes).toHaveLength(1)
      await expect(main.getByRole('article')).toContainText('2 × NVIDIA H200')
      await expect(main.getByRole('article')).toContainText('36/36')
      const hardware = session.findings.filter(({ rule }) => /^(?:nvlink|pcie|xid|gpu)-/.test(rule))
      expect(hardware.filter(({ severity }) => severity !== 'info').map(({ rule }) => rule)).toEqual([])
      await show(main, 'Links')
      await expect(graphHost(main)).toHaveAttribute('aria-label', /36 of 36 lanes up/)
      const elements = await drawn(main)
      const first = session.nodes[0]
      for (const [gpu, up] of first ? lanesUp(first) : [])
        expect(boxTexts(elements, `gpu:${gpu}`)).toEqual([`GPU${gpu}`, `${up}/18 lanes`])
      await show(main, 'Bandwidth')
      const runs = session.runs.filter(({ kind, collective }) => kind === 'nccl-tests' && collective === 'all_reduce')
      await expect(main.getByRole('complementary', { name: 'Runs' }).getByRole('checkbox')).toHaveCount(runs.length)
      await show(main, 'NCCL')
      await expect(main.getByRole('table').first()).toContainText('NCCL_')
    })
  }
})
