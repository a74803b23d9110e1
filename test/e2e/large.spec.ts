import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { largeNode, writeMachine } from '../builders/machines'
import { expect, test } from './app'
import { boxTexts, drawn, graphHost, openFolder, show, unpainted } from './steps'

/** A drawing of two thousand elements: it comes in pieces, moves as a picture of itself, and is the same drawing all along. */

const GPUS = 184

/** Share of the pixels of the canvas of resting elements that are painted. */
const painted = (page: Page): Promise<number> =>
  graphHost(page).evaluate((host) => {
    const { cy } = Reflect.get(host, '_cyreg') as {
      cy: { renderer(): { data: { contexts: readonly CanvasRenderingContext2D[] } } }
    }
    const context = cy.renderer().data.contexts[2]
    if (!context) return 0
    const { data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height)
    let count = 0
    for (let i = 3; i < data.length; i += 4) if ((data[i] ?? 0) > 0) count++
    return count / (data.length / 4)
  })

test.beforeEach(async ({ lanescope, main, scratch }) => {
  await openFolder(lanescope, main, writeMachine(join(scratch, 'large'), largeNode(GPUS)))
  await show(main, 'Links')
})

test('every piece arrives, each GPU and NIC once, and the text of each is painted @app', async ({ main }) => {
  const elements = await drawn(main)
  expect(elements.length).toBeGreaterThan(2000)
  expect(new Set(elements.map(({ id }) => id)).size).toBe(elements.length)
  const boxes = elements.filter(({ classes }) => classes.includes('hit'))
  expect(boxes.filter(({ id }) => /^gpu:\d+$/.test(id))).toHaveLength(GPUS)
  expect(boxes.filter(({ id }) => id.startsWith('nic:'))).toHaveLength(GPUS)
  for (const gpu of [0, 91, 183]) expect(boxTexts(elements, `gpu:${gpu}`).join(' ')).toContain(`GPU${gpu}`)
  expect(await unpainted(main)).toEqual([])
})

test('moved, it stays painted all along, and is sharp when it rests @app', async ({ main }) => {
  await drawn(main)
  const before = await painted(main)
  expect(before).toBeGreaterThan(0.02)
  const { x, y, width, height } = (await graphHost(main).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  // Where nothing is drawn: the picture is taken there, not a box.
  await main.mouse.move(x + width - 20, y + height - 12)
  await main.mouse.down()
  const shares: number[] = []
  for (let i = 1; i <= 12; i++) {
    await main.mouse.move(x + width - 20 - i * 40, y + height - 12)
    shares.push(await painted(main))
  }
  await main.mouse.up()
  for (const share of shares) expect(share).toBeGreaterThan(before / 2)
  // It rests after a moment; then each text in sight is painted anew.
  await main.waitForTimeout(400)
  expect(await unpainted(main)).toEqual([])
})

test('a box is dragged over the rest and stays where it was let go @app', async ({ main }) => {
  await main.getByRole('button', { name: 'Arrange' }).click()
  await main.getByRole('menuitem', { name: /Unlock/ }).click()
  const place = async (id: string): Promise<{ readonly x: number; readonly y: number }> => {
    const found = (await drawn(main)).find((element) => element.id === id)
    if (!found) throw new Error(`nothing is drawn with the id ${id}`)
    return { x: found.x, y: found.y }
  }
  const [box, text, other] = [await place('gpu:2'), await place('gpu:2#0'), await place('gpu:5')]
  await main.mouse.move(box.x, box.y)
  await main.mouse.down()
  await main.mouse.move(box.x + 20, box.y + 30, { steps: 5 })
  await main.mouse.move(box.x + 40, box.y + 60, { steps: 5 })
  const [under, textUnder] = [await place('gpu:2'), await place('gpu:2#0')]
  expect(Math.abs(under.x - box.x - 40) + Math.abs(under.y - box.y - 60)).toBeLessThan(4)
  expect(Math.abs(textUnder.x - text.x - 40) + Math.abs(textUnder.y - text.y - 60)).toBeLessThan(4)
  await main.mouse.up()
  await expect.poll(async () => Math.abs((await place('gpu:2')).y - box.y - 60)).toBeLessThan(6)
  expect(await place('gpu:5')).toEqual(other)
  expect(await unpainted(main)).toEqual([])
})
