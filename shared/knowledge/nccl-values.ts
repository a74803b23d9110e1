import { parseTunedList } from './nccl-lists'
import { findVariable } from './nccl-variables'
import type { NcclVariable } from './nccl-variables'
import { readInteger } from './support/strtoll'
import { isAtLeast } from './support/version'

export interface NcclReading {
  /** What NCCL works with: a number, or the word/list it understands; undefined when it ignores the text. */
  readonly value: number | string | undefined
  /** The text has a form that NCCL takes as its writer meant it. */
  readonly valid: boolean
  /** Message key under `nccl-value.`, for shared/messages; and an English sentence as fallback. */
  readonly key: NcclReadingKey
  readonly explanation: string
}

export type NcclReadingKey =
  | 'as-written'
  | 'empty'
  | 'not-a-number'
  | 'trailing-text'
  | 'octal'
  | 'out-of-range'
  | 'outside-accepted'
  | 'not-exactly-one'
  | 'legacy-level'
  | 'unknown-level'
  | 'unknown-word'
  | 'init-fails'
  | 'words-ignored'
  | 'blank-in-list'
  | 'late-caret'
  | 'unknown-variable'

function reading(value: NcclReading['value'], key: NcclReadingKey, explanation: string, valid = false): NcclReading {
  return { value, valid, key, explanation }
}

function asWritten(value: number | string): NcclReading {
  return reading(value, 'as-written', 'Taken as written.', true)
}

/** They act on exactly 1 (src/transport, src/ras, src/graph/paths.cc); other numbers leave the feature as it is. */
const exactlyOne = new Set(['NCCL_P2P_DISABLE', 'NCCL_SHM_DISABLE', 'NCCL_NET_DISABLE_INTRA', 'NCCL_RAS_ENABLE'])

/** Read by the second parser since 2.30.7: 1/T/TRUE and 0/F/FALSE in any case, anything else is the default. */
const newStyleBooleans = new Set(['NCCL_WARN_ENABLE_DEBUG_INFO', 'NCCL_SET_THREAD_NAME', 'NCCL_PARAM_DUMP_ALL'])

