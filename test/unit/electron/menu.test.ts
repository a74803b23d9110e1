import { describe, expect, it, vi } from 'vitest'
import type { MenuItemConstructorOptions } from 'electron'
import { commands } from '../../../shared/contract/commands'
import { defaultSettings } from '../../../shared/contract/settings'
import { safeFileName } from '../../../electron/main/dialogs'
import { type MenuActions, type MenuState, menuTemplate } from '../../../electron/main/menu'

vi.mock('electron', () => ({ Menu: {}, dialog: {}, app: {} }))

const state: MenuState = {
  language: 'en',
  settings: defaultSettings,
  recent: [{ id: 'r1', names: ['a.log'], folder: '/captures', openedAt: 0 }],
  samples: [{ id: 'healthy' }],
  mac: false,
  packaged: true,
}

function actions(): MenuActions & { readonly done: string[] } {
  const done: string[] = []
  return {
    done,
    open: (kind, add) => done.push(`open ${kind} ${add}`),
    openRecent: (id) => done.push(`recent ${id}`),
    openSample: (id) => done.push(`sample ${id}`),
    clearRecent: () => done.push('clear'),
    change: (settings) => done.push(JSON.stringify(settings)),
    command: (command) => done.push(command),
  }
}

function flat(items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])])
}

describe.each(['linux', 'mac'])('the menu on %s', (system) => {
  const of = (language: 'en' | 'zh') => flat(menuTemplate({ ...state, language, mac: system === 'mac' }, actions()))

  it('offers every command, and every id once', () => {
    const ids = of('en').flatMap(({ id }) => (id === undefined ? [] : [id]))
    expect(commands.filter((command) => !ids.includes(command))).toEqual([])
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  it('gives no key twice', () => {
    const keys = of('en').flatMap(({ accelerator }) => (accelerator === undefined ? [] : [accelerator]))
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
    expect(keys.length).toBeGreaterThan(15)
  })

  it('has the same items in Chinese', () => {
    expect(of('zh').map(({ id }) => id)).toEqual(of('en').map(({ id }) => id))
    expect(of('zh').find(({ id }) => id === 'open-files')?.label).toBe('打开文件…')
  })
})

describe('menu items', () => {
  it('do what they say', () => {
    const acts = actions()
    const items = flat(menuTemplate(state, acts))
    for (const id of ['open-folder', 'add-files', 'recent:r1', 'sample:healthy', 'theme-dark', 'find']) {
      // Electron passes the item, the window and the event; ours need none of them.
      const click = items.find((item) => item.id === id)?.click
      Reflect.apply(click ?? (() => undefined), undefined, [])
    }
    expect(acts.done).toEqual([
      'open folder false',
      'open files true',
      'recent r1',
      'sample healthy',
      '{"theme":"dark"}',
      'find',
    ])
  })
})

describe('a suggested file name', () => {
  it.each([
    ['report', 'pdf', 'report.pdf'],
    ['report.PDF', 'pdf', 'report.PDF'],
    ['../../etc/passwd', 'txt', 'passwd.txt'],
    ['a:b*c?.svg', 'svg', 'a_b_c_.svg'],
    ['..\\x', 'svg', 'x.svg'],
    ['...', 'csv', 'lanescope.csv'],
  ])('%s as %s becomes %s', (name, extension, expected) => {
    expect(safeFileName(name, extension)).toBe(expected)
  })
})
