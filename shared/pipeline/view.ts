import { gatherFindings } from '../derive/gather-findings'
import { sessionView, type RuleInfo, type SessionView } from '../derive/session-view'
import type { Session } from '../model/session'
import { rules } from '../rules'
import { foldings } from '../rules/folding'
import { needTests } from '../rules/needs'
import { rulesVersion } from './analyse'
import { healthProduct } from './health'

const ruleInfo = rules.map(({ id, area, since, needs, firesOnAbsence }): RuleInfo => ({
  id,
  area,
  since,
  needs: needs.map((fact) => ({ fact, capture: needTests[fact].capture })),
  folds: [...new Set(foldings.flatMap(({ cause, consequences }) => (cause === id ? consequences : [])))],
  foldedUnder: [...new Set(foldings.flatMap(({ cause, consequences }) => (consequences.includes(id) ? [cause] : [])))],
  firesOnAbsence,
}))

/** What the window, the one-file viewer, the report and a worker message carry of a session: findings gathered for readers. */
export function viewOf(session: Session): SessionView {
  return { ...viewForScripts(session), findings: gatherFindings(session.findings) }
}

/** The same with a finding a node, as JSON and NDJSON give them. */
export function viewForScripts(session: Session): SessionView {
  return sessionView(session, { rules: ruleInfo, rulesVersion, health: healthProduct(session) })
}
