import { defineBlockFormat, type LineCursor, type Note } from '../../model/format'
import { normaliseBusId } from '../../model/pci-id'
import type { AtLine } from '../../model/source'
import { detach } from '../../segment/detach'
import { entryOf, findWith, itemsOf, readJson, textOf, type JsonNode } from '../dcgm/support/json-reader'
import type { BenchDevice, BenchMatrix, Nvbandwidth, NvbandwidthTest } from './bench-types'
import { numberOrNull } from './support/matrix'

const STATUSES: readonly NvbandwidthTest['status'][] = ['Passed', 'Running', 'Waived', 'Error', 'Not Found']

/** `nvbandwidth -j`: the same tests; cells of bandwidth_matrix are strings, `N/A` on the diagonal. */
export const nvbandwidthJson = defineBlockFormat<Nvbandwidth>({
  id: 'bench/nvbandwidth-json',
  title: 'nvbandwidth JSON',
  command: 'nvbandwidth -j',
  example: '{"nvbandwidth": {"CUDA Driver Version": 13000, "testcases": []}}',
  anchors: ['"nvbandwidth"', '"GPU Device list"', '"bandwidth_matrix"'],
  begins: (line) => /^\s*\{?\s*"(?:nvbandwidth|GPU Device list|bandwidth_matrix)"\s*:/.test(line),
  parse,
})

function parse(lines: LineCursor, note: Note): Nvbandwidth | null {
  const { root, complete } = readJson(lines)
  if (!complete) note.damaged('the JSON is cut')
  const list = findWith(root, (key) => key === 'testcases')
  const top = list?.in ?? entryOf(root, 'nvbandwidth') ?? root
  const tests = itemsOf(list?.entry.value).map(testOf)
  return {
    form: 'json',
    version: at(entryOf(top, 'version')),
    cudaRuntime: at(entryOf(top, 'CUDA Runtime Version')),
    cudaDriver: at(entryOf(top, 'CUDA Driver Version')),
    driver: at(entryOf(top, 'Driver Version')),
    devices: itemsOf(entryOf(top, 'GPU Device list')).map(deviceOf),
    tests,
    errors: tests.flatMap(({ status, error, line }) => (status === 'Error' ? [{ value: error ?? 'Error', line }] : [])),
    damaged: !complete,
  }
}

function at(node: JsonNode | undefined): AtLine<string> | undefined {
  const text = textOf(node)
  return node && text !== undefined ? { value: detach(text), line: node.line } : undefined
}

// "0: NVIDIA H100 80GB HBM3 (00000000:19:00)", older: "Device 0: ..."
function deviceOf(node: JsonNode, index: number): BenchDevice {
  const text = textOf(node) ?? ''
  const found = /^(?:Device )?(\d{1,4}): (.{1,120}?)(?: \(([0-9A-Fa-f:.]{5,20})\))?$/.exec(text.trim())
  return {
    line: node.line,
    index: found ? Number(found[1]) : index,
    name: detach(found?.[2] ?? text),
    busId: found?.[3] === undefined ? undefined : normaliseBusId(found[3]),
  }
}

function testOf(node: JsonNode): NvbandwidthTest {
  const status = textOf(entryOf(node, 'status')) ?? ''
  const description = textOf(entryOf(node, 'bandwidth_description'))
  const error = textOf(entryOf(node, 'error'))
  return {
    line: node.line,
    name: detach(textOf(entryOf(node, 'name')) ?? ''),
    status: STATUSES.find((known) => known === status) ?? 'Unknown',
    description: description === undefined ? undefined : detach(description),
    matrix: matrixOf(entryOf(node, 'bandwidth_matrix'), description ?? ''),
    sum: numberOf(entryOf(node, 'sum')),
    max: numberOf(entryOf(node, 'max')),
    min: numberOf(entryOf(node, 'min')),
    average: numberOf(entryOf(node, 'average')),
    error: error === undefined ? undefined : detach(error),
  }
}

function matrixOf(node: JsonNode | undefined, title: string): BenchMatrix | undefined {
  const rows = itemsOf(node)
  if (!node || rows.length === 0) return undefined
  const values = rows.map((row) => itemsOf(row).map((cell) => numberOrNull((textOf(cell) ?? '').trim())))
  const width = values.reduce((most, row) => Math.max(most, row.length), 0)
  const unit = title.includes('(ns)') ? 'ns' : title.includes('(us)') ? 'us' : 'GB/s'
  return {
    title: detach(title),
    unit,
    rowLabels: values.map((_row, index) => String(index)),
    columnLabels: Array.from({ length: width }, (_cell, index) => String(index)),
    values: values.map((row) => [...row, ...Array.from({ length: width - row.length }, () => null)]),
    line: node.line,
    endLine: rows.at(-1)?.line ?? node.line,
  }
}

function numberOf(node: JsonNode | undefined): number | undefined {
  const text = textOf(node)
  return text === undefined ? undefined : (numberOrNull(text.trim()) ?? undefined)
}
