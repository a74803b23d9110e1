import { kernelLog } from '../../formats/host/kernel-log'
import { smiError } from '../../formats/nvidia-smi/command-error'
import { refIn, sectionsOf } from '../../model/format'
import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'

/** The loaded kernel module and the libraries are of different driver versions: every tool fails. */
export const driverLibraryMismatch = defineRule({
  id: 'driver-library-mismatch',
  area: 'versions',
  since: '0.1',
  needs: [],
  check(node, context) {
    const smi = sectionsOf(node.parsed, smiError).filter(({ value }) => value.kind === 'driver-mismatch')
    const kernel = node.events.filter((event) => event.kind === 'nvrm' && /API mismatch/.test(event.text))
    if (smi.length === 0 && kernel.length === 0) {
      const looked =
        sectionsOf(node.parsed, kernelLog).length > 0 ||
        node.parsed.some(({ format }) => format.startsWith('nvidia-smi/'))
      if (!looked) context.notChecked(['gpus'], 'nvidia-smi; sudo dmesg -T')
      return
    }
    const text = kernel.at(-1)?.text ?? ''
    const client = /client has the version (\d[\d.]{2,20}\d)/.exec(text)?.[1]
    const module = /kernel module has the version (\d[\d.]{2,20}\d)/.exec(text)?.[1]
    const library = smi.flatMap(({ value }) => value.libraryVersion?.value ?? [])[0]
    context.report({
      severity: 'error',
      on: [nodeEntity(node)],
      evidence: someOf([
        ...smi.map((section) =>
          refIn(section, section.value.line, section.value.libraryVersion?.line ?? section.value.line),
        ),
        ...kernel.slice(-2).map(({ source }) => source),
      ]),
      data: { node: node.name, library: library ?? client ?? '?', module: module ?? '?' },
    })
  },
})
