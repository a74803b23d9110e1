import { CaseProblem } from '@host/case/layout'
import { writeSharedCase } from '@host/case/share-case'
import { redactionClasses } from '@shared/derive/redaction'
import { exitStatus } from '../exit-status'
import type { Io } from '../io'
import { classesOf, wordsOf, type RedactionFlags } from '../output/redaction'
import { nothingReadable } from '../output/summary'
import { readInputs } from '../read-inputs'
import { refuseMissing, UsageError } from '../usage'

export interface ShareOptions extends RedactionFlags {
  readonly out: string
  readonly quiet?: boolean
}

/** `lanescope share PATH... --out FILE`: the inputs as a case that may leave the desk, every value of the classes replaced. */
export async function share(
  paths: readonly string[],
  options: ShareOptions,
  io: Io,
  commands: readonly string[],
): Promise<number> {
  if (paths.length === 0)
    throw new UsageError('nothing to share: name files, folders or archives, or - for standard input')
  refuseMissing(paths, commands)
  const words = wordsOf(options.words)
  const classes = classesOf(options.redact ?? 'all', words)
  const { session, documents, notes } = await readInputs(paths, { standardInput: io.standardInput })
  try {
    if (nothingReadable(session)) throw new UsageError('nothing could be read')
    const made = await writeSharedCase(options.out, session, documents, { classes, words }, notes).catch(
      (error: unknown): never => {
        if (error instanceof CaseProblem || (error instanceof Error && 'code' in error))
          throw new UsageError(`${options.out} was not written: ${error.message}`)
        throw error
      },
    )
    if (options.quiet === true) return exitStatus.fine
    const counts = redactionClasses.flatMap((kind) => {
      const values = made.replacements.filter((one) => one.class === kind).length
      return values === 0 ? [] : [`${kind} ${values}`]
    })
    io.err(`${options.out}: ${made.documents} documents; redacted: ${counts.join(', ') || 'nothing was found'}\n`)
    if (options.showRedactions === true)
      for (const { from, to, count } of made.replacements) io.err(`  ${to}  ${from}  (${count})\n`)
    return exitStatus.fine
  } finally {
    documents.close()
  }
}
