import type { Finding, Severity } from '@shared/model/finding'

/** Exit statuses of every command: a contract for scripts. */
export const exitStatus = { fine: 0, found: 1, unusable: 2 } as const

export const failOnChoices = ['error', 'warning', 'info', 'never'] as const
export type FailOn = (typeof failOnChoices)[number]

const rank: Readonly<Record<Severity, number>> = { info: 1, warning: 2, error: 3 }
const threshold: Readonly<Record<FailOn, number>> = { info: 1, warning: 2, error: 3, never: 4 }

/** 1 when a finding, shown or folded under another, is at or above the threshold. */
export function statusOf(findings: readonly Finding[], failOn: FailOn): number {
  const reaches = (finding: Finding): boolean =>
    rank[finding.severity] >= threshold[failOn] || finding.folds.some(reaches)
  return findings.some(reaches) ? exitStatus.found : exitStatus.fine
}
