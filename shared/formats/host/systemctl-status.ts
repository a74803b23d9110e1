import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'
import type { Line, LineCursor } from '../../model/format'

export interface ServiceState {
  /** Without `.service`. */
  readonly unit: string
  readonly description?: string
  /** `loaded`, `not-found`, `masked`; `not-found` also for "could not be found". */
  readonly load?: AtLine<string>
  /** enabled, disabled, static. */
  readonly enablement?: string
  readonly active?: AtLine<'active' | 'inactive' | 'failed' | 'activating' | 'other'>
  /** Text behind `Active:`. */
  readonly activeText?: string
  readonly line: number
  readonly endLine: number
}

/** `systemctl status`. In a container or guest it says nothing about the host. */
export interface SystemctlStatus {
  readonly services: readonly ServiceState[]
}

export const systemctlStatus = defineBlockFormat<SystemctlStatus>({
  id: 'host/systemctl-status',
  title: 'State of a service',
  command: 'systemctl status nvidia-fabricmanager',
  example: '● nvidia-fabricmanager.service - NVIDIA fabric manager service',
  anchors: ['.service', 'active', 'failed'],
  begins: (line, hint) =>
    HEAD.test(line) || MISSING.test(line) || (isActive(hint.command) !== undefined && STATE_WORD.test(line)),
  parse(lines) {
    const services: Growing[] = []
    const asked = isActive(lines.hint.command)
    const first = lines.peek()
    if (first && asked !== undefined && STATE_WORD.test(first.text)) {
      lines.next()
      const active = activeOf(first.text.trim())
      return {
        services: [
          {
            unit: asked,
            active: { value: active, line: first.number },
            activeText: first.text.trim(),
            line: first.number,
            endLine: first.number,
          },
        ],
      }
    }
    for (let line = lines.peek(); line; line = lines.peek()) {
      const head = HEAD.exec(line.text)
      const missing = MISSING.exec(line.text)
      const current = services.at(-1)
      if (head) services.push({ unit: head[1] ?? '', description: head[2], line: line.number, endLine: line.number })
      else if (missing)
        services.push({
          unit: missing[1] ?? '',
          load: { value: 'not-found', line: line.number },
          line: line.number,
          endLine: line.number,
        })
      else if (line.text.trim() === '') {
        if (!goesOn(lines)) break
      } else if (!current || !/^\s/.test(line.text)) break
      else {
        readField(current, line)
        current.endLine = line.number
      }
      lines.next()
    }
    return { services }
  },
})

// `● nvidia-fabricmanager.service - NVIDIA fabric manager service`; the dot may be lost or another sign
const HEAD = /^\s{0,2}(?:[●○×↻*x?] )?([\w@.:-]{1,100})\.service(?: - (.{1,200}))?$/
const MISSING = /^Unit ([\w@.:-]{1,100})\.service could not be found\.$/
const STATE_WORD = /^(?:active|inactive|failed|activating|deactivating|unknown)$/

type Growing = { -readonly [key in keyof ServiceState]: ServiceState[key] }

function isActive(command: string | undefined): string | undefined {
  return /\bsystemctl is-active (?:--\S+ )?([\w@.:-]{1,100}?)(?:\.service)?\s*$/.exec(command ?? '')?.[1]
}

function activeOf(text: string): NonNullable<ServiceState['active']>['value'] {
  const word = /^[a-z]+/.exec(text)?.[0]
  return word === 'active' || word === 'inactive' || word === 'failed' || word === 'activating' ? word : 'other'
}

function readField(service: Growing, line: Line): void {
  const found = /^\s*(Loaded|Active): (.*)$/.exec(line.text)
  const value = (found?.[2] ?? '').trim()
  if (found?.[1] === 'Loaded') {
    service.load = { value: /^[\w-]+/.exec(value)?.[0] ?? value, line: line.number }
    service.enablement = /; (enabled|disabled|static|masked|indirect|generated|linked|enabled-runtime)[;)]/.exec(
      value,
    )?.[1]
  } else if (found?.[1] === 'Active') {
    service.active = { value: activeOf(value), line: line.number }
    service.activeText = value
  }
}

function goesOn(lines: LineCursor): boolean {
  const text = lines.peek(1)?.text
  return text !== undefined && (HEAD.test(text) || MISSING.test(text))
}
