import { dcgmExporter } from '../../formats/dcgm/exporter'
import { refIn, sectionsOf } from '../../model/format'
import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'

const HARMLESS = new Set([13, 31, 43, 45])

/** The Xid gauge keeps its last code until the exporter restarts: without a kernel line it is no news. */
export const dcgmXidGaugeStale = defineRule({
  id: 'dcgm-xid-gauge-stale',
  area: 'dcgm',
  since: '0.1',
  needs: [],
  check(node, context) {
    const sections = sectionsOf(node.parsed, dcgmExporter)
    if (sections.length === 0) return context.notChecked(['dcgm.dmon'], 'curl -s localhost:9400/metrics')
    const seen = new Set(node.events.filter((event) => event.kind === 'xid').map((event) => event.code))
    const kernel = node.parsed.some((section) => section.format === 'host/kernel-log')
    for (const section of sections) {
      for (const sample of section.value.samples) {
        if (!/^DCGM_FI_DEV_XID_ERRORS/.test(sample.metric) || sample.value === undefined || sample.value === 0) continue
        if (seen.has(sample.value) || (!kernel && !HARMLESS.has(sample.value))) continue
        context.report({
          severity: 'info',
          variant: kernel ? undefined : 'harmless',
          on: [nodeEntity(node)],
          evidence: someOf([refIn(section, sample.line)]),
          data: { node: node.name, code: sample.value, gpu: sample.entity.gpu ?? '?' },
        })
      }
    }
  },
})
