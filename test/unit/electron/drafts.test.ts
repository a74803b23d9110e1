import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDrafts, type Unsaved } from '../../../electron/main/drafts'
import { emptyCase } from '../../../shared/contract/case'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lanescope-drafts-'))
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true, force: true })
})

const unsaved = (note: string): Unsaved => ({
  names: ['rack-a'],
  casePath: '/cases/a.lanescope',
  inputs: [
    { kind: 'path', path: '/captures/topo.txt' },
    { kind: 'text', name: 'pasted text', text: 'Xid 79' },
  ],
  notes: { ...emptyCase, note },
})
const settle = (): void => void vi.advanceTimersByTime(2000)

describe('drafts', () => {
  it('offers what a run left that did not end in order, newest first', () => {
    const first = createDrafts(folder, () => 1)
    first.keep(unsaved('one'))
    settle()
    const second = createDrafts(folder, () => 2)
    second.keep(unsaved('two'))
    settle()
    const third = createDrafts(folder, () => 3)
    expect(third.list().map(({ names, keptAt }) => [names, keptAt])).toEqual([
      [['rack-a'], 2],
      [['rack-a'], 1],
    ])
    const [newest] = third.list()
    expect(third.read(newest?.id ?? '')).toMatchObject(unsaved('two'))
    third.discard(newest?.id ?? '')
    expect(third.list()).toHaveLength(1)
  })

  it('keeps the newest state only, and nothing when there is nothing unsaved', () => {
    const drafts = createDrafts(folder)
    drafts.keep(unsaved('one'))
    drafts.keep(unsaved('two'))
    expect(drafts.unsaved()?.note).toBe('two')
    settle()
    expect(readdirSync(folder)).toHaveLength(1)
    expect(drafts.list()).toEqual([])
    drafts.keep(unsaved('three'))
    drafts.keep(null)
    settle()
    expect(readdirSync(folder)).toEqual([])
    expect(drafts.unsaved()).toBeNull()
  })

  it('keeps pasted text that nothing was noted on, without asking to save notes', () => {
    const first = createDrafts(folder)
    first.keep({ ...unsaved(''), onlyText: true })
    expect(first.unsaved()).toBeNull()
    settle()
    const next = createDrafts(folder)
    const [left] = next.list()
    expect(next.read(left?.id ?? '')?.inputs).toContainEqual({ kind: 'text', name: 'pasted text', text: 'Xid 79' })
  })

  it('passes over what it cannot read, and reads no path that a name makes up', () => {
    writeFileSync(join(folder, '00000000-0000-4000-8000-000000000000.json'), '{')
    writeFileSync(join(folder, 'other.json'), '{}')
    const drafts = createDrafts(folder)
    expect(drafts.list()).toEqual([])
    expect(drafts.read('../settings.json')).toBeUndefined()
    drafts.discard('other.json')
    expect(readdirSync(folder)).toContain('other.json')
  })
})
