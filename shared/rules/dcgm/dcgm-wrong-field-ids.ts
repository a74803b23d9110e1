import { dcgmDmon } from '../../formats/dcgm/dmon'
import { dcgmDmonCommand } from '../../formats/dcgm/dmon-command'
import { dcgmExporter } from '../../formats/dcgm/exporter'
import { dcgmExporterFields } from '../../formats/dcgm/exporter-fields'
import { refIn, sectionsOf } from '../../model/format'
import { defineRule } from '../../model/rule'
import type { SourceRef } from '../../model/source'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'

/** 205 is an accounting record, 206 the video encoder: published guides name them as NVLink traffic. */
const MISTAKEN = new Map([
  [205, 'ACCDT'],
  [206, 'ECUTL'],
])
const NVLINK_TAGS = /^(?:NVLTX|NVLRX|NBWL|NVL\d+[TR]|NVLTX|NTXBWL|NRXBWL|NVLBWL|NVLTXL|NVLRXL)/
const NVLINK_IDS = new Set([449, 843, 897, 1011, 1012, 1529, 1530, 1531, 1532, 1533])

/** Fields 205 and 206 were sampled where NVLink traffic is meant, or a rate is declared a counter. */
export const dcgmWrongFieldIds = defineRule({
  id: 'dcgm-wrong-field-ids',
  area: 'dcgm',
  since: '0.1',
  needs: [],
  check(node, context) {
    const evidence: SourceRef[] = []
    let interval: number | undefined
    for (const section of sectionsOf(node.parsed, dcgmDmon)) {
      const tags = section.value.columns.map((column) => column.tag)
      const mistaken = tags.filter((tag) => [...MISTAKEN.values()].includes(tag))
      // Together, or the only thing asked: an encoder column beside real NVLink columns is what it is.
      if (mistaken.length === 0 || tags.some((tag) => NVLINK_TAGS.test(tag))) continue
      if (mistaken.length < 2 && tags.length > 1) continue
      if (mistaken.length === 1 && mistaken[0] === 'ECUTL') continue
      evidence.push(refIn(section, section.value.headerLine))
      interval ??= section.value.intervalMs
    }
    for (const section of sectionsOf(node.parsed, dcgmDmonCommand)) {
      const ids = section.value.fieldIds
      if (!ids.includes(205) || ids.some((id) => NVLINK_IDS.has(id))) continue
      evidence.push(refIn(section, section.value.line))
      interval ??= section.value.intervalMs
    }
    if (evidence.length > 0) {
      context.report({
        severity: 'warning',
        variant: interval !== undefined && interval < 100 ? 'interval' : undefined,
        on: [nodeEntity(node)],
        evidence: someOf(evidence),
        data: { node: node.name, interval: interval ?? 1000 },
      })
    }
    const rates = rateCounters(node.parsed)
    if (rates.length > 0) {
      context.report({
        severity: 'warning',
        variant: 'counter',
        on: [nodeEntity(node)],
        evidence: someOf(rates.map((rate) => rate.source)),
        data: { node: node.name, metric: rates[0]?.metric ?? '', count: rates.length, interval: 0 },
      })
    }
    const looked = node.parsed.some((section) => /^dcgm\/(?:dmon|exporter)/.test(section.format))
    if (!looked) context.notChecked(['dcgm.dmon'], 'dcgmi dmon -e 1011,1012,1009,1010 -d 1000 -c 10')
  },
})

/** PROF rates that an exporter declares as counters: a rate over them is a rate of rates. */
function rateCounters(parsed: Parameters<typeof sectionsOf>[0]) {
  const exported = sectionsOf(parsed, dcgmExporter).flatMap((section) =>
    section.value.types.map((type) => ({ ...type, source: refIn(section, type.line) })),
  )
  const listed = sectionsOf(parsed, dcgmExporterFields).flatMap((section) =>
    section.value.fields.map((field) => ({ ...field, source: refIn(section, field.line) })),
  )
  return [...exported, ...listed].filter(
    ({ type, metric }) => type === 'counter' && /^DCGM_FI_PROF_(?:NVLINK|PCIE)_[TR]X_BYTES/.test(metric),
  )
}
