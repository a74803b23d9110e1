import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { analyseInputs, type AnalysedInputs } from '@host/session'
import { findingText, type Language } from '@shared/messages'
import {
  buildReport,
  pageNumbers,
  reportMarkdown,
  reportPage,
  reportParts,
  withPageNumbers,
  type ReportDocument,
  type ReportPartId,
} from '@shared/derive/report'
import { withFolds } from '@shared/derive/findings'
import { cssString } from '@shared/derive/report/page/paged'
import { paper } from '@shared/derive/report/page/paper-palette'
import type { ReportOptions } from '@shared/derive/report/context'
import { sessionView, type SessionView } from '@shared/derive/session-view'
import { viewOf } from '@shared/pipeline/view'
import { finding, node, session } from '../../../builders/session'

const root = join(import.meta.dirname, '../../../..')
let analysed: AnalysedInputs
let view: SessionView

beforeAll(async () => {
  analysed = await analyseInputs([join(root, 'resources/samples/bad-lane')])
  view = viewOf(analysed.session)
  return () => analysed.documents.close()
})

const base: ReportOptions = {
  language: 'en',
  title: '',
  customer: 'Site A',
  author: 'Field engineering',
  date: '2026-11-30',
  note: 'Captured before the reset.',
  parts: reportParts,
  tool: { version: '9.9.9', rules: '7.7' },
  mutes: [],
  comments: [],
  redacted: [],
}

function make(options: Partial<ReportOptions> = {}, of: SessionView = view): ReportDocument {
  return buildReport(of, { ...base, ...options }, (id, from, count) =>
    analysed.documents.has(id) ? analysed.documents.readWindow(id, from, count) : [],
  )
}

