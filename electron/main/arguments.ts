import { resolve } from 'node:path'

/**
 * Files and folders that a command line names. `argv` is the whole process.argv: an unpacked app has the electron binary and
 * the app's folder in front, a packed one only itself. Switches (Chromium's and ours) are left out.
 */
export function pathsFromArguments(argv: readonly string[], packaged: boolean, folder: string): string[] {
  const words = argv.filter((word, index) => index === 0 || !word.startsWith('-'))
  return words.slice(packaged ? 1 : 2).map((word) => resolve(folder, word))
}
