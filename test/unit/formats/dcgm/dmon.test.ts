import { dcgmDmon } from '@shared/formats/dcgm/dmon'
import { dcgmDmonList } from '@shared/formats/dcgm/dmon-list'
import { sectionsOf } from '@shared/model/format'
import { describe, expect, it } from 'vitest'
import { readText } from '../../../support/reading'
import { fixture, only } from './fixture'

describe('dcgmi dmon', () => {
  it('reads the right-justified table of 2.1', () => {
    const { value } = only(dcgmDmon, fixture('dmon/2.1.txt'))
    expect(value.generation).toBe('2.1')
    expect(value.columns.map(({ tag }) => tag)).toEqual(['POWER', 'TMPTR'])
    expect(value.rows.map((row) => row.cells[0])).toEqual(['412.102', '398.771', '415.006', '401.330'])
    expect(value.rows.map((row) => row.tick)).toEqual([0, 0, 1, 1])
    expect(value.intervalMs).toBe(1000)
    expect(value.fieldIds).toEqual([155, 150])
  })

  it('joins repeated headers and keeps N/A apart from zero', () => {
    const section = only(dcgmDmon, fixture('dmon/3.3-repeated-header.txt'))
    expect(section.value.ticks).toBe(16)
    expect(section.value.rows).toHaveLength(32)
    const nvltx = section.value.series.find((entry) => entry.entity.id === 1 && entry.tag === 'NVLTX')
    expect(nvltx).toMatchObject({ samples: 14, blanks: 2, nonZero: 14, min: 2410002001, max: 2410015001 })
    expect(section.hint.host).toBe('gn-a07')
    expect(section.quality).toBe('full')
  })

  it('marks a row of 3.x with a missing cell, and leaves it out of the sums', () => {
    const { value } = only(dcgmDmon, fixture('dmon/3.1-shifted.txt'))
    expect(value.rows.map((row) => row.shifted)).toEqual([undefined, true])
    expect(value.series.find((entry) => entry.tag === 'NVLTX')?.samples).toBe(1)
  })

  it('reads an empty cell of 4.x in place, and a name with blanks', () => {
    const { value } = only(dcgmDmon, fixture('dmon/4.2-empty-cell-and-name.txt'))
    expect(value.rows.map((row) => row.cells)).toEqual([
      ['NVIDIA H100 80GB HBM3', '41', '100'],
      ['NVIDIA H100 80GB HBM3', '', '7000'],
      ['NVIDIA H100 80GB HBM3', '41', 'N/A'],
    ])
    expect(value.rows.map((row) => row.entity.kind)).toEqual(['gpu', 'gpu', 'gpu-instance'])
    expect(value.rows.every((row) => row.shifted === undefined)).toBe(true)
  })

  it('reads the owner of a link in 4.6, and no number from a blank sentinel', () => {
    const { value } = only(dcgmDmon, fixture('dmon/4.6-entities.txt'))
    expect(value.generation).toBe('4.6+')
    expect(value.rows.map((row) => row.entity.owner)).toEqual([
      { kind: 'gpu', id: 0 },
      { kind: 'switch', id: 2 },
      undefined,
      undefined,
    ])
    expect(value.rows[2]?.entity).toMatchObject({ kind: 'cpu-core', id: 12 })
    const blank = value.series.find((entry) => entry.tag === 'NVLRXL' && entry.entity.owner?.kind === 'switch')
    expect(blank).toMatchObject({ samples: 0, blanks: 1 })
    expect(blank?.max).toBeUndefined()
  })

  it('keeps the command line of the misleading field ids', () => {
    const { value } = only(dcgmDmon, fixture('dmon/wrong-ids.txt'))
    expect(value.fieldIds).toEqual([205, 206])
    expect(value.intervalMs).toBe(1)
    expect(value.columns.map(({ tag }) => tag)).toEqual(['ACCDT', 'ECUTL'])
  })

  it('begins another section at a header with other names', () => {
    const text = fixture('dmon/wrong-ids.txt') + fixture('dmon/4.6-entities.txt').split('\n').slice(1).join('\n')
    expect(sectionsOf(readText(text).parsed, dcgmDmon).map(({ value }) => value.columns.length)).toEqual([2, 2])
  })

  it('thins a very long capture by whole ticks and sums up all of it', () => {
    const rows = Array.from({ length: 80_000 }, (_, i) => `GPU ${i % 8}     ${i}`)
    const { value } = only(dcgmDmon, ['#Entity   NVLTX  ', 'ID               ', ...rows].join('\n'))
    expect(value.ticks).toBe(10_000)
    expect(value.stride).toBe(2)
    expect(value.rows).toHaveLength(40_000)
    expect(value.series.find(({ entity }) => entity.id === 7)).toMatchObject({ samples: 10_000, max: 79_999 })
  })

  it('reads the list of fields', () => {
    const { value } = only(dcgmDmonList, fixture('dmon/field-list.txt'))
    expect(value.fields.map(({ id, tag }) => [id, tag])).toEqual([
      [1, 'DRVER'],
      [449, 'NBWLT'],
      [1011, 'NVLTX'],
    ])
  })
})
