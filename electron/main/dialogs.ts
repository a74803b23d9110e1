import { basename, extname, join } from 'node:path'
import { type BrowserWindow, app, dialog } from 'electron'
import type { ExportKind } from '@shared/contract/channels'

/** Native dialogs. The user picks every path; the window only suggests a file name. */

export async function chooseInputs(window: BrowserWindow, kind: 'files' | 'folder'): Promise<readonly string[]> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    properties:
      kind === 'folder' ? ['openDirectory', 'multiSelections'] : ['openFile', 'multiSelections', 'showHiddenFiles'],
  })
  return canceled ? [] : filePaths
}

export async function chooseCase(window: BrowserWindow): Promise<string | undefined> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    properties: ['openFile'],
    filters: [caseFilter],
  })
  return canceled ? undefined : filePaths[0]
}

export async function chooseCaseTarget(window: BrowserWindow, suggestedName: string): Promise<string | undefined> {
  return chooseTarget(window, suggestedName, caseFilter)
}

export async function chooseExport(
  window: BrowserWindow,
  suggestedName: string,
  kind: ExportKind | 'pdf',
): Promise<string | undefined> {
  return chooseTarget(window, suggestedName, exportFilters[kind])
}

/** What to do with notes that are not saved; closing the question is no answer to lose them. */
export async function askToSave(
  window: BrowserWindow,
  words: { readonly title: string; readonly text: string; readonly buttons: readonly [string, string, string] },
): Promise<'save' | 'discard' | 'cancel'> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: words.title,
    detail: words.text,
    buttons: [...words.buttons],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  })
  return response === 0 ? 'save' : response === 1 ? 'discard' : 'cancel'
}

export async function tellProblem(window: BrowserWindow, message: string): Promise<void> {
  await dialog.showMessageBox(window, { type: 'warning', message })
}

interface Filter {
  name: string
  extensions: string[]
}
const caseFilter: Filter = { name: 'Lanescope', extensions: ['lanescope'] }
const exportFilters: Readonly<Record<ExportKind | 'pdf', Filter>> = {
  svg: { name: 'SVG', extensions: ['svg'] },
  png: { name: 'PNG', extensions: ['png'] },
  text: { name: 'Text', extensions: ['txt'] },
  csv: { name: 'CSV', extensions: ['csv'] },
  json: { name: 'JSON', extensions: ['json', 'ndjson'] },
  markdown: { name: 'Markdown', extensions: ['md'] },
  html: { name: 'HTML', extensions: ['html'] },
  pdf: { name: 'PDF', extensions: ['pdf'] },
}

async function chooseTarget(window: BrowserWindow, suggestedName: string, filter: Filter): Promise<string | undefined> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    defaultPath: join(app.getPath('documents'), safeFileName(suggestedName, filter.extensions[0] ?? 'txt')),
    filters: [filter],
  })
  if (canceled || filePath === '') return undefined
  // Some Linux dialogs give the name back without the extension of the chosen filter.
  return extname(filePath) === '' ? `${filePath}.${filter.extensions[0] ?? 'txt'}` : filePath
}

/** A bare file name that every file system takes, with the extension of its kind. */
export function safeFileName(name: string, extension: string): string {
  const bare = basename(name.replaceAll('\\', '/'))
    .replace(/[\u0000-\u001f<>:"|?*]/g, '_')
    .replace(/^\.+/, '')
  const stem = bare === '' ? 'lanescope' : bare
  return extname(stem).toLowerCase() === `.${extension}` ? stem : `${stem}.${extension}`
}
