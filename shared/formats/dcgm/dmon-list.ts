import { defineBlockFormat } from '../../model/format'

/** `dcgmi dmon -l`: a list of names, no measurement. */
export interface DcgmDmonList {
  readonly fields: readonly {
    readonly name: string
    readonly tag: string
    readonly id: number
    readonly line: number
  }[]
}

export const dcgmDmonList = defineBlockFormat<DcgmDmonList>({
  id: 'dcgm/dmon-list',
  title: 'List of DCGM fields',
  command: 'dcgmi dmon -l',
  example: 'Long Name                                Short Name   Field ID',
  anchors: ['Long Name', '__________'],
  begins: (line, _hint, lines) => HEADER.test(line) || (RULE.test(line) && HEADER.test(lines.peek(1)?.text ?? '')),
  parse(lines) {
    const fields: DcgmDmonList['fields'][number][] = []
    for (let line = lines.peek(); line; line = lines.peek()) {
      const found = /^\s*(\S.{0,80}?)\s+(\S{1,16})\s+(\d{1,5})\s*$/.exec(line.text)
      if (found) fields.push({ name: found[1] ?? '', tag: found[2] ?? '', id: Number(found[3]), line: line.number })
      else if (!RULE.test(line.text) && (!HEADER.test(line.text) || fields.length > 0)) break
      lines.next()
    }
    return { fields }
  },
})

const RULE = /^\s*_{10,}\s*$/
const HEADER = /^\s*Long Name\s+Short Name\s+Field ID\s*$/
