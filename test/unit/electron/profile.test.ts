import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { languageFromArguments, languageOf, pathsFromArguments } from '../../../electron/main/arguments'
import { writeAtomic } from '../../../electron/main/atomic-file'
import { mayOpenOutside } from '../../../electron/main/links'
import { createRecent } from '../../../electron/main/recent'
import { listSamples, samplePath } from '../../../electron/main/samples'
import { createSettings } from '../../../electron/main/settings-file'
import { firstState, fitToScreens, loadWindowState, saveWindowState } from '../../../electron/main/window-state'

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'lanescope-profile-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('writeAtomic', () => {
  it('replaces the whole file and leaves nothing beside it', () => {
    const file = join(folder, 'deep/er/file.json')
    writeAtomic(file, 'one')
    writeAtomic(file, new TextEncoder().encode('two'))
    expect(readFileSync(file, 'utf8')).toBe('two')
    expect(readdirSync(join(folder, 'deep/er'))).toEqual(['file.json'])
  })

  it('keeps the old file when the new one cannot take its place', () => {
    expect(() => writeAtomic(folder, 'a folder has this name')).toThrow()
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('the command line', () => {
  it('names files after the switches, seen from the folder of the caller', () => {
    expect(pathsFromArguments(['electron', '--no-sandbox', '.', 'a.log', '--flag', '/b'], false, '/home')).toEqual([
      '/home/a.log',
      '/b',
    ])
    expect(pathsFromArguments(['/opt/lanescope', 'a.log'], true, '/home')).toEqual(['/home/a.log'])
    expect(pathsFromArguments(['electron', '.'], false, '/home')).toEqual([])
  })
})

describe('links to the outside', () => {
  it.each(['https://docs.nvidia.com/deploy/xid-errors/', 'https://github.com/NVIDIA/nccl/issues/1'])(
    'opens %s',
    (address) => {
      expect(mayOpenOutside(address)).toBe(true)
    },
  )
  it.each([
    'http://docs.nvidia.com/',
    'https://docs.nvidia.com.example.org/',
    'https://user@docs.nvidia.com/',
    'https://docs.nvidia.com:8443/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'docs.nvidia.com',
  ])('refuses %s', (address) => {
    expect(mayOpenOutside(address)).toBe(false)
  })
})

describe('recent files', () => {
  it('keeps the newest first, once each, over a restart', () => {
    const file = join(folder, 'recent.json')
    const recent = createRecent(file)
    recent.add(['/a/one.log'], 1)
    recent.add(['/a/two.log', '/b/three.log'], 2)
    recent.add(['/a/one.log'], 3)
    const again = createRecent(file)
    expect(again.list().map(({ names, folder: where, openedAt }) => ({ names, where, openedAt }))).toEqual([
      { names: ['one.log'], where: '/a', openedAt: 3 },
      { names: ['two.log', 'three.log'], where: '/a', openedAt: 2 },
    ])
    expect(again.pathsOf(again.list()[1]?.id ?? '')).toEqual(['/a/two.log', '/b/three.log'])
    again.clear()
    expect(createRecent(file).list()).toEqual([])
  })

  it('starts empty from a file that is no list', () => {
    writeFileSync(join(folder, 'recent.json'), '{"not": "a list"}')
    expect(createRecent(join(folder, 'recent.json')).list()).toEqual([])
  })
})

describe('settings', () => {
  it('keeps what was set and the rest at its default', () => {
    const file = join(folder, 'settings.json')
    createSettings(file).set({ language: 'zh' })
    expect(createSettings(file).get()).toEqual({ theme: 'system', language: 'zh' })
    writeFileSync(file, '{"theme": "pink"}')
    expect(createSettings(file).get()).toEqual({ theme: 'system', language: 'system' })
  })
})

describe('the language', () => {
  it.each<[string[], string | undefined]>([
    [['lanescope', '--lang', 'zh'], 'zh'],
    [['lanescope', '--lang=zh-CN', 'a.txt'], 'zh'],
    [['lanescope', '--lang=zh', '--lang', 'en'], 'en'],
    [['lanescope', '--lang=fr'], undefined],
    [['lanescope', '--lang'], undefined],
    [['lanescope', 'zh'], undefined],
  ])('%j asks for %s', (argv, language) => expect(languageFromArguments(argv)).toBe(language))

  it.each([
    ['zh-CN', 'zh'],
    ['zh-TW', 'zh'],
    ['zh_CN.UTF-8', 'zh'],
    ['en-US', 'en'],
    ['de', 'en'],
    ['zhu', 'en'],
  ])('of the locale %s is %s', (locale, language) => expect(languageOf(locale)).toBe(language))

  it('that was asked for is no file to open', () => {
    expect(pathsFromArguments(['lanescope', '--lang', 'zh', 'a.txt'], true, '/x')).toEqual(['/x/a.txt'])
  })

  it('of the command line holds until another is chosen, and is not kept', () => {
    const file = join(folder, 'settings.json')
    const settings = createSettings(file, { language: 'zh' })
    expect(settings.get().language).toBe('zh')
    expect(settings.set({ theme: 'dark' })).toEqual({ theme: 'dark', language: 'zh' })
    expect(createSettings(file).get()).toEqual({ theme: 'dark', language: 'system' })
    expect(settings.set({ language: 'en' }).language).toBe('en')
  })
})

describe('samples', () => {
  it('are the entries of the folder, and only those have a path', () => {
    writeFileSync(join(folder, 'healthy.txt'), '')
    writeFileSync(join(folder, 'ABOUT.md'), '')
    expect(listSamples(folder)).toEqual([{ id: 'healthy.txt' }])
    expect(samplePath(folder, 'healthy.txt')).toBe(join(folder, 'healthy.txt'))
    expect(samplePath(folder, '../healthy.txt')).toBeUndefined()
    expect(listSamples(join(folder, 'none'))).toEqual([])
  })
})

describe('the place of the window', () => {
  const screens = [{ x: 0, y: 0, width: 1920, height: 1080 }]

  it('comes back as it was left', () => {
    const file = join(folder, 'window.json')
    const state = { x: 40, y: 50, width: 1000, height: 700, maximized: true }
    saveWindowState(file, state)
    expect(loadWindowState(file, screens)).toEqual(state)
  })
  it('forgets a place on a screen that is gone, and a size that is too small', () => {
    expect(fitToScreens({ x: 5000, y: 10, width: 1000, height: 700, maximized: false }, screens)).toEqual({
      width: 1000,
      height: 700,
      maximized: false,
    })
    expect(fitToScreens({ x: 10, y: 10, width: 1, height: 1, maximized: false }, screens)).toMatchObject({
      x: 10,
      width: 880,
      height: 560,
    })
  })
  it('starts at the usual size without a file or with a broken one', () => {
    const file = join(folder, 'window.json')
    expect(loadWindowState(file, screens)).toEqual(firstState)
    writeFileSync(file, '{"width": "wide"')
    expect(loadWindowState(file, screens)).toEqual(firstState)
  })
})
