import type { SourceRef } from './source'

export type Severity = 'error' | 'warning' | 'info'

/** What a finding is about. Ids are those of the model: node, gpu, link (`<gpu id>/link3`), nic, run, communicator, setting. */
export interface EntityRef {
  readonly kind:
    'node' | 'gpu' | 'link' | 'gpu-pair' | 'nic' | 'run' | 'communicator' | 'setting' | 'pci' | 'document' | 'session'
  readonly id: string
  readonly label: string
}

export type MessageData = Readonly<Record<string, string | number>>

/** What a rule reports; texts come from shared/messages by rule id and `variant`. */
export interface Report {
  readonly severity: Severity
  /** Nodes concerned; defaults to the node that is checked. */
  readonly nodes?: readonly string[]
  readonly on: readonly EntityRef[]
  readonly evidence: readonly SourceRef[]
  readonly data: MessageData
  /** Picks another title or explanation of the same rule. */
  readonly variant?: string
}

export interface Finding extends Report {
  readonly id: string
  readonly rule: string
  readonly nodes: readonly string[]
  /** Findings of other rules that this one explains; they are shown under it. */
  readonly folds: readonly Finding[]
}

/** A rule that could not be judged on a node: what it lacks and the command that would show it. */
export interface NotChecked {
  readonly rule: string
  readonly node: string
  readonly needs: readonly string[]
  readonly capture: string
}

export interface RuleOutcome {
  readonly rule: string
  /** Node id, or '' for rules over the whole session. */
  readonly node: string
  readonly outcome: 'findings' | 'passed' | 'not-applicable' | 'not-checked' | 'failed'
  /** Message key or sentence: why it does not apply, what is missing, what our bug was. */
  readonly because?: string
}
