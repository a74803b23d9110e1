import { describe, expect, it } from 'vitest'
import { topoMatrix } from '@shared/formats/nvidia-smi/topo-matrix'
import type { TopologyMatrix } from '@shared/model/topology'
import { parseAll, parseLines } from '../../../support/cursor'
import type { TopoPlan } from './topo-text'
import { cellsOf, expandTabs, glueAt, hardWrap, namesOf, softWrap, topoText } from './topo-text'

const plans: readonly TopoPlan[] = [
  { gpus: 8, nics: 0, nv: 'NV18' },
  { gpus: 8, nics: 9, nv: 'NV18' },
  { gpus: 8, nics: 18, nv: 'NV8', gpuNuma: false },
  { gpus: 2, nics: 30, nv: 'SYS', cpu: ['0,2,4,6,8,10', '1,3,5,7,9,11'] },
  { gpus: 16, nics: 0, nv: 'NV6', gpuNuma: false },
  { gpus: 4, nics: 2, nv: 'NV4', cpu: ['0-15', '16-31'] },
]
const named = plans.map((plan) => [`${plan.gpus} GPUs, ${plan.nics} NICs, ${plan.nv}`, plan] as const)

/** Every known cell is the right one; unknown ones are allowed only where the result says that it is damaged. */
function expectTrue(matrix: TopologyMatrix | null, plan: TopoPlan): void {
  if (!matrix) return
  const names = namesOf(plan)
  const cells = cellsOf(plan)
  const wrong: string[] = []
  const [low, high] = plan.cpu ?? ['0-47,96-143', '48-95,144-191']
  matrix.devices.forEach((row, i) => {
    matrix.devices.forEach((column, j) => {
      const cell = matrix.cells[i]?.[j] ?? ''
      const right = cells[names.indexOf(row.name)]?.[names.indexOf(column.name)]
      if (cell === '' ? !matrix.damaged : cell !== right) wrong.push(`${row.name} ${column.name} ${cell}`)
    })
    const far = i * 2 >= plan.gpus
    if (row.cpuAffinity !== undefined && row.cpuAffinity !== (far ? high : low))
      wrong.push(`${row.name} CPU ${row.cpuAffinity}`)
    if (row.numaAffinity !== undefined && row.numaAffinity !== (far ? '1' : '0'))
      wrong.push(`${row.name} NUMA ${row.numaAffinity}`)
  })
  expect(wrong).toEqual([])
}

function expectWhole(matrix: TopologyMatrix | null, plan: TopoPlan): void {
  expect(matrix?.devices.map((device) => device.name)).toEqual(namesOf(plan))
  expect(matrix?.cells).toEqual(cellsOf(plan))
  expectTrue(matrix, plan)
}

