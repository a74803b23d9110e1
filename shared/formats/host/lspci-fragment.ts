import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'
import type { PciLink } from '../../model/node'

/** A grep of lspci: which device a line belongs to is unknown, so only "some port" can be said. */
export interface LspciFragment {
  readonly acsControls: readonly AtLine<string>[]
  readonly status: readonly AtLine<
    PciLink & { readonly speedDowngraded?: boolean; readonly widthDowngraded?: boolean }
  >[]
  readonly capability: readonly AtLine<PciLink>[]
}

export const lspciFragment = defineBlockFormat<LspciFragment>({
  id: 'host/lspci-fragment',
  title: 'Lines of lspci without their device',
  command: 'lspci -vvv | grep ACSCtl',
  example: 'ACSCtl:\tSrcValid+ TransBlk- ReqRedir+ CmpltRedir+ UpstreamFwd+ EgressCtrl- DirectTrans-',
  anchors: ['ACSCtl:', 'LnkSta:', 'LnkCap:'],
  begins: () => false,
  parse: () => null,
})
