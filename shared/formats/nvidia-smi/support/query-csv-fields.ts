import type { GpuField } from '../../../model/gpu'

/** What a column of `--query-gpu` and its sisters is for us. */
export type CsvColumn =
  | { readonly kind: 'field'; readonly field: GpuField }
  | { readonly kind: 'head'; readonly head: 'driver' | 'kmd' | 'cuda' | 'count' | 'hostname' }
  | { readonly kind: 'index' | 'time' | 'pid' | 'process' | 'processType' | 'processMemory' | 'other' }

const field = (name: GpuField): CsvColumn => ({ kind: 'field', field: name })
const COLUMNS = new Map<string, CsvColumn>()
const add = (names: readonly string[], column: CsvColumn) => {
  for (const name of names) COLUMNS.set(name, column)
}

const SIMPLE: { readonly [name: string]: GpuField } = {
  name: 'name',
  gpu_name: 'name',
  uuid: 'uuid',
  gpu_uuid: 'uuid',
  serial: 'serial',
  gpu_serial: 'serial',
  'pci.bus_id': 'busId',
  gpu_bus_id: 'busId',
  'pci.domain': 'pcie.domain',
  'pci.device_id': 'deviceId',
  vbios_version: 'vbios',
  persistence_mode: 'persistence',
  addressing_mode: 'addressing',
  display_active: 'display.active',
  'driver_model.current': 'driverModel',
  'inforom.img': 'inforom.image',
  'inforom.image': 'inforom.image',
  'fan.speed': 'fanSpeed',
  pstate: 'pstate',
  compute_mode: 'computeMode',
  gpu_recovery_action: 'recoveryAction',
  'reset_status.reset_required': 'reset.required',
  'reset_status.drain_and_reset_recommended': 'reset.drain',
  'mig.mode.current': 'mig.current',
  'mig.mode.pending': 'mig.pending',
  'c2c.mode': 'c2c',
  'pcie.link.gen.current': 'pcie.gen.current',
  'pcie.link.gen.gpucurrent': 'pcie.gen.deviceCurrent',
  'pcie.link.gen.max': 'pcie.gen.max',
  'pcie.link.gen.gpumax': 'pcie.gen.deviceMax',
  'pcie.link.gen.hostmax': 'pcie.gen.hostMax',
  'pcie.link.width.current': 'pcie.width.current',
  'pcie.link.width.max': 'pcie.width.max',
  'memory.total': 'memory.total',
  'memory.used': 'memory.used',
  'memory.free': 'memory.free',
  'memory.reserved': 'memory.reserved',
  'protected_memory.total': 'protectedMemory.total',
  'utilization.gpu': 'utilization.gpu',
  'utilization.memory': 'utilization.memory',
  'temperature.gpu': 'temperature.gpu',
  'temperature.gpu.tlimit': 'temperature.tlimit',
  'temperature.memory': 'temperature.memory',
  'power.draw': 'power.draw',
  'power.draw.average': 'power.draw',
  'power.draw.instant': 'power.drawInstant',
  'power.limit': 'power.limit',
  'enforced.power.limit': 'power.limitEnforced',
  'power.default_limit': 'power.limitDefault',
  'power.min_limit': 'power.limitMin',
  'power.max_limit': 'power.limitMax',
  'module.power.draw.average': 'power.module',
  'module.power.limit': 'power.moduleLimit',
  'ecc.mode.current': 'ecc.current',
  'ecc.mode.pending': 'ecc.pending',
  'ecc.errors.uncorrected.aggregate.sram.thresholdExceeded': 'ecc.sramThresholdExceeded',
  'retired_pages.single_bit_ecc.count': 'retired.singleBit',
  'retired_pages.double_bit.count': 'retired.doubleBit',
  'retired_pages.pending': 'retired.pending',
  'remapped_rows.correctable': 'remap.correctable',
  'remapped_rows.uncorrectable': 'remap.uncorrectable',
  'remapped_rows.pending': 'remap.pending',
  'remapped_rows.failure': 'remap.failure',
  'fabric.state': 'fabric.state',
  'fabric.status': 'fabric.status',
  'fabric.cliqueId': 'fabric.cliqueId',
  'fabric.clusterUuid': 'fabric.clusterUuid',
  'fabric.health.summary': 'fabric.health.summary',
  'fabric.health.bandwidth': 'fabric.health.bandwidth',
  'fabric.health.route_recovery_in_progress': 'fabric.health.routeRecovery',
  'fabric.health.route_unhealthy': 'fabric.health.routeUnhealthy',
  'fabric.health.access_timeout_recovery': 'fabric.health.accessTimeout',
  'fabric.health.incorrect_configuration': 'fabric.health.incorrectConfiguration',
  'fabric.partition_assigned': 'fabric.partitionAssigned',
  'platform.chassis_serial_number': 'chassisSerial',
  'platform.slot_number': 'slotNumber',
  'platform.tray_index': 'trayIndex',
  'platform.host_id': 'hostId',
  'platform.peer_type': 'peerType',
  'platform.module_id': 'moduleId',
  'platform.gpu_fabric_guid': 'gpuFabricGuid',
}
for (const [name, target] of Object.entries(SIMPLE)) add([name], field(target))

for (const bin of ['max', 'high', 'partial', 'low', 'none'] as const)
  add([`remapped_rows.histogram.${bin}`], field(`remap.histogram.${bin}`))

