import { describe, expect, it } from 'vitest'
import { commentRows } from '../../../shared/derive/comments'
import { buildReport, type ReportOptions } from '../../../shared/derive/report'
import { sessionView } from '../../../shared/derive/session-view'
import { type Comment, commentOn, withComment } from '../../../shared/model/comment'
import { at, document, finding, node, session } from '../../builders/session'

const dead = finding('nvlink-inactive', 'gn-a07', {
  evidence: [at('topo.txt', 3)],
  data: { gpu: 'GPU3', active: 16, due: 18, links: '11, 12' },
})
const view = sessionView(
  session({ nodes: [node('gn-a07')], findings: [dead], documents: [document('dmesg.txt', { lines: 900 })] }),
)
const onLine: Comment['on'] = { kind: 'line', document: view.documents[0]?.id ?? '', line: 812 }

describe('notes on things', () => {
  it('are written, changed and taken away, one on each thing', () => {
    const one = withComment([], { kind: 'link', node: 'gn-a07', part: 'gpu3', label: 'GPU3' }, ' seen \n')
    expect(one).toEqual([{ on: { kind: 'link', node: 'gn-a07', part: 'gpu3', label: 'GPU3' }, text: 'seen' }])
    const two = withComment(one, onLine, 'first sign')
    const again = withComment(two, { kind: 'link', node: 'gn-a07', part: 'gpu3', label: 'GPU 3' }, 'replaced')
    expect(again.map(({ text }) => text)).toEqual(['replaced', 'first sign'])
    expect(commentOn(again, onLine)?.text).toBe('first sign')
    expect(withComment(again, onLine, '  ')).toHaveLength(1)
    expect(withComment(again, { kind: 'node', node: 'x' }, '')).toBe(again)
  })

  it('say in words what they are on, findings first', () => {
    const comments: readonly Comment[] = [
      { on: onLine, text: 'first sign' },
      { on: { kind: 'link', node: 'gn-a07', part: 'gpu3', label: 'GPU3' }, text: 'swapped' },
      { on: { kind: 'node', node: 'gn-a07' }, text: 'rack 4' },
      { on: { kind: 'finding', finding: dead.id }, text: 'ticket' },
      { on: { kind: 'node', node: 'gone' }, text: 'kept' },
    ]
    const rows = commentRows(comments, view, 'en').map(({ where, text, lost }) => [where, text, lost])
    expect(rows).toEqual([
      [expect.stringContaining('GPU3'), 'ticket', false],
      ['gn-a07', 'rack 4', false],
      ['gone', 'kept', true],
      ['gn-a07, GPU3', 'swapped', false],
      ['dmesg.txt, line 812', 'first sign', false],
    ])
    expect(commentRows(comments, view, 'zh').at(-1)?.where).toBe('dmesg.txt 第 812 行')
  })
})

describe('notes in the report', () => {
  const options: Omit<ReportOptions, 'comments'> = {
    language: 'en',
    title: '',
    customer: '',
    author: '',
    date: '2026-11-30',
    note: '',
    parts: ['findings'],
    tool: { version: '0', rules: '0' },
    mutes: [],
    redacted: [],
  }
  const comments: readonly Comment[] = [
    { on: { kind: 'finding', finding: dead.id }, text: 'ticket 17' },
    { on: { kind: 'node', node: 'gone' }, text: 'moved away' },
  ]

  it('stand with their finding, the others in a table, and those of a thing that is gone as well', () => {
    const report = JSON.stringify(buildReport(view, { ...options, comments }, () => []).sections)
    expect(report).toContain('ticket 17')
    expect(report.match(/ticket 17/g)).toHaveLength(1)
    expect(report).toContain('moved away')
    expect(report).toContain('gone (no longer in the capture)')
  })

  it('on a muted finding are in the table', () => {
    const mutes = [{ finding: dead.id, reason: 'known' }]
    const report = JSON.stringify(buildReport(view, { ...options, comments, mutes }, () => []).sections)
    expect(report).toContain('ticket 17')
  })
})
