import { defineBlockFormat, type Line, type LineCursor } from '../../model/format'
import type { SettingOrigin } from '../../model/nccl'
import { detach } from '../../segment/detach'
import type { EnvironmentSetting, NcclEnvironment } from './environment-types'
import { confHeading, confOrigin, readConf } from './environment/conf-file'
import { isRelevant, mayBegin, type Found } from './environment/names'
import { dumpLine, nameLine, notation, plainDumpLine, valueLine } from './environment/notation'
import { readCommand } from './environment/shell'

const MOST_SETTINGS = 5000

/**
 * Settings outside the NCCL log: `env | grep NCCL`, nccl.conf, export lines, `NAME=VALUE command`, `mpirun -x`, docker and pod specs.
 *
 *   NCCL_IB_HCA=mlx5_0,mlx5_1
 *   export NCCL_DEBUG=INFO
 *   mpirun -np 16 -x NCCL_NET_GDR_LEVEL=PHB ./build/all_reduce_perf -b 8
 *   - name: NCCL_DEBUG / value: "INFO"
 *
 * Text that only mentions a variable is none of these and is left alone.
 */
export const ncclEnvironment = defineBlockFormat<NcclEnvironment>({
  id: 'nccl/environment',
  title: 'NCCL settings',
  command: 'env | grep NCCL',
  example: 'NCCL_IB_HCA=mlx5_0,mlx5_1',
  anchors: ['CCL_', 'CUDA_VISIBLE_DEVICES', 'FI_PROVIDER', 'nccl.conf'],
  begins(line, hint, lines) {
    if (confHeading(lines)) return true
    if (confOrigin(hint)) return /^\s*(?:export\s+)?\w{1,100}\s*=/.test(line)
    return settingsAt(lines, 0, false, hint.title, 'first') !== undefined
  },
  parse(lines) {
    const heading = confHeading(lines)
    if (heading) lines.next()
    const conf = heading ?? confOrigin(lines.hint)
    return conf ? readConf(lines, conf.origin, conf.path) : readSettings(lines)
  },
})

interface Step {
  readonly found: readonly (Found & { readonly origin: SettingOrigin; readonly offset: number })[]
  /** Lines that the step takes. */
  readonly lines: number
  readonly continues: boolean
  readonly dump: boolean
}

function readSettings(lines: LineCursor): NcclEnvironment | null {
  const settings: EnvironmentSetting[] = []
  let continued = false
  let dumpLines = 0
  for (;;) {
    let offset = 0
    // A blank line inside a list of settings, not more.
    if (settings.length > 0 && !continued && lines.peek()?.text.trim() === '') offset = 1
    const step = settingsAt(
      lines,
      offset,
      continued,
      lines.hint.title,
      settings.length === 0 ? 'first' : dumpLines > 0 ? 'dump' : 'more',
    )
    if (!step) break
    const taken: Line[] = []
    for (let i = 0; i < offset + step.lines; i++) {
      const line = lines.next()
      if (line) taken.push(line)
    }
    if (step.dump) dumpLines++
    for (const { name, value, empty, forwarded, origin, offset: at } of step.found) {
      const line = taken[offset + at]
      if (!line || settings.length >= MOST_SETTINGS) continue
      settings.push({ line: line.number, name: detach(name), value: detach(value), origin, empty, forwarded })
    }
    continued = step.continues
  }
  const whole = dumpLines > 0 && dumpLines === settings.length && isEnv(lines)
  return settings.length === 0 ? null : { settings, whole }
}

/** What the line at `offset` sets; undefined when it sets nothing. */
function settingsAt(
  lines: LineCursor,
  offset: number,
  continued: boolean,
  title: string | undefined,
  stage: 'first' | 'more' | 'dump',
): Step | undefined {
  const text = lines.peek(offset)?.text
  if (text === undefined || text.length > 20_000) return undefined
  const step = (found: readonly Found[], dump: boolean, origin: SettingOrigin = 'environment'): Step => ({
    found: found.map((one) => ({ ...one, origin, offset: 0 })),
    lines: 1,
    continues: false,
    dump,
  })
  if (!continued) {
    const plain = plainDumpLine(text)
    if (plain && (stage === 'dump' || accepts(plain, stage))) return step(isRelevant(plain.name) ? [plain] : [], true)
    const loose = dumpLine(text)
    if (loose && accepts(loose, stage) && !loose.value.includes('NCCL_') && (isEnv(lines) || nearDump(lines, offset)))
      return step([loose], true)
    const name = nameLine(text)
    const next = name === undefined ? undefined : lines.peek(offset + 1)?.text
    const value = next === undefined ? undefined : valueLine(next)
    if (name !== undefined && value !== undefined) {
      const found: Found = value === '' ? { name, value, empty: true } : { name, value }
      if (stage === 'first' && !mayBegin(name)) return undefined
      return {
        found: isRelevant(name) ? [{ ...found, origin: 'environment', offset: 1 }] : [],
        lines: 2,
        continues: false,
        dump: false,
      }
    }
    const noted = notation(text, title, stage !== 'first')
    if (noted && accepts(noted, stage)) return step([noted], false)
  }
  if (!continued && !/NCCL_|CUDA_VISIBLE_DEVICES|FI_PROVIDER/.test(text)) return undefined
  const command = readCommand(text, continued)
  if (!command) return undefined
  if (!continued && !command.found.some(({ name }) => mayBegin(name))) return undefined
  const found = command.found.map(({ by, ...one }) => ({ ...one, origin: ORIGINS[by], offset: 0 }))
  return { found, lines: 1, continues: command.continues, dump: false }
}

const ORIGINS = { export: 'export', mpirun: 'mpirun', container: 'environment' } as const

function accepts(found: Found, stage: 'first' | 'more' | 'dump'): boolean {
  return stage === 'first' ? mayBegin(found.name) : isRelevant(found.name)
}

function isEnv(lines: LineCursor): boolean {
  return /\b(?:env|printenv)\b/.test(lines.hint.command ?? '')
}

/** The line before or behind is a line of a dump too: then a value may hold blanks. */
function nearDump(lines: LineCursor, offset: number): boolean {
  const near = [lines.peek(offset + 1)?.text, offset > 0 ? lines.peek(offset - 1)?.text : undefined]
  return near.some((text) => text !== undefined && plainDumpLine(text) !== undefined)
}
