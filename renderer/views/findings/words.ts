import { thingsOf, type FindingCounts } from '@shared/derive/findings'
import type { SessionView } from '@shared/derive/session-view'
import { isUiKey } from '@shared/messages/ui'
import type { Finding, Severity } from '@shared/model/finding'
import type { IconState } from '../../components/icons'
import { t } from '../../i18n.svelte'

export const severityState: Readonly<Record<Severity, IconState>> = { error: 'dead', warning: 'degraded', info: 'info' }

export function severityTitle(severity: Severity): string {
  return t(severity === 'error' ? 'word.errors' : severity === 'warning' ? 'word.warnings' : 'word.infos')
}

export function severityWord(severity: Severity): string {
  return t(severity === 'error' ? 'word.error' : severity === 'warning' ? 'word.warning' : 'word.info')
}

export function countTitle(severity: Severity, counts: FindingCounts): string {
  const n = counts[severity]
  return t(
    severity === 'error'
      ? 'findings.countErrors'
      : severity === 'warning'
        ? 'findings.countWarnings'
        : 'findings.countInfos',
    { n },
  )
}

export function areaTitle(area: string): string {
  const key = `area.${area}`
  return isUiKey(key) ? t(key) : area
}

/** A fact that a rule lacked; rules may also say it in their own words. */
export function needText(need: string): string {
  const key = `need.${need}`
  return isUiKey(key) ? t(key) : need
}

/** `gn-a07 · GPU3, NIC5`: nodes by their present names, then what the finding is about. */
export function whereText(session: SessionView, finding: Finding): string {
  const names = new Map(session.nodes.map((node) => [node.id, node.name]))
  const nodes = finding.nodes.map((id) => names.get(id) ?? id)
  const shown = nodes.length > 3 ? [...nodes.slice(0, 2), t('word.more', { n: nodes.length - 2 })] : nodes
  const things = thingsOf(finding)
  const some = things.length > 4 ? [...things.slice(0, 3), t('word.more', { n: things.length - 3 })] : things
  return [shown.join(', '), some.join(', ')].filter((part) => part !== '').join(' · ')
}
