import { sessionView, type SessionView } from '../derive/session-view'
import type { Session } from '../model/session'
import { rules } from '../rules'
import { rulesVersion } from './analyse'
import { healthProduct } from './health'

const ruleInfo = rules.map(({ id, area, since }) => ({ id, area, since }))

/** What the window, the one-file viewer and a worker message carry of a session. */
export function viewOf(session: Session): SessionView {
  return sessionView(session, { rules: ruleInfo, rulesVersion, health: healthProduct(session) })
}
