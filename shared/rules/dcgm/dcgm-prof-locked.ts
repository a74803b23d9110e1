import { dcgmError } from '../../formats/dcgm/error'
import { refIn, sectionsOf } from '../../model/format'
import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'

/** Another profiler holds the counters that DCGM wants. */
export const dcgmProfLocked = defineRule({
  id: 'dcgm-prof-locked',
  area: 'dcgm',
  since: '0.1',
  needs: [],
  check(node, context) {
    const sections = sectionsOf(node.parsed, dcgmError)
    if (sections.length === 0) {
      const looked = node.parsed.some((section) => section.format.startsWith('dcgm/'))
      if (!looked) context.notChecked(['dcgm.dmon'], 'dcgmi dmon -e 1011,1012 -d 1000 -c 10')
      return
    }
    const said = sections.flatMap((section) =>
      section.value.messages
        .filter((message) => /profiling module returned an unrecoverable error/i.test(message.value))
        .map((message) => refIn(section, message.line)),
    )
    if (said.length === 0) return
    context.report({ severity: 'info', on: [nodeEntity(node)], evidence: someOf(said), data: { node: node.name } })
  },
})
