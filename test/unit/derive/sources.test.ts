import { describe, expect, it } from 'vitest'
import { documentState, fileName, lineMarks, sectionAt, sourceTotals, sourceTree } from '../../../shared/derive/sources'
import { at, document, finding } from '../../builders/session'

const section = (line: number, endLine: number, quality: 'full' | 'partial' | 'none' = 'full') => ({
  format: 'f',
  line,
  endLine,
  quality,
  linesUsed: 1,
  linesTotal: 1,
  notes: [],
})

describe('sourceTree', () => {
  const tree = sourceTree([
    document('rack/b10/x.txt'),
    document('rack/b2/x.txt'),
    document('a.txt'),
    document('deep/er/y.txt'),
  ])
  it('puts folders first and counts as people do', () => {
    expect(tree.map(({ name }) => name)).toEqual(['deep/er', 'rack', 'a.txt'])
    const rack = tree[1]
    expect(rack?.kind === 'folder' ? rack.children.map(({ name }) => name) : []).toEqual(['b2', 'b10'])
  })
  it('sums up a folder', () => {
    const rack = tree[1]
    expect(rack?.kind === 'folder' ? rack.totals.documents : 0).toBe(2)
  })
  it('names a file without its folders', () => expect(fileName(document('a/b/c.txt'))).toBe('c.txt'))
  it('sums up all', () => {
    expect(
      sourceTotals([document('a', { lines: 5, unrecognisedLines: 2 }), document('b', { lines: 7 })]),
    ).toMatchObject({
      documents: 2,
      lines: 12,
      unrecognised: 2,
    })
  })
})

describe('lineMarks', () => {
  it('gathers evidence of folded findings, the worst severity winning', () => {
    const fold = finding('b', 'n', { severity: 'warning', evidence: [at('d', 7), at('other', 1)] })
    const top = finding('a', 'n', { evidence: [at('d', 7), at('d', 3, 4)], folds: [fold] })
    expect(lineMarks([top], 'd')).toEqual([
      { line: 3, endLine: 4, severity: 'error', findings: [top.id] },
      { line: 7, endLine: 7, severity: 'error', findings: [top.id, fold.id] },
    ])
  })
})

describe('sections', () => {
  it('finds the innermost one', () => {
    expect(sectionAt([section(1, 100), section(40, 61)], 50)).toMatchObject({ line: 40 })
    expect(sectionAt([section(1, 10)], 11)).toBeUndefined()
  })
  it('judges a document by its worst part', () => {
    expect(documentState(document('a', { sections: [section(1, 2), section(3, 4, 'partial')] }))).toBe('degraded')
    expect(documentState(document('a', { sections: [section(1, 2)] }))).toBe('good')
    expect(documentState(document('a'))).toBe('unknown')
    expect(documentState(document('a', { problem: { code: 'too-big', message: '' } }))).toBe('dead')
  })
})
