/**
 * Menu items that the window carries out: main sends the event `command` with one of these ids. The same ids are the ids of
 * the menu items, and the window's command palette and key list use them too.
 */
export const commands = [
  'paste-text',
  'open-case',
  'save-case',
  'save-case-as',
  'close-session',
  'export-view',
  'print-report',
  'find',
  'find-next',
  'command-palette',
  'show-overview',
  'show-links',
  'show-findings',
  'show-nccl',
  'show-bandwidth',
  'show-health',
  'show-sources',
  'show-compare',
  'show-report',
  'keyboard-help',
  'prove-rules',
  'about',
] as const

export type Command = (typeof commands)[number]
