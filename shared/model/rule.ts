import type { Report } from './finding'
import type { Node } from './node'
import type { Facts } from './session'

export type RuleArea =
  | 'nvlink'
  | 'pcie'
  | 'numa'
  | 'nic'
  | 'gdr'
  | 'nccl-env'
  | 'nccl-runtime'
  | 'bandwidth'
  | 'dcgm'
  | 'xid'
  | 'fabric'
  | 'versions'
  | 'cross-capture'
  | 'fleet'

/**
 * Facts that a rule can need; shared/rules/needs.ts says for each when a node has it and which command would show it.
 * The engine answers "not checked, capture this" when one is missing, so `check` may rely on it.
 */
export type Need =
  | 'gpus'
  | 'gpu.product'
  | 'gpu.links'
  | 'gpu.link-counters'
  | 'gpu.remote-links'
  | 'gpu.query'
  | 'gpu.pcie'
  | 'gpu.load'
  | 'gpu.fabric'
  | 'topology'
  | 'topology.nics'
  | 'topology.p2p'
  | 'nics'
  | 'nic.ports'
  | 'pci'
  | 'pci.acs'
  | 'host.command-line'
  | 'host.numa'
  | 'host.modules'
  | 'kernel-log'
  | 'fabric-manager'
  | 'nccl.settings'
  | 'nccl.log'
  | 'nccl.connections'
  | 'nccl.network'
  | 'runs'
  | 'dcgm.dmon'
  | 'dcgm.health'
  | 'two-captures'
  | 'two-nodes'

export interface RuleContext {
  readonly facts: Facts
  report(report: Report): void
  /** This machine has nothing the rule is about (no NVLink product, single rank): shown as such. */
  notApplicable(why: string): void
  /** The rule found out by itself that a fact is missing. */
  notChecked(needs: readonly string[], capture: string): void
}

interface RuleBase {
  /** Id of the catalogue, kebab-case; never renamed. */
  readonly id: string
  readonly area: RuleArea
  readonly since: string
  readonly needs: readonly Need[]
  /** The rule fires because something is absent: exempt from the metamorphic law, with the reason. */
  readonly firesOnAbsence?: string
}

/** Judges each node by itself. */
export interface NodeRule extends RuleBase {
  readonly scope: 'node'
  check(node: Node, context: RuleContext): void
}

/** Judges the session as a whole: fleets, runs over several nodes, documents. */
export interface SessionRule extends RuleBase {
  readonly scope: 'session'
  check(facts: Facts, context: RuleContext): void
}

export type Rule = NodeRule | SessionRule

export function defineRule(rule: Omit<NodeRule, 'scope'>): NodeRule {
  return { scope: 'node', ...rule }
}

export function defineSessionRule(rule: Omit<SessionRule, 'scope'>): SessionRule {
  return { scope: 'session', ...rule }
}
