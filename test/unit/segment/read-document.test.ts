import { defineBlockFormat, defineStreamFormat } from '@shared/model/format'
import { describe, expect, it } from 'vitest'
import { readText } from '../../support/reading'

const table = defineBlockFormat<string[]>({
  id: 'test/table',
  title: 'Table',
  command: 'table',
  example: 'TABLE',
  anchors: ['TABLE'],
  begins: (line) => line.startsWith('TABLE'),
  parse(lines) {
    const rows: string[] = []
    lines.next()
    for (let line = lines.peek(); line?.text.startsWith('row '); line = lines.peek()) {
      rows.push(`${line.number}${line.torn ? ' torn' : ''} ${line.text}`)
      lines.next()
    }
    return rows.length > 0 ? rows : null
  },
})
const log = defineStreamFormat<string[]>({
  id: 'test/log',
  title: 'Log',
  command: 'log',
  example: 'LOG x',
  anchors: ['LOG '],
  reader() {
    const taken: string[] = []
    return {
      take(line) {
        const at = line.text.indexOf('LOG ')
        taken.push(`${line.number} ${line.text.slice(at)}`)
        return { before: line.text.slice(0, at) }
      },
      close: () => (taken.length > 0 ? taken : null),
    }
  },
})
const broken = defineBlockFormat<string>({
  id: 'test/broken',
  title: 'Broken',
  command: 'broken',
  example: 'BROKEN',
  anchors: ['BROKEN'],
  begins: () => true,
  parse() {
    throw new Error('our bug')
  },
})
const formats = [table, log, broken]

describe('reading a document', () => {
  it('lets a stream claim lines inside a block, and gives the torn rest to the block', () => {
    const { parsed } = readText('TABLE\nrow 1\nLOG a\nrow 2LOG b\nrow 3\nother', 't', [], formats)
    expect(parsed.find((section) => section.format === 'test/table')?.value).toEqual([
      '2 row 1',
      '4 torn row 2',
      '5 row 3',
    ])
    expect(parsed.find((section) => section.format === 'test/log')?.value).toEqual(['3 LOG a', '4 LOG b'])
  })

  it('counts what nobody took', () => {
    const { document } = readText('TABLE\nrow 1\n\nnonsense\nmore', 't', [], formats)
    expect(document).toMatchObject({ lines: 5, unrecognisedLines: 2, unrecognised: [{ line: 4, endLine: 5 }] })
    expect(document.sections).toMatchObject([
      { format: 'test/table', line: 1, endLine: 2, linesUsed: 2, linesTotal: 2 },
    ])
  })

  it('reads interleaved writers as if each had written its own file', () => {
    const text = ['n1: TABLE', 'n2: TABLE', 'n1: row a', 'n2: row b', 'n2: row c', 'n1: row d'].join('\n')
    const { parsed, hostHints } = readText(text, 't', [], formats)
    expect(parsed.map((section) => [section.hint.host, section.value])).toEqual([
      ['n1', ['3 row a', '6 row d']],
      ['n2', ['4 row b', '5 row c']],
    ])
    expect(hostHints.map((hint) => hint.host)).toEqual(['n1', 'n2'])
  })

  it('tells a block the command above it, and forgets it at the next prompt', () => {
    const { parsed } = readText('ops@gn-a07:~$ table -x\nTABLE\nrow 1\nops@gn-a07:~$ \nTABLE\nrow 2', 't', [], formats)
    expect(parsed.map((section) => [section.hint.command, section.hint.host])).toEqual([
      ['table -x', 'gn-a07'],
      [undefined, 'gn-a07'],
    ])
  })

  it('catches a throw inside a format, names the format, and goes on', () => {
    const { parsed } = readText('BROKEN\nTABLE\nrow 1', 't', [], formats)
    expect(parsed.map((section) => [section.format, section.quality])).toEqual([
      ['test/broken', 'none'],
      ['test/table', 'full'],
    ])
    expect(parsed[0]?.notes[0]?.text).toContain('internal error in format test/broken: our bug')
  })

  it('gives a parser as many lines as its block has', () => {
    const rows = Array.from({ length: 3000 }, (_, i) => `row ${i}`).join('\n')
    const { parsed } = readText(`TABLE\n${rows}\nend`, 't', [], formats)
    expect((parsed[0]?.value as string[]).length).toBe(3000)
  })
})
