import { settingTables, type ResolvedRow } from '@shared/derive/nccl-settings'
import { isUiKey } from '@shared/messages/ui'
import { analyse } from '@shared/pipeline/analyse'
import { ncclLog } from '@shared/prove/texts'
import { describe, expect, it } from 'vitest'
import { readText } from '../../support/reading'

const host = ['gn-a07']

function tables(...files: readonly (readonly [name: string, text: string])[]) {
  return settingTables(analyse(files.map(([name, text]) => readText(text, name, host))))
}

function row(rows: readonly ResolvedRow[] | undefined, name: string): ResolvedRow {
  const found = rows?.find((one) => one.name === name)
  if (!found) throw new Error(`no row ${name}`)
  return found
}

describe('resolved settings of a job', () => {
  const command =
    '$ NCCL_DEBUG=INFO NCCL_NVLANKS_DISABLE=0 NCCL_SOCKET_NTHREADS=8 NCCL_BUFFSIZE=8M NCCL_IB_TIMEOUT=22 ./all_reduce_perf -g 2\n'
  const log = ncclLog({ ranks: 2, network: 'Socket', settings: { NCCL_BUFFSIZE: 8, NCCL_NVLS_ENABLE: 2 } })
  const conf = 'NCCL_NVLS_ENABLE=0\nNCCL_MAX_CTAS=8\nTORCH_NCCL_BLOCKING_WAIT=1\n'
  const [table] = tables(['run.txt', command + log], ['etc/nccl.conf', conf])

  it('knows the job and its NCCL', () => {
    expect(table).toMatchObject({ kind: 'job', nodes: ['gn-a07'], version: '2.28.9' })
  })

  it('lets the log win over the conf file, and keeps both places', () => {
    const nvls = row(table?.rows, 'NCCL_NVLS_ENABLE')
    expect(nvls).toMatchObject({ value: '2', origin: 'log', conflicting: true, use: { state: 'read' } })
    expect(nvls.places.map((place) => [place.origin, place.value, place.wins])).toEqual([
      ['log', '2', true],
      ['system-conf', '0', false],
    ])
  })

  it('says how NCCL reads a value, and which rule judged it', () => {
    const size = row(table?.rows, 'NCCL_BUFFSIZE')
    expect(size.reading?.value).toBe(8)
    expect(size.verdict).toMatchObject({ key: 'finding', severity: 'warning' })
    expect(size.findings.map((finding) => finding.rule).sort()).toEqual(['nccl-channels-pinned', 'nccl-value-invalid'])
  })

  it('names what is ignored, what cannot matter here, and what did not arrive', () => {
    expect(row(table?.rows, 'NCCL_NVLANKS_DISABLE')).toMatchObject({ kind: 'unknown', verdict: { key: 'finding' } })
    expect(row(table?.rows, 'NCCL_NVLANKS_DISABLE').nearest[0]).toBe('NCCL_NVLS_ENABLE')
    expect(row(table?.rows, 'NCCL_SOCKET_NTHREADS').verdict).toMatchObject({ key: 'one-host', idle: true })
    expect(row(table?.rows, 'NCCL_IB_TIMEOUT').verdict.key).toBe('one-host')
    const lost = row(table?.rows, 'NCCL_MAX_CTAS')
    expect(lost.use).toEqual({ state: 'not-read', due: true })
    expect(lost.findings.map((finding) => finding.rule)).toEqual(['nccl-env-not-applied'])
    expect(row(table?.rows, 'TORCH_NCCL_BLOCKING_WAIT')).toMatchObject({
      kind: 'foreign',
      owner: 'PyTorch',
      verdict: { key: 'foreign' },
    })
  })

  it('has a text for every verdict', () => {
    const keys = table?.rows.map((one) => `nccl.verdict.${one.verdict.key}`) ?? []
    expect(keys.length).toBeGreaterThan(5)
    expect(keys.filter((key) => !isUiKey(key))).toEqual([])
  })
})

describe('resolved settings of a node without a job', () => {
  it('takes the environment before the user’s file before /etc', () => {
    const [table] = tables(
      ['etc/nccl.conf', 'NCCL_ALGO=Tree\nNCCL_MIN_CTAS=4\n'],
      ['env.txt', 'NCCL_DEBUG=INFO\nNCCL_ALGO=Ring\n'],
    )
    expect(table?.kind).toBe('node')
    expect(row(table?.rows, 'NCCL_ALGO')).toMatchObject({ value: 'Ring', origin: 'environment', conflicting: true })
    expect(row(table?.rows, 'NCCL_MIN_CTAS').verdict.key).toBe('pinned')
    expect(row(table?.rows, 'NCCL_DEBUG').verdict.key).toBe('debug')
  })

  it('marks a name that the release does not read yet, or no longer', () => {
    const old = ncclLog({ ranks: 2, version: '2.14.3+cuda11.8' })
    const [table] = tables(['run.txt', `$ NCCL_NVLS_ENABLE=0 NCCL_TREE_THRESHOLD=0 ./all_reduce_perf\n${old}`])
    expect(row(table?.rows, 'NCCL_NVLS_ENABLE').known).toBe('too-new')
    expect(row(table?.rows, 'NCCL_TREE_THRESHOLD').known).toBe('removed')
  })
})

describe('a job over two hosts', () => {
  it('shares a table where both hosts have the same values', () => {
    const log = ncclLog({ ranks: 2, hosts: ['gn-a07', 'gn-a08'], settings: { NCCL_IB_TIMEOUT: 22 } })
    const shown = tables(['run.txt', log])
    expect(shown.map((table) => table.nodes)).toEqual([['gn-a07', 'gn-a08']])
  })

  it('keeps them apart where one differs', () => {
    const log = ncclLog({ ranks: 2, hosts: ['gn-a07', 'gn-a08'], settings: { NCCL_IB_TIMEOUT: 22 } })
    const differing = log.replace(/(gn-a08.{0,40}NCCL_IB_TIMEOUT set by environment to) 22/, '$1 14')
    const shown = tables(['run.txt', differing])
    expect(shown.map((table) => [table.nodes, table.rows[0]?.value])).toEqual([
      [['gn-a07'], '22'],
      [['gn-a08'], '14'],
    ])
  })
})
