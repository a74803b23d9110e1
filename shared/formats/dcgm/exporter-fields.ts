import { defineBlockFormat } from '../../model/format'

/** The CSV file (or ConfigMap) that tells dcgm-exporter what to export, and as what: no measurement. */
export interface DcgmExporterFields {
  /** Lines in force; those behind `#` are not. */
  readonly fields: readonly { readonly metric: string; readonly type: string; readonly line: number }[]
}

export const dcgmExporterFields = defineBlockFormat<DcgmExporterFields>({
  id: 'dcgm/exporter-fields',
  title: 'Field list of dcgm-exporter',
  command: '/etc/dcgm-exporter/default-counters.csv',
  example: 'DCGM_FI_PROF_NVLINK_TX_BYTES, gauge, The rate of NVLink transmit data.',
  anchors: ['DCGM_FI_', 'DCGM_EXP_'],
  begins: (line) => FIELD.test(line),
  parse(lines) {
    const fields: DcgmExporterFields['fields'][number][] = []
    for (let line = lines.peek(); line; line = lines.peek()) {
      const found = FIELD.exec(line.text)
      if (!found && !(fields.length > 0 && goesOn(line.text, lines.peek(1)?.text ?? ''))) break
      if (found && found[1] === undefined)
        fields.push({ metric: found[2] ?? '', type: found[3] ?? '', line: line.number })
      lines.next()
    }
    return fields.length > 0 ? { fields } : null
  },
})

const FIELD =
  /^\s{0,16}(#\s?)?(DCGM_(?:FI|EXP)_[A-Z0-9_]{2,80})\s*,\s*(gauge|counter|label|histogram|summary)\b\s*(?:,|$)/

/** Comments and blank lines between the fields. */
function goesOn(text: string, next: string): boolean {
  return /^\s*(?:#.*)?$/.test(text) && (/^\s*(?:#.*)?$/.test(next) || FIELD.test(next))
}
