import { defineBlockFormat, type LineCursor, type Note } from '../../model/format'
import { detach } from '../../segment/detach'
import { entryOf, itemsOf, readJson, textOf, type JsonNode } from '../dcgm/support/json-reader'
import type { NcclRas, RasCommunicator, RasProblem } from './ras-types'

/** `ncclras -f json` (2.28.7+): communicators with their ranks, missing ranks, and how many peers did not answer. */
export const ncclRasJson = defineBlockFormat<NcclRas>({
  id: 'nccl/ras-json',
  title: 'NCCL RAS report (JSON)',
  command: 'ncclras -f json',
  example: '{"nccl_version": "2.28.9", "communicators_count": 1, "communicators": []}',
  anchors: ['"communicators_count"', '"nccl_version"'],
  begins(line, _hint, lines) {
    if (line.includes('"communicators_count"')) return true
    if (!line.includes('"nccl_version"') || line.includes('"results"')) return false
    for (let i = 0; i < 8; i++) if (lines.peek(i)?.text.includes('"communicators_count"')) return true
    return false
  },
  parse,
})

function parse(lines: LineCursor, note: Note): NcclRas {
  const { root, complete } = readJson(lines)
  if (!complete) note.damaged('the JSON is cut')
  const list = itemsOf(entryOf(root, 'communicators'))
  const hosts = new Set<string>()
  const processes = new Set<string>()
  const problems: RasProblem[] = []
  for (const item of list) {
    for (const rank of itemsOf(entryOf(item, 'ranks'))) {
      const host = textOf(entryOf(rank, 'host')) ?? ''
      hosts.add(host)
      processes.add(`${host}|${textOf(entryOf(rank, 'pid')) ?? ''}`)
    }
    problems.push(...problemsOf(item))
  }
  const timeouts = numberOf(entryOf(entryOf(root, 'ras'), 'timeouts_count'))
  if (timeouts !== undefined && timeouts > 0) {
    problems.push({
      line: entryOf(root, 'ras')?.line ?? root.line,
      kind: 'TIMEOUT',
      text: `${timeouts} timeouts while collecting`,
    })
  }
  return {
    form: 'json',
    ncclVersion: word(entryOf(root, 'nccl_version')),
    cudaRuntime: word(entryOf(root, 'cuda_runtime_version')),
    cudaDriver: word(entryOf(root, 'cuda_driver_version')),
    timestamp: word(entryOf(root, 'timestamp')),
    nodes: hosts.size > 0 ? hosts.size : undefined,
    processes: processes.size > 0 ? processes.size : undefined,
    communicators: list.map(communicatorOf),
    problems,
  }
}

function communicatorOf(item: JsonNode): RasCommunicator {
  const states = new Set(
    itemsOf(entryOf(item, 'ranks')).flatMap((rank) => textOf(entryOf(entryOf(rank, 'status'), 'init_state')) ?? []),
  )
  return {
    line: item.line,
    hash: word(entryOf(item, 'hash')),
    count: 1,
    ranks: numberOf(entryOf(item, 'size')) ?? numberOf(entryOf(item, 'ranks_count')),
    missingRanks: numberOf(entryOf(item, 'missing_ranks_count')),
    status: states.size === 1 ? detach([...states][0] ?? '') : undefined,
  }
}

function problemsOf(item: JsonNode): readonly RasProblem[] {
  const communicator = word(entryOf(item, 'hash'))
  const found: RasProblem[] = []
  for (const rank of itemsOf(entryOf(item, 'missing_ranks'))) {
    const dead = textOf(entryOf(entryOf(rank, 'status'), 'considered_dead')) === 'true'
    const number = textOf(entryOf(rank, 'rank')) ?? '?'
    const host = textOf(entryOf(rank, 'host')) ?? ''
    found.push({
      line: rank.line,
      kind: dead ? 'DEAD' : 'INCOMPLETE',
      communicator,
      text: detach(`rank ${number} ${host}`.trim()),
    })
  }
  for (const rank of itemsOf(entryOf(item, 'ranks'))) {
    const error = textOf(entryOf(entryOf(rank, 'status'), 'async_error'))
    if (error === undefined || error === '0' || error === 'ncclSuccess') continue
    found.push({
      line: rank.line,
      kind: 'ERROR',
      communicator,
      text: detach(`rank ${textOf(entryOf(rank, 'rank')) ?? '?'}: ${error}`),
    })
  }
  return found
}

function word(node: JsonNode | undefined): string | undefined {
  const text = textOf(node)
  return text === undefined || text === '' ? undefined : detach(text)
}

function numberOf(node: JsonNode | undefined): number | undefined {
  const value = Number(textOf(node) ?? NaN)
  return Number.isFinite(value) ? value : undefined
}
