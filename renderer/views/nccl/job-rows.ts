import type { ResolvedRow, SettingTable } from '@shared/derive/nccl-settings'
import type { SessionView } from '@shared/derive/session-view'
import { findingText } from '@shared/messages'
import { isUiKey } from '@shared/messages/ui'
import type { SettingOrigin } from '@shared/model/nccl'
import { language, t } from '../../i18n.svelte'

/** One setting in one job, as a row of the table. */
export interface JobRow {
  readonly id: string
  readonly table: SettingTable
  readonly row: ResolvedRow
}

export function jobRows(tables: readonly SettingTable[]): readonly JobRow[] {
  return tables.flatMap((table) => table.rows.map((row) => ({ id: `${table.id} ${row.name}`, table, row })))
}

/** The document that the job's run or log stands in, else the node. */
export function jobLabel(session: SessionView, table: SettingTable): string {
  const run = session.runs.find(({ id }) => table.runs.includes(id))
  const communicator = session.communicators.find(({ id }) => table.communicators.includes(id))
  const document = run?.source.document ?? communicator?.source.document
  const name = session.documents
    .find(({ id }) => id === document)
    ?.name.split('/')
    .at(-1)
  const nodes = table.nodes.map((id) => session.nodes.find((node) => node.id === id)?.name ?? id)
  const where = nodes.length > 2 ? t('word.nodes', { n: nodes.length }) : nodes.join(', ')
  return name === undefined || table.kind === 'node' ? where : session.nodes.length > 1 ? `${name}, ${where}` : name
}

export function originText(origin: SettingOrigin): string {
  const key = `nccl.origin.${origin}`
  return isUiKey(key) ? t(key) : origin
}

/** What it comes to here: the finding on it, else the verdict in words. */
export function verdictText({ row }: JobRow): string {
  const [first] = row.findings
  if (first) return findingText(first, language()).title
  return t(`nccl.verdict.${row.verdict.key}`, row.verdict.data)
}

/** Whether anything reads the name, and what it was probably meant to be. */
export function knownText({ row }: JobRow): string {
  const nearest = row.nearest[0]
  if (row.kind === 'unknown')
    return nearest === undefined ? t('nccl.kind.unknown') : t('nccl.kind.nearest', { nearest })
  if (row.kind === 'foreign') return t('nccl.kind.foreign', { owner: row.owner ?? '?' })
  if (row.kind === 'other') return t('nccl.kind.other')
  if (row.known === 'removed') return t('nccl.kind.removed', { removed: row.variable?.removed ?? '?' })
  if (row.variable?.documented === false) return t('nccl.kind.undocumented')
  return t('nccl.kind.known', { since: row.variable?.since ?? '?' })
}
