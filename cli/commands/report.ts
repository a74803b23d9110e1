import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { Documents } from '@host/documents'
import { writeWhole } from '@host/print/pdf'
import {
  buildReport,
  reportMarkdown,
  reportPage,
  reportParts,
  type Paper,
  type ReadReportLines,
  type ReportDocument,
  type ReportOptions,
  type ReportPartId,
} from '@shared/derive/report'
import type { CaseNotes } from '@shared/contract/case'
import { redactNotes } from '@shared/derive/redaction'
import type { Language } from '@shared/messages'
import { rulesVersion } from '@shared/pipeline/analyse'
import { viewOf } from '@shared/pipeline/view'
import { exitStatus } from '../exit-status'
import type { Io } from '../io'
import {
  classesUsed,
  defaultRedaction,
  redacted,
  replacementText,
  type Redacted,
  type RedactionFlags,
} from '../output/redaction'
import { nothingReadable } from '../output/summary'
import { readInputs } from '../read-inputs'
import { refuseMissing, UsageError } from '../usage'
import { version } from '../version'

export interface ReportCommandOptions extends RedactionFlags {
  readonly pdf?: string
  readonly html?: string
  readonly markdown?: string
  readonly paper: Paper
  readonly lang: Language
  readonly title?: string
  readonly customer?: string
  readonly author?: string
  readonly date?: string
  readonly note?: string
  readonly logo?: string
  readonly parts?: string
  /** Two nodes, apart by a comma. */
  readonly compare?: string
  readonly quiet?: boolean
}

/** `lanescope report PATH...`: the document that goes back to the customer. */
export async function report(
  paths: readonly string[],
  options: ReportCommandOptions,
  io: Io,
  commands: readonly string[],
): Promise<number> {
  if (paths.length === 0)
    throw new UsageError('nothing to report on: name files, folders or archives, or - for standard input')
  if (options.pdf === undefined && options.html === undefined && options.markdown === undefined)
    throw new UsageError('say where the report goes: --pdf FILE, --html FILE or --markdown FILE')
  refuseMissing(paths, commands)
  const wanted = reportOptions(options)
  const { session, documents, notes } = await readInputs(paths, { standardInput: io.standardInput })
  try {
    if (nothingReadable(session)) throw new UsageError('nothing could be read')
    const safe = redacted(viewOf(session), documents, { ...options, redact: options.redact ?? defaultRedaction })
    await writeReports(makeReport(safe, withSafeNames(withNotes(wanted, notes, safe), safe)), options, io)
    if (safe.redactor && options.quiet !== true)
      io.err(`${replacementText(safe.redactor, safe.classes, options.showRedactions === true)}\n`)
    return exitStatus.fine
  } finally {
    documents.close()
  }
}

/** `lanescope check --pdf`: the whole report on A4; customer, author and notes are those of the case, if one was read. */
export async function writeReportPdf(
  safe: Redacted,
  notes: CaseNotes | undefined,
  pdf: string,
  lang: Language,
  io: Io,
): Promise<void> {
  const options: ReportCommandOptions = { pdf, lang, paper: 'a4', quiet: true }
  await writeReports(makeReport(safe, withNotes(reportOptions(options), notes, safe)), options, io)
}

/** What the case says of itself, where no flag says otherwise; its notes have the same values replaced. */
function withNotes(options: ReportOptions, notes: CaseNotes | undefined, { redactor }: Redacted): ReportOptions {
  if (!notes) return options
  const safe = redactor ? redactNotes(notes, redactor) : notes
  return {
    ...options,
    customer: options.customer || safe.customer,
    author: options.author || safe.author,
    note: options.note || safe.note,
    mutes: safe.mutes,
    comments: safe.comments,
  }
}

/** Nodes are called otherwise in a redacted session. */
function withSafeNames(options: ReportOptions, { session, redactor }: Redacted): ReportOptions {
  const { compare } = options
  if (!compare) return options
  const safe = redactor ? { left: redactor.redactId(compare.left), right: redactor.redactId(compare.right) } : compare
  const lacks = ([compare.left, compare.right] as const).find(
    (_, i) => !session.nodes.some(({ id, name }) => [id, name].includes(i === 0 ? safe.left : safe.right)),
  )
  if (lacks !== undefined)
    throw new UsageError(
      `no node ${lacks}; there are ${session.nodes
        .map(({ name }) => name)
        .slice(0, 20)
        .join(', ')}`,
    )
  return { ...options, compare: safe }
}

