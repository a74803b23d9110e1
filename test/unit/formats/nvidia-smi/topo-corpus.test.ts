import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { topoMatrix } from '@shared/formats/nvidia-smi/topo-matrix'
import type { TopologyMatrix } from '@shared/model/topology'
import { parseAll } from '../../../support/cursor'
import { sharedFolder, withoutShared } from '../../../support/shared-folder'

interface Expected {
  readonly gpus: number
  readonly nics: number
  readonly gpuPairs: Record<string, number>
}

const folder = join(sharedFolder() ?? '', 'corpus', 'nvidia-smi')
const expected = withoutShared
  ? {}
  : (JSON.parse(readFileSync(join(folder, 'expect.json'), 'utf8')) as Record<string, Expected>)

describe.skipIf(withoutShared)('topo -m against known captures (skipped where the reference folder is absent)', () => {
  it.each(Object.entries(expected))('%s', (file, want) => {
    const text = readFileSync(join(folder, file), 'utf8').replace(/^INFO \S+Z /gm, '')
    const blocks = parseAll(topoMatrix, text).flatMap((block) => (block.value ? [block.value] : []))
    const best = blocks.sort((a, b) => b.devices.length - a.devices.length)[0]
    expect(best && summary(best)).toEqual(want)
  })
})

function summary(matrix: TopologyMatrix): Expected {
  const gpus = matrix.devices.flatMap((device, i) => (device.kind === 'gpu' ? [i] : []))
  const gpuPairs: Record<string, number> = {}
  for (const i of gpus) {
    for (const j of gpus) {
      const cell = matrix.cells[i]?.[j] ?? ''
      if (i < j) gpuPairs[cell] = (gpuPairs[cell] ?? 0) + 1
    }
  }
  return { gpus: gpus.length, nics: matrix.devices.length - gpus.length, gpuPairs }
}
