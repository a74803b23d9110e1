import { describe, expect, it } from 'vitest'
import { analyse } from '../../../shared/pipeline/analyse'
import { readInnerTexts, readJsonHost, readListItem, readLogRecord } from '../../../shared/segment/json-text'
import { readText } from '../../support/reading'

const topology = ['\tGPU0\tGPU1\tCPU Affinity\tNUMA Affinity', 'GPU0\t X \tNV18\t0-31\t0', 'GPU1\tNV18\t X \t0-31\t0']
const log = [
  'gn-a07:1858:1876 [0] NCCL INFO NCCL_ALGO set by environment to Ring',
  'gn-a07:1858:1876 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM',
]
const nodes = (text: string) => {
  const { nodes: found, documents } = analyse([readText(text, 'capture.txt')])
  return {
    nodes: found.map(({ name, topologies }) => [name, topologies[0]?.cells]),
    sections: documents[0]?.sections.map(({ format, line, endLine, quality }) => [format, line, endLine, quality]),
  }
}
const cells = [
  ['X', 'NV18'],
  ['NV18', 'X'],
]

describe('records of a log in JSON', () => {
  it('are the line that they carry, behind its time', () => {
    expect(readLogRecord('{"log":"GPU 0: NVIDIA H200\\n","stream":"stdout","time":"2026-11-30T10:00:00.1Z"}')).toEqual([
      '2026-11-30T10:00:00.1Z GPU 0: NVIDIA H200',
    ])
    expect(
      readLogRecord(
        '{"MESSAGE":"NVRM: Xid","_HOSTNAME":"gn-a07","SYSLOG_IDENTIFIER":"kernel","__REALTIME_TIMESTAMP":"1764500000000000"}',
      ),
    ).toEqual(['2025-11-30T10:53:20.000Z gn-a07 kernel: NVRM: Xid'])
    expect(readLogRecord('{"level":"info","msg":"one\\ntwo"}')).toEqual(['one', 'two'])
  })

  it.each([
    '{"message":"a tool’s own document"}',
    '{"log":5,"stream":"stdout"}',
    '{"log":"cut',
    '{"log":"cut","stream"}',
    'plain',
    '',
  ])('are nothing else: %s', (line) => expect(readLogRecord(line)).toBeNull())

  it('are read as the lines would be, each at its own line', () => {
    const text = log.map((line) => JSON.stringify({ log: `${line}\n`, stream: 'stderr', time: '2026-11-30T10:00:00Z' }))
    const { communicators, nodes: found, documents } = analyse([readText(text.join('\n'), 'capture.txt')])
    expect(found.map(({ name }) => name)).toEqual(['gn-a07'])
    expect(communicators.length).toBeGreaterThan(0)
    expect(documents[0]?.sections.map(({ format, line, endLine }) => [format, line, endLine])).toEqual([
      ['nccl/log', 1, 2],
    ])
    expect(communicators.flatMap(({ settings }) => settings.map(({ name, value }) => [name, value]))).toEqual([
      ['NCCL_ALGO', 'Ring'],
    ])
  })
})

describe('outputs in strings of JSON', () => {
  it('are opened, under the host that the object names', () => {
    const text = JSON.stringify(
      { results: ['gn-a07', 'gn-a08'].map((host) => ({ host, stdout: `${topology.join('\n')}\n` })) },
      null,
      2,
    )
    expect(nodes(text)).toEqual({
      nodes: [
        ['gn-a07', cells],
        ['gn-a08', cells],
      ],
      sections: [
        ['nvidia-smi/topo-matrix', 5, 5, 'full'],
        ['nvidia-smi/topo-matrix', 9, 9, 'full'],
      ],
    })
  })

  it('also where all stands in one line', () => {
    const text = JSON.stringify([{ host: 'gn-a07', stdout: topology.join('\n') }])
    expect(nodes(text).nodes).toEqual([['gn-a07', cells]])
  })

  it('also as a list of lines', () => {
    const text = `ok: [gn-a07] => {\n    "topo.stdout_lines": [\n${topology.map((line) => `        ${JSON.stringify(line)}`).join(',\n')}\n    ]\n}`
    expect(nodes(text)).toEqual({
      nodes: [['gn-a07', cells]],
      sections: [['nvidia-smi/topo-matrix', 3, 5, 'full']],
    })
  })

  it('never give a stream the tail of the string', () => {
    const text = JSON.stringify({ host: 'gn-a07', stderr: log.join('\n') }, null, 2)
    const { communicators } = analyse([readText(text, 'capture.txt')])
    expect(communicators.flatMap(({ settings }) => settings.map(({ name, value }) => [name, value]))).toEqual([
      ['NCCL_ALGO', 'Ring'],
    ])
  })

  it('that hold nothing known stay unrecognised, and the line counts once', () => {
    const { document } = readText('{\n  "text": "one\\ntwo\\nthree"\n}', 'capture.txt')
    expect([document.lines, document.unrecognisedLines]).toEqual([3, 3])
  })

  it('are strings of more than one line only', () => {
    expect(readInnerTexts('"a": "one\\n"')).toBeNull()
    expect(readInnerTexts('print("one\\ntwo"')).toBeNull()
    expect(readInnerTexts('"a": "cut\\nhere')).toBeNull()
    expect(readInnerTexts('"a": "bad \\x escape\\nhere"')).toBeNull()
    expect(readInnerTexts('"host": "gn-a07", "out": "one\\ntwo"')).toEqual([{ lines: ['one', 'two'], host: 'gn-a07' }])
    expect(readListItem('  "GPU0\\t X",')).toBe('GPU0\t X')
    expect(readListItem('  "key": "value",')).toBeNull()
    expect(readJsonHost('  "hostname": "gn-a07",')).toBe('gn-a07')
    expect(readJsonHost('  "hostname": "1.2",')).toBeNull()
  })
})
