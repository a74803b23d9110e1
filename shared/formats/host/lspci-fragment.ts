import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'
import type { PciLink } from '../../model/node'
import { readLink, readStatus } from './support/lspci-read'

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
  anchors: ['ACSCtl:', 'LnkSta:', 'LnkCap:', 'LnkCtl:'],
  begins: (line) => FRAGMENT.test(line),
  parse(lines) {
    const acsControls: AtLine<string>[] = []
    const status: LspciFragment['status'][number][] = []
    const capability: AtLine<PciLink>[] = []
    for (let line = lines.peek(); line; line = lines.peek()) {
      if (!FRAGMENT.test(line.text) && !GOES_ON.test(line.text) && line.text.trim() !== '--') break
      lines.next()
      const found = /^\s*(\w+):\s*(.*)$/.exec(line.text)
      const value = (found?.[2] ?? '').trim()
      if (found?.[1] === 'ACSCtl') acsControls.push({ value, line: line.number })
      const now = found?.[1] === 'LnkSta' ? readStatus(value) : null
      if (now) status.push({ value: now, line: line.number })
      const able = found?.[1] === 'LnkCap' ? readLink(value) : null
      if (able) capability.push({ value: able, line: line.number })
    }
    return { acsControls, status, capability }
  },
})

const FRAGMENT = /^\s*(?:ACSCap|ACSCtl|LnkCap2?|LnkCtl[23]?|LnkSta2?|DevCap2?|DevCtl2?|DevSta|ACSViol):\s/
// Second lines of these, such as `\t\t\tTrErr- Train- SlotClk+`.
const GOES_ON = /^(?:\t{2,}| {8,})\s*(?:[A-Z0-9]\w*[+-] |\w+ \w+:)/
