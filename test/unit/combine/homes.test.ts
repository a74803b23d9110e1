import { homesOf } from '@shared/combine/homes'
import type { TextDocument } from '@shared/model/document'
import { describe, expect, it } from 'vitest'

function homes(...paths: readonly string[]): readonly string[] {
  const documents = paths.map((path, i): TextDocument => {
    const parts = path.split('/')
    return {
      id: `d${i}`,
      name: path,
      folders: parts.slice(0, -1),
      bytes: 1,
      sha256: '',
      lines: 1,
      encoding: 'utf-8',
      sections: [],
      unrecognisedLines: 0,
      unrecognised: [],
    }
  })
  const found = homesOf(documents)
  return documents.map((document) => found.get(document.id) ?? '')
}

describe('the folder that stands for a machine', () => {
  it('is the one that holds the files', () => {
    expect(homes('dump/topo.txt', 'dump/q.txt')).toEqual(['dump', 'dump'])
  })

  it('is each branch where folders branch', () => {
    expect(homes('case/gn-a07/topo.txt', 'case/gn-a08/topo.txt')).toEqual(['case/gn-a07', 'case/gn-a08'])
  })

  it('keeps the folders of a collector together', () => {
    expect(homes('sos-x/proc/cmdline', 'sos-x/sos_commands/pci/lspci', 'sos-x/etc/nccl.conf')).toEqual([
      'sos-x',
      'sos-x',
      'sos-x',
    ])
  })

  it('looks one level further where two cases were opened together', () => {
    expect(homes('rack/gn-a07/topo.txt', 'rack/gn-a08/topo.txt', 'pair/node-a/q.txt', 'pair/node-b/q.txt')).toEqual([
      'rack/gn-a07',
      'rack/gn-a08',
      'pair/node-a',
      'pair/node-b',
    ])
    expect(homes('one/gpu/topo.txt', 'one/nic/ibstat.txt', 'two/gpu/topo.txt', 'two/nic/ibstat.txt')).toEqual([
      'one',
      'one',
      'two',
      'two',
    ])
  })
})
