import { normaliseBusId } from '../../../model/pci-id'

export type FabricEventKind =
  | 'switch-error'
  | 'nothing-to-do'
  | 'training-failure'
  | 'degraded'
  | 'version-mismatch'
  | 'count'
  | 'version'
  | 'generation'
  | 'management-port'
  | 'started'
  | 'failed'
  | 'other'

/** What one Fabric Manager message says; without `kind` it is not worth an event of its own. */
export interface FabricFacts {
  readonly kind?: FabricEventKind
  readonly code?: number
  readonly fatal?: boolean
  readonly busId?: string
  readonly physicalId?: number
  readonly port?: number
  readonly version?: string
  /** Version of the driver that a mismatch names. */
  readonly driver?: string
  readonly gpus?: number
  readonly switches?: number
  readonly multicast?: boolean
  /** RDMA device of an NVSwitch management port. */
  readonly device?: string
}

// `detected NVSwitch non-fatal error 12028 on fid 0 on NVSwitch pci bus id 00000000:86:00.0 physical id 3 port 61`
const SWITCH_ERROR =
  /detected NVSwitch (non-)?fatal error (\d{4,6}) on fid \d+ on NVSwitch pci bus id ([0-9a-fA-F:.]{5,16}) physical id (\d+)(?: port (\d+))?/
const VERSION = /\b[Ff]abric [Mm]anager version(?: is)? ?:? ?(\d{2,4}\.\d{1,4}(?:\.\d{1,4})?)/
// `Fabric Manager ... interface version 535.104.05 don't match with driver version 535.129.03`
const INTERFACE = /interface version (\d[\d.]{4,20}\d) .{2,30}? with (?:the )?driver version (\d[\d.]{4,20}\d)/
const MISMATCH = /version.{0,80}(?:do(?:n't|es not|esn't| not) match|mismatch|incompatible)/i
const COUNT =
  /\b(?:number of |detected |found )(?:detected |all )?(GPUs|NV ?Switch(?:es)?|switches)\b[^\d\n]{0,30}(\d{1,3})\b/i

export function classifyFabric(text: string, level: string | undefined): FabricFacts {
  const error = SWITCH_ERROR.exec(text)
  if (error) {
    return {
      kind: 'switch-error',
      fatal: error[1] === undefined,
      code: Number(error[2]),
      busId: normaliseBusId(error[3] ?? ''),
      physicalId: Number(error[4]),
      port: error[5] === undefined ? undefined : Number(error[5]),
    }
  }
  if (/^multicast group \d+ is /.test(text)) return { multicast: text.includes('allocated') }
  if (text.includes('NV_WARN_NOTHING_TO_DO')) return { kind: 'nothing-to-do' }
  if (MISMATCH.test(text)) {
    const both = INTERFACE.exec(text)
    return { kind: 'version-mismatch', version: both?.[1] ?? VERSION.exec(text)?.[1], driver: both?.[2] }
  }
  // Journal lines have no level, and this sentence no word of failing: `detected number of NVSwitches don't match with any ...`.
  if (/(?:don.?t|do not|doesn.?t) match .{0,20}supported system topolog/i.test(text)) return { kind: 'other' }
  const device = /found NVSwitch LPF: device=(\S+)/.exec(text)?.[1]
  if (device !== undefined) return { kind: 'management-port', device }
  const version = VERSION.exec(text)?.[1]
  if (version !== undefined) return { kind: 'version', version }
  if (/Detected (?:Pre-)?NVL5/i.test(text)) return { kind: 'generation' }
  const troubled = level !== undefined && level !== 'INFO' && level !== 'DEBUG'
  if (/degrad/i.test(text)) return { kind: 'degraded' }
  if (/train(?:ing)?\b/i.test(text) && /fail|not (?:trained|active)|error/i.test(text))
    return { kind: 'training-failure' }
  const service = serviceKind(text)
  if (service) return { kind: service }
  const count = COUNT.exec(text)
  if (count) return { kind: 'count', [/^GPU/i.test(count[1] ?? '') ? 'gpus' : 'switches']: Number(count[2]) }
  return troubled || /\bfail(?:ed|ure)?\b|\berror\b/i.test(text)
    ? { kind: troubled || level === undefined ? 'other' : undefined }
    : {}
}

/** systemd about the service, and the daemon about its start. */
function serviceKind(text: string): FabricEventKind | undefined {
  if (/^Failed to start .*fabric ?manager|fabricmanager\.service: .*(?:FAILURE|failed|Failed)/i.test(text))
    return 'failed'
  if (/^Started .*fabric ?manager|Successfully configured all the available (?:GPUs|NVSwitches)/i.test(text))
    return 'started'
  return undefined
}
