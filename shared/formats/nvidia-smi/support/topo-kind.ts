import type { Hint, LineCursor } from '../../../model/format'
import { isBlank, tidy } from './tidy'

const P2P_ROW = /^\s*GPU\d{1,3}\s+((?:X|OK|CNS|GNS|TNS|NS|DR|U)(?:\s+(?:X|OK|CNS|GNS|TNS|NS|DR|U))*)\s*$/

/** Cells of a `-p2p` row. */
export function p2pCells(raw: string): readonly string[] | null {
  if (raw.length > 2000) return null
  const cells = P2P_ROW.exec(tidy(raw))?.[1]
  return cells === undefined ? null : cells.split(/\s+/)
}

/**
 * Whether the block ahead is `-p2p` and not `-m`: both have a header of GPU names. Cells other than X decide; a single GPU has
 * none, then the legend or the command does.
 */
export function looksLikeP2p(hint: Hint, lines: LineCursor): boolean {
  for (let i = 0; i < 12; i++) {
    const text = lines.peek(i)?.text
    if (text === undefined) break
    if (isBlank(text)) continue
    const cells = p2pCells(text)
    if (cells?.some((cell) => cell !== 'X')) return true
    if (/^\s*OK\s*=\s*Status/.test(text)) return true
    if (/^\s*GPU\d+\s+.*(?:NV\d|PIX|PXB|PHB|NODE|SYS|SOC|N\/A|\d-\d)/.test(text)) return false
  }
  return /-p2p\b|--p2pstatus/.test(hint.command ?? '')
}
