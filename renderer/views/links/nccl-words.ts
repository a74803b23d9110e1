import type { NcclHop, NcclPath } from '@shared/derive/link-graph'
import type { UiKey } from '@shared/messages/ui'
import { t } from '../../i18n.svelte'

/** `Ring, channels 0-11`, `All 4 rings`, `NVLS, 16 channels`. */
export function pathTitle({ kind, channels }: NcclPath): string {
  return t(`links.nccl.${kind}` satisfies UiKey, { channels: kind === 'nvls' ? Number(channels) : channels })
}

const expected: Readonly<Record<NcclHop['expected'], UiKey>> = {
  p2p: 'links.nccl.expectP2p',
  'p2p-or-shm': 'links.nccl.expectP2pOrShm',
  network: 'links.nccl.expectNet',
  switches: 'links.nccl.expectSwitches',
}

export const expectedText = (hop: NcclHop): string => t(expected[hop.expected])
