import { describe, expect, it } from 'vitest'
import { analyse } from '@shared/pipeline/analyse'
import { readText } from '../../support/reading'

const uuid = (machine: number, gpu: number): string =>
  `GPU-${String(machine).padStart(8, '0')}-0000-4000-8000-${String(gpu).padStart(12, '0')}`
const list = (machine: number, name: string, gpus: readonly number[]): string =>
  gpus.map((gpu) => `GPU ${gpu}: ${name} (UUID: ${uuid(machine, gpu)})`).join('\n')
const read = (files: Readonly<Record<string, string>>) => {
  const { nodes, documents } = analyse(
    Object.entries(files).map(([file, text]) => readText(text, `dump/${file}`, ['dump'])),
  )
  return {
    nodes: nodes.map(({ name, nameFrom, gpus }) => [name, nameFrom, gpus.length] as const),
    notes: documents.flatMap(({ name, sections }) =>
      sections.flatMap(({ notes }) => notes.filter(({ text }) => text.includes('own')).map(() => name)),
    ),
  }
}
const lscpu = 'Architecture:  x86_64\nCPU(s):  64\nModel name:  Intel(R) Xeon(R)\nSocket(s):  2\nNUMA node(s):  2\n'

describe('files of several machines in one folder without host names', () => {
  it('of other products are kept apart and named by file, with a note', () => {
    const { nodes, notes } = read({
      'a100.txt': list(1, 'NVIDIA A100-SXM4-80GB', [0, 1]),
      'v100.txt': list(2, 'Tesla V100-SXM2-32GB', [0, 1, 2]),
    })
    expect(nodes).toEqual([
      ['a100', 'file', 2],
      ['v100', 'file', 3],
    ])
    expect(notes).toEqual(['dump/a100.txt', 'dump/v100.txt'])
  })

  it('of one product are told apart by the UUIDs of one index', () => {
    const { nodes } = read({
      'one.txt': list(1, 'NVIDIA H200', [0, 1]),
      'two.txt': list(2, 'NVIDIA H200', [0, 1]),
    })
    expect(nodes.map(([name]) => name)).toEqual(['one', 'two'])
  })

  it('the larger group is the folder, with what names no GPU', () => {
    const { nodes } = read({
      'list.txt': list(1, 'NVIDIA H200', [0, 1]),
      'again.txt': list(1, 'NVIDIA H200', [0, 1]),
      'lscpu.txt': lscpu,
      'stray.txt': list(2, 'NVIDIA A100-SXM4-80GB', [0]),
    })
    expect(nodes).toEqual([
      ['dump', 'folder', 2],
      ['stray', 'file', 1],
    ])
  })

  it('a host that one of them names keeps its own', () => {
    const { nodes } = read({
      'named.txt': `admin@gn-a07:~$ nvidia-smi -L\n${list(1, 'NVIDIA H200', [0, 1])}\n`,
      'stray.txt': list(2, 'NVIDIA H200', [0, 1]),
      'more.txt': list(2, 'NVIDIA H200', [0, 1]),
    })
    expect(nodes).toEqual([
      ['gn-a07', 'text', 2],
      ['stray', 'file', 2],
    ])
  })
})

describe('parts of one machine stay together', () => {
  it('GPUs that were asked for one by one', () => {
    const { nodes, notes } = read({
      'first.txt': `$ nvidia-smi -L -i 0\n${list(1, 'NVIDIA H200', [0])}`,
      'second.txt': `$ nvidia-smi -L -i 1\n${list(1, 'NVIDIA H200', [1])}`,
    })
    expect(nodes).toEqual([['dump', 'folder', 2]])
    expect(notes).toEqual([])
  })

  it('listings that were cut, or lost their ids', () => {
    expect(read({ 'a.txt': list(1, 'NVIDIA H200', [0, 1]), 'b.txt': list(1, 'NVIDIA H200', [2, 3]) }).nodes).toEqual([
      ['dump', 'folder', 4],
    ])
    expect(
      read({ 'a.txt': list(1, 'NVIDIA H200', [0]), 'b.txt': 'GPU 0: NVIDIA H200 (UUID: GPU-xxxxxxxx-xxxx)' }).nodes,
    ).toEqual([['dump', 'folder', 1]])
  })
})

describe('two captures of one machine, before and after', () => {
  const capture = (driver: string): string =>
    `admin@gn-a07:~$ nvidia-smi --version\nNVIDIA-SMI version  : ${driver}\nDRIVER version      : ${driver}\n`
  const at = (folder: string, driver: string) =>
    readText(capture(driver), `dump/${folder}/version.txt`, ['dump', folder])

  it('are two nodes, though both name one host', () => {
    const { nodes } = analyse([at('before', '570.1'), at('after', '580.1')])
    expect(nodes.map(({ name, software }) => [name, software.driver[0]?.value])).toEqual([
      ['gn-a07 before', '570.1'],
      ['gn-a07 after', '580.1'],
    ])
  })

  it('a folder of that name without the other is a folder like any', () => {
    expect(analyse([at('before', '570.1')]).nodes.map(({ name }) => name)).toEqual(['gn-a07'])
  })

  const monday = readText(capture('570.1'), 'monday/version.txt', ['monday'])
  const friday = readText(capture('580.1'), 'friday/version.txt', ['friday'])

  it('that came in two inputs are one node, and two when they are kept apart', () => {
    expect(analyse([monday, friday]).nodes.map(({ name }) => name)).toEqual(['gn-a07'])
    const apart = analyse([monday, friday], { apart: true })
    expect(apart.nodes.map(({ name, software }) => [name, software.driver[0]?.value])).toEqual([
      ['gn-a07 monday', '570.1'],
      ['gn-a07 friday', '580.1'],
    ])
  })

  it('also as two folders of one input', () => {
    const read = (folder: string, driver: string) =>
      readText(capture(driver), `dumps/${folder}/v.txt`, ['dumps', folder])
    expect(analyse([read('mon', '1.0'), read('fri', '2.0')], { apart: true }).nodes.map(({ name }) => name)).toEqual([
      'gn-a07 mon',
      'gn-a07 fri',
    ])
  })

  it('also as two files; a host of one input keeps its name', () => {
    const files = ['monday.txt', 'friday.txt'].map((name) => readText(capture(name), name, []))
    const other = readText(capture('580.1').replaceAll('gn-a07', 'gn-a08'), 'other.txt', [])
    expect(analyse([...files, other], { apart: true }).nodes.map(({ name }) => name)).toEqual([
      'gn-a07 monday',
      'gn-a07 friday',
      'gn-a08',
    ])
  })
})
