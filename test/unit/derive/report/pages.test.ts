import { describe, expect, it } from 'vitest'
import {
  buildReport,
  reportPage,
  reportParts,
  reportStyle,
  runningHeads,
  type ReportDocument,
} from '@shared/derive/report'
import { blockHtml } from '@shared/derive/report/page/blocks'
import type { Block, ReportSection } from '@shared/derive/report/types'
import { viewOf } from '@shared/pipeline/view'
import type { Finding } from '@shared/model/finding'
import type { Session } from '@shared/model/session'
import { at, finding, node, session } from '../../../builders/session'

const options = {
  language: 'en',
  title: '',
  customer: '',
  author: '',
  date: '2026-11-30',
  note: '',
  parts: reportParts,
  tool: { version: '9', rules: '7' },
  mutes: [],
  redacted: [],
} as const

function make(of: Session): ReportDocument {
  return buildReport(viewOf(of), options, (_, from, count) =>
    Array.from({ length: count }, (_line, i) => `line ${from + i}`),
  )
}

const sectionOf = (report: ReportDocument, part: string): ReportSection => {
  const found = report.sections.find((section) => section.part === part)
  if (!found) throw new Error(`no part ${part}`)
  return found
}

/** Kinds of the blocks that must stay on one page, group by group; what may be cut stands alone. */
function shape(blocks: readonly Block[]): readonly string[] {
  return blocks.map((block) =>
    block.kind === 'group' ? block.blocks.map(({ kind }) => kind).join(' ') : `(${block.kind})`,
  )
}

const proof = (documents: number, lines: number): Finding['evidence'] =>
  Array.from({ length: documents }, (_, i) => at(`d${i}.txt`, 1, lines))

function findingShape(found: Partial<Finding>): readonly string[] {
  const blocks = sectionOf(
    make(session({ nodes: [node('n1')], findings: [finding('nvlink-inactive', 'n1', found)] })),
    'findings',
  ).blocks
  return shape(blocks.slice(1))
}

describe('a finding on its pages', () => {
  it('stays whole while it is short', () => {
    expect(findingShape({ evidence: proof(1, 3) })).toEqual(['heading text text quotes text text steps text'])
  })

  it('keeps its heading with the first proof, and its cost with the remedy and the addresses', () => {
    expect(findingShape({ evidence: proof(4, 6) })).toEqual([
      'heading text text quotes',
      '(quotes)',
      'text text steps text',
    ])
  })

  it('keeps what it explains with the addresses, which begin no page', () => {
    const folds = [finding('nvlink-asymmetric-pair', 'n1')]
    expect(findingShape({ evidence: proof(4, 6), folds }).at(-1)).toBe('text list text')
  })

  it('says in words that it has no lines', () => {
    const [only = ''] = findingShape({ evidence: [] })
    expect(only).not.toContain('quotes')
  })
})

describe('parts that share pages', () => {
  const gap = {
    rule: 'nvlink-p2p-disabled',
    node: 'n1',
    needs: ['nccl.log'],
    capture: 'NCCL_DEBUG=INFO (run the job again)',
  }
  const report = make(
    session({
      nodes: [node('n1')],
      findings: [finding('nvlink-inactive', 'n1', { evidence: proof(1, 3) })],
      notChecked: [gap],
      outcomes: [{ rule: gap.rule, node: 'n1', outcome: 'not-checked' }],
    }),
  )

  it('go on where the one before them ends, on the same kind of page and under one running head', () => {
    expect(sectionOf(report, 'not-checked').follows).toBeUndefined()
    expect(sectionOf(report, 'evidence').follows).toBe(true)
    const heads = runningHeads(report)
    expect(heads.get('evidence')).toBe(heads.get('not-checked'))
    expect(heads.get('evidence')).toContain('Not checked · ')
    expect(heads.get('findings')).toBe('Findings')
    const page = reportPage(report, { paper: 'a4' })
    expect(page).toContain('#evidence { page: p-not-checked; }')
    expect(page).not.toContain('@page p-evidence')
  })

  it('names rules that were not checked by their id, for a title says what was found', () => {
    const table = sectionOf(report, 'not-checked').blocks.find(({ kind }) => kind === 'table')
    expect(JSON.stringify(table)).toContain('"nvlink-p2p-disabled"')
  })
})

