import { defineStreamFormat } from '../../model/format'
import type { AtLine } from '../../model/source'
import type { Claim, Line, Note, StreamReader } from '../../model/format'
import { readEntity, readLabels, type ExporterEntity } from './support/exporter-labels'
import { blankKind, finite, keep } from './support/text'

export interface ExporterSample {
  /** `DCGM_FI_DEV_XID_ERRORS`. */
  readonly metric: string
  readonly entity: ExporterEntity
  /** Labels that `entity` does not hold: err_code, xid, pod, fields declared as labels. */
  readonly labels: Readonly<Record<string, string>>
  /** As printed. */
  readonly text: string
  /** Undefined for blank sentinels (9223372036854775792-795 and their kin), NaN and cut numbers. */
  readonly value?: number
  /** Why there is no value. */
  readonly blank?: 'blank' | 'not-found' | 'not-supported' | 'no-permission'
  /** First and last reading when the same sample occurs again (two scrapes in one text). */
  readonly first?: number
  readonly min?: number
  readonly max?: number
  readonly count: number
  readonly line: number
  readonly lastLine: number
}

/** Prometheus text of dcgm-exporter. Xid is the last one seen, until restart; TYPE may be wrong (rates declared counter). */
export interface DcgmExporter {
  readonly samples: readonly ExporterSample[]
  readonly types: readonly { readonly metric: string; readonly type: string; readonly line: number }[]
  /** Label DCGM_FI_DRIVER_VERSION, if declared. */
  readonly driver?: AtLine<string>
}

export const dcgmExporter = defineStreamFormat<DcgmExporter>({
  id: 'dcgm/exporter',
  title: 'Metrics of dcgm-exporter',
  command: 'curl localhost:9400/metrics',
  example: 'DCGM_FI_DEV_GPU_TEMP{gpu="0",UUID="GPU-1",device="nvidia0",Hostname="gn-a07"} 61',
  anchors: ['DCGM_FI_', 'DCGM_EXP_'],
  reader: (note) => new ExporterReader(note),
})

// A sample; a grep over files puts a name before it.
const SAMPLE =
  /^(?:[\w./-]{1,200}:(?:\d+:)?)?\s*(DCGM_(?:FI|EXP)_[A-Z0-9_]{2,100})(?:\{(.*)\})? +([-+]?[\w.+-]{1,40})(?: +-?\d{1,16})?\s*$/
const META = /^#\s?(HELP|TYPE) (DCGM_(?:FI|EXP)_\w{2,100})(?: (.*))?$/
const CUT = /^DCGM_(?:FI|EXP)_\w*(?:\{|$)/
const MOST_SAMPLES = 60_000

type Growing = { -readonly [key in keyof ExporterSample]: ExporterSample[key] }

class ExporterReader implements StreamReader<DcgmExporter> {
  readonly #samples = new Map<string, Growing>()
  readonly #types: DcgmExporter['types'][number][] = []
  readonly #note: Note
  #driver: AtLine<string> | undefined
  #claimed = false

  constructor(note: Note) {
    this.#note = note
  }

  take(line: Line): Claim | null {
    const text = line.text.trim()
    const meta = META.exec(text)
    const sample = meta ? null : SAMPLE.exec(text)
    if (!meta && !sample) {
      if (!CUT.test(text)) return null
      this.#note.unread(line, 'a cut sample')
    }
    this.#claimed = true
    if (meta?.[1] === 'TYPE' && this.#types.length < 2000)
      this.#types.push({ metric: keep(meta[2] ?? ''), type: (meta[3] ?? '').trim(), line: line.number })
    if (sample) this.#sample(sample, line)
    return {}
  }

  close(): DcgmExporter | null {
    return this.#claimed ? { samples: [...this.#samples.values()], types: this.#types, driver: this.#driver } : null
  }

  #sample(found: RegExpExecArray, line: Line): void {
    const [, metric = '', labelText = '', text = ''] = found
    const value = finite(text)
    const key = `${metric}{${labelText}`
    const known = this.#samples.get(key)
    if (known) {
      known.count++
      known.lastLine = line.number
      known.text = keep(text)
      known.value = value
      known.blank = blankOf(text, value)
      if (value !== undefined) {
        known.first ??= value
        known.min = Math.min(known.min ?? value, value)
        known.max = Math.max(known.max ?? value, value)
      }
      return
    }
    if (this.#samples.size >= MOST_SAMPLES) {
      if (this.#samples.size === MOST_SAMPLES) this.#note.damaged('more samples than are kept', line)
      return
    }
    const labels = readLabels(labelText)
    const driver = labels.get('DCGM_FI_DRIVER_VERSION')
    if (driver !== undefined && driver !== '') this.#driver ??= { value: driver, line: line.number }
    const { entity, rest } = readEntity(labels)
    const range = value === undefined ? {} : { first: value, min: value, max: value }
    const blank = blankOf(text, value)
    const sample = {
      metric: keep(metric),
      entity,
      labels: rest,
      text: keep(text),
      value,
      blank,
      ...range,
      count: 1,
      line: line.number,
      lastLine: line.number,
    }
    this.#samples.set(keep(key), sample)
  }
}

function blankOf(text: string, value: number | undefined): ExporterSample['blank'] {
  if (value !== undefined) return undefined
  return blankKind(text) ?? (/^[-+]?(?:nan|inf)$/i.test(text) ? 'blank' : undefined)
}
