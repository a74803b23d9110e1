import type { Node } from '../../model/node'
import type { Session } from '../../model/session'
import { ownNames, type Context, type Naming } from './facts/collect'
import { gpuFacts } from './facts/gpus'
import { hostFacts } from './facts/host'
import { linkFacts } from './facts/links'
import { nicFacts } from './facts/nics'
import { pciFacts } from './facts/pci'
import { runFacts } from './facts/runs'
import { settingFacts } from './facts/settings'
import { topologyFacts } from './facts/topology'
import type { Fact, FactKind, FactSheet } from './types'

const collectors: readonly ((context: Context) => void)[] = [
  gpuFacts,
  linkFacts,
  pciFacts,
  topologyFacts,
  nicFacts,
  hostFacts,
  settingFacts,
  runFacts,
]

export interface SheetOptions {
  readonly naming?: Naming
  /** Leaves out the other kinds; by default all are collected. */
  readonly kinds?: readonly FactKind[]
}

/** Everything that can be compared of a node, each fact once. */
export function factSheet(node: Node, session: Session, { naming = ownNames, kinds }: SheetOptions = {}): FactSheet {
  const facts = new Map<string, Fact>()
  const complete = new Set<string>()
  const wanted = kinds && new Set(kinds)
  const wants = (kind: FactKind): boolean => wanted?.has(kind) ?? true
  const context: Context = {
    node,
    session,
    naming,
    wants,
    add(fact) {
      if (wants(fact.kind) && !facts.has(fact.key)) facts.set(fact.key, fact)
    },
    complete: (list) => void complete.add(list),
  }
  for (const collect of collectors) collect(context)
  return { node: node.id, name: node.name, facts: [...facts.values()], complete }
}
