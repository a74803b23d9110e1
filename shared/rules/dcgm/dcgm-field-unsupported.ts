import { dcgmDmon } from '../../formats/dcgm/dmon'
import { dcgmError } from '../../formats/dcgm/error'
import { refIn, sectionsOf } from '../../model/format'
import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'

/** A field that this GPU or this DCGM does not have: no value is no zero. */
export const dcgmFieldUnsupported = defineRule({
  id: 'dcgm-field-unsupported',
  area: 'dcgm',
  since: '0.1',
  needs: [],
  check(node, context) {
    const dmon = sectionsOf(node.parsed, dcgmDmon)
    const errors = sectionsOf(node.parsed, dcgmError)
    if (dmon.length + errors.length === 0)
      return context.notChecked(['dcgm.dmon'], 'dcgmi dmon -e 1011,1012,1009,1010 -d 1000 -c 10')
    const said = errors.flatMap((section) =>
      section.value.messages
        .filter((message) => /not supported|metric not enabled|module.{0,20}not loaded|profiling/i.test(message.value))
        .map((message) => ({ text: message.value, source: refIn(section, message.line) })),
    )
    // ACCDT is a binary record that dmon never prints: dcgm-wrong-field-ids speaks of it.
    const empty = dmon.flatMap((section) =>
      section.value.columns.flatMap((column) => {
        const series = section.value.series.filter((one) => one.tag === column.tag)
        const blank = series.length > 0 && series.every((one) => one.samples === 0 && one.blanks > 2)
        return blank && column.tag !== 'ACCDT'
          ? [{ text: column.tag, source: refIn(section, section.value.headerLine) }]
          : []
      }),
    )
    const shown = [...said, ...empty]
    const first = shown[0]
    if (!first) return
    context.report({
      severity: 'info',
      variant: said.length > 0 ? 'message' : undefined,
      on: [nodeEntity(node)],
      evidence: someOf(shown.map((entry) => entry.source)),
      data: {
        node: node.name,
        fields: empty.map((entry) => entry.text).join(', '),
        text: first.text,
        product: node.gpus[0]?.name?.value ?? 'this GPU',
      },
    })
  },
})
