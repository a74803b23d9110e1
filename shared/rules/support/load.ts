import type { GpuField, GpuSample } from '../../model/gpu'
import type { AtLine } from '../../model/source'

/** A reading in words that mean "no value". Never a lower value. */
const BLANK =
  /^(?:\[?n\/a\]?|\[?not supported\]?|\[?unknown error\]?|\[?insufficient permissions\]?|\[?requested functionality has been deprecated\]?|-|unknown|)$/i

/** First number of a captured value (`16x`, `99 %`, `0x4` is hex); undefined for blanks and words. */
export function numberOf(reading: AtLine<string> | undefined): number | undefined {
  if (!reading || BLANK.test(reading.value.trim())) return undefined
  const text = reading.value.trim()
  if (/^0x[0-9a-f]+$/i.test(text)) return Number.parseInt(text, 16)
  const match = /^-?\d+(?:\.\d+)?/.exec(text)
  const value = match ? Number(match[0]) : NaN
  return Number.isFinite(value) ? value : undefined
}

/**
 * Under load for certain (true), idle for certain (false), or not to be told from this capture (undefined). Load needs work
 * (utilisation or a process) and a performance state of P0 to P2 and the Idle reason not active.
 */
export function underLoad(sample: GpuSample): boolean | undefined {
  const { values } = sample
  const utilisation = numberOf(values['utilization.gpu'])
  const processes = values.processes
  const pstate = /^P(\d{1,2})$/.exec(values.pstate?.value.trim() ?? '')?.[1]
  const idle = idleActive(sample)
  if (idle === true || (pstate !== undefined && Number(pstate) > 2)) return false
  const works =
    utilisation !== undefined
      ? utilisation > 0
      : processes !== undefined
        ? !BLANK.test(processes.value.trim()) && processes.value !== 'None'
        : undefined
  if (works === false && idle !== false) return false
  if (works === undefined || pstate === undefined || idle === undefined) return undefined
  return works
}

function idleActive(sample: GpuSample): boolean | undefined {
  const idle = sample.values['reasons.idle']?.value.trim().toLowerCase()
  if (idle === 'active') return true
  if (idle === 'not active') return false
  const mask = numberOf(sample.values['reasons.mask'])
  return mask === undefined ? undefined : (mask & 1) === 1
}

/** The lines of a sample that prove its load. */
export function loadFields(sample: GpuSample): readonly number[] {
  const fields: readonly GpuField[] = ['pstate', 'utilization.gpu', 'reasons.idle', 'reasons.mask']
  return fields.flatMap((field) => sample.values[field]?.line ?? [])
}
