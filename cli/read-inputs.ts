import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { caseExtension, CaseProblem } from '@host/case/layout'
import { readCase } from '@host/case/read-case'
import type { OpenInput } from '@host/open'
import { analyseInputs, type AnalysedInputs, type ReadInputsOptions } from '@host/session'
import type { CaseNotes } from '@shared/contract/case'
import { UsageError } from './usage'

export interface ReadInputs extends AnalysedInputs {
  /** What the user noted in the only case that was named. */
  readonly notes: CaseNotes | undefined
}

/**
 * Reads what the command line names. A case is opened as the window opens it, under the names that the user gave: as a bare archive
 * its inputs would be a machine of that name.
 */
export async function readInputs(paths: readonly string[], options: ReadInputsOptions): Promise<ReadInputs> {
  const folders: string[] = []
  const clean = (): void => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  try {
    const inputs: OpenInput[] = []
    const cases: CaseNotes[] = []
    for (const path of paths) {
      if (extname(path).toLowerCase() !== caseExtension) {
        inputs.push(path)
        continue
      }
      const folder = mkdtempSync(join(tmpdir(), 'lanescope-case-'))
      folders.push(folder)
      const opened = await readCase(path, folder).catch((error: unknown): never => {
        if (error instanceof CaseProblem) throw new UsageError(`${path}: ${error.message}`)
        throw error
      })
      inputs.push(...opened.inputs)
      cases.push(opened.notes)
    }
    const names = Object.assign({}, ...cases.map((one) => one.names)) as CaseNotes['names']
    const merges = Object.assign({}, ...cases.map((one) => one.merges)) as CaseNotes['merges']
    const apart = cases.some((one) => one.apart === true)
    const read = await analyseInputs(inputs, { ...options, ...(cases.length > 0 ? { names, merges, apart } : {}) })
    const close = (): void => {
      read.documents.close()
      clean()
    }
    return { ...read, documents: { ...read.documents, close }, notes: cases.length === 1 ? cases[0] : undefined }
  } catch (error) {
    clean()
    throw error
  }
}
