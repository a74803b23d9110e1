import type { Bridge } from '@shared/contract/bridge'
import type { Channel, Request, Response, SearchMatch } from '@shared/contract/channels'
import { failure, success, type Result } from '@shared/contract/result'
import type { EventName, Events } from '@shared/contract/events'
import { defaultSettings, type Settings } from '@shared/contract/settings'
import type { ViewerData } from '@shared/derive/viewer-data'

type Answers = { readonly [C in Channel]?: (request: Request<C>) => Result<Response<C>> | Promise<Result<Response<C>>> }

/** A read-only `window.lanescope` over the data in the page; whatever would need an app is refused. */
export function carriedBridge(data: ViewerData | undefined): Bridge {
  let settings: Settings = { ...defaultSettings, language: data?.language ?? defaultSettings.language }
  const told = new Set<(data: Events['settings']) => void>()
  const line = (document: string, at: number): string | undefined =>
    data?.texts[document]?.find((range) => range.fromLine <= at && at < range.fromLine + range.lines.length)?.lines[
      at -
        (data.texts[document]?.find((range) => range.fromLine <= at && at < range.fromLine + range.lines.length)
          ?.fromLine ?? 0)
    ]

  const answers: Answers = {
    'session.current': () =>
      success({ session: data?.session ?? null, working: null, names: data?.names ?? [], notes: null, unsaved: false }),
    'settings.get': () => success(settings),
    'settings.set': (change) => {
      settings = { ...settings, ...change }
      for (const tell of told) tell(settings)
      return success(settings)
    },
    'samples.list': () => success([]),
    'recent.list': () => success([]),
    'window.title': () => success(null),
    'draft.list': () => success([]),
    'app.info': () => success({ version: data?.version ?? '', electron: '', chromium: '', platform: 'viewer' }),
    'documents.window': ({ document, fromLine, count }) => {
      const lines = Array.from({ length: count }, (_, i) => line(document, fromLine + i))
      const known = lines.findLastIndex((text) => text !== undefined)
      return success({ fromLine, lines: lines.slice(0, known + 1).map((text) => text ?? '') })
    },
    'documents.search': (request) => search(data, request),
    'clipboard.write': async ({ text }) => {
      await copy(text)
      return success(null)
    },
    'export.save': ({ suggestedName, data: content }) => {
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
      download(suggestedName, bytes)
      return success({ name: suggestedName, bytes: bytes.byteLength })
    },
  }

  return {
    async invoke<C extends Channel>(channel: C, request: Request<C>) {
      const answer: Answers[C] = answers[channel]
      return answer ? answer(request) : failure('not-found', '')
    },
    openFiles: () => Promise.resolve(failure('not-found', '')),
    // Nothing happens here by itself; only a change of settings is told, as the app tells all of its windows.
    on<E extends EventName>(event: E, listener: (data: Events[E]) => void) {
      if (event !== 'settings') return () => undefined
      const tell = listener as (data: Events['settings']) => void
      told.add(tell)
      return () => told.delete(tell)
    },
  }
}

function search(
  data: ViewerData | undefined,
  request: Request<'documents.search'>,
): Result<Response<'documents.search'>> {
  let expression: RegExp
  try {
    const source = request.regex ? request.pattern : request.pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    expression = new RegExp(source, request.caseSensitive ? 'u' : 'iu')
  } catch {
    return failure('bad-pattern', '')
  }
  const matches: SearchMatch[] = []
  for (const range of data?.texts[request.document] ?? []) {
    for (const [i, text] of range.lines.entries()) {
      const at = range.fromLine + i
      const match = at < request.from ? null : expression.exec(text)
      if (!match) continue
      if (matches.length === request.limit) return success({ matches, more: true })
      matches.push({ line: at, start: match.index, end: match.index + match[0].length, text: text.slice(0, 500) })
    }
  }
  return success({ matches, more: false })
}

/** A page opened from the disk may not have the clipboard of the browser: then a selection is copied. */
async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    const field = document.createElement('textarea')
    field.value = text
    document.body.append(field)
    field.select()
    document.execCommand('copy')
    field.remove()
  }
}

function download(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  const url = URL.createObjectURL(new Blob([bytes]))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
