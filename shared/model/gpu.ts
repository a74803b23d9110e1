import type { AtLine, SourceRef, Sourced } from './source'
import type { Parsed } from './format'
import type { GigabytesPerSecond } from './units'

/**
 * Fields of a GPU, whatever form printed them (-q text, -q -x, --query-gpu, default table, dmon). Values stay the captured text
 * (`16x`, `81559 MiB`, `N/A`): see shared/model/values.ts for readers that know units and blanks.
 */
export type GpuField =
  | 'name'
  | 'brand'
  | 'architecture'
  | 'uuid'
  | 'serial'
  | 'busId'
  | 'minor'
  | 'vbios'
  | 'boardId'
  | 'partNumber'
  | 'moduleId'
  | 'slotNumber'
  | 'trayIndex'
  | 'hostId'
  | 'peerType'
  | 'chassisSerial'
  | 'gpuFabricGuid'
  | 'persistence'
  | 'addressing'
  | 'c2c'
  | 'virtualization'
  | 'hostVgpuMode'
  | 'gsp'
  | 'deviceId'
  | 'mig.current'
  | 'mig.pending'
  | 'reset.required'
  | 'reset.drain'
  | 'recoveryAction'
  | 'pcie.gen.current'
  | 'pcie.gen.max'
  | 'pcie.gen.deviceCurrent'
  | 'pcie.gen.deviceMax'
  | 'pcie.gen.hostMax'
  | 'pcie.width.current'
  | 'pcie.width.max'
  | 'pcie.replays'
  | 'pcie.rollovers'
  | 'pcie.tx'
  | 'pcie.rx'
  | 'pstate'
  | 'utilization.gpu'
  | 'utilization.memory'
  | 'computeMode'
  | 'clocks.graphics'
  | 'clocks.sm'
  | 'clocks.memory'
  | 'clocks.video'
  | 'clocks.max.graphics'
  | 'clocks.max.sm'
  | 'clocks.max.memory'
  | 'clocks.applications.graphics'
  | 'clocks.applications.memory'
  | 'clocks.defaultApplications.graphics'
  | 'reasons.mask'
  | 'reasons.idle'
  | 'reasons.applicationsClocks'
  | 'reasons.swPowerCap'
  | 'reasons.hwSlowdown'
  | 'reasons.hwThermal'
  | 'reasons.hwPowerBrake'
  | 'reasons.syncBoost'
  | 'reasons.swThermal'
  | 'reasons.displayClock'
  | 'memory.total'
  | 'memory.used'
  | 'memory.free'
  | 'memory.reserved'
  | 'bar1.total'
  | 'bar1.used'
  | 'ecc.current'
  | 'ecc.pending'
  | 'ecc.volatile.corrected'
  | 'ecc.volatile.uncorrected'
  | 'ecc.aggregate.corrected'
  | 'ecc.aggregate.uncorrected'
  | 'ecc.volatile.sramCorrectable'
  | 'ecc.volatile.sramUncorrectable'
  | 'ecc.volatile.dramCorrectable'
  | 'ecc.volatile.dramUncorrectable'
  | 'ecc.aggregate.sramCorrectable'
  | 'ecc.aggregate.sramUncorrectable'
  | 'ecc.aggregate.dramCorrectable'
  | 'ecc.aggregate.dramUncorrectable'
  | 'ecc.sramThresholdExceeded'
  | 'retired.singleBit'
  | 'retired.doubleBit'
  | 'retired.pending'
  | 'remap.correctable'
  | 'remap.uncorrectable'
  | 'remap.pending'
  | 'remap.failure'
  | 'remap.unsupported'
  | 'temperature.gpu'
  | 'temperature.memory'
  | 'temperature.tlimit'
  | 'temperature.slowdown'
  | 'temperature.shutdown'
  | 'power.draw'
  | 'power.drawInstant'
  | 'power.limit'
  | 'power.limitRequested'
  | 'power.limitDefault'
  | 'power.limitEnforced'
  | 'power.limitMin'
  | 'power.limitMax'
  | 'fabric.state'
  | 'fabric.status'
  | 'fabric.cliqueId'
  | 'fabric.clusterUuid'
  | 'fabric.health.bandwidth'
  | 'fabric.health.routeRecovery'
  | 'fabric.health.routeUnhealthy'
  | 'fabric.health.accessTimeout'
  | 'fabric.health.summary'
  | 'fabric.health.incorrectConfiguration'
  | 'fabric.partitionAssigned'
  | 'ecc.volatile.sramParity'
  | 'ecc.volatile.sramSecded'
  | 'ecc.aggregate.sramParity'
  | 'ecc.aggregate.sramSecded'
  | 'ecc.channelRepairPending'
  | 'ecc.tpcRepairPending'
  | 'ecc.unrepairable'
  | 'remap.histogram.max'
  | 'remap.histogram.high'
  | 'remap.histogram.partial'
  | 'remap.histogram.low'
  | 'remap.histogram.none'
  | 'reasons.counter.swPowerCap'
  | 'reasons.counter.syncBoost'
  | 'reasons.counter.swThermal'
  | 'reasons.counter.hwThermal'
  | 'reasons.counter.hwPowerBrake'
  // Margins to a threshold (zero or negative degrees), not temperatures: Hopper and later.
  | 'temperature.tlimitSlowdown'
  | 'temperature.tlimitShutdown'
  | 'temperature.maxOperating'
  | 'temperature.memoryMax'
  | 'power.module'
  | 'power.moduleLimit'
  | 'pdi'
  | 'fruPartNumber'
  | 'gpuPartNumber'
  | 'inforom.image'
  | 'driverModel'
  | 'display.active'
  | 'fanSpeed'
  | 'pcie.domain'
  | 'protectedMemory.total'
  | 'processes'

