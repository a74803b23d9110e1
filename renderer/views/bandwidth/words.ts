import type { RunCurve } from '@shared/derive/bandwidth'
import { isUiKey } from '@shared/messages/ui'
import { t } from '../../i18n.svelte'

export function verdictText({ standing }: RunCurve): string {
  return t(`bw.verdict.${standing}`)
}

export function whyText(unknown: string | undefined): string {
  const key = `bw.why.${unknown ?? ''}`
  return isUiKey(key) ? t(key) : (unknown ?? '')
}

export function collectiveText(collective: string | undefined): string {
  return collective ?? t('bw.unknownCollective')
}
