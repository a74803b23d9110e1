import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { emptyCase, type CaseNotes } from '@shared/contract/case'
import {
  knownValues,
  makeRedactor,
  redactNotes,
  withFound,
  type RedactionOptions,
  type Replacement,
} from '@shared/derive/redaction'
import type { Session } from '@shared/model/session'
import type { Documents } from '../documents'
import { CaseProblem } from './layout'
import { writeCase } from './write-case'

export interface SharedCase {
  readonly bytes: number
  readonly documents: number
  /** For the eyes of the sender: it is not in the file. */
  readonly replacements: readonly Replacement[]
}

const BLOCK = 2000

/**
 * A case to give away: every document as text with its values replaced, under a name that tells nothing, and the user's notes
 * without what the views keep of their own. The inputs themselves are not in it, nor what stands for what.
 */
export async function writeSharedCase(
  target: string,
  session: Session,
  documents: Documents,
  redaction: RedactionOptions,
  notes: CaseNotes = emptyCase,
): Promise<SharedCase> {
  const known = knownValues(session, redaction.words)
  // Two rounds: a user whose home one file names may stand bare in another.
  const scout = makeRedactor(redaction, known)
  for (const document of session.documents)
    eachBlock(documents, document, (lines) => lines.forEach((line) => scout.redact(line)))
  const redactor = makeRedactor(redaction, withFound(known, scout.replacements()))
  const folder = mkdtempSync(join(tmpdir(), 'lanescope-share-'))
  try {
    let written = 0
    for (const document of session.documents) {
      if (document.lines === 0) continue
      const path = freePath(folder, redactor.redactName(document.name))
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, '')
      eachBlock(documents, document, (lines) =>
        appendFileSync(path, lines.map((line) => `${redactor.redact(line)}\n`).join('')),
      )
      written++
    }
    if (written === 0) throw new CaseProblem('there is no text to share')
    const inputs = readdirSync(folder).map((name) => join(folder, name))
    // What views keep holds captured values and the very words to hide; the customer is nobody else's business.
    const safe = redactNotes({ ...notes, customer: '', layout: {} }, redactor)
    const bytes = await writeCase(target, inputs, { ...safe, schema: emptyCase.schema })
    return { bytes, documents: written, replacements: redactor.replacements() }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function eachBlock(
  documents: Documents,
  { id, lines }: Session['documents'][number],
  take: (lines: readonly string[]) => void,
): void {
  for (let from = 1; from <= lines; from += BLOCK)
    take(documents.readWindow(id, from, Math.min(BLOCK, lines - from + 1)))
}

/** A place below the folder that is valid on every system and not taken. Text is stored, so no name may promise a packed file. */
function freePath(folder: string, name: string): string {
  const parts = name
    .split('/')
    .map((part) => part.replaceAll(/[<>:"\\|?*\u0000-\u001f]/g, '_').replace(/[. ]+$/, ''))
    .filter((part) => part !== '')
  const leaf = (parts.pop() ?? 'text').replace(/\.(?:gz|tgz|zst|xz|bz2|zip)$/i, '')
  // A folder cannot be called like a file that is there already.
  let path = folder
  for (const part of parts) {
    path = join(path, part)
    while (existsSync(path) && !isFolder(path)) path += '~'
  }
  const dot = leaf.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [leaf.slice(0, dot), leaf.slice(dot)] : [leaf, '']
  let free = join(path, `${stem}${extension}`)
  for (let i = 2; existsSync(free); i++) free = join(path, `${stem}-${i}${extension}`)
  return free
}

function isFolder(path: string): boolean {
  try {
    readdirSync(path)
    return true
  } catch {
    return false
  }
}
