import { dcgmDiag } from '../../formats/dcgm/diag'
import { dcgmDiagJson } from '../../formats/dcgm/diag-json'
import { refIn, sectionsOf } from '../../model/format'
import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { downLink, hasNoLink } from '../support/dcgm-links'
import { someOf } from '../support/evidence'

/** A test of the DCGM diagnostic failed or warned. */
export const dcgmDiagFail = defineRule({
  id: 'dcgm-diag-fail',
  area: 'dcgm',
  since: '0.1',
  needs: [],
  firesOnAbsence: 'that a card has no link to be up is told by a list of the GPUs',
  check(node, context) {
    const sections = [...sectionsOf(node.parsed, dcgmDiag), ...sectionsOf(node.parsed, dcgmDiagJson)]
    if (sections.length === 0) return context.notChecked(['dcgm.health'], 'dcgmi diag -r 2')
    for (const section of sections) {
      for (const test of section.value.tests) {
        if (test.status !== 'fail' && test.status !== 'warn') continue
        const message = test.messages.find((entry) => entry.kind !== 'info')
        // Persistence mode has a rule of its own; the JSON of 2.x and 3.x calls its warning Fail.
        if (/persistence mode/i.test(`${test.name} ${message?.value ?? ''}`)) continue
        const faults = test.messages.filter((entry) => entry.kind !== 'info')
        const links = faults.map((entry) => downLink(entry.value))
        const onlyLinks = faults.length > 0 && links.every((link) => link !== undefined)
        // Asked of cards that have no link, or no bridge, the test fails on every healthy machine.
        const noLinks = onlyLinks && links.every((link) => link && hasNoLink(node, link.gpu))
        const bad = test.results.filter((result) => result.status === 'fail' || result.status === 'warn')
        context.report({
          severity: noLinks ? 'info' : test.status === 'fail' ? 'error' : 'warning',
          variant: noLinks ? 'no-links' : onlyLinks ? 'links' : message ? undefined : 'silent',
          on: [{ ...nodeEntity(node), label: test.name }],
          evidence: someOf(
            [
              refIn(section, test.line),
              ...bad.map((result) => refIn(section, result.line)),
              ...test.messages.map((entry) => refIn(section, entry.line)),
            ],
            8,
          ),
          data: {
            node: node.name,
            test: test.name,
            status: test.status === 'fail' ? 'Fail' : 'Warn',
            where: bad.map((result) => result.entity.text).join(', ') || 'all',
            text: message?.value ?? '',
          },
        })
      }
    }
  },
})
