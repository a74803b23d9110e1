import { describe, expect, it } from 'vitest'
import { analyse } from '../../../shared/pipeline/analyse'
import { readHostHeading } from '../../../shared/segment/host-heading'
import { readText } from '../../support/reading'

const gpu = (n: number) => `GPU 0: NVIDIA H200 (UUID: GPU-0700000${n}-1111-2222-3333-444400000000)`
const names = (text: string) => analyse([readText(text, 'all.txt')]).nodes.map(({ name, gpus }) => [name, gpus.length])

describe('headings that name a host', () => {
  it.each([
    ['gn-a07 | CHANGED | rc=0 >>', 'gn-a07'],
    ['gn-a07 | FAILED | rc=127 >>', 'gn-a07'],
    ['gn-a07 | SUCCESS => {', 'gn-a07'],
    ['ok: [gn-a07] => {', 'gn-a07'],
    ['fatal: [gn-a07]: FAILED! => {"msg": "x"}', 'gn-a07'],
    ['GPU0 | CHANGED', null],
    ['ok: [done]: all', null],
    ['| gn-a07 | CHANGED | rc=0 >>', null],
  ])('%s: %s', (line, host) => expect(readHostHeading(line)).toBe(host))

  it('part the hosts of an ad-hoc command', () => {
    expect(names(`gn-a07 | CHANGED | rc=0 >>\n${gpu(1)}\n\ngn-a08 | CHANGED | rc=0 >>\n${gpu(2)}\n`)).toEqual([
      ['gn-a07', 1],
      ['gn-a08', 1],
    ])
  })

  it('part the hosts of a gathered output', () => {
    const rule = '-'.repeat(16)
    const text = `${rule}\ngn-a07\n${rule}\n${gpu(1)}\n${rule}\ngn-a08\n${rule}\n${gpu(2)}\n`
    expect(names(text)).toEqual([
      ['gn-a07', 1],
      ['gn-a08', 1],
    ])
  })

  it('several hosts with one output are none of them', () => {
    const rule = '-'.repeat(16)
    expect(names(`${rule}\ngn-a[07-08] (2)\n${rule}\n${gpu(1)}\n`)).toEqual([['node 1', 1]])
  })
})
