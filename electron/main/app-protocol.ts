import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, resolve, sep } from 'node:path'
import { pagePolicy, printPolicy } from './content-policy'

export const appScheme = 'app'
export const appHost = 'lanescope'
export const appOrigin = `${appScheme}://${appHost}`
/** A standard scheme gives pages an origin of their own; nothing here may reach the network or bypass the policy. */
export const appPrivileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true }

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}

export interface AppProtocol {
  /** Answers one request: a file below the folder, or a page that waits to be printed. */
  answer(request: Request): Promise<Response>
  /** Holds a page in memory until `remove` is called, so that a long report needs no data: URL. */
  addPrintPage(html: string): { readonly url: string; remove(): void }
}

/** Serves `folder` (the built window) and nothing else as app://lanescope/. */
export function createAppProtocol(folder: string): AppProtocol {
  const printPages = new Map<string, string>()

  async function answer(request: Request): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405)
    const url = new URL(request.url)
    if (url.protocol !== `${appScheme}:` || url.host !== appHost) return refusal(404)
    const waiting = printPages.get(url.pathname)
    if (waiting !== undefined) return reply(waiting, '.html', printPolicy)
    const path = fileBelow(folder, url.pathname)
    if (path === null) return refusal(404)
    try {
      return reply(await readFile(path), extname(path), pagePolicy)
    } catch {
      return refusal(404)
    }
  }

  function addPrintPage(html: string): { readonly url: string; remove(): void } {
    const pathname = `/print/${randomUUID()}`
    printPages.set(pathname, html)
    return { url: `${appOrigin}${pathname}`, remove: () => void printPages.delete(pathname) }
  }

  return { answer, addPrintPage }
}

/** The file that a URL path names, or null when it leaves the folder, cannot be decoded or has a type that is not ours. */
export function fileBelow(folder: string, pathname: string): string | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(pathname)
  } catch {
    return null
  }
  // A backslash is a separator on Windows only; no file of ours has one anywhere.
  if (/[\0\\]/.test(decoded)) return null
  const root = resolve(folder)
  const path = resolve(root, `.${decoded === '/' ? '/index.html' : decoded}`)
  return path.startsWith(root + sep) && types[extname(path)] !== undefined ? path : null
}

function reply(body: string | Buffer, extension: string, policy: string): Response {
  return new Response(typeof body === 'string' ? body : new Uint8Array(body), {
    headers: {
      'content-type': types[extension] ?? 'application/octet-stream',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  })
}

function refusal(status: number): Response {
  return new Response(null, { status })
}
