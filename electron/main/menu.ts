import { Menu, type MenuItemConstructorOptions } from 'electron'
import type { RecentEntry, Sample } from '@shared/contract/channels'
import type { Command } from '@shared/contract/commands'
import { type Settings, languages, themes } from '@shared/contract/settings'
import { isUiKey, uiText } from '@shared/messages/ui'
import { type MenuText, menuText } from './menu-texts'

export interface MenuState {
  readonly language: 'en' | 'zh'
  readonly settings: Settings
  readonly recent: readonly RecentEntry[]
  readonly samples: readonly Sample[]
  readonly mac: boolean
  readonly packaged: boolean
}

/** What main does itself; everything else goes to the window as a command. */
export interface MenuActions {
  open(kind: 'files' | 'folder', add: boolean): void
  openRecent(id: string): void
  openSample(id: string): void
  clearRecent(): void
  change(settings: Partial<Settings>): void
  command(command: Command): void
}

type Item = MenuItemConstructorOptions

/** The whole menu. Ids are stable: tests and the window's command palette name items by them. */
export function buildMenu(state: MenuState, actions: MenuActions): Menu {
  return Menu.buildFromTemplate(menuTemplate(state, actions))
}

export function menuTemplate(state: MenuState, actions: MenuActions): Item[] {
  const text = (key: MenuText): string => menuText(key, state.language)
  const command = (id: Command & MenuText, accelerator?: string): Item => ({
    id,
    label: text(id),
    accelerator,
    click: () => actions.command(id),
  })
  const role = (id: MenuText, name: NonNullable<Item['role']>): Item => ({ id, label: text(id), role: name })
  const line: Item = { type: 'separator' }

  const file: Item[] = [
    {
      id: 'open-files',
      label: text('open-files'),
      accelerator: 'CmdOrCtrl+O',
      click: () => actions.open('files', false),
    },
    {
      id: 'open-folder',
      label: text('open-folder'),
      accelerator: 'CmdOrCtrl+Shift+O',
      click: () => actions.open('folder', false),
    },
    {
      id: 'add-files',
      label: text('add-files'),
      accelerator: 'CmdOrCtrl+Alt+O',
      click: () => actions.open('files', true),
    },
    command('paste-text', 'CmdOrCtrl+Shift+V'),
    { id: 'recent', label: text('recent'), submenu: recentItems(state, actions) },
    {
      id: 'samples',
      label: text('samples'),
      submenu: state.samples.map(({ id }) => ({
        id: `sample:${id}`,
        label: sampleName(id, state.language),
        click: () => actions.openSample(id),
      })),
    },
    line,
    command('open-case'),
    command('save-case', 'CmdOrCtrl+S'),
    command('save-case-as', 'CmdOrCtrl+Shift+S'),
    line,
    command('export-view', 'CmdOrCtrl+E'),
    command('print-report', 'CmdOrCtrl+P'),
    line,
    command('close-session', 'CmdOrCtrl+W'),
    ...(state.mac ? [] : [line, role('quit', 'quit')]),
  ]

  const edit: Item[] = [
    role('undo', 'undo'),
    role('redo', 'redo'),
    line,
    role('cut', 'cut'),
    role('copy', 'copy'),
    role('paste', 'paste'),
    role('select-all', 'selectAll'),
    line,
    command('find', 'CmdOrCtrl+F'),
    command('find-next', 'F3'),
  ]

  const view: Item[] = [
    command('show-overview', 'CmdOrCtrl+1'),
    command('show-links', 'CmdOrCtrl+2'),
    command('show-findings', 'CmdOrCtrl+3'),
    command('show-nccl', 'CmdOrCtrl+4'),
    command('show-bandwidth', 'CmdOrCtrl+5'),
    command('show-health', 'CmdOrCtrl+6'),
    command('show-sources', 'CmdOrCtrl+7'),
    command('show-compare', 'CmdOrCtrl+8'),
    command('show-report', 'CmdOrCtrl+9'),
    line,
    command('command-palette', 'CmdOrCtrl+Shift+P'),
    line,
    {
      id: 'theme',
      label: text('theme'),
      submenu: themes.map((theme) => ({
        id: `theme-${theme}`,
        label: text(`theme-${theme}`),
        type: 'radio',
        checked: state.settings.theme === theme,
        click: () => actions.change({ theme }),
      })),
    },
    {
      id: 'language',
      label: text('language'),
      // A language is named in itself, so that whoever landed in the wrong one finds the way back.
      submenu: languages.map((language) => ({
        id: `language-${language}`,
        label: language === 'system' ? text('language-system') : language === 'en' ? 'English' : '简体中文',
        type: 'radio',
        checked: state.settings.language === language,
        click: () => actions.change({ language }),
      })),
    },
    line,
    role('zoom-in', 'zoomIn'),
    role('zoom-out', 'zoomOut'),
    role('zoom-reset', 'resetZoom'),
    role('full-screen', 'togglefullscreen'),
    ...(state.packaged ? [] : [line, role('developer-tools', 'toggleDevTools')]),
  ]

  return [
    ...(state.mac ? [macMenu(role, command)] : []),
    { id: 'file', label: text('file'), submenu: file },
    { id: 'edit', label: text('edit'), submenu: edit },
    { id: 'view', label: text('view'), submenu: view },
    { id: 'window', label: text('window'), role: 'window', submenu: [role('minimize', 'minimize')] },
    {
      id: 'help',
      label: text('help'),
      role: 'help',
      submenu: [
        command('keyboard-help', 'F1'),
        {
          id: 'prove-rules',
          label: uiText(state.language, 'prove.title'),
          click: () => actions.command('prove-rules'),
        },
        ...(state.mac ? [] : [command('about')]),
      ],
    },
  ]
}

/** As the first screen of the window calls it. */
function sampleName(id: string, language: MenuState['language']): string {
  const key = `open.sample.${id}`
  return isUiKey(key) ? uiText(language, key) : id
}

function recentItems(state: MenuState, actions: MenuActions): Item[] {
  if (state.recent.length === 0)
    return [{ id: 'clear-recent', label: menuText('clear-recent', state.language), enabled: false }]
  return [
    ...state.recent.map(({ id, names }) => ({
      id: `recent:${id}`,
      label: names.length > 3 ? `${names.slice(0, 3).join(', ')} …` : names.join(', '),
      click: () => actions.openRecent(id),
    })),
    { type: 'separator' },
    { id: 'clear-recent', label: menuText('clear-recent', state.language), click: () => actions.clearRecent() },
  ]
}

/** macOS puts the app's own items in a menu of its name. */
function macMenu(role: (id: MenuText, name: NonNullable<Item['role']>) => Item, command: (id: 'about') => Item): Item {
  return {
    id: 'app',
    label: 'Lanescope',
    submenu: [
      command('about'),
      { type: 'separator' },
      { role: 'services' },
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      role('quit', 'quit'),
    ],
  }
}