/** Text of a page without its markup. */
function textOf(html: string): string {
  return html
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

describe('a report', () => {
  it.each(['en', 'zh'] as const)('says every finding, with its folds, in %s', (language: Language) => {
    const document = make({ language })
    const page = textOf(reportPage(document, { paper: 'a4' }))
    const findings = view.findings.flatMap(withFolds)
    expect(findings.length).toBeGreaterThan(8)
    for (const one of findings) expect(page.includes(findingText(one, language).title)).toBe(true)
    expect(page).toContain('Site A')
    expect(page).toContain('Captured before the reset.')
  })

  it('quotes the lines that prove a finding, beside it and in the appendix', () => {
    const page = textOf(reportPage(make(), { paper: 'a4' }))
    expect(page.split('Link 11: <inactive>').length - 1).toBeGreaterThanOrEqual(2)
    for (const { sha256 } of view.documents) expect(page).toContain(sha256)
  })

  it.each([...reportParts])('leaves out %s', (part: ReportPartId) => {
    const all = make()
    const without = make({ parts: reportParts.filter((one) => one !== part) })
    const ids = (document: ReportDocument): number => document.sections.length + (document.cover ? 1 : 0)
    if (part === 'links') {
      expect(JSON.stringify(all)).toContain('"of":"links"')
      expect(
        without.sections
          .filter(({ id }) => id.startsWith('node-'))
          .map((one) => JSON.stringify(one))
          .join(),
      ).not.toContain('"of":"links"')
    } else if (part === 'machines') {
      // The drawings stay on the pages of the machines.
      expect(without.sections.some(({ id }) => id === 'node-1')).toBe(true)
      expect(JSON.stringify(without)).not.toContain('mlx5_0","InfiniBand')
    } else expect(ids(without)).toBeLessThan(ids(all))
    expect(brokenLinks(reportPage(without, { paper: 'a4' }))).toEqual([])
  })

  it('has no link to nowhere, and no anchor twice', () => {
    const page = reportPage(make(), { paper: 'a4' })
    expect(brokenLinks(page)).toEqual([])
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('numbers findings worst first, and says muted ones with their reason only', () => {
    const [first] = view.findings
    const document = make({ mutes: [{ finding: first?.id ?? '', reason: 'ticket 4711' }] })
    const text = reportMarkdown(document)
    expect(text).toContain('ticket 4711')
    const severities = [...text.matchAll(/^### (\d+)\. (error|warning|information):/gm)]
    expect(severities.map(([, number]) => Number(number))).toEqual(severities.map((_, i) => i + 1))
    expect(severities.length).toBe(view.findings.length - 1)
  })

  it('says plainly that too little was captured, and never that all is well then', () => {
    const empty = sessionView(session({ nodes: [node('n1', { gpus: 0, nics: 0, topology: false })] }))
    const text = reportMarkdown(make({}, empty))
    expect(text).toContain('Too little was captured of n1 to judge it.')
    expect(text).not.toContain('passed.')
  })

  it('is the same for the same input', () => {
    expect(JSON.stringify(make())).toBe(JSON.stringify(make()))
  })

  it('lists of a fleet the odd nodes, and names the others', () => {
    const nodes = Array.from({ length: 50 }, (_, i) => node(`gn-${String(i).padStart(2, '0')}`, { gpus: 2, nics: 2 }))
    const fleet = sessionView(
      session({
        nodes,
        findings: [finding('nvlink-inactive', 'gn-07', { data: { gpu: 'GPU3', active: 16, due: 18, links: '4, 5' } })],
      }),
    )
    const document = make({}, fleet)
    const pages = document.sections.filter(({ id }) => /^node-\d+$/.test(id))
    expect(pages.map(({ running }) => running)).toEqual(['gn-07'])
    expect(reportMarkdown(document)).toContain('49 machines without a finding')
  })
})

function brokenLinks(page: string): readonly string[] {
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  return [...page.matchAll(/href="#([^"]+)"/g)].flatMap(([, to]) => (to !== undefined && !ids.has(to) ? [to] : []))
}

/** Markdown without its code spans, as CommonMark finds them: an escaped back-tick opens none. */
function withoutCode(text: string): string {
  let out = ''
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') {
      out += text.slice(at, at + 2)
      at++
      continue
    }
    const run = /^`+/.exec(text.slice(at, at + 50))?.[0]
    if (run === undefined) {
      out += text[at]
      continue
    }
    const close = new RegExp(`(?<!\`)${run}(?!\`)`).exec(text.slice(at + run.length))
    at += close ? run.length + close.index + run.length - 1 : run.length - 1
  }
  return out
}

describe('captured text', () => {
  const evil = '</style></script><script>alert(1)</script><img src=x onerror=alert(1)>"\'&`|\u0000\u202e'
  /** Words of ours: an attacker has no hand in them. */
  const ours = new Set([
    'kind',
    'rule',
    'severity',
    'variant',
    'format',
    'quality',
    'encoding',
    'state',
    'origin',
    'outcome',
    'area',
    'since',
    'nameFrom',
    'product',
    'transport',
    'direction',
    'collective',
    'form',
    'unit',
    'quantity',
  ])

  function poison(value: unknown, field = ''): unknown {
    if (typeof value === 'string') return ours.has(field) ? value : `${value}${evil}`
    if (Array.isArray(value)) return value.map((item) => poison(item, field))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, poison(item, key)]))
  }

  const poisoned = (): ReportDocument => {
    const options: ReportOptions = {
      ...base,
      title: `x${evil}`,
      customer: evil,
      author: evil,
      note: evil,
      date: evil,
      logo: `data:image/png;base64,AA"${evil}`,
    }
    return buildReport(poison(view) as SessionView, options, (_, from, count) =>
      Array.from({ length: count }, (__, i) => `${from + i}${evil}`),
    )
  }

  it('is never markup, whatever stands in any field', () => {
    const page = reportPage(poisoned(), { paper: 'letter' })
    const tags = new Set([...page.matchAll(/<\/?([^\s/>]*)/g)].map(([, tag]) => tag?.toLowerCase() ?? ''))
    const known =
      'html head meta title style body main section svg g path rect text tspan circle h1 h2 h3 p dl div dt dd nav ul ol li a span b i code em table colgroup col thead tbody tr th td figure figcaption br !doctype'
    expect([...tags].filter((tag) => !known.split(' ').includes(tag))).toEqual([])
    expect(page.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\son\w+\s*=/)
    expect(page.match(/<style>/g)?.length).toBe(1)
    expect(page.match(/<\/style>/g)?.length).toBe(1)
    expect(/[\u0000\u202e]/.test(page)).toBe(false)
    expect(page).not.toMatch(/(?:src|href)="(?!#|https:\/\/|data:image)/)
  })

  it('is never markup in Markdown', () => {
    const text = reportMarkdown(poisoned())
    const outside = withoutCode(text.replaceAll(/^(`{3,})text\n[\s\S]*?\n\1$/gm, ''))
    expect(outside.length).toBeGreaterThan(5000)
    expect(/<(?:script|img|\/style)/.exec(outside)?.[0]).toBeUndefined()
    expect(text.includes('\u202e')).toBe(false)
  })

  it('cannot leave a string of the style sheet', () => {
    expect(cssString('a"b\\c</style>\n}')).toBe('"a\\22 b\\5c c\\3c \\2f style\\3e \\a \\7d "')
    expect(cssString('第 3 页')).toBe('"第 3 页"')
  })
})

describe('the page', () => {
  it('has no type below 6.5 pt in a matrix of sixteen devices, marked cells included', () => {
    const page = reportPage(make(), { paper: 'a4' })
    const drawn = [...page.matchAll(/<svg class="matrix"[^>]* width="([\d.]+)"[^>]*>(.*?)<\/svg>/g)]
    expect(drawn).toHaveLength(2)
    expect(drawn[0]?.[2]).toContain('NV16*')
    for (const [, width = '', inner = ''] of drawn) {
      const smallest = Math.min(...[...inner.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size)))
      // The text of an upright page is 680 px wide, and a px is 0.75 pt.
      expect(Math.min(1, 680 / Number(width)) * smallest * 0.75).toBeGreaterThanOrEqual(6.5)
    }
  })

  it('loads nothing', () => {
    const page = reportPage(make(), { paper: 'a4' })
    expect(page).toContain("default-src 'none'")
    expect(page).not.toMatch(/<script|<link|@import|url\(/)
    expect(page).toContain('<html lang="en">')
    expect(reportPage(make({ language: 'zh' }), { paper: 'a4' })).toContain('<html lang="zh-Hans">')
  })

  it('takes its colours from the tokens', () => {
    const tokens = readFileSync(join(root, 'renderer/tokens.css'), 'utf8')
    const light = (name: string): string | undefined =>
      new RegExp(`--${name}:\\s*light-dark\\((#[0-9a-f]{6})`).exec(tokens)?.[1]
    const names = {
      bg: 'bg',
      line: 'line',
      accentBg: 'accent-bg',
      series3: 'series-3',
      series4: 'series-4',
      series5: 'series-5',
      series6: 'series-6',
      band: 'band',
      bandLine: 'band-line',
      accent: 'accent',
      text: 'text',
    } as const
    for (const [key, token] of Object.entries(names))
      expect([key, paper[key as keyof typeof names]]).toEqual([key, light(token)])
  })

  it('is given page numbers where a printing tells them', () => {
    const pdf = new TextEncoder().encode(
      '%PDF-1.4\n2 0 obj\n<</Type /Page>>\nendobj\n3 0 obj\n<</Type /Page>>\nendobj\n4 0 obj\n<</Type /Pages\n/Kids [2 0 R 3 0 R]>>\nendobj\n5 0 obj\n<</finding-1 [3 0 R /XYZ 0 0 0]\n/not#2dchecked [2 0 R /XYZ 0 0 0]>>\nendobj\n6 0 obj\n<</Type /Catalog\n/Pages 4 0 R\n/Dests 5 0 R>>\nendobj\n',
    )
    const pages = pageNumbers(pdf)
    expect([...pages]).toEqual([
      ['finding-1', 2],
      ['not-checked', 1],
    ])
    const page = withPageNumbers('<a class="pg" href="#finding-1">–</a><a class="pg" href="#gone">–</a>', pages)
    expect(page).toBe('<a class="pg" href="#finding-1">2</a><a class="pg" href="#gone">–</a>')
    expect(pageNumbers(new TextEncoder().encode('no pdf at all')).size).toBe(0)
  })
})

describe('notes of the user', () => {
  it('stand where they belong, as text', () => {
    const [first] = view.findings
    const [one] = view.nodes
    const [document] = view.documents
    const comments: ReportOptions['comments'] = [
      { on: { kind: 'finding', finding: first?.id ?? '' }, text: 'seen <i>before</i>\nin May' },
      { on: { kind: 'node', node: one?.id ?? '' }, text: 'left of the door' },
      { on: { kind: 'link', node: one?.id ?? '', part: 'gpu:3', label: 'GPU3' }, text: 'reseated' },
      { on: { kind: 'line', document: document?.id ?? '', line: 3 }, text: 'look here' },
    ]
    const page = reportPage(make({ comments }), { paper: 'a4' })
    expect(page).toContain('seen &lt;i&gt;before&lt;/i&gt;<br>in May')
    expect(page).toContain('left of the door')
    expect(page).toContain('reseated')
    expect(page).toContain('look here')
  })
})