describe('topology matrix: damages of copies', () => {
  it.each(named)('%s: as printed, with every affinity', (_, plan) => {
    const { value, unread, damaged } = parseLines(topoMatrix, topoText(plan))
    expectWhole(value, plan)
    expect(value?.damaged).toBe(false)
    expect(
      value?.devices
        .filter((device) => device.kind === 'gpu')
        .every((device) => device.cpuAffinity !== undefined && device.numaAffinity !== undefined),
    ).toBe(true)
    expect([unread, damaged]).toEqual([[], []])
    expect(value?.legendHasNvLink).toBe(true)
    expect(value?.form).toBe('matrix')
  })

  it.each(named)('%s: tabs expanded, blanks collapsed, first blanks stripped, quoted, spaced out', (_, plan) => {
    const text = topoText(plan)
    const variants = [
      expandTabs(text),
      text.replace(/[ \t]+/g, ' '),
      expandTabs(text).trimStart(),
      expandTabs(text).replace(/^/gm, '    '),
      expandTabs(text).replace(/^/gm, '> '),
      expandTabs(text).split('\n').join('\n\n'),
      text.replace('GPU0', '\uFFFD[4mGPU0').replace(/ID$/m, 'ID[0m'),
      `\`\`\`${expandTabs(text).trimEnd()}\`\`\``,
      expandTabs(text).replace(/ {2}/g, '\u00a0 '),
      expandTabs(text).replace(/$/gm, ' '.repeat(40)),
    ]
    for (const variant of variants) expectWhole(parseLines(topoMatrix, variant).value, plan)
  })

  it.each(named)('%s: wrapped by a terminal or a mail program', (_, plan) => {
    const text = expandTabs(topoText(plan))
    for (const width of [72, 80, 100, 120, 132, 157, 160, 200, 238]) {
      expectWhole(parseLines(topoMatrix, hardWrap(text, width, false)).value, plan)
      expectWhole(parseLines(topoMatrix, hardWrap(text, width, true)).value, plan)
      expectWhole(parseLines(topoMatrix, softWrap(text, width)).value, plan)
    }
  })

  it.each(named)('%s: a tab stop swallowed at any column', (_, plan) => {
    const text = expandTabs(topoText(plan))
    const width = Math.max(...text.split('\n').map((line) => line.length))
    for (let column = 16; column < width; column += 8)
      expectWhole(parseLines(topoMatrix, glueAt(text, column)).value, plan)
  })

  it.each(named)('%s: cut at any column, at any line, at any character', (_, plan) => {
    for (const text of [topoText(plan), expandTabs(topoText(plan))]) {
      const lines = text.split('\n')
      for (let column = 5; column < 220; column += 1)
        expectTrue(parseLines(topoMatrix, lines.map((line) => line.slice(0, column)).join('\n')).value, plan)
      for (let i = 0; i < text.length; i += 13) expectTrue(parseLines(topoMatrix, text.slice(0, i)).value, plan)
      for (let i = 0; i < lines.length; i++) expectTrue(parseLines(topoMatrix, lines.slice(i).join('\n')).value, plan)
      for (let i = 0; i < lines.length; i++)
        expectTrue(parseLines(topoMatrix, lines.toSpliced(i, 1).join('\n')).value, plan)
    }
  })

  it('keeps the devices that a header names when rows are gone, and says so', () => {
    const plan = { gpus: 4, nics: 1, nv: 'NV6' }
    const lines = topoText(plan).split('\n')
    const { value, damaged } = parseLines(topoMatrix, lines.toSpliced(3, 1).join('\n'))
    expect(value?.devices).toHaveLength(5)
    expect(value?.cells[2]).toEqual(['', '', '', '', ''])
    expect(value?.damaged).toBe(true)
    expect(damaged).toEqual(['no row for GPU2'])
    const headerOnly = parseLines(topoMatrix, lines[0] ?? '')
    expect(headerOnly.value?.damaged).toBe(true)
    expect(headerOnly.value?.devices).toHaveLength(5)
  })

  it('reads a matrix without its header, and leaves columns out that nothing names', () => {
    const plan = { gpus: 4, nics: 3, nv: 'NV18' }
    const lines = topoText(plan).split('\n')
    expectWhole(parseLines(topoMatrix, lines.slice(1).join('\n')).value, plan)
    const { value } = parseLines(topoMatrix, lines.slice(1, 3).join('\n'))
    expect(value?.devices.map((device) => device.name)).toEqual(['GPU0', 'GPU1', 'GPU2', 'GPU3'])
    expect(value?.damaged).toBe(true)
  })

  it('reads rows around an elision and keeps the gap open', () => {
    const plan = { gpus: 8, nics: 0, nv: 'NV12' }
    const lines = topoText(plan).split('\n')
    const { value, damaged } = parseLines(topoMatrix, [...lines.slice(0, 3), '...', ...lines.slice(8)].join('\n'))
    expect(value?.devices.filter((device) => device.line !== undefined).map((device) => device.name)).toEqual([
      'GPU0',
      'GPU1',
      'GPU7',
    ])
    expect(value?.damaged).toBe(true)
    expect(damaged).toContain('rows were left out')
    expectTrue(value, plan)
  })

  it('takes a row that a log line tore in two', () => {
    const lines = topoText({ gpus: 4, nics: 0, nv: 'NV4' }).split('\n')
    const row = lines[2] ?? ''
    const torn = [...lines.slice(0, 2), row.slice(0, 12), row.slice(12), ...lines.slice(3)].join('\n')
    expectWhole(parseLines(topoMatrix, torn).value, { gpus: 4, nics: 0, nv: 'NV4' })
  })

  it('finds two matrices of one text', () => {
    const text = topoText({ gpus: 2, nics: 0, nv: 'NV4' })
    expect(
      parseAll(topoMatrix, `${text}\n$ nvidia-smi topo -m\n${text}`).map((block) => block.value?.devices.length),
    ).toEqual([2, 2])
    expect(parseAll(topoMatrix, text + text)).toHaveLength(2)
  })
})
