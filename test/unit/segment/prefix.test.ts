import { Peeler } from '@shared/segment/prefix'
import { describe, expect, it } from 'vitest'

function peelAll(lines: readonly string[]) {
  const peeler = new Peeler()
  peeler.look(lines)
  return lines.map((line) => peeler.peel(line))
}

describe('line prefixes', () => {
  it('peels mpirun tags on sight and keeps one channel a rank', () => {
    const [first, second] = peelAll(['[1,0]<stdout>: n1:1:1 [0] NCCL INFO x', '[1,3]<stderr>:y'])
    expect(first).toMatchObject({ key: 'mpi 1,0', text: 'n1:1:1 [0] NCCL INFO x' })
    expect(second).toMatchObject({ key: 'mpi 1,3', text: 'y' })
  })

  it('peels pdsh hosts when they repeat, and names the host', () => {
    const lines = [
      'node01: GPU 0: x',
      'node02: GPU 0: x',
      'node01: GPU 1: x',
      'node02: GPU 1: x',
      'node01: GPU 2: x',
      'node02: GPU 2: x',
    ]
    expect(peelAll(lines).map((line) => `${line.host ?? '-'}|${line.text}`)).toEqual([
      'node01|GPU 0: x',
      'node02|GPU 0: x',
      'node01|GPU 1: x',
      'node02|GPU 1: x',
      'node01|GPU 2: x',
      'node02|GPU 2: x',
    ])
  })

  it('leaves key: value text alone', () => {
    const lines = [
      'driver: mlx5_core',
      'version: 24.01',
      'firmware-version: 28.39',
      'bus-info: 0000:19:00.0',
      'supports-test: yes',
    ]
    expect(peelAll(lines).every((line) => line.prefix === '')).toBe(true)
  })

  it('reads host and unit of a journal line, and keeps the prefix for those who need the time', () => {
    const [line] = peelAll([
      'Jul 09 10:42:47 gn-a07 kernel: NVRM: Xid (PCI:0000:9b:00): 79, GPU has fallen off the bus.',
    ])
    expect(line).toMatchObject({ host: 'gn-a07', text: 'NVRM: Xid (PCI:0000:9b:00): 79, GPU has fallen off the bus.' })
    expect(line?.prefix).toBe('Jul 09 10:42:47 gn-a07 kernel: ')
  })

  it('peels mail quoting from a quoted block only', () => {
    expect(peelAll(['> a b', '> c d', '>> e f', 'text']).map((line) => line.text)).toEqual([
      'a b',
      'c d',
      'e f',
      'text',
    ])
    expect(peelAll(['> nvidia-smi topo -m', 'x', 'y', 'z', 'w'])[0]?.text).toBe('> nvidia-smi topo -m')
  })
})
