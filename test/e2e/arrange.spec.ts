import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { wholeNode, writeMachine } from '../builders/machines'
import { expect, test } from './app'
import { drawn, graphHost, openFolder, show, unpainted, type DrawnElement } from './steps'

/** Boxes that a user drags: everything on them and at their lines goes along while the button is down, not after it. */

interface Place {
  readonly x: number
  readonly y: number
}

/** Both ends of a line as they are drawn, and its corners between them. */
async function line(page: Page, id: string): Promise<readonly Place[]> {
  return graphHost(page).evaluate((host, edge) => {
    const { cy } = Reflect.get(host, '_cyreg') as {
      cy: {
        getElementById(id: string): {
          renderedSourceEndpoint(): Place
          renderedTargetEndpoint(): Place
          renderedSegmentPoints(): readonly Place[]
          hasClass(name: string): boolean
        }
      }
    }
    const drawnEdge = cy.getElementById(edge)
    return [
      drawnEdge.renderedSourceEndpoint(),
      ...(drawnEdge.hasClass('bent') ? drawnEdge.renderedSegmentPoints() : []),
      drawnEdge.renderedTargetEndpoint(),
    ]
  }, id)
}

const at = (elements: readonly DrawnElement[], id: string): DrawnElement => {
  const found = elements.find((element) => element.id === id)
  if (!found) throw new Error(`nothing is drawn with the id ${id}`)
  return found
}

async function unlock(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Arrange' }).click()
  await page.getByRole('menuitem', { name: /Unlock/ }).click()
}

/** Presses on a box and moves by so many pixels of the page; the button stays down. */
async function take(page: Page, id: string, by: Place): Promise<void> {
  const { x, y } = at(await drawn(page), id)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by.x / 2, y + by.y / 2, { steps: 4 })
  await page.mouse.move(x + by.x, y + by.y, { steps: 4 })
}

test('port and label go along with a box under way, and stay where they were let go', async ({
  lanescope,
  main,
  scratch,
}) => {
  await openFolder(lanescope, main, writeMachine(join(scratch, 'site'), wholeNode()))
  await show(main, 'Links')
  await main.getByRole('button', { name: 'Ports', exact: true }).click()
  await expect.poll(async () => (await drawn(main)).some(({ id }) => id.startsWith('port:'))).toBe(true)
  await unlock(main)
  const before = await drawn(main)
  const port = before.find(({ id, group }) => group === 'edges' && id.startsWith('port:'))
  const nic = port?.id.slice('port:'.length) ?? ''
  const label = at(before, `label:${port?.id ?? ''}`)
  const stub = await line(main, port?.id ?? '')
  const box = at(before, nic)
  await take(main, nic, { x: 24, y: 48 })
  const under = await drawn(main)
  // What is held is painted under its own text, and so is what it touches.
  expect(await unpainted(main)).toEqual([])
  const by = { x: at(under, nic).x - box.x, y: at(under, nic).y - box.y }
  expect(Math.abs(by.x - 24) + Math.abs(by.y - 48)).toBeLessThan(4)
  const went = at(under, label.id)
  expect([went.x - label.x, went.y - label.y].map(Math.round)).toEqual([by.x, by.y].map(Math.round))
  const text = at(under, `${label.id}#0`)
  expect([text.x - label.x, text.y - label.y].map(Math.round)).toEqual([by.x, by.y].map(Math.round))
  const stubUnder = await line(main, port?.id ?? '')
  stub.forEach((end, i) => {
    expect(Math.abs((stubUnder[i]?.x ?? 0) - end.x - by.x)).toBeLessThan(1.5)
    expect(Math.abs((stubUnder[i]?.y ?? 0) - end.y - by.y)).toBeLessThan(1.5)
  })
  await main.mouse.up()
  // After the release it is the layout's own drawing: on its grid of 4 px, else the same.
  await expect.poll(async () => Math.abs(at(await drawn(main), label.id).y - went.y)).toBeLessThan(6)
  expect(Math.abs(at(await drawn(main), label.id).x - went.x)).toBeLessThan(6)
})

test('a bent line keeps its ends and its square corners while its box is dragged once more', async ({
  lanescope,
  main,
  scratch,
}) => {
  await openFolder(lanescope, main, writeMachine(join(scratch, 'site'), wholeNode()))
  await show(main, 'Links')
  await unlock(main)
  await take(main, 'nic:NIC2', { x: 28, y: 40 })
  await main.mouse.up()
  const bent = async () =>
    at(await drawn(main), 'pcie:nic:NIC2').classes.includes('bent') ? line(main, 'pcie:nic:NIC2') : []
  await expect.poll(async () => (await bent()).length).toBe(4)
  const before = await bent()
  const box = at(await drawn(main), 'nic:NIC2')
  await take(main, 'nic:NIC2', { x: -20, y: 30 })
  const moved = at(await drawn(main), 'nic:NIC2')
  const under = await bent()
  expect(under).toHaveLength(4)
  under.slice(1).forEach((point, i) => {
    const last = under[i] ?? point
    expect(Math.min(Math.abs(point.x - last.x), Math.abs(point.y - last.y))).toBeLessThan(1)
  })
  // One end goes with the box, the other stays at its switch.
  const shifts = [0, 3].map((i) => [
    Math.round((under[i]?.x ?? 0) - (before[i]?.x ?? 0)),
    Math.round((under[i]?.y ?? 0) - (before[i]?.y ?? 0)),
  ])
  expect(shifts).toContainEqual([0, 0])
  expect(shifts).toContainEqual([Math.round(moved.x - box.x), Math.round(moved.y - box.y)])
  await main.mouse.up()
})

test('a straight line gets square corners as soon as its box is dragged aside', async ({
  lanescope,
  main,
  scratch,
}) => {
  await openFolder(lanescope, main, writeMachine(join(scratch, 'site'), wholeNode()))
  await show(main, 'Links')
  await unlock(main)
  const straight = await line(main, 'pcie:nic:NIC2')
  expect(straight).toHaveLength(2)
  const box = at(await drawn(main), 'nic:NIC2')
  await take(main, 'nic:NIC2', { x: 28, y: 40 })
  const moved = at(await drawn(main), 'nic:NIC2')
  const under = await line(main, 'pcie:nic:NIC2')
  expect(under).toHaveLength(4)
  under.slice(1).forEach((point, i) => {
    const last = under[i] ?? point
    expect(Math.min(Math.abs(point.x - last.x), Math.abs(point.y - last.y))).toBeLessThan(1)
  })
  const shifts = [0, 1].map((side) => [
    Math.round((under[side * 3]?.x ?? 0) - (straight[side]?.x ?? 0)),
    Math.round((under[side * 3]?.y ?? 0) - (straight[side]?.y ?? 0)),
  ])
  expect(shifts).toContainEqual([0, 0])
  expect(shifts).toContainEqual([Math.round(moved.x - box.x), Math.round(moved.y - box.y)])
  await main.mouse.up()
  await expect.poll(async () => (await line(main, 'pcie:nic:NIC2')).length).toBe(4)
})