describe('captured lines', () => {
  const quote = (length: number): string =>
    blockHtml(
      {
        kind: 'quotes',
        quotes: [{ name: '', lines: [{ number: 1, text: 'x'.repeat(length), hit: false }], more: 0, state: 'info' }],
      },
      { language: 'en', pages: undefined },
    )

  it('are set smaller only where that saves the line from wrapping', () => {
    expect(quote(110)).not.toContain(' fit')
    expect(quote(118)).toContain(' fit')
    expect(quote(122)).not.toContain(' fit')
  })

  it('of a table are as wide as what stands below its heading', () => {
    const rows = [
      '\tGPU0\tGPU1\tNIC0\tCPU Affinity\tNUMA Affinity',
      'GPU0\t X \tNV18\tPIX\t0-47\t0',
      'GPU1\tNV18\t X \tPIX\t0-47\t0',
    ]
    const report = buildReport(
      viewOf(
        session({
          nodes: [node('n1')],
          findings: [finding('nvlink-inactive', 'n1', { evidence: [at('d.txt', 1, 3)] })],
        }),
      ),
      options,
      (_, from, count) => rows.slice(from - 1, from - 1 + count),
    )
    expect(JSON.stringify(report)).toContain('"GPU0 X    NV18 PIX 0-47 0"')
  })
})

describe('tables on their pages', () => {
  const table = (rows: number): string =>
    blockHtml(
      { kind: 'table', label: 'x', columns: [{ title: 'a' }], rows: Array.from({ length: rows }, () => ['b']) },
      { language: 'en', pages: undefined },
    )

  it('stay whole while they are short, and hold on to nothing around them', () => {
    expect(table(12)).toContain('class="keep"')
    expect(table(13)).not.toContain('keep')
    // What the last row asks for would hold for all that follows the table, and the first for all before it.
    for (const rule of reportStyle.match(/[^}]*\btr:nth[^{]*\{[^}]*\}/g) ?? [])
      expect(rule).toMatch(rule.includes('break-after') ? /:not\(:last-child\)/ : /:not\(:first-child\)/)
  })

  it('are none where nothing but names is known', () => {
    const ids = Array.from({ length: 12 }, (_, i) => `n${i + 1}`)
    const none = { driver: [], cuda: [], nccl: [], fabricManager: [] }
    const bare = ids.map((id) => node(id)).map((one) => ({ ...one, software: { ...one.software, ...none } }))
    const { blocks } = sectionOf(make(session({ nodes: bare })), 'machines')
    const versions = blocks.findIndex((block) => block.kind === 'heading' && block.text === 'Versions')
    expect(versions).toBeGreaterThan(0)
    expect(blocks[versions + 1]).toMatchObject({ kind: 'text', style: 'note' })
  })
})

describe('what is said of nodes', () => {
  it('with a share in what several have is not that they have no fault', () => {
    const shared = finding('node-topo-differs', 'n1', { severity: 'warning', nodes: ['n1', 'n2'] })
    const text = JSON.stringify(
      sectionOf(
        make(
          session({
            nodes: [node('n1'), node('n2')],
            findings: [shared],
            outcomes: ['n1', 'n2'].map((id) => ({ rule: 'nvlink-inactive', node: id, outcome: 'passed' }) as const),
          }),
        ),
        'summary',
      ),
    )
    expect(text).toContain('n1 shows no fault of its own in what was captured')
    expect(text).not.toContain('shows no fault in what')
  })

  it('is not that they are like the others where less was captured of them', () => {
    const ids = Array.from({ length: 30 }, (_, i) => `n${i + 1}`)
    const nodes = ids.map((id) => node(id, id === 'n7' ? { driver: undefined } : {}))
    const text = JSON.stringify(sectionOf(make(session({ nodes })), 'machines'))
    expect(text).toContain('29 machines without a finding and like the majority')
    expect(text).toContain('1 machine without a finding of which less was captured')
    expect(text).toMatch(/"n7"\},": ".*Driver/)
  })
})