for (const [short, long, target] of [
  ['gr', 'graphics', 'graphics'],
  ['sm', 'sm', 'sm'],
  ['mem', 'memory', 'memory'],
] as const) {
  add([`clocks.${short}`, `clocks.${long}`, `clocks.current.${long}`], field(`clocks.${target}`))
  add([`clocks.max.${short}`, `clocks.max.${long}`], field(`clocks.max.${target}`))
}
add(['clocks.video', 'clocks.current.video'], field('clocks.video'))
add(['clocks.applications.gr', 'clocks.applications.graphics'], field('clocks.applications.graphics'))
add(['clocks.applications.mem', 'clocks.applications.memory'], field('clocks.applications.memory'))
add(
  ['clocks.default_applications.gr', 'clocks.default_applications.graphics'],
  field('clocks.defaultApplications.graphics'),
)

// A driver from R535 on prints `clocks_event_reasons` even when `clocks_throttle_reasons` was asked for.
for (const prefix of ['clocks_event_reasons', 'clocks_throttle_reasons']) {
  add([`${prefix}.active`], field('reasons.mask'))
  add([`${prefix}.gpu_idle`], field('reasons.idle'))
  add([`${prefix}.applications_clocks_setting`], field('reasons.applicationsClocks'))
  add([`${prefix}.sw_power_cap`], field('reasons.swPowerCap'))
  add([`${prefix}.hw_slowdown`], field('reasons.hwSlowdown'))
  add([`${prefix}.hw_thermal_slowdown`], field('reasons.hwThermal'))
  add([`${prefix}.hw_power_brake_slowdown`], field('reasons.hwPowerBrake'))
  add([`${prefix}.sw_thermal_slowdown`], field('reasons.swThermal'))
  add([`${prefix}.sync_boost`], field('reasons.syncBoost'))
}
add(['clocks_event_reasons_counters.sw_power_cap'], field('reasons.counter.swPowerCap'))
add(['clocks_event_reasons_counters.sync_boost'], field('reasons.counter.syncBoost'))
add(['clocks_event_reasons_counters.sw_thermal_slowdown'], field('reasons.counter.swThermal'))
add(['clocks_event_reasons_counters.hw_thermal_slowdown'], field('reasons.counter.hwThermal'))
add(['clocks_event_reasons_counters.hw_power_brake_slowdown'], field('reasons.counter.hwPowerBrake'))

for (const span of ['volatile', 'aggregate'] as const) {
  add([`ecc.errors.corrected.${span}.total`], field(`ecc.${span}.corrected`))
  add([`ecc.errors.uncorrected.${span}.total`], field(`ecc.${span}.uncorrected`))
  add([`ecc.errors.corrected.${span}.sram`], field(`ecc.${span}.sramCorrectable`))
  add([`ecc.errors.corrected.${span}.dram`], field(`ecc.${span}.dramCorrectable`))
  add([`ecc.errors.uncorrected.${span}.sram`], field(`ecc.${span}.sramUncorrectable`))
  add([`ecc.errors.uncorrected.${span}.dram`], field(`ecc.${span}.dramUncorrectable`))
  add([`ecc.errors.uncorrected.${span}.sram.parity`], field(`ecc.${span}.sramParity`))
  add([`ecc.errors.uncorrected.${span}.sram.secded`], field(`ecc.${span}.sramSecded`))
}

add(['index'], { kind: 'index' })
add(['timestamp'], { kind: 'time' })
add(['pid'], { kind: 'pid' })
add(['process_name'], { kind: 'process' })
add(['type'], { kind: 'processType' })
add(['used_gpu_memory', 'used_memory', 'max_memory_usage'], { kind: 'processMemory' })
add(['driver_version'], { kind: 'head', head: 'driver' })
add(['kmd_version'], { kind: 'head', head: 'kmd' })
add(['cuda_version', 'cuda_umd_version'], { kind: 'head', head: 'cuda' })
add(['count'], { kind: 'head', head: 'count' })
add(['hostname'], { kind: 'head', head: 'hostname' })
// Fields of which we make nothing; they still tell a header from prose.
add(['memory', 'graphics', 'mem_util', 'compute_cap', 'time', 'is_running', 'edpp_multiplier', 'power.management'], {
  kind: 'other',
})

const OTHER =
  /^(?:pci|display|accounting|inforom|gom|gsp|encoder|dramEncryption|power_smoothing|protected_memory|vgpu|utilization|temperature|ecc|clocks|module|power|retired_pages|remapped_rows|fabric|platform|driver_model|pcie|memory|max|gpu)[._][A-Za-z0-9_.]{1,80}$/

/** A column title, unit taken off: `power.draw [W]`. Undefined for words that no nvidia-smi query prints. */
export function csvColumn(title: string): { readonly column: CsvColumn; readonly unit?: string } | undefined {
  const match = /^([A-Za-z][A-Za-z0-9_.]{1,90})(?: ?\[([^\]]{1,12})\])?$/.exec(title)
  if (!match?.[1]) return undefined
  const column = COLUMNS.get(match[1]) ?? (OTHER.test(match[1]) ? { kind: 'other' as const } : undefined)
  return column && { column, ...(match[2] !== undefined && { unit: match[2] }) }
}
