import type { Locator, Page } from '@playwright/test'
import type { SessionView } from '../../shared/derive/session-view'
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type AppHandle, artefacts, expect, viewerPages } from './app'

/** Steps that many specs take: opening things, going to a view, reading what the graph draws. */

export const samples = {
  healthy: 'Healthy node',
  'bad-lane': 'A bad lane',
  'mis-set-nccl': 'NCCL set wrong',
} as const
export type SampleId = keyof typeof samples

export const views = (page: Page): Locator => page.getByRole('navigation', { name: 'Views' }).getByRole('button')

export const tab = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name, exact: false })

export async function show(page: Page, name: string): Promise<void> {
  await tab(page, name).click()
  await expect(tab(page, name)).toHaveAttribute('aria-current', 'page')
}

export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible({ timeout: 60_000 })
  await expect(page.locator('.reading')).toHaveCount(0, { timeout: 60_000 })
}

const viewersMade = new Map<SampleId, string>()

/** The sample as one file, made by the command line; once a worker. */
function viewerOf(id: SampleId): string {
  const known = viewersMade.get(id)
  if (known !== undefined) return known
  const folder = join(artefacts, 'viewer')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${id}-${String(process.pid)}.html`)
  const root = join(import.meta.dirname, '../..')
  const words = ['check', join(root, 'resources/samples', id), '--html', file, '--fail-on', 'never', '--quiet']
  const made = spawnSync(process.execPath, [join(root, 'scripts/lanescope.mjs'), ...words], { encoding: 'utf8' })
  if (made.status !== 0) throw new Error(made.stderr)
  viewersMade.set(id, file)
  return file
}

export async function openSample(page: Page, id: SampleId): Promise<void> {
  if (viewerPages.has(page)) {
    await page.goto(pathToFileURL(viewerOf(id)).href)
    return settled(page)
  }
  await page.getByRole('button', { name: samples[id] }).click()
  await settled(page)
}

/** Opens a folder through the dialog of the app, as a user does who chose it there. */
export async function openFolder(lanescope: AppHandle, page: Page, folder: string): Promise<void> {
  await lanescope.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] })
  }, folder)
  await page.getByRole('button', { name: 'Open folder', exact: false }).click()
  await settled(page)
}

export async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((value) => window.lanescope?.invoke('settings.set', { theme: value }), theme)
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
}

export async function currentSession(page: Page): Promise<SessionView> {
  const state = await page.evaluate(() => window.lanescope?.invoke('session.current', null))
  if (!state?.ok || !state.value.session) throw new Error('no session is open')
  return state.value.session
}

export interface DrawnElement {
  readonly id: string
  readonly group: 'nodes' | 'edges'
  readonly classes: readonly string[]
  readonly label: string
  /** Id of the box or edge that a text, pill or mark belongs to. */
  readonly on: string
  /** Middle, in pixels of the page. */
  readonly x: number
  readonly y: number
  readonly visible: boolean
}

/** The part of cytoscape that the graph's container carries. */
interface DrawnCore {
  elements(): {
    map<T>(
      fn: (element: {
        id(): string
        group(): 'nodes' | 'edges'
        classes(): string[]
        data(name: string): unknown
        renderedPosition(): { x: number; y: number }
        renderedMidpoint(): { x: number; y: number }
        visible(): boolean
      }) => T,
    ): T[]
  }
}

export const graphHost = (page: Page): Locator => page.getByRole('application')

/** What the graph holds and draws now, read from the drawing itself and not from the model behind it. */
export async function drawn(page: Page): Promise<readonly DrawnElement[]> {
  // A large picture comes in pieces.
  await expect(graphHost(page)).not.toHaveAttribute('aria-busy')
  return graphHost(page).evaluate((host) => {
    const registered: unknown = Reflect.get(host, '_cyreg')
    const core = (registered as { cy: DrawnCore }).cy
    const { left, top } = host.getBoundingClientRect()
    return core.elements().map((element) => {
      const at = element.group() === 'nodes' ? element.renderedPosition() : element.renderedMidpoint()
      const text = (name: string): string => {
        const value = element.data(name)
        return typeof value === 'string' ? value : ''
      }
      return {
        id: element.id(),
        group: element.group(),
        classes: [...element.classes()],
        label: text('label'),
        on: text('on'),
        x: left + at.x,
        y: top + at.y,
        visible: element.visible(),
      }
    })
  })
}

/** The part of cytoscape that says where a text lies and what is painted there. */
interface PaintedCore {
  renderer(): { data: { contexts: readonly CanvasRenderingContext2D[] } }
  nodes(selector: string): {
    map<T>(
      fn: (node: { id(): string; renderedBoundingBox(): { x1: number; y1: number; w: number; h: number } }) => T,
    ): T[]
  }
}

/** Texts that the graphs of the page hold but have not painted: one colour where letters should be. */
export async function unpainted(page: Page): Promise<readonly string[]> {
  return page.getByRole('application').evaluateAll((hosts) =>
    hosts.flatMap((host) => {
      const { cy } = Reflect.get(host, '_cyreg') as { cy: PaintedCore }
      // The third layer is the one of nodes.
      const context = cy.renderer().data.contexts[2]
      if (!context) return ['no canvas']
      const { width, height } = context.canvas
      const ratio = width / Math.max(1, host.clientWidth)
      return cy
        .nodes('.text')
        .map((node) => {
          const box = node.renderedBoundingBox()
          const [x, y, w, h] = [box.x1 * ratio, box.y1 * ratio, box.w * ratio, box.h * ratio].map(Math.round)
          if (x === undefined || y === undefined || w === undefined || h === undefined || w < 3 || h < 3) return ''
          if (x < 0 || y < 0 || x + w > width || y + h > height) return ''
          const pixels = new Uint32Array(context.getImageData(x, y, w, h).data.buffer)
          return new Set(pixels).size > 1 ? '' : node.id()
        })
        .filter((fault) => fault !== '')
    }),
  )
}

export const labels = (elements: readonly DrawnElement[]): readonly string[] =>
  elements.map(({ label }) => label).filter((label) => label !== '')

/** Clicks a box or an edge of the graph where it is drawn. */
export async function clickDrawn(page: Page, id: string): Promise<void> {
  const found = (await drawn(page)).find((element) => element.id === id)
  if (!found) throw new Error(`nothing is drawn with the id ${id}`)
  await page.mouse.click(found.x, found.y)
}

/** Active links of each GPU by its index, as the session says: what the drawing must show. */
export function lanesUp(node: SessionView['nodes'][number]): ReadonlyMap<number, number> {
  return new Map(
    node.gpus.map((gpu) => [gpu.index ?? -1, gpu.links.filter(({ state }) => state === 'active').length] as const),
  )
}

/** The texts in a box of the graph, in the order in which they are drawn. */
export const boxTexts = (elements: readonly DrawnElement[], box: string): readonly string[] =>
  elements.filter(({ id, label }) => id.startsWith(`${box}#`) && label !== '').map(({ label }) => label)

/** The lines of a document, as the app reads them. */
export async function documentLines(
  page: Page,
  document: string,
  from: number,
  to: number,
): Promise<readonly string[]> {
  const answer = await page.evaluate((ask) => window.lanescope?.invoke('documents.window', ask), {
    document,
    fromLine: from,
    count: to - from + 1,
  })
  return answer?.ok ? answer.value.lines : []
}

/** Drops a folder of the disk on the page: a file manager gives one File with the folder's name. */
export async function dropFolder(page: Page, path: string): Promise<void> {
  await page.evaluate(
    ([name, from]) => {
      window.__standinPaths = { [name]: from }
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([], name))
      for (const type of ['dragenter', 'dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    },
    [path.split('/').at(-1) ?? '', path] as const,
  )
}

/** Pastes text into the page itself, not into a field. */
export async function pasteText(page: Page, text: string): Promise<void> {
  await page.evaluate((data) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', data)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}
