import { createWriteStream, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as v from 'valibot'
import * as yauzl from 'yauzl'
import type { CaseNotes } from '@shared/contract/case'
import { readNotes } from '@shared/contract/case-versions'
import { LIMITS, type OpenInput } from '../open'
import { CaseProblem, NewerCase, caseListName, caseListSchema } from './layout'

export interface OpenedCase {
  readonly notes: CaseNotes
  /** The inputs as they were opened once, unpacked below the folder. */
  readonly inputs: readonly OpenInput[]
}

/**
 * Unpacks a case into `folder`, which the caller made and removes. Only what the case's own list can name is written, never
 * outside the folder, and within the limits of open/. Throws NewerCase for a case of a later version, CaseProblem for a file that is no case.
 */
export async function readCase(path: string, folder: string): Promise<OpenedCase> {
  let unpacked: ReadonlySet<string>
  try {
    unpacked = await unpack(path, folder)
  } catch (error) {
    if (error instanceof CaseProblem) throw error
    throw new CaseProblem(`no case file: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (!unpacked.has(caseListName)) throw new CaseProblem(`no case file: it has no ${caseListName}`)
  const content = parse(readFileSync(join(folder, caseListName), 'utf8'))
  // A later version may list its inputs otherwise too, so its own word comes first.
  const said = readNotes(v.is(v.object({ notes: v.unknown() }), content) ? content.notes : undefined)
  if (said.is === 'newer') throw new NewerCase(said.version)
  const list = v.safeParse(caseListSchema, content)
  if (!list.success || said.is === 'damaged') throw new CaseProblem('a damaged case')
  const { notes } = said
  const inputs = list.output.inputs.map((input): OpenInput => {
    if ('path' in input) return below(folder, `inputs/${input.path}`)
    if (!unpacked.has(input.text)) throw new CaseProblem(`the case lacks its own ${input.text}`)
    return { name: input.name, text: readFileSync(below(folder, input.text), 'utf8') }
  })
  return { notes, inputs }
}

async function unpack(path: string, folder: string): Promise<ReadonlySet<string>> {
  // yauzl refuses absolute names, `..` and sizes that are not what the directory says.
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true }
  const zip = await yauzl.openPromise(path, options)
  const names = new Set<string>()
  let bytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName
      if (name.endsWith('/')) continue
      if (name !== caseListName && !/^(inputs|texts)\//.test(name)) continue
      if (names.size >= LIMITS.members) throw new CaseProblem(`more than ${LIMITS.members} files in the case`)
      const target = below(folder, name)
      mkdirSync(dirname(target), { recursive: true })
      const counted = new Transform({
        transform(chunk: Uint8Array, _encoding, done) {
          bytes += chunk.length
          if (bytes > LIMITS.unpackedBytes) done(new CaseProblem('the case unpacks to more than the limit'))
          else done(null, chunk)
        },
      })
      await pipeline(await zip.openReadStreamPromise(entry), counted, createWriteStream(target, { flags: 'wx' }))
      names.add(name)
    }
  } finally {
    zip.close()
  }
  return names
}

/** The path of a member; yauzl has judged the names of the zip, this judges those of the list as well. */
function below(folder: string, name: string): string {
  const root = resolve(folder)
  const path = resolve(root, name)
  if (!path.startsWith(root + sep)) throw new CaseProblem(`the case names a file outside itself: ${name}`)
  return path
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