/** Limits in the words of the table: `0-255`, `>=1`, `<=32 (64 since 2.25)`; the widest release counts. */
function insideRange(range: string, value: number): boolean {
  if (range.includes('infinite')) return value >= 0
  const span = /^(\d+)-(\d+)/.exec(range)
  if (span) {
    const widest = Number(span[2])
    return value >= Number(span[1]) && value <= widest
  }
  const limit = /^(>=|>|<=)(\d+)/.exec(range)
  if (!limit) return true
  const bound = Number(limit[2])
  if (limit[1] === '>') return value > bound
  if (limit[1] === '>=') return value >= bound
  const later = /\((\d+) since/.exec(range)
  return value <= (later ? Number(later[1]) : bound)
}

function outsideAccepted(variable: NcclVariable, value: number): boolean {
  const preset = /^-?\d+/.exec(variable.default ?? '')
  if (preset && Number(preset[0]) === value) return false
  const numbers = (variable.values ?? []).map((text) => /^-?\d+/.exec(text)?.[0]).filter((text) => text !== undefined)
  if (numbers.length > 0 && !numbers.some((text) => Number(text) === value)) return true
  return variable.range !== undefined && !insideRange(variable.range, value)
}

function readNumber(variable: NcclVariable, text: string, version: string | undefined): NcclReading {
  if (newStyleBooleans.has(variable.name) && version !== undefined && isAtLeast(version, '2.30.7')) {
    if (/^(1|t|true)$/i.test(text)) return asWritten(1)
    if (/^(0|f|false)$/i.test(text)) return asWritten(0)
    return reading(undefined, 'unknown-word', `"${text}" is neither true nor false: the default is used.`)
  }
  const parsed = readInteger(text)
  if (parsed.outOfRange)
    return reading(undefined, 'out-of-range', `${text} does not fit into 64 bits: the default is used.`)
  const { value, rest } = parsed
  if (!parsed.digits) return reading(0, 'not-a-number', `"${text}" has no digits in front: NCCL reads 0.`)
  if (exactlyOne.has(variable.name) && value !== 0 && value !== 1) {
    return reading(value, 'not-exactly-one', `Only the value 1 acts; ${value} leaves the feature as it is.`)
  }
  if (rest !== '') return reading(value, 'trailing-text', `NCCL reads ${value} and drops "${rest}".`)
  if (parsed.base === 8 && value > 7) return reading(value, 'octal', `A leading 0 means octal: NCCL reads ${value}.`)
  if (outsideAccepted(variable, value)) {
    const accepted = variable.values?.join(', ') ?? variable.range ?? ''
    return reading(value, 'outside-accepted', `Accepted: ${accepted}.`)
  }
  return asWritten(value)
}

const levels = ['LOC', 'NVL', 'NVB', 'C2C', 'PIX', 'PXB', 'P2C', 'PXN', 'PHB', 'SYS']
/** levelsOldToNew of src/graph/paths.cc; larger numbers mean the last. */
const legacyLevels = ['LOC', 'PIX', 'PXB', 'PHB', 'SYS', 'SYS']

/** A level that NCCL takes: one of its words, in upper case, or an old number. */
export function isLevel(text: string): boolean {
  return levels.includes(text) || /^\d/.test(text)
}

/** NCCL_P2P_LEVEL and NCCL_NET_GDR_LEVEL (ncclGetLevel): exact upper-case words, or what begins with a digit. */
function readLevel(text: string): NcclReading {
  if (levels.includes(text)) return asWritten(text)
  if (/^\d/.test(text)) {
    const { value } = readInteger(text)
    const word = legacyLevels[Math.min(value, legacyLevels.length - 1)] ?? 'SYS'
    return reading(word, 'legacy-level', `The old number ${value} means ${word}.`, true)
  }
  return reading(
    undefined,
    'unknown-level',
    `"${text}" is no level (${levels.join(', ')}, upper case): ignored without a word.`,
  )
}

function readTuned(name: 'NCCL_ALGO' | 'NCCL_PROTO', text: string, version: string | undefined): NcclReading {
  const { allowed, unknown, fails } = parseTunedList(name, text, version)
  const sets = Object.values(allowed).map((words) => words.join(','))
  const value = new Set(sets).size === 1 ? sets[0] : text
  if (fails) {
    const what =
      unknown.length > 0
        ? `"${unknown.join('", "')}" is not known`
        : 'a group after the first lacks its function, or names none'
    return reading(undefined, 'init-fails', `Since NCCL 2.24 init fails: ${what}.`)
  }
  if (unknown.length > 0) return reading(sets[0], 'words-ignored', `Ignored: "${unknown.join('", "')}".`)
  return asWritten(value ?? text)
}

/** Device and interface lists: only the form can be judged here, the names need the machine. */
function readNames(text: string): NcclReading {
  if (text.length <= 1) return reading(undefined, 'empty', 'A value of one character counts as unset.')
  const entries = text.split(',')
  if (entries.some((entry) => entry !== entry.trim())) {
    return reading(text, 'blank-in-list', 'Blanks are not trimmed: an entry with one matches nothing.')
  }
  const body = text.replace(/^\^?=?/, '')
  if (/[\^=]/.test(body)) return reading(text, 'late-caret', '^ and = count only at the very beginning (^ before =).')
  return asWritten(text)
}

const anyCase = new Set([
  'NCCL_DEBUG',
  'NCCL_DEBUG_SUBSYS',
  'NCCL_DEBUG_TIMESTAMP_LEVELS',
  'NCCL_NETDEVS_POLICY',
  'NCCL_CHECK_MODE',
])

/** Words of a closed set; lists are split at commas (and NCCL_CTA_POLICY at |), with one leading ^. */
function readWords(variable: NcclVariable, text: string): NcclReading {
  const accepted = variable.values ?? []
  const fold = (word: string): string => (anyCase.has(variable.name) ? word.toUpperCase() : word)
  const isList = variable.kind === 'list'
  const words = isList ? text.replace(/^\^/, '').split(/[,|]/) : [text]
  const known = (word: string): boolean =>
    accepted.some((value) => fold(value) === fold(word)) || (/^MAX:\d+$/i.test(word) && accepted.includes('MAX:N'))
  const strange = words.filter((word) => !known(word))
  if (strange.length === 0) return asWritten(text)
  const key = isList && strange.length < words.length ? 'words-ignored' : 'unknown-word'
  return reading(
    key === 'words-ignored' ? text : undefined,
    key,
    `Not known: "${strange.join('", "')}". Accepted: ${accepted.join(', ')}.`,
  )
}

/** Sets that are closed: any other word is ignored. NCCL_NET and plugins take free text. */
const closedSets = new Set([
  'NCCL_DEBUG',
  'NCCL_DEBUG_SUBSYS',
  'NCCL_DEBUG_TIMESTAMP_LEVELS',
  'NCCL_SOCKET_FAMILY',
  'NCCL_IB_ADDR_FAMILY',
  'NCCL_LAUNCH_MODE',
  'NCCL_NETDEVS_POLICY',
  'NCCL_NET_MERGE_POLICY',
  'NCCL_NET_MERGE_LEVEL',
  'NCCL_CTA_POLICY',
  'NCCL_CHECK_MODE',
])

/**
 * How NCCL really reads a value (src/misc/param.cc, src/graph/paths.cc and tuning.cc of 2.30.7 and older tags).
 * `version` is NCCL's own, `2.21.5`; without it the strictest reading is given.
 */
export function readAsNccl(name: string, text: string, version?: string): NcclReading {
  const variable = findVariable(name)
  if (!variable) return reading(undefined, 'unknown-variable', 'NCCL reads no variable of this name.')
  if (text === '') return reading(undefined, 'empty', 'An empty value counts as unset.', true)
  if (variable.kind === 'integer' || variable.kind === 'boolean') return readNumber(variable, text, version)
  if (name === 'NCCL_P2P_LEVEL' || name === 'NCCL_NET_GDR_LEVEL') return readLevel(text)
  if (name === 'NCCL_ALGO' || name === 'NCCL_PROTO') return readTuned(name, text, version)
  if (name === 'NCCL_IB_HCA' || name === 'NCCL_SOCKET_IFNAME' || name === 'NCCL_OOB_NET_IFNAME') return readNames(text)
  if (closedSets.has(name)) return readWords(variable, text)
  return asWritten(text)
}
