import { type Command } from '@shared/contract/commands'
import { call, canOpen } from './bridge'
import { openCase, saveCase } from './case'
import { navigation } from './navigation.svelte'
import { notes } from './notes.svelte'
import { pasteFromClipboard } from './open'
import { shell } from './shell.svelte'
import { viewCommands } from './view-commands'

/** The menu's own undo is that of text fields; ours, for mutes and names, is a key of the page. */
export type WindowCommand = Command | 'undo' | 'redo' | 'notes'

/** Carries out a command of the menu, the palette or a key. */
export async function runCommand(command: WindowCommand): Promise<void> {
  if (command.startsWith('show-')) {
    navigation.show(command.slice('show-'.length))
    return
  }
  switch (command) {
    case 'paste-text':
      return pasteFromClipboard()
    case 'open-case':
      return openCase()
    case 'save-case':
      return saveCase(false)
    case 'save-case-as':
      return saveCase(true)
    case 'close-session':
      await call('session.close', null)
      return
    case 'find':
      return viewCommands().find?.()
    case 'find-next':
      return viewCommands().findNext?.()
    case 'export-view':
      return viewCommands().exportView?.()
    case 'undo':
      return notes.undo()
    case 'redo':
      return notes.redo()
    case 'print-report':
      return navigation.show('report')
    case 'command-palette':
      shell.palette = true
      return
    case 'keyboard-help':
      shell.keys = true
      return
    case 'notes':
      shell.notes = true
      return
    case 'prove-rules':
      shell.prove = true
      return
    case 'about':
      shell.about = true
      return
  }
}

interface Keys {
  readonly key: string
  readonly command: WindowCommand
  readonly ctrl?: boolean
  readonly shift?: boolean
}

/** Keys that work everywhere; the same as the accelerators of the menu, which the page sees first. */
const keys: readonly Keys[] = [
  { key: 'p', ctrl: true, shift: true, command: 'command-palette' },
  { key: 'k', ctrl: true, command: 'command-palette' },
  { key: 'z', ctrl: true, command: 'undo' },
  { key: 'z', ctrl: true, shift: true, command: 'redo' },
  { key: 'y', ctrl: true, command: 'redo' },
  { key: 'f', ctrl: true, command: 'find' },
  { key: 'F3', command: 'find-next' },
  { key: 's', ctrl: true, command: 'save-case' },
  { key: 's', ctrl: true, shift: true, command: 'save-case-as' },
]

const inField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.matches('input, textarea, select') || target.isContentEditable)

/** Takes a key press if it is one of the window's; `views` are the ids in the order of the tabs. */
export function takeKey(event: KeyboardEvent, views: readonly string[]): boolean {
  const ctrl = event.ctrlKey || event.metaKey
  const editing = inField(event.target)
  if (event.altKey && !ctrl) {
    if (event.key === 'ArrowLeft') navigation.back()
    else if (event.key === 'ArrowRight') navigation.forward()
    else return false
    return true
  }
  if (ctrl && /^[1-9]$/.test(event.key)) {
    const view = views[Number(event.key) - 1]
    if (view !== undefined) navigation.show(view)
    return view !== undefined
  }
  if (!ctrl && !editing && event.key === '?') {
    shell.keys = true
    return true
  }
  if (!ctrl && !editing && event.key === '/' && viewCommands().find) {
    viewCommands().find?.()
    return true
  }
  const found = keys.find(
    (one) =>
      one.key.toLowerCase() === event.key.toLowerCase() &&
      (one.ctrl ?? false) === ctrl &&
      (one.shift ?? false) === event.shiftKey,
  )
  if (!found) return false
  // Text fields keep their own undo.
  if (editing && (found.command === 'undo' || found.command === 'redo')) return false
  if (!canOpen() && found.command.startsWith('save')) return false
  void runCommand(found.command)
  return true
}
