import { defineBlockFormat, type LineCursor, type Note } from '../../model/format'
import { beginsXml, flagAttribute, numberAttribute, readXml, textAttribute, type XmlNode } from './support/xml-tree'
import type { GraphEntry, NcclGraphFile } from './topology-types'

/**
 * NCCL_GRAPH_DUMP_FILE and NCCL_GRAPH_FILE: the channels that NCCL found, or is told to use. A forced file fits one set of GPUs only.
 * `dev` is decimal, hex, or system and device in one number (2.24+), so it stays text. Source: NCCL src/graph/search.cc.
 */
export const ncclGraphXml = defineBlockFormat<NcclGraphFile>({
  id: 'nccl/graph-xml',
  title: 'NCCL graph file',
  command: 'NCCL_GRAPH_DUMP_FILE=FILE all_reduce_perf',
  example: '<graphs version="1">',
  anchors: ['<graphs version', '<graph id', '<!--'],
  begins: (line, _hint, lines) =>
    (line.trimStart().startsWith('<') && beginsXml(line, lines, '<graphs version')) ||
    /^\s*<graph id="\d+" pattern=/.test(line),
  parse,
})

function parse(lines: LineCursor, note: Note): NcclGraphFile | null {
  const first = lines.peek()
  if (!first) return null
  const { roots, whole } = readXml(lines, 'graphs')
  if (roots.length === 0) return null
  const top = roots.find((root) => root.name === 'graphs')
  if (!whole) note.damaged('the graph file is cut, or only a part of it')
  const graphs = [...(top?.children ?? []), ...roots].filter((node) => node.name === 'graph')
  return {
    line: top?.line ?? first.number,
    version: top ? textAttribute(top, 'version') : undefined,
    graphs: graphs.flatMap(graphOf),
    damaged: !whole,
  }
}

function graphOf(node: XmlNode): readonly GraphEntry[] {
  const id = numberAttribute(node, 'id')
  const pattern = numberAttribute(node, 'pattern')
  if (id === undefined || pattern === undefined) return []
  return [
    {
      line: node.line,
      id,
      pattern,
      crossNic: numberAttribute(node, 'crossnic'),
      channels: numberAttribute(node, 'nchannels') ?? 0,
      intraBandwidth: numberAttribute(node, 'speedintra'),
      interBandwidth: numberAttribute(node, 'speedinter'),
      intraType: textAttribute(node, 'typeintra'),
      interType: textAttribute(node, 'typeinter'),
      sameChannels: flagAttribute(node, 'samechannels'),
      orders: node.children
        .filter((child) => child.name === 'channel')
        .map((channel) => ({
          line: channel.line,
          hops: channel.children.flatMap((hop) =>
            hop.name === 'net' || hop.name === 'gpu'
              ? [{ kind: hop.name, dev: hop.attributes.get('dev') ?? '', rank: numberAttribute(hop, 'rank') } as const]
              : [],
          ),
        })),
    },
  ]
}
