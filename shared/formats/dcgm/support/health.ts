import type { AtLine } from '../../../model/source'
import { readEntity, type DcgmEntity } from './entity'
import { joinWords, type TreeRow } from './tree'

export type HealthState = 'healthy' | 'warning' | 'failure' | 'error' | 'unknown'

export interface HealthIncident {
  /** Undefined when the report does not say whose it is. */
  readonly entity?: DcgmEntity
  /** `PCIe system`, `NVLINK system`, ... */
  readonly system: string
  readonly state: HealthState
  /** Whole text, wrapped lines joined. */
  readonly text: string
  readonly line: number
  readonly endLine: number
}

/** `dcgmi health -c` of every generation. */
export interface DcgmHealth {
  readonly overall?: AtLine<HealthState>
  readonly entities: readonly { readonly entity: DcgmEntity; readonly state: HealthState; readonly line: number }[]
  readonly incidents: readonly HealthIncident[]
}

const STATES: readonly (readonly [RegExp, HealthState])[] = [
  [/^healthy\b/i, 'healthy'],
  [/^warning\b/i, 'warning'],
  [/^failure\b/i, 'failure'],
  [/^(?:internal )?error\b/i, 'error'],
]

export function readHealthState(text: string): HealthState {
  return STATES.find(([form]) => form.test(text.trim()))?.[1] ?? 'unknown'
}

/** Kinds of entities as the report heads them; links and adapters came with 3.x and 4.4. */
const KINDS = /^(GPU|Switch|NvSwitch|CPU|LINK|ConnectX|CX)$/i

/** Rows of the report of 2.x and later: kind, `-> id`, `-> Errors`, `-> system`, message lines. */
export function healthOfTree(rows: readonly TreeRow[]): DcgmHealth {
  const entities: { entity: DcgmEntity; state: HealthState; line: number }[] = []
  const incidents: HealthIncident[] = []
  let overall: AtLine<HealthState> | undefined
  let kind = ''
  let entity: DcgmEntity | undefined
  for (const row of rows) {
    const state = readHealthState(row.values[0] ?? '')
    if (row.name === 'Overall Health') overall = { value: state, line: row.line }
    else if (row.depth === 0 && KINDS.test(row.name)) kind = row.name
    else if (row.depth === 0 && /^GPU ID: \d+$/.test(row.name)) {
      const found = readEntity(row.name.replace('GPU ID: ', 'GPU '))
      if (!found) continue
      entities.push({ entity: found, state, line: row.line })
      incidents.push(...oldIncidents(found, row))
    } else if (/^\d+$/.test(row.name) && kind !== '') {
      entity = readEntity(`${kind} ${row.name}`) ?? undefined
      if (entity) entities.push({ entity, state, line: row.line })
    } else if (row.name !== 'Errors' && row.depth > 0) {
      const whole = joinWords(state === 'unknown' ? row.values : row.values.slice(1))
      for (const text of messagesIn(whole)) {
        incidents.push({ entity, system: row.name, state, text, line: row.line, endLine: row.endLine })
      }
    }
  }
  return { overall, entities, incidents }
}

// 1.x: `PCIe system: Warning - Detected more than 8 PCIe` and its wrapped rest below the state
const OLD = /^([A-Za-z][\w ]{1,20}(?:system|Driver)): (Healthy|Warning|Failure|Internal error) - (.*)$/i

function oldIncidents(entity: DcgmEntity, row: TreeRow): readonly HealthIncident[] {
  const incidents: { -readonly [key in keyof HealthIncident]: HealthIncident[key] }[] = []
  row.values.slice(1).forEach((value, i) => {
    const line = row.valueLines[i + 1] ?? row.line
    const found = OLD.exec(value.trim())
    const last = incidents.at(-1)
    if (found) {
      incidents.push({
        entity,
        system: found[1] ?? '',
        state: readHealthState(found[2] ?? ''),
        text: (found[3] ?? '').trim(),
        line,
        endLine: line,
      })
    } else if (last) {
      last.text = `${last.text} ${value.trim()}`
      last.endLine = line
    }
  })
  return incidents
}

/** All messages of one system stand in one text, joined by commas: `GPU 3's NvLink link 7 is currently down, GPU 3's ...`. */
function messagesIn(text: string): readonly string[] {
  const parts = text.split(/, ?(?=GPU \d{1,4}'s |Detected |Switch \d{1,4}'s )/)
  return parts.map((part) => part.trim()).filter((part, i) => part !== '' || i === 0)
}
