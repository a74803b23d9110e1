import { ownName, valueText } from '../compare'
import type { Language } from '../../messages/language'
import { isUiKey, uiText } from '../../messages/ui'
import type { Culprit } from './pairs'
import type { FleetColumn, OddFact, Outlier } from './types'

/** `NVLinks up`, `NCCL_IB_HCA`, `kernel parameter iommu`. */
export function columnTitle({ name, term }: Pick<FleetColumn, 'name' | 'term'>, language: Language): string {
  const words = ownName({ key: '', name, term, area: 'host', kind: 'configuration', value: '', sources: [] }, language)
  // Without its part, `port state` needs to say whose.
  return name.startsWith('nic.') ? `NIC ${words}` : words
}

/** `GPU3 NVLinks up: 16/18 (link 9, 11)`. */
export function oddText({ fact, usual }: OddFact, language: Language): string {
  const about = fact ?? usual
  if (!about) return ''
  const value = fact ? valueText(fact, language) : uiText(language, 'compare.absent')
  return `${ownName(about, language)}: ${value}`
}

/** `most nodes: 18/18 (39 of 40)`. */
export function againstText({ majority, usual, count, said }: OddFact, language: Language): string {
  if (majority === undefined) return uiText(language, 'fleet.absentMost', { count, said })
  const words = usual ? valueText({ ...usual, value: majority }, language) : majority
  return uiText(language, 'fleet.against', { majority: words, count, said })
}

export function measureName(measure: string, language: Language): string {
  if (measure.startsWith('run:')) return measure.slice('run:'.length)
  const key = `fleet.measure.${measure}`
  return isUiKey(key) ? uiText(language, key) : measure
}

/** Number with its unit, without false digits. */
export function measured(value: number, { unit }: Pick<Outlier, 'unit'>): string {
  const digits = unit === 'GB/s' ? value.toFixed(1) : String(Number(value.toFixed(2)))
  return unit === '' ? digits : `${digits} ${unit}`
}

/** `gn-a07 is at 26 % of the others in 4 pairs`. */
export function culpritText({ share, pairs, failed, bad, proven }: Culprit, node: string, language: Language): string {
  if (share === undefined) return uiText(language, 'fleet.pairs.culpritFailed', { node, failed, pairs })
  const percent = Math.round(share * 100)
  return uiText(language, proven ? 'fleet.pairs.culprit' : 'fleet.pairs.unproven', { node, percent, pairs, bad })
}
