import { analyseInputs } from '@host/session'
import type { Language } from '@shared/messages'
import type { Node } from '@shared/model/node'
import type { Session } from '@shared/model/session'
import { exitStatus } from '../exit-status'
import type { Io } from '../io'
import { compareNodes, type ComparedFact, type NodeComparison } from '../output/compare'
import { cut, harmless, painter, table } from '../output/terminal'
import { sayIn } from '../output/texts'
import { refuseMissing, UsageError } from '../usage'

export interface DiffOptions {
  readonly lang: Language
  readonly json?: boolean
  /** Names of nodes to compare. */
  readonly left?: string
  readonly right?: string
  /** Facts that are the same, too. */
  readonly all?: boolean
}

/** `lanescope diff A [B]`: two nodes, or the nodes of two dumps by name. Exit status 1 when something differs. */
export async function diff(
  paths: readonly string[],
  options: DiffOptions,
  io: Io,
  commands: readonly string[],
): Promise<number> {
  refuseMissing(paths, commands)
  const sessions = await Promise.all(paths.map(async (path) => sessionOf(path, io)))
  const pairs = pairsOf(sessions, options)
  const comparisons = pairs.map(([left, right]) => compareNodes(left, right, options.lang))
  if (options.json) io.out(`${JSON.stringify(comparisons, null, 2)}\n`)
  else io.out(comparisons.map((comparison) => comparisonText(comparison, options, io)).join('\n'))
  return comparisons.some(differs) ? exitStatus.found : exitStatus.fine
}

async function sessionOf(path: string, io: Io): Promise<Session> {
  const { session, documents } = await analyseInputs([path], { standardInput: io.standardInput })
  documents.close()
  if (session.nodes.length === 0) throw new UsageError(`${path}: no node was recognised in it`)
  return session
}

type Pair = readonly [
  { readonly node: Node; readonly session: Session },
  { readonly node: Node; readonly session: Session },
]

function pairsOf([first, second = first]: readonly Session[], { left, right }: DiffOptions): readonly Pair[] {
  if (!first || !second) throw new UsageError('name one or two dumps to compare')
  const pair = (a: Node, b: Node): Pair => [
    { node: a, session: first },
    { node: b, session: second },
  ]
  if (left !== undefined || right !== undefined)
    return [pair(pick(first, left, '--left'), pick(second, right, '--right'))]
  if (first === second) {
    const [a, b] = first.nodes
    if (a && b && first.nodes.length === 2) return [pair(a, b)]
    throw new UsageError(`name the two nodes with --left and --right: ${nodeNames(first)}`)
  }
  const [a] = first.nodes
  const [b] = second.nodes
  if (a && b && first.nodes.length === 1 && second.nodes.length === 1) return [pair(a, b)]
  const pairs = first.nodes.flatMap((node) => {
    const other = second.nodes.find(({ name }) => name === node.name)
    return other ? [pair(node, other)] : []
  })
  if (pairs.length > 0) return pairs
  throw new UsageError(
    `the dumps have no node name in common; name two with --left (${nodeNames(first)}) and --right (${nodeNames(second)})`,
  )
}

function pick(session: Session, name: string | undefined, option: string): Node {
  const found =
    name === undefined ? session.nodes[0] : session.nodes.find((node) => node.name === name || node.id === name)
  if (found && (name !== undefined || session.nodes.length === 1)) return found
  throw new UsageError(`${option} must be one of: ${nodeNames(session)}`)
}

function nodeNames(session: Session): string {
  return session.nodes.map(({ name }) => name).join(', ')
}

const differing: readonly ComparedFact['difference'][] = ['changed', 'only-left', 'only-right']

function differs({ facts, findings }: NodeComparison): boolean {
  return findings.length > 0 || facts.some(({ difference }) => differing.includes(difference))
}

function comparisonText({ left, right, facts, findings }: NodeComparison, { lang, all }: DiffOptions, io: Io): string {
  const say = sayIn(lang)
  const paint = painter(io.colour)
  const columns = io.columns ?? 120
  const part = (wanted: (fact: ComparedFact) => boolean): readonly ComparedFact[] => facts.filter(wanted)
  const changed = part(({ difference }) => differing.includes(difference))
  const unknown = part(({ difference }) => difference === 'unknown')
  const same = part(({ difference }) => difference === 'same')
  const cell = (text: string | undefined): string => cut(harmless(text ?? '-'), Math.max(16, Math.floor(columns / 3)))
  const rows = (list: readonly ComparedFact[]): readonly string[] =>
    table([
      ['', left, right].map(harmless),
      ...list.map((fact) => [`  ${harmless(fact.name)}`, cell(fact.left), cell(fact.right)]),
    ])
  const lines = [paint('bold', harmless(`${left} | ${right}`))]
  if (changed.length > 0) lines.push(...rows(changed))
  else lines.push(say('noDifference'))
  if (findings.length > 0) {
    lines.push('', `${say('findingsOfOne')}:`)
    for (const { side, rule, severity, title } of findings) {
      lines.push(cut(`  ${harmless(side === 'left' ? left : right)}: ${severity}[${rule}] ${harmless(title)}`, columns))
    }
  }
  if (unknown.length > 0) {
    const names = unknown.map((fact) => `${fact.name} (${fact.left === undefined ? left : right})`)
    const shown = names.slice(0, 12).join(', ') + (names.length > 12 ? ` + ${names.length - 12}` : '')
    lines.push('', `${say('cannotCompare')}:`, `  ${harmless(shown)}`)
  }
  if (all && same.length > 0) lines.push('', `${say('same')}:`, ...rows(same))
  else lines.push('', say('sameCount', { n: same.length }))
  return `${lines.join('\n')}\n`
}
