import { defineBlockFormat } from '../../model/format'
import { isBlankText } from './support/text'
import { beginsTree, readTree } from './support/tree'

/** `dcgmi discovery --gpuid N -i ...`. `****` (values differ inside a group) and blank sentinels are left out. */
export interface DcgmDevice {
  readonly gpu?: number
  readonly group?: string
  readonly attributes: readonly { readonly name: string; readonly values: readonly string[]; readonly line: number }[]
}

export const dcgmDiscoveryDevice = defineBlockFormat<DcgmDevice>({
  id: 'dcgm/discovery-device',
  title: 'Attributes of one GPU in DCGM',
  command: 'dcgmi discovery --gpuid 0 -i aptc',
  example: '| GPU ID: 0            | Device Information                            |',
  anchors: ['| Device Information', '+---'],
  begins: (line, _hint, lines) => beginsTree(line, lines, (text) => TITLE.test(text)),
  parse(lines, note) {
    const tree = readTree(lines, note)
    const title = tree.titles.find((text) => text !== 'Device Information') ?? ''
    const gpu = /^GPU ID: (\d+)$/.exec(title)?.[1]
    return {
      gpu: gpu === undefined ? undefined : Number(gpu),
      group: gpu === undefined && title !== '' ? title : undefined,
      attributes: tree.rows
        .filter((row) => row.name !== '')
        .map(({ name, values, line }) => ({
          name,
          values: values.map((value) => value.trim()).filter((value) => !isBlankText(value)),
          line,
        })),
    }
  },
})

// `| GPU ID: 0 | Device Information |`, `| GPU ID: 0` and a name of a group; not the `| GPU ID | Device Information |` of -l.
const TITLE = /^\s*\| (?!GPU ID\s+\|)\S.{0,80}\| Device Information\s/
