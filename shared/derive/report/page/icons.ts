import { escapeXml } from '../../link-layout'
import { iconParts } from '../../link-layout/icons'
import type { ReportState } from '../types'
import { paper } from './paper-palette'

/** The icon of a state as an inline drawing; `label` names it where no word stands beside it. */
export function iconSvg(state: ReportState, label: string): string {
  const parts =
    state === 'info'
      ? [
          {
            d: 'M2.7 .7H9.3Q11.3 .7 11.3 2.7V9.3Q11.3 11.3 9.3 11.3H2.7Q.7 11.3 .7 9.3V2.7Q.7 .7 2.7 .7Z',
            stroke: paper.text2,
            width: 1.1,
          },
          { d: 'M6 5.2V9.2M6 2.7V4.1', stroke: paper.text2, width: 1.4 },
        ]
      : iconParts(state, paper)
  const paths = parts
    .map((part) => {
      const { d, fill, stroke, width, dash } = { fill: undefined, dash: undefined, ...part }
      return `<path d="${d}" fill="${fill ?? 'none'}"${stroke ? ` stroke="${stroke}" stroke-width="${width ?? 1}"` : ''}${dash ? ` stroke-dasharray="${dash}" stroke-linecap="round"` : ''}/>`
    })
    .join('')
  const name = label === '' ? 'aria-hidden="true"' : `role="img" aria-label="${escapeXml(label)}"`
  return `<svg class="ic" viewBox="0 0 12 12" width="11" height="11" ${name}>${paths}</svg>`
}

/** The program's mark: two devices, four lanes, one of them broken. */
export const logoSvg = `<svg class="logo" viewBox="72 112 368 272" width="72" height="53" role="img" aria-label="Lanescope"><g fill="none" stroke-linecap="round" stroke-width="20"><path d="M176 176H336M176 224H336M176 320H336" stroke="${paper.accent}"/><path d="M176 272H336" stroke="${paper.degraded}" stroke-dasharray="4 38"/></g><rect x="88" y="128" width="88" height="240" rx="16" fill="${paper.text}"/><rect x="336" y="128" width="88" height="240" rx="16" fill="${paper.text}"/></svg>`
