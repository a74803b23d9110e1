import type { SettingRow } from '@shared/derive/settings'
import { isUiKey } from '@shared/messages/ui'
import type { SettingOrigin } from '@shared/model/nccl'
import { t } from '../../i18n.svelte'

export function originText(origin: SettingOrigin): string {
  const key = `nccl.origin.${origin}`
  return isUiKey(key) ? t(key) : origin
}

/** Whether anything reads the name, and what it was probably meant to be. */
export function knownText(row: SettingRow): string {
  const nearest = row.nearest[0]
  switch (row.kind) {
    case 'known':
      return row.variable?.documented === false
        ? t('nccl.kind.undocumented')
        : t('nccl.kind.known', { since: row.variable?.since ?? '?' })
    case 'removed':
      return t('nccl.kind.removed', { removed: row.variable?.removed ?? '?' })
    case 'foreign':
      return t('nccl.kind.foreign', { owner: row.owner ?? '?' })
    case 'unknown':
      return nearest === undefined ? t('nccl.kind.unknown') : t('nccl.kind.nearest', { nearest })
    case 'other':
      return t('nccl.kind.other')
  }
}
