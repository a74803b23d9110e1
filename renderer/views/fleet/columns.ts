import { columnTitle, type FleetColumn, type FleetRow } from '@shared/derive/fleet'
import type { Language } from '@shared/messages/language'
import type { UiKey } from '@shared/messages/ui'
import type { Column } from '../../components/table'

interface Context {
  readonly language: Language
  t(key: UiKey, data?: Readonly<Record<string, string | number>>): string
}

/** Node, how many facts are odd, then the facts in the order of their areas. */
export function fleetColumns(facts: readonly FleetColumn[], { t, language }: Context): readonly Column<FleetRow>[] {
  return [
    { id: '@node', title: t('word.node'), strong: true, value: (row) => row.name },
    {
      id: '@odd',
      title: t('fleet.odd'),
      align: 'right',
      value: (row) => row.odd.length + row.outliers.length,
    },
    ...facts.map((fact): Column<FleetRow> => ({
      id: fact.id,
      title: columnTitle(fact, language),
      maxWidth: 260,
      value: (row) => row.cells.get(fact.id)?.text ?? null,
      text: (row) => row.cells.get(fact.id)?.text ?? '',
      state: (row) => {
        const cell = row.cells.get(fact.id)
        return cell?.odd ? 'degraded' : cell === undefined ? 'unknown' : undefined
      },
      hint: (row) => row.cells.get(fact.id)?.text ?? t('word.notInCapture'),
    })),
  ]
}
