import { describe, expect, it } from 'vitest'
import {
  dcgmFieldById,
  dcgmFieldByName,
  dcgmFieldsByTag,
  notNvlinkFieldIds,
  nvlinkFieldIds,
} from '@shared/knowledge/dcgm-fields'
import { sxidByCode, xidByCode } from '@shared/knowledge/xid'

describe('DCGM fields', () => {
  it('finds by id, tag, name and alias', () => {
    expect(dcgmFieldById(1011)).toMatchObject({
      name: 'DCGM_FI_PROF_NVLINK_TX_BYTES',
      tag: 'NVLTX',
      unit: 'bytes/s',
      kind: 'gauge',
    })
    expect(dcgmFieldById(205)).toMatchObject({ tag: 'ACCDT' })
    expect(dcgmFieldById(206)).toMatchObject({ tag: 'ECUTL' })
    expect(dcgmFieldsByTag('RPCTR').map((field) => field.id)).toEqual([202])
    expect(dcgmFieldByName('DCGM_FI_DEV_NVLINK_THROUGHPUT_TOTAL')?.id).toBe(449)
    expect(dcgmFieldById(99999)).toBeUndefined()
    expect(dcgmFieldsByTag('')).toEqual([])
  })

  it('tells a reused id apart by its column head', () => {
    expect(dcgmFieldById(701)?.tag).toBe('SWVOLT')
    expect(dcgmFieldById(701, 'SWVOLT')?.name).toBe('DCGM_FI_DEV_NVSWITCH_VOLTAGE_MVOLT')
    expect(dcgmFieldById(701, 'SLM00')?.name).toBe('DCGM_FI_DEV_NVSWITCH_LATENCY_MED_P00')
    expect(dcgmFieldsByTag('SLM00').map((field) => field.id)).toEqual([701])
    expect(dcgmFieldsByTag('MEMRES').map((field) => field.id)).toContain(356)
  })

  it('advises fields that exist, with the unit and kind of the table', () => {
    expect(nvlinkFieldIds[0]?.ids).toEqual([1011, 1012])
    for (const advice of nvlinkFieldIds) {
      for (const id of advice.ids)
        expect(dcgmFieldById(id), String(id)).toMatchObject({ unit: advice.unit, kind: advice.kind })
    }
    for (const id of notNvlinkFieldIds) expect(dcgmFieldById(id)?.name).not.toContain('NVLINK')
  })
})

describe('Xid and SXid', () => {
  it('knows the codes that rules name', () => {
    expect(xidByCode(79)).toMatchObject({ severity: 'fatal', linkRelated: true })
    expect(xidByCode(74)).toMatchObject({ severity: 'error', linkRelated: true })
    expect(xidByCode(63)?.severity).toBe('info')
    expect(xidByCode(45)?.consequence).toBe(true)
    expect(xidByCode(48)?.action).toContain('reset')
    expect(xidByCode(0)).toBeUndefined()
    expect(sxidByCode(12020)).toMatchObject({ fabricClass: 'always-fatal', severity: 'fatal' })
    expect(sxidByCode(11012)).toMatchObject({ fabricClass: 'non-fatal', severity: 'info' })
    expect(sxidByCode(11018)?.meaning).toBe('NVSwitch: nport ingress ridtab ecc dbe err')
  })

  it.each([
    46, 48, 61, 62, 64, 95, 109, 110, 119, 120, 136, 140, 143, 151, 155, 158, 159, 166, 167, 169, 170, 171, 172, 173,
    175,
  ])('calls Xid %i an error, as rule xid-hardware does', (code) => {
    expect(['error', 'fatal']).toContain(xidByCode(code)?.severity)
  })
})
