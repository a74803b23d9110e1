import { mkdtempSync, readdirSync, rmSync, writeFileSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openInputs, type Member, type MemberFacts, type OpenInput, type OpenOptions } from '@host/open'

export interface ReadMember {
  readonly member: Member
  readonly facts: MemberFacts
  readonly lines: readonly string[]
}

/** Opens, reads every member to its end, and leaves the opening open so that windows can be asked for. */
export async function readAll(inputs: readonly OpenInput[], options: OpenOptions = {}): Promise<ReadMember[]> {
  const opening = openInputs(inputs, options)
  const all: ReadMember[] = []
  for await (const member of opening.members) {
    const source = member.open()
    const lines: string[] = []
    for (let line = source.next(); line !== undefined; line = source.next()) lines.push(line)
    all.push({ member, lines, facts: source.finish() })
  }
  return all
}

/** `name: first line` or `name: [problem code] first line`, the shape that most tests compare. */
export function rows(all: readonly ReadMember[]): string[] {
  return all.map(({ member, facts, lines }) => {
    const code = facts.problem ? ` [${facts.problem.code}]` : ''
    return `${member.name}:${code}${lines[0] === undefined ? '' : ` ${lines[0].slice(0, 40)}`}`
  })
}

export interface Sandbox {
  readonly folder: string
  /** Folder for temporary files of the code under test. */
  readonly temporary: string
  write(name: string, content: string | Uint8Array): string
  /** What the code under test left in its temporary folder. */
  leftovers(): string[]
  remove(): void
}

export function createSandbox(): Sandbox {
  const root = mkdtempSync(join(tmpdir(), 'lanescope-test-'))
  const folder = join(root, 'data')
  const temporary = join(root, 'tmp')
  mkdirSync(folder)
  mkdirSync(temporary)
  return {
    folder,
    temporary,
    write(name, content) {
      const path = join(folder, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content)
      return path
    },
    leftovers: () => readdirSync(temporary),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
