import { describe, expect, it } from 'vitest'
import { buildReport, reportParts, type ReportDocument } from '@shared/derive/report'
import type { Block, Inline } from '@shared/derive/report/types'
import { viewOf } from '@shared/pipeline/view'
import type { Finding } from '@shared/model/finding'
import type { Language } from '@shared/messages'
import { finding, node, session } from '../../../builders/session'

function make(language: Language, findings: readonly Finding[]): ReportDocument {
  const options = {
    language,
    title: '',
    customer: '',
    author: '',
    date: '2026-11-30',
    note: '',
    parts: reportParts,
    tool: { version: '9', rules: '7' },
    mutes: [],
    redacted: [],
  }
  return buildReport(viewOf(session({ nodes: [node('n1')], findings: [...findings] })), options, () => [])
}

function textOf(content: string | readonly Inline[]): string {
  return typeof content === 'string'
    ? content
    : content.map((part) => (typeof part === 'string' ? part : part.kind === 'page' ? '#' : part.text)).join('')
}

function blocks(report: ReportDocument, part: string): readonly Block[] {
  const open = (block: Block): readonly Block[] => (block.kind === 'group' ? block.blocks.flatMap(open) : [block])
  return report.sections.filter((section) => section.part === part).flatMap((section) => section.blocks.flatMap(open))
}

const many = Array.from({ length: 12 }, (_, i) =>
  finding('nvlink-inactive', 'n1', {
    id: `f${i}`,
    on: [
      { kind: 'gpu', id: `g${i}`, label: `GPU${i}` },
      { kind: 'gpu', id: 'g99', label: 'GPU99' },
      { kind: 'communicator', id: 'c1', label: 'c1' },
    ],
  }),
)

describe('the summary', () => {
  it('names what a first step is about, since it reads alone there', () => {
    const steps = blocks(make('en', many), 'summary').flatMap((block) => (block.kind === 'steps' ? block.steps : []))
    expect(textOf(steps[0]?.content ?? '')).toMatch(/^n1 · GPU0, GPU99: /)
  })

  it('names no communicator by our own number', () => {
    const text = JSON.stringify(make('en', many))
    expect(text).toContain('n1 · GPU0, GPU99')
    expect(text).not.toMatch(/[ ,]c1\b/)
  })

  it('points to a page as the language says it', () => {
    const note = (language: Language): string =>
      blocks(make(language, many), 'summary')
        .flatMap((block) => (block.kind === 'text' ? [textOf(block.content)] : []))
        .find((text) => text.includes('#')) ?? ''
    expect(note('en')).toMatch(/more findings\. See page #$/)
    expect(note('zh')).toMatch(/条诊断结果。见第 # 页。$/)
  })

  it('parts names and sentences in Chinese without blanks and with its own marks', () => {
    const report = make('zh', many)
    const texts = report.sections.flatMap(({ part }) =>
      blocks(report, part).flatMap((block) =>
        block.kind === 'text'
          ? [textOf(block.content)]
          : block.kind === 'table'
            ? block.rows.flatMap((row) => row.map(textOf))
            : block.kind === 'drawing'
              ? [textOf(block.caption)]
              : [],
      ),
    )
    expect(texts.some((text) => text.includes('GPU0、GPU99'))).toBe(true)
    expect(texts.some((text) => text.includes('：'))).toBe(true)
    for (const text of texts) expect(text).not.toMatch(/。 \S|[\u4e00-\u9fff][,:;]/)
  })
})
