import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { dcgmSamples, largeNode, sixteenGpus, wholeNode, writeMachine } from '../builders/machines'
import { artefacts, dropPaths, expect, test } from './app'
import { drawn, graphHost, openFolder, openSample, settled, show } from './steps'

/**
 * How fast the window is, measured inside the page: `node scripts/bench-window.mjs` runs this and prints the figures. Only what
 * is broken fails here; whether a figure is good is for the reader, who sees the load of the machine beside it.
 */
const results: Record<string, number | string> = {}
const keep = (name: string, value: number): number => (results[name] = Math.round(value * 10) / 10)

test.describe.configure({ mode: 'serial' })
test.setTimeout(300_000)
test.afterAll(() => {
  const load = loadavg().map((value) => Math.round(value * 10) / 10)
  mkdirSync(artefacts, { recursive: true })
  writeFileSync(join(artefacts, 'bench-window.json'), `${JSON.stringify({ ...results, load }, null, 2)}\n`)
})

interface Watch {
  arrived: number
  /** When the last key or button was pressed. */
  pressed: number
  tasks: { start: number; length: number }[]
}
declare global {
  interface Window {
    benchWatch: Watch
  }
}

/** Notes when a session arrives, and every long task, from now on. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const known = window.benchWatch as Watch | undefined
    if (known) {
      known.arrived = 0
      known.pressed = 0
      known.tasks.length = 0
      return
    }
    const state: Watch = { arrived: 0, pressed: 0, tasks: [] }
    for (const type of ['keydown', 'pointerdown'])
      window.addEventListener(type, (event) => (state.pressed = event.timeStamp), true)
    window.benchWatch = state
    window.lanescope?.on('session', () => (state.arrived = performance.now()))
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) state.tasks.push({ start: entry.startTime, length: entry.duration })
    }).observe({ entryTypes: ['longtask'] })
  })
}

/** Milliseconds from `from` until `selector` is there and a frame with it was painted, and until no long task follows it. */
async function picture(
  page: Page,
  selector: string,
  from: 'arrived' | 'pressed',
): Promise<[shown: number, idle: number]> {
  return page.evaluate(
    async ([wanted, origin]) => {
      const frame = () => new Promise<number>((done) => requestAnimationFrame(done))
      const begin = performance.now()
      const drawn = (): boolean => {
        const element = document.querySelector(wanted)
        if (!element) return false
        // What comes in pieces is there when its last piece is.
        if (element.getAttribute('aria-busy') === 'true') return false
        if (element.getAttribute('role') !== 'application') return true
        const core = (Reflect.get(element, '_cyreg') as { cy?: { elements(): { length: number } } } | undefined)?.cy
        return (core?.elements().length ?? 0) > 0
      }
      while (window.benchWatch[origin] === 0 || !drawn()) {
        if (performance.now() - begin > 60_000) throw new Error(`never drawn: ${wanted}`)
        await frame()
      }
      await frame()
      // The task after a frame runs when that frame is painted.
      await new Promise((done) => setTimeout(done))
      const shown = performance.now()
      let quiet = shown
      while (performance.now() - quiet < 300) {
        await new Promise((done) => setTimeout(done, 50))
        const last = window.benchWatch.tasks.at(-1)
        if (last && last.start + last.length > quiet) quiet = last.start + last.length
      }
      const zero = window.benchWatch[origin]
      return [shown - zero, Math.max(shown, quiet) - zero] as [number, number]
    },
    [selector, from] as const,
  )
}

