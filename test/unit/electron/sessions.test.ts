import { describe, expect, it } from 'vitest'
import { createSessions } from '../../../electron/main/sessions'
import type { Input, Reading, ReadingEvents } from '../../../electron/main/middle'
import type { Identity } from '../../../shared/contract/case'
import type { SessionView } from '../../../shared/derive/session-view'

interface Started {
  readonly inputs: readonly Input[]
  readonly identity: Identity
  readonly events: ReadingEvents
  ended: boolean
}

function setUp() {
  const started: Started[] = []
  const sent: string[] = []
  const sessions = createSessions(
    (inputs, identity, events) => {
      const one: Started = { inputs, identity, events, ended: false }
      started.push(one)
      const number = started.length
      const reading: Reading = {
        window: () => Promise.resolve({ fromLine: 1, lines: [`reading ${number}`] }),
        search: () => Promise.resolve({ matches: [], more: false }),
        analyse: () => Promise.resolve({ ...view, runs: [] }),
        share: () => Promise.resolve(0),
        end: () => void (one.ended = true),
      }
      return reading
    },
    (event, data) => sent.push(`${event} ${'job' in data ? String(data.job) : ''}`.trim()),
  )
  const at = (index: number): Started => {
    const found = started[index]
    if (!found) throw new Error(`reading ${index} was not started`)
    return found
  }
  return { sessions, started, sent, at }
}

const path = (name: string): Input => ({ kind: 'path', path: `/captures/${name}` })
const view = {} as SessionView
const firstLine = async (sessions: ReturnType<typeof setUp>['sessions']) =>
  (await sessions.window({ document: 'd1', fromLine: 1, count: 1 })).lines[0]

describe('sessions', () => {
  it('sends started, progress, partial and session of a job', () => {
    const { sessions, sent, at } = setUp()
    expect(sessions.open([path('a.txt')], false)).toBe(1)
    at(0).events.progress({ stage: 'read', done: 1, total: 2, documents: 1 })
    at(0).events.partial(view)
    at(0).events.done(view)
    expect(sent).toEqual(['started 1', 'progress 1', 'partial 1', 'session 1'])
    expect(sessions.state()).toEqual({ session: view, working: null, names: ['a.txt'], notes: null, unsaved: false })
  })

  it('keeps the old session and its documents when a later job is cancelled', async () => {
    const { sessions, sent, at } = setUp()
    sessions.open([path('a.txt')], false)
    at(0).events.done(view)
    sessions.open([path('b.txt')], true)
    expect(at(1).inputs.map((input) => input.kind === 'path' && input.path)).toEqual([
      '/captures/a.txt',
      '/captures/b.txt',
    ])
    sessions.cancel()
    expect(at(1).ended).toBe(true)
    expect(at(0).ended).toBe(false)
    expect(await firstLine(sessions)).toBe('reading 1')
    expect(sent.at(-1)).toBe('failed 2')
    at(1).events.done(view)
    expect(sent.at(-1)).toBe('failed 2')
  })

  it('ends the worker before when the new session is there', async () => {
    const { sessions, at } = setUp()
    sessions.open([path('a.txt')], false)
    at(0).events.done(view)
    sessions.open([path('b.txt')], false)
    at(1).events.done(view)
    expect([at(0).ended, at(1).ended]).toEqual([true, false])
    expect(await firstLine(sessions)).toBe('reading 2')
    expect(sessions.state().names).toEqual(['b.txt'])
  })

  it('reads a path once and numbers pasted texts', () => {
    const { sessions, at } = setUp()
    const text: Input = { kind: 'text', name: 'pasted text', text: 'x' }
    sessions.open([path('a.txt'), path('a.txt'), text, text], false)
    at(0).events.done(view)
    sessions.open([path('a.txt'), text], true)
    expect(at(1).inputs.map((input) => (input.kind === 'text' ? input.name : input.path))).toEqual([
      '/captures/a.txt',
      'pasted text',
      'pasted text 2',
      'pasted text 3',
    ])
  })

  it('a failed job leaves nothing behind, and questions without a session are refused', async () => {
    const { sessions, sent, at } = setUp()
    sessions.open([path('a.txt')], false)
    at(0).events.failed({ code: 'unreadable', message: 'no' })
    expect(sent.at(-1)).toBe('failed 1')
    expect(sessions.state()).toEqual({ session: null, working: null, names: [], notes: null, unsaved: false })
    await expect(firstLine(sessions)).rejects.toThrow('no session')
  })

  it('keeps names and merges for inputs that are added, and forgets them with the next case', async () => {
    const { sessions, at } = setUp()
    const identity = { names: { n1: 'login node' }, merges: {} }
    sessions.open([path('a.txt')], false)
    at(0).events.done(view)
    expect(await sessions.identify(identity)).toHaveProperty('runs')
    expect(sessions.state().session).toHaveProperty('runs')
    sessions.open([path('b.txt')], true)
    expect(at(1).identity).toEqual(identity)
    sessions.open([path('c.txt')], false)
    expect(at(2).identity).toEqual({ names: {}, merges: {} })
  })

  it('closes everything', () => {
    const { sessions, sent, at } = setUp()
    sessions.open([path('a.txt')], false)
    at(0).events.done(view)
    sessions.close()
    expect(at(0).ended).toBe(true)
    expect(sent.at(-1)).toBe('closed')
  })
})
