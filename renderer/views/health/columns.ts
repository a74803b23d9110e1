import type { CounterRow, HealthChart } from '@shared/derive/health'
import type { HealthResult } from '@shared/derive/health-product'
import { isUiKey } from '@shared/messages/ui'
import type { HostEvent } from '@shared/model/node'
import type { Column } from '../../components/table'
import { number, t } from '../../i18n.svelte'

/** The plain name of a quantity with the tool's own in brackets; the tool's alone where there is no plain one. */
export function quantityText({ label, quantity }: Pick<HealthChart, 'label' | 'quantity'>): string {
  const own = quantity.replace(/^(?:dmon|dcgm)\./, '')
  const key = `quantity.${own}`
  return isUiKey(key) ? `${t(key)} (${own})` : label
}

/** Names as the driver writes them; other kinds are words of their own. */
const kinds: Readonly<Partial<Record<HostEvent['kind'], string>>> = {
  xid: 'Xid',
  sxid: 'SXid',
  aer: 'PCIe AER',
  nic: 'NIC',
  nvrm: 'NVRM',
  'pcie-limit': 'PCIe limit',
  iommu: 'IOMMU',
  'fabric-manager': 'Fabric Manager',
}
export const kindText = (kind: HostEvent['kind']): string => kinds[kind] ?? kind

const order: Readonly<Record<HealthResult['state'], number>> = { dead: 0, degraded: 1, unknown: 2, good: 3 }

export function resultColumns(several: boolean, nodeName: (id: string) => string): readonly Column<HealthResult>[] {
  return [
    { id: 'result', title: t('health.result'), value: (row) => order[row.state], text: (row) => row.result },
    { id: 'test', title: t('health.test'), value: (row) => row.test },
    { id: 'entity', title: t('health.entity'), value: (row) => row.entity ?? '' },
    ...(several
      ? [{ id: 'node', title: t('word.node'), value: (row) => nodeName(row.node) } satisfies Column<HealthResult>]
      : []),
    { id: 'text', title: t('health.text'), maxWidth: 640, value: (row) => row.text ?? '', hint: (row) => row.text },
    { id: 'tool', title: t('health.tool'), mono: true, dim: true, value: (row) => row.tool },
    { id: 'line', title: t('word.line'), align: 'right', dim: true, value: (row) => row.source.line },
  ]
}

const perHour = ({ grown, seconds }: CounterRow): number | null =>
  grown === undefined || seconds === undefined ? null : (grown / seconds) * 3600

export function counterColumns(several: boolean, nodeName: (id: string) => string): readonly Column<CounterRow>[] {
  return [
    ...(several
      ? [{ id: 'node', title: t('word.node'), value: (row) => nodeName(row.node) } satisfies Column<CounterRow>]
      : []),
    { id: 'entity', title: t('health.entity'), value: (row) => row.entity },
    { id: 'counter', title: t('health.counter'), value: (row) => row.counter },
    {
      id: 'first',
      title: t('health.first'),
      align: 'right',
      value: (row) => row.first,
      text: (row) => number(row.first),
    },
    { id: 'last', title: t('health.last'), align: 'right', value: (row) => row.last, text: (row) => number(row.last) },
    {
      id: 'grown',
      title: t('health.grown'),
      align: 'right',
      value: (row) => row.grown ?? null,
      text: (row) => (row.reset ? t('health.reset') : row.grown === undefined ? t('health.once') : number(row.grown)),
      state: (row) => (row.errors && (row.grown ?? 0) > 0 ? 'degraded' : undefined),
    },
    {
      id: 'rate',
      title: t('health.rate'),
      align: 'right',
      value: perHour,
      text: (row) => {
        const rate = perHour(row)
        return rate === null ? '' : number(rate, 1)
      },
    },
    { id: 'line', title: t('word.line'), align: 'right', dim: true, value: (row) => row.sources.at(-1)?.line ?? null },
  ]
}

/** `GPU0-7: 0`, or each value with those that have it. */
export function flatText(chart: HealthChart): string {
  const byValue = new Map<number | null, string[]>()
  for (const { entity, values } of chart.series) {
    const value = values.find((one) => one !== null) ?? null
    byValue.set(value, [...(byValue.get(value) ?? []), entity])
  }
  return [...byValue]
    .map(([value, entities]) =>
      t('health.flat', {
        entities: entities.join(', '),
        value: `${number(value)}${chart.unit === '' ? '' : ` ${chart.unit}`}`,
      }),
    )
    .join('; ')
}
