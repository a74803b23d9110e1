import { defineBlockFormat } from '../../model/format'
import type { DcgmDiag } from './support/diag-types'
import type { AtLine } from '../../model/source'
import { readPcie, readStatus, splitMessages, worstStatus } from './support/diag-read'
import type { DiagMessage, DiagResult, DiagTest } from './support/diag-types'
import { entityOfGroup, gpuEntity, type DcgmEntity } from './support/entity'
import { entryOf, findWith, integerOf, itemsOf, readJson, textOf, type JsonNode } from './support/json-reader'

export const dcgmDiagJson = defineBlockFormat<DcgmDiag>({
  id: 'dcgm/diag-json',
  title: 'DCGM diagnostic (JSON)',
  command: 'dcgmi diag -r 3 -j',
  example: '\t"DCGM GPU Diagnostic" : ',
  anchors: ['DCGM GPU Diagnostic"', '"DCGM Diagnostic"'],
  begins: (line) => /"DCGM (?:GPU )?Diagnostic"\s*(?::|$)/.test(line),
  parse(lines, note) {
    const { root, complete } = readJson(lines)
    const found = findWith(root, (key) => /^DCGM (?:GPU )?Diagnostic$/.test(key))
    if (!found) return null
    if (!complete) note.damaged('the JSON is cut')
    const body = found.entry.value
    const tests = itemsOf(entryOf(body, 'test_categories')).flatMap((category) =>
      itemsOf(entryOf(category, 'tests')).map((test) => readTest(test, textOf(entryOf(category, 'category')))),
    )
    const error = entryOf(body, 'runtime_error')
    const messages: DiagMessage[] = error ? [{ kind: 'error', value: textOf(error) ?? '', line: error.line }] : []
    const roots = [found.in, entryOf(found.in, 'metadata'), body]
    return {
      version: firstText(roots, 'version'),
      driver: firstText(roots, 'Driver Version Detected'),
      deviceIds: deviceIds(found.in),
      tests,
      messages,
      pcie: tests.flatMap((test) => test.messages).flatMap((message) => readPcie(message.value, message.line)),
      complete,
    }
  },
})

function firstText(nodes: readonly (JsonNode | undefined)[], key: string): AtLine<string> | undefined {
  for (const node of nodes) {
    const value = entryOf(node, key)
    const text = textOf(value)
    if (value && text !== undefined && text !== '') return { value: text, line: value.line }
  }
  return undefined
}

/** 3.1+: a list at the root; 4.x: a field of each entity. */
function deviceIds(root: JsonNode): DcgmDiag['deviceIds'] {
  const list = entryOf(root, 'GPU Device IDs')
  const ids = itemsOf(list).flatMap((item) => textOf(item) ?? [])
  if (list && ids.length > 0) return { value: ids, line: list.line }
  const groups = entryOf(root, 'entity_groups')
  const entities = itemsOf(groups).flatMap((group) => itemsOf(entryOf(group, 'entities')))
  const found = entities.flatMap((entity) => textOf(entryOf(entity, 'device_id')) ?? [])
  return groups && found.length > 0 ? { value: found, line: groups.line } : undefined
}

function readTest(test: JsonNode, category: string | undefined): DiagTest {
  const summary = entryOf(test, 'test_summary')
  const items = itemsOf(entryOf(test, 'results'))
  const results: DiagResult[] = []
  const messages: DiagMessage[] = []
  const statuses = [summary, ...items].flatMap((node) => readStatus(textOf(entryOf(node, 'status')) ?? '') ?? [])
  for (const item of items) {
    const entities = entitiesOf(item)
    const status = readStatus(textOf(entryOf(item, 'status')) ?? '') ?? 'unknown'
    results.push(...entities.map((entity) => ({ entity, status, line: item.line })))
    messages.push(...messagesOf(item, entities.length === 1 ? entities[0] : undefined))
  }
  if (summary)
    messages.push(
      ...messagesOf(summary, undefined).filter((message) => !messages.some((known) => known.value === message.value)),
    )
  const own = readStatus(textOf(entryOf(summary, 'status')) ?? '')
  return {
    name: textOf(entryOf(test, 'name')) ?? '',
    category,
    status: own ?? worstStatus(statuses),
    results,
    messages,
    line: test.line,
  }
}

/** `"gpu_id":"0"` (3.x), `"gpu_ids":"0,1"` (2.x), group and id (4.x). */
function entitiesOf(item: JsonNode): readonly DcgmEntity[] {
  const group = integerOf(entryOf(item, 'entity_group_id'))
  const id = integerOf(entryOf(item, 'entity_id'))
  if (group !== undefined && id !== undefined) return [entityOfGroup(group, id)]
  const text = textOf(entryOf(item, 'gpu_id')) ?? textOf(entryOf(item, 'gpu_ids')) ?? ''
  return text.split(/[,\s]+/).flatMap((part) => (/^\d{1,4}$/.test(part) ? [gpuEntity(Number(part))] : []))
}

/** Warnings are a string (2.x), objects with `warning` (3.x, 4.x) or with `warnings` (Deployment of 3.x); infos strings or lists. */
function messagesOf(node: JsonNode, entity: DcgmEntity | undefined): readonly DiagMessage[] {
  const messages = (['warnings', 'info', 'error'] as const).flatMap((key): DiagMessage[] => {
    const kind = key === 'warnings' ? 'warning' : key
    return listOf(entryOf(node, key)).flatMap((item): DiagMessage[] => {
      const inner =
        textOf(item) ??
        textOf(entryOf(item, 'warning')) ??
        textOf(entryOf(item, 'warnings')) ??
        textOf(entryOf(item, 'info'))
      if (inner === undefined || inner.trim() === '') return []
      const errorId = integerOf(entryOf(item, 'error_id'))
      const errorCategory = integerOf(entryOf(item, 'error_category'))
      const errorSeverity = integerOf(entryOf(item, 'error_severity'))
      return [{ kind, value: inner, line: item.line, entity, errorId, errorCategory, errorSeverity }]
    })
  })
  return messages.flatMap(splitMessages)
}

function listOf(node: JsonNode | undefined): readonly JsonNode[] {
  if (!node) return []
  return node.kind === 'array' ? node.items : [node]
}