/** Lines are read while the report is made, so it is made before anybody asks what was replaced. */
function makeReport({ session, documents, redactor }: Redacted, options: ReportOptions): ReportDocument {
  const make = (used: ReportOptions['redacted']): ReportDocument =>
    buildReport(session, { ...options, redacted: used }, lineReader(documents))
  if (!redactor) return make([])
  const first = classesUsed(redactor)
  const made = make(first)
  const used = classesUsed(redactor)
  return used.length === first.length ? made : make(used)
}

function lineReader(documents: Documents): ReadReportLines {
  return (document, from, count) => {
    try {
      return documents.readWindow(document, from, count)
    } catch {
      // The file is gone or has changed since it was read: the reference still stands.
      return []
    }
  }
}

function reportOptions(options: ReportCommandOptions): ReportOptions {
  return {
    language: options.lang,
    title: options.title ?? '',
    customer: options.customer ?? '',
    author: options.author ?? '',
    date: options.date ?? new Date().toISOString().slice(0, 10),
    note: options.note ?? '',
    logo: options.logo === undefined ? undefined : pictureOf(options.logo),
    parts: partsOf(options.parts),
    tool: { version, rules: rulesVersion },
    mutes: [],
    compare: pairOf(options.compare),
    redacted: [],
  }
}

/** `all`, a list of parts, or what to leave out: `-evidence,-sources`. */
export function partsOf(text: string | undefined): readonly ReportPartId[] {
  const words = (text ?? 'all')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '' && word !== 'all')
  const known = (word: string): word is ReportPartId => reportParts.some((part) => part === word)
  const unknown = words.map((word) => word.replace(/^[-!]/, '')).find((word) => !known(word))
  if (unknown !== undefined)
    throw new UsageError(`no such part of a report: ${unknown}; there are ${reportParts.join(', ')}`)
  const chosen = words.filter(known)
  const left = new Set(words.filter((word) => /^[-!]/.test(word)).map((word) => word.slice(1)))
  return reportParts.filter((part) => (chosen.length === 0 || chosen.includes(part)) && !left.has(part))
}

function pairOf(text: string | undefined): ReportOptions['compare'] {
  if (text === undefined) return undefined
  const [left, right, ...more] = text.split(',').map((name) => name.trim())
  if (!left || !right || more.length > 0) throw new UsageError('--compare takes two nodes, apart by a comma')
  return { left, right }
}

const pictures: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
}

function pictureOf(path: string): string {
  const type = pictures[extname(path).toLowerCase()]
  if (type === undefined) throw new UsageError(`${path} is no picture that can be a logo: png, jpg, svg or webp`)
  try {
    return `data:${type};base64,${readFileSync(path).toString('base64')}`
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${reasonOf(error)}`)
  }
}

async function writeReports(document: ReportDocument, options: ReportCommandOptions, io: Io): Promise<void> {
  const { html, markdown, pdf, paper } = options
  const say = (text: string): void => {
    if (options.quiet !== true) io.err(`${text}\n`)
  }
  if (html !== undefined) {
    write(html, reportPage(document, { paper }))
    say(`${html}: one HTML page for any browser`)
  }
  if (markdown !== undefined) {
    const text = reportMarkdown(document)
    if (markdown === '-') io.out(text)
    else write(markdown, text)
  }
  if (pdf === undefined) return
  const { printReport } = await import('../output/report')
  const printed = await printReport(document, paper).catch((error: unknown): never => {
    throw new UsageError(`${pdf} was not written: ${reasonOf(error)}`)
  })
  write(pdf, printed.pdf)
  say(`${pdf}: ${printed.pages} pages`)
  if (printed.unshown.length > 0)
    io.err(
      `lanescope: no font has ${printed.unshown.slice(0, 8).join(' ')}${printed.unshown.length > 8 ? ' …' : ''}, so these print as boxes: install one that has (Debian: fonts-noto-cjk) and print again\n`,
    )
}

function write(path: string, data: string | Uint8Array): void {
  try {
    writeWhole(path, data)
  } catch (error) {
    throw new UsageError(`${path} was not written: ${reasonOf(error)}`)
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
