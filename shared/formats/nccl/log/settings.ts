import { detach } from '../../../segment/detach'
import type { EchoedSetting } from '../log-types'
import type { LogBuilder } from './builder'
import { processKey } from './fold'
import type { Frame } from './frame'
import type { Topic } from './topic'

const BY_ENVIRONMENT = ' set by environment to '

/** `NCCL_NVLS_ENABLE set by environment to 0.`, `NCCL_IB_HCA set to mlx5_2:1`, `Comm config minCTAs set to 1`. */
export const settingsTopic: Topic = { starts: ['NCCL_', 'Comm config ', 'Invalid value '], read: readSetting }

export function readSetting(text: string, frame: Frame, log: LogBuilder): boolean {
  const found = parse(text)
  if (!found) return false
  log.settings.add(`${processKey(frame)}${found.from}|${found.name}|${found.value}`, frame, () => ({
    name: detach(found.name),
    value: detach(found.value),
    from: found.from,
    integer: found.integer,
    fallback: found.fallback === undefined ? undefined : detach(found.fallback),
  }))
  return true
}

type Echo = Pick<EchoedSetting, 'name' | 'value' | 'from' | 'integer' | 'fallback'>

function parse(text: string): Echo | null {
  const at = text.indexOf(BY_ENVIRONMENT)
  if (at > 0) return echo(text.slice(0, at), text.slice(at + BY_ENVIRONMENT.length), 'environment')
  if (text.startsWith('NCCL_')) {
    const set = /^(NCCL_[A-Z0-9_]{1,60}) (?:set to|=) (.*)$/.exec(text)
    return set ? echo(set[1] ?? '', set[2] ?? '', 'set') : null
  }
  // Comm config Blocking set to 1; Comm config maxCTAs reset to NCCL_MAX_CTAS=4
  const config = /^Comm config (\w{1,40}) (?:set to|reset to) (.*)$/.exec(text)
  if (config) return echo(config[1] ?? '', config[2] ?? '', 'config')
  // Invalid value yes for NCCL_IB_DISABLE, using default 0.
  const invalid = /^Invalid value (.{0,200}?) for (\w{1,60}), using default (.*?)\.?$/.exec(text)
  if (!invalid) return null
  return { name: invalid[2] ?? '', value: invalid[1] ?? '', from: 'invalid', integer: true, fallback: invalid[3] }
}

/** Integer parameters are echoed with a dot behind the number, strings without; no value ends in one, so a dot is never part of it. */
function echo(name: string, raw: string, from: Echo['from']): Echo | null {
  const short = name.trim()
  if (!/^[A-Za-z]\w{0,63}$/.test(short)) return null
  const integer = /^-?\d+\.$/.test(raw)
  return { name: short, value: /[\w)]\.$/.test(raw) ? raw.slice(0, -1) : raw, from, integer }
}
