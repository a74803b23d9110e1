/**
 * Resolve hook: where the built main bundle imports `electron`, it gets the stand-in of its own run. A run is a number in
 * the query of the bundle's address, so that each test starts a fresh copy of the app in one process.
 */
const names = [
  'app',
  'BrowserWindow',
  'clipboard',
  'dialog',
  'ipcMain',
  'Menu',
  'nativeTheme',
  'protocol',
  'screen',
  'session',
  'shell',
]

function runOf(url) {
  return /\/out\/main\/[^?]*\?run=(\w+)$/.exec(url ?? '')?.[1]
}

export async function resolve(specifier, context, next) {
  const run = runOf(context.parentURL)
  if (run === undefined) return next(specifier, context)
  if (specifier === 'electron') return { url: `standin:electron?run=${run}`, format: 'module', shortCircuit: true }
  const resolved = await next(specifier, context)
  return resolved.url.includes('/out/main/') ? { ...resolved, url: `${resolved.url}?run=${run}` } : resolved
}

export async function load(url, context, next) {
  const run = /^standin:electron\?run=(\w+)$/.exec(url)?.[1]
  if (run === undefined) return next(url, context)
  const source = `const electron = globalThis[Symbol.for('lanescope.standins')].get('${run}')
${names.map((name) => `export const ${name} = electron.${name}`).join('\n')}\n`
  return { format: 'module', source, shortCircuit: true }
}
