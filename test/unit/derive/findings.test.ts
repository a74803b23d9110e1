import { describe, expect, it } from 'vitest'
import {
  captureGroups,
  findFinding,
  findingCounts,
  findingsOn,
  groupFindings,
  notCheckedRows,
  type FindingFilter,
} from '../../../shared/derive/findings'
import { finding, notChecked, outcome, session } from '../../builders/session'

const all: FindingFilter = { severity: 'all', text: '', muted: 'hide' }
const context = {
  muted: new Set<string>(),
  title: (one: { rule: string }) => `title of ${one.rule}`,
  area: (rule: string) => (rule.startsWith('nvlink') ? 'nvlink' : 'pcie'),
  nodeName: (id: string) => `host-${id}`,
}
const down = finding('nvlink-inactive', 'n1', {
  on: [{ kind: 'gpu', id: 'n1/gpu3', label: 'GPU3' }],
  folds: [finding('nvlink-asymmetric-pair', 'n1', { severity: 'warning' })],
})
const narrow = finding('pcie-width-downgraded', 'n2', { severity: 'warning' })

describe('findingCounts', () => {
  const judged = session({
    findings: [down, narrow, finding('nccl-debug-leftover', 'n1', { severity: 'info' })],
    notChecked: [notChecked('acs-enabled', 'n1'), notChecked('acs-enabled', 'n2'), notChecked('xid-nvlink', 'n1')],
    outcomes: [outcome('a', 'n1', 'passed'), outcome('b', 'n1', 'not-applicable'), outcome('c', 'n1', 'failed')],
  })

  it('counts top findings by severity and rules not checked once each', () => {
    expect(findingCounts(judged, new Set())).toMatchObject({
      error: 1,
      warning: 1,
      info: 1,
      errorNodes: 1,
      notChecked: 2,
      passed: 1,
      notApplicable: 1,
      failed: 1,
      muted: 0,
    })
  })

  it('leaves muted findings out and counts them apart', () => {
    expect(findingCounts(judged, new Set([down.id]))).toMatchObject({ error: 0, errorNodes: 0, muted: 1 })
  })
})

describe('groupFindings', () => {
  const ids = (filter: Partial<FindingFilter>, muted: ReadonlySet<string> = new Set()): string[] =>
    groupFindings([narrow, down], { ...all, ...filter }, { ...context, muted }).flatMap((group) =>
      group.findings.map(({ rule }) => rule),
    )

  it('puts errors first', () => expect(ids({})).toEqual(['nvlink-inactive', 'pcie-width-downgraded']))
  it('filters by node', () => expect(ids({ node: 'n2' })).toEqual(['pcie-width-downgraded']))
  it('filters by area', () => expect(ids({ area: 'nvlink' })).toEqual(['nvlink-inactive']))
  it('finds words of folded findings', () => expect(ids({ text: 'asymmetric' })).toEqual(['nvlink-inactive']))
  it('needs all words', () => expect(ids({ text: 'GPU3 host-n2' })).toEqual([]))
  it('hides what is muted', () => expect(ids({}, new Set([down.id]))).toEqual(['pcie-width-downgraded']))
  it('shows only what is muted', () => expect(ids({ muted: 'only' }, new Set([down.id]))).toEqual(['nvlink-inactive']))
})

describe('not checked', () => {
  const list = [
    notChecked('xid-nvlink', 'n1', { capture: 'sudo dmesg -T' }),
    notChecked('xid-nvlink', 'n2', { capture: 'sudo dmesg -T' }),
    notChecked('nvlink-crc-errors', 'n1', { capture: 'nvidia-smi nvlink -e\nsudo dmesg -T' }),
  ]
  it('joins the same gap of several nodes', () => {
    expect(notCheckedRows(list).map(({ rule, nodes }) => [rule, nodes.length])).toEqual([
      ['xid-nvlink', 2],
      ['nvlink-crc-errors', 1],
    ])
  })
  it('limits to a node', () => expect(notCheckedRows(list, 'n2')).toHaveLength(1))
  it('groups gaps by the command that closes most', () => {
    const rows = notCheckedRows([
      notChecked('a', 'n', { capture: 'x' }),
      notChecked('b', 'n', { capture: 'y' }),
      notChecked('c', 'n', { capture: 'y' }),
    ])
    expect(captureGroups(rows).map(({ capture, rows: own }) => [capture, own.length])).toEqual([
      ['y', 2],
      ['x', 1],
    ])
  })
})

describe('lookups', () => {
  it('finds a folded finding with the one that holds it', () => {
    const fold = down.folds[0]
    expect(findFinding([narrow, down], fold?.id)).toEqual({ finding: fold, top: down })
  })
  it('finds nothing for an unknown id', () => expect(findFinding([down], 'gone')).toBeUndefined())
  it('finds findings on a part of a thing', () => {
    expect(findingsOn([down, narrow], 'n1/gpu3')).toEqual([down])
    expect(findingsOn([down, narrow], 'n1/gpu30')).toEqual([])
  })
})
