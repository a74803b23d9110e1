import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { wholeNode, writeMachine } from '../builders/machines'
import { dropPaths, expect, test } from './app'
import { openFolder, settled, views } from './steps'

/** Without a pointer, with large text, without motion. */

declare global {
  interface Window {
    walked: { readonly reached: Set<Element>; readonly unseen: string[]; round: boolean }
  }
}

/** Goes through the page by Tab; gives what was never reached, and what had the focus without a sign of it. */
async function walk(page: Page): Promise<{ readonly missed: readonly string[]; readonly unseen: readonly string[] }> {
  await page.evaluate(() => {
    const walked = { reached: new Set<Element>(), unseen: [] as string[], round: false }
    window.walked = walked
    document.addEventListener('focusin', (event) => {
      // The paper of a report is a document within the document.
      const target = event.composedPath()[0]
      if (!(target instanceof HTMLElement) || window.walked !== walked) return
      if (walked.reached.has(target)) walked.round = true
      walked.reached.add(target)
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(target)
      // A label may show the focus of the field that it holds.
      const around = target.closest('label') ?? target.parentElement ?? target
      const outside = getComputedStyle(around)
      const seen =
        (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) ||
        boxShadow !== 'none' ||
        (outside.outlineStyle !== 'none' && parseFloat(outside.outlineWidth) > 0)
      if (!seen) walked.unseen.push(target.outerHTML.slice(0, 160))
    })
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  for (let i = 0; i < 100 && !(await page.evaluate(() => window.walked.round)); i++)
    for (let k = 0; k < 20; k++) await page.keyboard.press('Tab')
  return page.evaluate(() => {
    const { reached, unseen } = window.walked
    const due = [
      ...document.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, summary, [tabindex="0"]'),
    ].filter(
      (element) =>
        element.tabIndex >= 0 &&
        !element.matches(':disabled, [type="radio"]:not(:checked)') &&
        element.closest('[inert], [aria-hidden="true"]') === null &&
        element.checkVisibility({ visibilityProperty: true }),
    )
    return { missed: due.filter((one) => !reached.has(one)).map((one) => one.outerHTML.slice(0, 160)), unseen }
  })
}

test('every view is reached and walked by keys alone, and the focus is seen at each stop', async ({
  lanescope,
  main,
  scratch,
}) => {
  test.slow()
  await openFolder(lanescope, main, writeMachine(join(scratch, 'site'), wholeNode()))
  const count = await views(main).count()
  expect(count).toBeGreaterThan(8)
  for (let i = 0; i < count; i++) {
    if (i < 9) await main.keyboard.press(`Control+${String(i + 1)}`)
    else {
      // Ctrl 0 is the size of the text everywhere; the tenth view is named.
      await main.keyboard.press('Control+Shift+P')
      await main.keyboard.type('Fleet')
      await main.keyboard.press('Enter')
    }
    await expect(views(main).nth(i)).toHaveAttribute('aria-current', 'page')
    const name = await views(main).nth(i).innerText()
    // Parts that come after the first frame are there when they are walked to.
    await main.waitForTimeout(300)
    expect(await walk(main), name).toEqual({ missed: [], unseen: [] })
  }
})

for (const language of ['en', 'zh'] as const)
  test(`text at 150 % in a window of 1280 px: no button of a view is out of sight, ${language}`, async ({
    lanescope,
    main,
    scratch,
  }) => {
    test.slow()
    await openFolder(lanescope, main, writeMachine(join(scratch, 'site'), wholeNode()))
    await main.evaluate((value) => window.lanescope?.invoke('settings.set', { language: value }), language)
    await expect(main.locator('html')).toHaveAttribute('lang', language === 'zh' ? /^zh/ : 'en')
    await main.setViewportSize({ width: 853, height: 533 })
    const tabs = main.locator('header.top nav button')
    for (let i = 0; i < (await tabs.count()); i++) {
      await tabs.nth(i).click()
      await main.waitForTimeout(100)
      const outside = await main.locator('header.top button, .tool button, .tool input').evaluateAll((elements) =>
        elements
          .filter((element) => element.checkVisibility())
          .filter((element) => {
            const { left, right, top, bottom } = element.getBoundingClientRect()
            const covered = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
            return (
              left < 0 || right > innerWidth || !covered || !(element.contains(covered) || covered.contains(element))
            )
          })
          .map((element) => element.outerHTML.slice(0, 160)),
      )
      expect(outside, await tabs.nth(i).innerText()).toEqual([])
    }
  })

test('a long name of a case leaves every view in sight', async ({ lanescope, main, scratch }) => {
  await openFolder(
    lanescope,
    main,
    writeMachine(join(scratch, 'customer-site-with-a-long-name-2026-11-30'), wholeNode()),
  )
  for (const width of [1280, 1271, 1270, 1100]) {
    await main.setViewportSize({ width, height: 800 })
    const rights = await views(main).evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().right))
    const bar = await main.locator('header.top nav').evaluate((nav) => nav.getBoundingClientRect().right)
    expect(Math.max(...rights), String(width)).toBeLessThanOrEqual(Math.min(bar, width) + 0.5)
  }
})

test('who asked for less motion sees none, also while a file is read', async ({ main, scratch }) => {
  await main.emulateMedia({ reducedMotion: 'reduce' })
  await main.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { moving: seen })
    const look = (): void => {
      for (const { effect } of document.getAnimations())
        if (effect instanceof KeyframeEffect) seen.push(effect.target?.outerHTML.slice(0, 160) ?? '')
      requestAnimationFrame(look)
    }
    look()
  })
  const folder = writeMachine(join(scratch, 'site'), wholeNode('gn-a07', 4000))
  await dropPaths(
    main,
    readdirSync(join(folder, 'gn-a07')).map((name) => join(folder, 'gn-a07', name)),
  )
  await settled(main)
  expect(await main.evaluate(() => (window as unknown as { moving: string[] }).moving)).toEqual([])
})
