import type { Bridge } from '../../../shared/contract/bridge'
import type { Channel, Response } from '../../../shared/contract/channels'
import { defaultSettings, type Settings } from '../../../shared/contract/settings'
import type { SessionView } from '../../../shared/derive/session-view'
import { cases } from './cases'

/**
 * `window.lanescope` without an app. `?case=` picks a synthetic session; `?session=URL` loads a SessionView as JSON, with
 * the texts of its documents in a field `texts` (id -> text).
 */
type Answers = { readonly [C in Channel]?: (request: never) => Response<C> | Promise<Response<C>> }

const query = new URLSearchParams(location.search)
let settings: Settings = {
  ...defaultSettings,
  theme: query.get('theme') === 'dark' ? 'dark' : 'light',
  language: query.get('lang') === 'zh' ? 'zh' : 'en',
}

async function load(): Promise<{ session: SessionView | null; texts: Readonly<Record<string, string>> }> {
  const url = query.get('session')
  if (url === null) return { session: (cases[query.get('case') ?? 'rack'] ?? (() => null))(), texts: {} }
  const response = await fetch(url)
  const { texts, ...session } = await response.json()
  return { session, texts }
}
const loaded = load()

const linesOf = async (id: string): Promise<readonly string[]> => {
  const { session, texts } = await loaded
  const text = texts[id]
  if (text !== undefined) return text.split(/\r?\n/)
  const count = session?.documents.find((one) => one.id === id)?.lines ?? 0
  return Array.from({ length: count }, (_, i) => `   Link ${i}: ${i % 37 === 0 ? '<inactive>' : '26.562 GB/s'}`)
}

const answers: Answers = {
  'session.current': async () => {
    const { session } = await loaded
    // `?reading=1`: the session on screen is the first part of what is still being read.
    const document = 'rack-a/gn-a07/train-debug-info-rank0.txt'
    const progress = { job: 1, stage: 'read' as const, done: 214e6, total: 500e6, document, documents: 37 }
    const working = query.has('reading') ? { job: 1, progress } : null
    return { session, working, notes: null, unsaved: false, names: session ? [query.get('name') ?? 'rack-a'] : [] }
  },
  'samples.list': () => [{ id: 'healthy' }, { id: 'bad-lane' }, { id: 'mis-set-nccl' }],
  'recent.list': () => [
    { id: '1', names: ['rack-a.tar.gz'], folder: '/data/cases', openedAt: 1_760_000_000_000 },
    { id: '2', names: ['gn-a07', 'gn-a08'], folder: '/data/cases/site-3', openedAt: 1_759_000_000_000 },
  ],
  'settings.get': () => settings,
  'settings.set': (change: Partial<Settings>) => (settings = { ...settings, ...change }),
  'documents.window': async (request: { document: string; fromLine: number; count: number }) => {
    const { session } = await loaded
    const document = session?.documents.find((one) => one.id === request.document)
    if (document && document.lines > 100_000) {
      const count = Math.min(request.count, document.lines - request.fromLine + 1)
      return {
        fromLine: request.fromLine,
        lines: Array.from({ length: count }, (_, i) => `[rank0] step ${request.fromLine + i} loss 2.718`),
      }
    }
    const lines = await linesOf(request.document)
    return {
      fromLine: request.fromLine,
      lines: lines.slice(request.fromLine - 1, request.fromLine - 1 + request.count),
    }
  },
  'documents.search': async (request: {
    document: string
    pattern: string
    regex: boolean
    caseSensitive: boolean
    from: number
    limit: number
  }) => {
    const source = request.regex ? request.pattern : request.pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    const expression = new RegExp(source, request.caseSensitive ? '' : 'i')
    const lines = await linesOf(request.document)
    const matches = lines.flatMap((text, i) => {
      const match = i + 1 >= request.from ? expression.exec(text) : null
      return match ? [{ line: i + 1, start: match.index, end: match.index + match[0].length, text }] : []
    })
    return { matches: matches.slice(0, request.limit), more: matches.length > request.limit }
  },
  'rules.prove': async () => {
    const { proofs, prove } = await import('../../../shared/prove')
    return proofs.map((proof) => {
      const { passed, because } = prove(proof)
      return { rule: proof.rule, kind: proof.kind, title: proof.title, passed, because }
    })
  },
  'app.info': () => ({ version: '0.1.0', electron: '-', chromium: '-', platform: 'browser' }),
  'window.title': () => null,
  'draft.list': () => [],
  'draft.keep': () => null,
  'clipboard.write': () => null,
}

const bridge: Bridge = {
  async invoke(channel, request) {
    const answer = answers[channel] as ((request: unknown) => unknown) | undefined
    if (!answer) return { ok: false, error: { code: 'not-found', message: channel } }
    return { ok: true, value: (await answer(request)) as Response<typeof channel> }
  },
  openFiles: () => Promise.resolve({ ok: true, value: null }),
  on: () => () => undefined,
}

Object.defineProperty(window, 'lanescope', { value: bridge })
