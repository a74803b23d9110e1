import { assignment, isRelevant, type Found } from './names'

/** Settings in notations of files: env dumps, docker inspect, YAML and JSON maps, pod specs, Dockerfile and systemd lines. */

// NCCL_DEBUG=INFO
export function dumpLine(text: string): Found | undefined {
  const trimmed = text.trimEnd()
  return /^[A-Za-z_]\w{0,99}=/.test(trimmed) ? assignment(trimmed) : undefined
}

/** A dump line without anything that only a sentence has. */
export function plainDumpLine(text: string): Found | undefined {
  const found = dumpLine(text)
  if (!found || /[\s`]/.test(found.value) || /[.,;:!?)]$/.test(found.value)) return undefined
  return found
}

// "NCCL_DEBUG=INFO",        (docker inspect, env[] of JSON)
const JSON_ITEM = /^\s*"([A-Za-z_]\w{0,99}=(?:[^"\\]|\\.){0,4000})",?\s*$/
// "NCCL_DEBUG": "INFO",
const JSON_PAIR = /^\s*"([A-Za-z_]\w{0,99})"\s*:\s*(?:"((?:[^"\\]|\\.){0,4000})"|(-?\d{1,20}|true|false)),?\s*$/
// {name: NCCL_DEBUG, value: "INFO"}     - {"name": "NCCL_DEBUG", "value": "INFO"}
const FLOW_PAIR =
  /\{\s*"?name"?\s*:\s*["']?([A-Za-z_]\w{0,99})["']?\s*,\s*"?value"?\s*:\s*(?:"([^"]{0,4000})"|'([^']{0,4000})'|([^\s,}]{1,400}))\s*\}/
//   NCCL_DEBUG: "INFO"       (YAML map, kubectl describe)
const YAML_PAIR = /^(\s*)([A-Z_][A-Z0-9_]{2,99}):\s+(?:"([^"]{0,4000})"|'([^']{0,4000})'|(\S{1,400}))\s*$/
// Environment="NCCL_DEBUG=INFO"  ENV NCCL_DEBUG=INFO  ENV NCCL_DEBUG INFO
const SYSTEMD = /^Environment=(.{1,4000})$/
const DOCKERFILE = /^ENV ([A-Za-z_]\w{0,99})(?:=|\s+)(\S{1,400})\s*$/
// - NCCL_DEBUG=INFO        (docker-compose, below `environment:`)
const LIST_ITEM = /^\s*- ["']?([A-Za-z_]\w{0,99}=[^\s"']{0,400})["']?\s*$/

export function notation(text: string, title: string | undefined, near: boolean): Found | undefined {
  const trimmed = text.trimEnd()
  const start = trimmed.trimStart()
  const code = start.charCodeAt(0)
  if (code === 34) {
    const item = JSON_ITEM.exec(trimmed)
    if (item) return unescaped(assignment(item[1] ?? ''))
    const pair = JSON_PAIR.exec(trimmed)
    return pair ? valued(pair[1] ?? '', (pair[2] ?? pair[3] ?? '').replace(/\\(["\\/])/g, '$1')) : undefined
  }
  if (code === 123 || (code === 45 && start.includes('{'))) {
    const pair = FLOW_PAIR.exec(start)
    return pair ? valued(pair[1] ?? '', pair[2] ?? pair[3] ?? pair[4] ?? '') : undefined
  }
  if (code === 45) {
    const item = near || /^(?:environment|env|Env|Environment)$/.test(title ?? '') ? LIST_ITEM.exec(trimmed) : null
    return item ? assignment(item[1] ?? '') : undefined
  }
  const unit = SYSTEMD.exec(start)
  if (unit) return assignment((unit[1] ?? '').replace(/^"(.*)"$/, '$1'))
  const docker = DOCKERFILE.exec(start)
  if (docker) return valued(docker[1] ?? '', (docker[2] ?? '').replace(/^"(.*)"$/, '$1'))
  const yaml = YAML_PAIR.exec(trimmed)
  if (!yaml || !isRelevant(yaml[2] ?? '')) return undefined
  // `NCCL_DEBUG: INFO` at the margin may be a sentence; quoted or indented, or in a row of such lines, it is a map.
  const sure = near || (yaml[1] ?? '').length >= 2 || yaml[3] !== undefined || yaml[4] !== undefined
  return sure ? valued(yaml[2] ?? '', yaml[3] ?? yaml[4] ?? yaml[5] ?? '') : undefined
}

// - name: NCCL_DEBUG          "name": "NCCL_DEBUG",
const NAME_LINE = /^\s*(?:- )?"?name"?:\s*["']?([A-Za-z_]\w{0,99})["']?,?\s*$/
//   value: "INFO"             "value": "INFO"
const VALUE_LINE = /^\s*(?:- )?"?value"?:\s*(?:"([^"]{0,4000})"|'([^']{0,4000})'|(\S{1,400}?)),?\s*$/

export function nameLine(text: string): string | undefined {
  return text.includes('name') ? NAME_LINE.exec(text)?.[1] : undefined
}

export function valueLine(text: string): string | undefined {
  const found = text.includes('value') ? VALUE_LINE.exec(text) : null
  return found ? (found[1] ?? found[2] ?? found[3] ?? '') : undefined
}

function valued(name: string, value: string): Found {
  return value === '' ? { name, value, empty: true } : { name, value }
}

function unescaped(found: Found | undefined): Found | undefined {
  return found ? { ...found, value: found.value.replace(/\\(["\\/])/g, '$1') } : undefined
}
