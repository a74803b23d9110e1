import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import {
  isReferenceShape,
  makeReference,
  readReference,
  referenceText,
  type Reference,
  type Side,
} from '@shared/derive/compare'
import type { Language } from '@shared/messages'
import type { Node } from '@shared/model/node'
import type { Session } from '@shared/model/session'
import { exitStatus } from '../exit-status'
import type { Io } from '../io'
import { compareSides, diffSchema, differs, jsonComparison, shownKinds } from '../output/compare'
import { readInputs } from '../read-inputs'
import { refuseMissing, UsageError } from '../usage'

export interface DiffOptions {
  readonly lang: Language
  readonly json?: boolean
  readonly markdown?: boolean
  /** Names of nodes to compare. */
  readonly left?: string
  readonly right?: string
  /** Facts that are the same, too. */
  readonly all?: boolean
  /** Counters, states and ids, too. */
  readonly everything?: boolean
  /** Writes the facts of the first node that must hold on others. */
  readonly saveReference?: string
}

/**
 * `lanescope diff A [B]`: two nodes of two dumps or of one, or a node against a saved reference. Exit status 1 when the
 * configuration differs, 0 when not, 2 for wrong usage.
 */
export async function diff(
  paths: readonly string[],
  options: DiffOptions,
  io: Io,
  commands: readonly string[],
): Promise<number> {
  refuseMissing(paths, commands)
  const opened: (Session | Reference)[] = []
  // One after the other: two large dumps at once would take twice the memory.
  for (const path of paths) opened.push(referenceIn(path) ?? (await sessionOf(path, io)))
  if (options.saveReference !== undefined) return save(options.saveReference, opened, options, io)
  const comparisons = pairsOf(opened, options).map((pair) => compareSides(...told(pair, paths)))
  if (options.json) {
    const object = { schema: diffSchema, comparisons: comparisons.map((one) => jsonComparison(one, options.lang)) }
    io.out(`${JSON.stringify(object, null, 2)}\n`)
  } else if (options.markdown) {
    const { comparisonMarkdown } = await import('../output/compare-markdown')
    io.out(comparisons.map((one) => comparisonMarkdown(one, options.lang)).join('\n'))
  } else {
    const { comparisonText } = await import('../output/compare-text')
    const kinds = options.everything ? ([...shownKinds, 'counter', 'state', 'identity'] as const) : shownKinds
    const how = { language: options.lang, all: options.all === true, kinds }
    io.out(comparisons.map((one) => comparisonText(one, how, io)).join('\n'))
  }
  return comparisons.some(differs) ? exitStatus.found : exitStatus.fine
}

async function sessionOf(path: string, io: Io): Promise<Session> {
  const { session, documents } = await readInputs([path], { standardInput: io.standardInput })
  documents.close()
  if (session.nodes.length === 0) throw new UsageError(`${path}: no node was recognised in it`)
  return session
}

const MOST_REFERENCE_BYTES = 16 * 1024 * 1024

/** A reference is a small JSON file that says so itself; anything else is a dump. */
function referenceIn(path: string): Reference | undefined {
  if (path === '-' || !/\.json$/i.test(path)) return undefined
  const facts = statSync(path)
  if (!facts.isFile() || facts.size > MOST_REFERENCE_BYTES) return undefined
  const text = readFileSync(path, 'utf8')
  if (!/"lanescope\.reference\//.test(text.slice(0, 4096))) return undefined
  const read = readReference(text)
  if (read.ok) return read.reference
  throw new UsageError(`${path} is no reference: ${read.problem}`)
}

function isReference(opened: Session | Reference): opened is Reference {
  return isReferenceShape(opened)
}

type Pair = readonly [Side | Reference, Side]

function pairsOf(opened: readonly (Session | Reference)[], options: DiffOptions): readonly Pair[] {
  const [first, second = first] = opened
  if (!first || !second) throw new UsageError('name one or two dumps to compare')
  // The reference stands at the left, wherever it was named.
  if (isReference(second)) {
    if (isReference(first)) throw new UsageError('a reference can be compared with a dump only')
    return nodesOf(first, options.left ?? options.right).map((right) => [second, right])
  }
  if (isReference(first)) return nodesOf(second, options.right ?? options.left).map((right) => [first, right])
  return nodePairs(first, second, options)
}

/** One machine twice: then the dump tells which is meant. */
function told([left, right]: Pair, [first = '', second = first]: readonly string[]): Pair {
  if ('schema' in left || left.node.name !== right.node.name || first === second) return [left, right]
  const named = (side: Side, path: string): Side => ({
    ...side,
    node: { ...side.node, name: `${side.node.name} (${basename(path)})` },
  })
  return [named(left, first), named(right, second)]
}

function nodesOf(session: Session, name: string | undefined): readonly Side[] {
  const nodes = name === undefined ? session.nodes : [pick(session, name, '--right')]
  return nodes.map((node) => ({ node, session }))
}

function nodePairs(first: Session, second: Session, { left, right }: DiffOptions): readonly Pair[] {
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

function save(file: string, opened: readonly (Session | Reference)[], options: DiffOptions, io: Io): number {
  const [first] = opened
  if (opened.length !== 1 || !first || isReference(first))
    throw new UsageError('--save-reference takes one dump: lanescope diff good-node/ --save-reference good.json')
  const node = pick(first, options.left, '--left')
  const reference = makeReference({ node, session: first })
  try {
    writeFileSync(file, referenceText(reference))
  } catch (error) {
    throw new UsageError(`${file} was not written: ${error instanceof Error ? error.message : String(error)}`)
  }
  io.err(`${file}: ${reference.facts.length} facts of ${node.name} that must hold\n`)
  return exitStatus.fine
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