/** What one capture says of one GPU. `capture` is the section; two captures of one GPU are two samples. */
export interface GpuSample {
  readonly capture: Parsed
  readonly values: { readonly [field in GpuField]?: AtLine<string> }
  /** Time printed in the capture (-q `Timestamp`, csv `timestamp`), as text. */
  readonly time?: AtLine<string>
  /** Line where the GPU's block begins, e.g. `GPU 00000000:18:00.0`. */
  readonly headerLine: number
}

export type LinkState = 'active' | 'inactive' | 'disabled' | 'unsupported' | 'unknown'

export interface LinkRemote {
  /** Normalised PCI id of the far end; undefined when the capture hides it (`FFFFFFFF:FF:FF.0` in a VM). */
  readonly busId?: string
  readonly hidden?: boolean
  /** Link (or NVSwitch port) number at the far end. */
  readonly link?: number
  readonly source: SourceRef
}

/** One counter reading: the same counter in two captures of one boot gives a rate. */
export interface CounterReading {
  /** Name as printed: `Replay Errors`, `CRC FLIT Error`, `Link recovery failed events`. */
  readonly counter: string
  /** NaN never occurs: unreadable values are left out. */
  readonly value: number
  readonly source: SourceRef
}

/** One NVLink of one GPU, joined over all captures. */
export interface Link {
  readonly index: number
  /** State of the newest status capture; see `states` for all of them. */
  readonly state: LinkState
  readonly gigabytesPerSecond?: GigabytesPerSecond
  readonly states: readonly Sourced<LinkState>[]
  readonly remote?: LinkRemote
  readonly counters: readonly CounterReading[]
}

/** A sentence in place of link lines, per GPU: what nvidia-smi says when it lists no link. */
export type LinkMessage = 'all-inactive' | 'not-supported' | 'mig' | 'error'

export interface Gpu {
  /** `<node id>/gpu<index>`, unique in the session. */
  readonly id: string
  readonly index?: number
  /** Product name as the driver prints it, never cut, if any capture has it. */
  readonly name?: Sourced<string>
  /** Id in shared/knowledge/gpus, undefined when the name is not known: then expectations are unknown. */
  readonly product?: string
  readonly uuid?: Sourced<string>
  /** `dddd:bb:dd.f`, lower case. */
  readonly busId?: Sourced<string>
  readonly links: readonly Link[]
  /** `nvlink -s` said this instead of listing links. */
  readonly linkMessage?: Sourced<LinkMessage>
  /** The block of this GPU in `nvlink -s` was cut or elided: absence of a link line says nothing. */
  readonly linksDamaged?: boolean
  readonly samples: readonly GpuSample[]
  /** Lines that name this GPU, one per capture that does. */
  readonly sources: readonly SourceRef[]
}

/** The newest reading of a field over all samples, with its source. */
export function gpuField(gpu: Gpu, field: GpuField): Sourced<string> | undefined {
  for (let i = gpu.samples.length - 1; i >= 0; i--) {
    const sample = gpu.samples[i]
    const found = sample?.values[field]
    if (sample && found)
      return {
        value: found.value,
        source: { document: sample.capture.document, line: found.line, endLine: found.line },
      }
  }
  return undefined
}

/** Every reading of a field, oldest capture first. */
export function gpuReadings(gpu: Gpu, field: GpuField): readonly Sourced<string>[] {
  return gpu.samples.flatMap((sample) => {
    const found = sample.values[field]
    return found
      ? [{ value: found.value, source: { document: sample.capture.document, line: found.line, endLine: found.line } }]
      : []
  })
}
