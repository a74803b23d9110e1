import { writeFileSync } from 'node:fs'
import type { ReadProgress } from '@host/session'
import { rulesVersion } from '@shared/pipeline/analyse'
import { judgeApart } from '@shared/pipeline/apart'
import type { Language } from '@shared/messages'
import { viewForScripts, viewOf } from '@shared/pipeline/view'
import { statusOf, exitStatus, type FailOn } from '../exit-status'
import type { Io } from '../io'
import { evidenceReader } from '../output/evidence'
import { noteRows } from '../output/notes'
import { redacted, replacementText, type RedactionFlags } from '../output/redaction'
import { nothingKnown, nothingReadable } from '../output/summary'
import { readInputs } from '../read-inputs'
import { refuseMissing, UsageError } from '../usage'
import { version } from '../version'

export interface CheckOptions extends RedactionFlags {
  readonly json?: boolean
  readonly ndjson?: boolean
  readonly markdown?: boolean
  readonly html?: string
  readonly pdf?: string
  readonly failOn: FailOn
  readonly lang: Language
  /** Leaves out the words on standard error. */
  readonly quiet?: boolean
}

/** `lanescope check PATH...`: reads, judges, prints. */
export async function check(
  paths: readonly string[],
  options: CheckOptions,
  io: Io,
  commands: readonly string[],
): Promise<number> {
  if (paths.length === 0)
    throw new UsageError('nothing to check: name files, folders or archives, or - for standard input')
  refuseMissing(paths, commands)
  if (paths.filter((path) => path === '-').length > 1) throw new UsageError('- (standard input) can be read only once')
  if (paths.includes('-') && io.inputIsTerminal) io.err('reading standard input; end it with Ctrl+D\n')

  const progress = progressLine(io, options.quiet === true)
  const read = await readInputs(paths, {
    standardInput: io.standardInput,
    onProgress: progress.show,
  })
  progress.clear()
  try {
    // A line of NDJSON says the same whatever else was read with it.
    const judged = options.ndjson ? judgeApart(read.session) : read.session
    const view = options.json || options.ndjson ? viewForScripts : viewOf
    const safe = redacted(view(judged), read.documents, options)
    const { session, documents } = safe
    const evidence = evidenceReader(documents, session.documents)
    if (options.json || options.ndjson) {
      const context = { tool: { version, rules: rulesVersion }, language: options.lang, evidence }
      if (options.json) {
        const { jsonSession } = await import('../output/json')
        io.out(`${JSON.stringify(jsonSession(session, context), null, 2)}\n`)
      } else io.out((await import('../output/ndjson')).ndjsonLines(session, context))
    } else if (options.markdown) {
      const { sessionMarkdown } = await import('../output/markdown')
      io.out(sessionMarkdown(session, options.lang, evidence, noteRows(read.notes, safe, options.lang)))
    } else {
      const { sessionText } = await import('../output/text')
      const notes = noteRows(read.notes, safe, options.lang)
      io.out(sessionText(session, { language: options.lang, colour: io.colour, columns: io.columns, evidence, notes }))
    }
    if (options.html !== undefined) {
      const { sessionViewer } = await import('../output/viewer')
      write(
        options.html,
        sessionViewer(session, documents, safe.redactor ? paths.map(safe.redactor.redactName) : paths, options.lang),
      )
    }
    if (options.pdf !== undefined) {
      const { writeReportPdf } = await import('./report')
      await writeReportPdf(safe, read.notes, options.pdf, options.lang, io)
    }
    if (safe.redactor && options.quiet !== true)
      io.err(`${replacementText(safe.redactor, safe.classes, options.showRedactions === true)}\n`)
    if (nothingReadable(session)) {
      const reasons = session.documents.map(({ name, problem }) => `${name}: ${problem?.message ?? 'no text'}`)
      throw new UsageError(['nothing could be read', ...reasons.slice(0, 5)].join('\n'))
    }
    if (nothingKnown(session)) return exitStatus.unusable
    return statusOf(session.findings, options.failOn)
  } finally {
    read.documents.close()
  }
}

function write(path: string, text: string): void {
  try {
    writeFileSync(path, text)
  } catch (error) {
    refused(path, error)
  }
}

function refused(path: string, error: unknown): never {
  throw new UsageError(`${path} was not written: ${error instanceof Error ? error.message : String(error)}`)
}

/** One line on standard error that follows the reading, only where somebody sees it and only when it takes a while. */
function progressLine(io: Io, quiet: boolean): { show(progress: ReadProgress): void; clear(): void } {
  if (quiet || io.columns === undefined) return { show: () => undefined, clear: () => undefined }
  const start = performance.now()
  const columns = io.columns
  let shown = false
  return {
    show({ done, total, document, documents }) {
      if (performance.now() - start < 500) return
      const share = total ? `${Math.floor((done / total) * 100)} %` : ''
      const text = `${share} ${documents} ${document ?? ''}`.slice(0, columns - 1)
      io.err(`\r\u001b[K${text}`)
      shown = true
    },
    clear() {
      if (shown) io.err('\r\u001b[K')
    },
  }
}