/** Frames a second and the longest gap while the page moves something in each frame for two seconds. */
async function frames(
  page: Page,
  kind: 'pan' | 'drag' | 'zoom' | 'scroll',
  selector: string,
  /** Of `drag`: the middle of the box to take, in pixels of the page. */
  box?: { readonly x: number; readonly y: number },
): Promise<[fps: number, gap: number]> {
  return page.evaluate(
    async ([what, wanted, taken]) => {
      const held = what === 'pan' || what === 'drag'
      const element = document.querySelector<HTMLElement>(wanted)
      if (!element) throw new Error(`not there: ${wanted}`)
      const { left, top, width, height } = element.getBoundingClientRect()
      const at = taken ?? { x: left + width * 0.98, y: top + height * 0.04 }
      const target = element.querySelector('canvas') ?? element
      const fire = (type: string, x: number, y: number, buttons: number): void => {
        const event = new MouseEvent(type, {
          clientX: x,
          clientY: y,
          buttons,
          button: 0,
          bubbles: true,
          cancelable: true,
        })
        ;(type === 'mousedown' ? target : window).dispatchEvent(event)
      }
      if (held) fire('mousedown', at.x, at.y, 1)
      const times: number[] = []
      const begin = performance.now()
      let down = true
      const stride = Math.min(54, Math.max(4, (element.scrollHeight - element.clientHeight) / 8))
      for (let i = 0; performance.now() - begin < 2000; i++) {
        times.push(await new Promise<number>((done) => requestAnimationFrame(done)))
        if (held) fire('mousemove', at.x - (i % 100) * 3, at.y + (i % 50) * 2, 1)
        else if (what === 'zoom')
          target.dispatchEvent(
            new WheelEvent('wheel', {
              clientX: left + width / 2,
              clientY: top + height / 2,
              deltaY: i % 40 < 20 ? -20 : 20,
              bubbles: true,
              cancelable: true,
            }),
          )
        else {
          // To and fro: at the end of a short list nothing would move.
          if (element.scrollTop + 1 >= element.scrollHeight - element.clientHeight) down = false
          if (element.scrollTop <= 0) down = true
          element.scrollTop += down ? stride : -stride
        }
      }
      if (held) fire('mouseup', at.x, at.y, 0)
      const gaps = times.slice(1).map((time, i) => time - (times[i] ?? time))
      const span = (times.at(-1) ?? 0) - (times[0] ?? 0)
      return [(gaps.length * 1000) / span, Math.max(...gaps)] as [number, number]
    },
    [kind, selector, box] as const,
  )
}

const longest = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, ...window.benchWatch.tasks.map(({ length }) => length)))

const graph = '[role="application"]'

