import { tidy } from './tidy'

/** One line of `nvidia-smi -q`. */
export type QueryLine =
  | { readonly kind: 'log' }
  | { readonly kind: 'gpu'; readonly indent: number; readonly busId: string }
  | {
      readonly kind: 'value'
      readonly indent: number
      readonly key: string
      readonly value: string
      readonly aligned: boolean
    }
  | { readonly kind: 'section'; readonly indent: number; readonly key: string }

/** `GPU 00000000:18:00.0`, R369 `GPU 0000:18:00.0`, R270 `GPU 0:2:0`. */
const GPU = /^GPU ([0-9A-Fa-f]{1,8}:[0-9A-Fa-f]{1,2}:[0-9A-Fa-f]{1,2}(?:\.[0-7])?)$/
const SECTION = /^[A-Z][A-Za-z0-9 /._()-]{1,60}$/

export function queryLine(raw: string): QueryLine | null {
  if (raw.length > 4000) return null
  const expanded = tidy(raw).replaceAll('\t', '    ').trimEnd()
  const text = expanded.trimStart()
  if (text === '') return null
  const indent = expanded.length - text.length
  if (/^={3,}\s*NVSMI LOG\s*={3,}$/.test(text)) return { kind: 'log' }
  const busId = GPU.exec(text)?.[1]
  if (busId !== undefined) return { kind: 'gpu', indent, busId }
  // Keys never hold ` : `; values may hold any colon. An empty value leaves ` :` at the end.
  const at = text.endsWith(' :') && !text.includes(' : ') ? text.length - 2 : text.indexOf(' : ')
  if (at > 0) {
    const key = text.slice(0, at).trimEnd()
    if (!/^[A-Za-z]/.test(key) || key.length > 60) return null
    return { kind: 'value', indent, key, value: text.slice(at + 3).trim(), aligned: text.charAt(at - 1) === ' ' }
  }
  return SECTION.test(text) ? { kind: 'section', indent, key: text } : null
}

export function normalKey(key: string): string {
  return key.toLowerCase().replace(/\s+/g, ' ')
}

/** `610.62 [Deprecated; will be removed in CUDA 14.0. Use KMD Version instead]` -> `610.62`. */
export function firstToken(value: string): string {
  return value.split(/\s/)[0] ?? ''
}

const INFOROM = /^WARNING: infoROM is corrupted at gpu (\S{1,20})/i

export function inforomWarning(raw: string): { busId: string; text: string } | null {
  const text = tidy(raw).trim()
  const busId = INFOROM.exec(text)?.[1]
  return busId === undefined ? null : { busId, text }
}