async function graphFrames(page: Page, name: string): Promise<void> {
  const measure = async (kind: 'pan' | 'drag' | 'zoom', box?: { readonly x: number; readonly y: number }) => {
    await watch(page)
    const [fps, gap] = await frames(page, kind, graph, box)
    keep(`${name}: frames a second, ${kind}`, fps)
    keep(`${name}: longest frame, ${kind} (ms)`, gap)
  }
  await page.getByRole('button', { name: 'Arrange' }).click()
  await page.getByRole('menuitem', { name: /Unlock/ }).click()
  const box = (id: string, elements: Awaited<ReturnType<typeof drawn>>) => elements.find((element) => element.id === id)
  const before = box('gpu:0', await drawn(page))
  await measure('drag', before)
  const after = box('gpu:0', await drawn(page))
  expect(Math.abs((after?.x ?? 0) - (before?.x ?? 0)) + Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeGreaterThan(8)
  await measure('pan')
  await measure('zoom')
}

test('an 8-GPU node', async ({ main }) => {
  await openSample(main, 'bad-lane')
  await main.evaluate(() => window.lanescope?.invoke('session.close', null))
  await watch(main)
  await main.getByRole('button', { name: 'A bad lane' }).click()
  const [overview, idle] = await picture(main, 'article.card', 'arrived')
  keep('8 GPUs: overview after the session arrived (ms)', overview)
  keep('8 GPUs: interactive after the session arrived (ms)', idle)
  await settled(main)
  await watch(main)
  const opened = picture(main, graph, 'pressed')
  await main.keyboard.press('Control+2')
  keep('8 GPUs: graph after the key (ms)', (await opened)[0])
  keep('8 GPUs: longest task (ms)', await longest(main))
  keep('8 GPUs: drawn elements', (await drawn(main)).length)
  // The graph on screen follows a session that arrives.
  await watch(main)
  await main.evaluate(() => window.lanescope?.invoke('open.sample', { id: 'bad-lane' }))
  keep('8 GPUs: graph after the session arrived (ms)', (await picture(main, graph, 'arrived'))[0])
  await graphFrames(main, '8 GPUs')
})

test('2000 drawn elements', async ({ lanescope, main, scratch }) => {
  await openFolder(lanescope, main, writeMachine(join(scratch, 'large'), largeNode()))
  await watch(main)
  const opened = picture(main, graph, 'pressed')
  await main.keyboard.press('Control+2')
  const [shown, idle] = await opened
  const elements = await drawn(main)
  expect(elements.length).toBeGreaterThanOrEqual(2000)
  keep('large: drawn elements', elements.length)
  keep('large: graph after the key (ms)', shown)
  keep('large: interactive after the key (ms)', idle)
  keep('large: longest task (ms)', await longest(main))
  await main.keyboard.press('0')
  await graphFrames(main, 'large')
})

test('a matrix of 80 rows', async ({ lanescope, main, scratch }) => {
  await openFolder(lanescope, main, writeMachine(join(scratch, 'x16'), sixteenGpus()))
  await show(main, 'Links')
  await watch(main)
  const matrix = picture(main, 'table.mx[aria-busy="false"]', 'pressed')
  await main.keyboard.press('m')
  keep('16 GPUs and 64 NICs: matrix after the key (ms)', (await matrix)[0])
  keep('16 GPUs and 64 NICs: longest task (ms)', await longest(main))
})

test('a million samples in Health', async ({ lanescope, main, scratch }) => {
  const folder = writeMachine(join(scratch, 'site'), { 'gn-a07/dcgmi-dmon.txt': dcgmSamples(8, 41_667) })
  await openFolder(lanescope, main, writeMachine(folder, wholeNode('gn-a08', 10)))
  await watch(main)
  const opened = picture(main, '.samples[aria-busy="false"]', 'pressed')
  await show(main, 'Health')
  const [shown, idle] = await opened
  keep('a million samples: charts after the click (ms)', shown)
  keep('a million samples: interactive (ms)', idle)
  keep('a million samples: longest task (ms)', await longest(main))
  await watch(main)
  const [fps, gap] = await frames(main, 'scroll', '.samples')
  keep('a million samples: frames a second, scroll', fps)
  keep('a million samples: longest frame, scroll (ms)', gap)
})

test('500 MB of text in Sources', async ({ main, scratch }) => {
  const megabytes = Number(process.env['LANESCOPE_BENCH_MB'] ?? 500)
  const path = join(scratch, 'training.log')
  const file = openSync(path, 'w')
  const block = Buffer.from(
    Array.from(
      { length: 8000 },
      (_, i) => `step ${i} | loss ${(2 + Math.cos(i)).toFixed(6)} | grad norm 0.${i} | elapsed ${i} s\n`,
    ).join(''),
  )
  for (let written = 0; written < megabytes * 1e6; written += block.length) writeSync(file, block)
  writeSync(file, 'gn-a07:41000:41600 [0] NCCL WARN the needle of this haystack\n')
  closeSync(file)
  const other = join(scratch, 'lscpu.txt')
  writeFileSync(other, 'Architecture:        x86_64\nCPU(s):              64\nSocket(s):           2\n')
  await openSample(main, 'healthy')
  await watch(main)
  const begin = performance.now()
  await dropPaths(main, [path, other])
  await expect(main.locator('.reading')).toBeVisible()
  await settled(main)
  keep('500 MB: read and judged (ms)', performance.now() - begin)
  keep('500 MB: longest task of the window while reading (ms)', await longest(main))
  await show(main, 'Sources')
  const item = main.getByRole('treeitem', { name: /training\.log/ })
  await main.getByRole('treeitem', { name: /lscpu\.txt/ }).click()
  await watch(main)
  const opened = picture(main, '.viewer [aria-label*="training.log"] .l .t', 'pressed')
  await item.click()
  keep('500 MB: text after the click (ms)', (await opened)[0])
  const [fps, gap] = await frames(main, 'scroll', '.viewer .scroll')
  keep('500 MB: frames a second, scroll', fps)
  keep('500 MB: longest frame, scroll (ms)', gap)
  const search = performance.now()
  await main.getByRole('searchbox', { name: 'Find in this document' }).fill('needle of this haystack')
  await expect(main.locator('.viewer .l.on mark')).toHaveText('needle of this haystack', { timeout: 60_000 })
  keep('500 MB: found at the last line (ms)', performance.now() - search)
  keep('500 MB: longest task (ms)', await longest(main))
  expect(await graphHost(main).count()).toBe(0)
})
