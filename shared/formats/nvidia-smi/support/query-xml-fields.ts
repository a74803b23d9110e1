import type { GpuField } from '../../../model/gpu'

/**
 * Element paths of `nvidia-smi -q -x` below `<gpu>`, DTD v4 to v13. Child names repeat (`graphics_clock` has five parents), so
 * only whole paths count.
 */
const FIELDS = new Map<string, GpuField>(
  Object.entries({
    product_name: 'name',
    product_brand: 'brand',
    product_architecture: 'architecture',
    display_active: 'display.active',
    persistence_mode: 'persistence',
    addressing_mode: 'addressing',
    'mig_mode>current_mig': 'mig.current',
    'mig_mode>pending_mig': 'mig.pending',
    'driver_model>current_dm': 'driverModel',
    serial: 'serial',
    uuid: 'uuid',
    pdi: 'pdi',
    minor_number: 'minor',
    vbios_version: 'vbios',
    board_id: 'boardId',
    board_part_number: 'partNumber',
    gpu_part_number: 'gpuPartNumber',
    gpu_fru_part_number: 'fruPartNumber',
    gpu_module_id: 'moduleId',
    'platformInfo>module_id': 'moduleId',
    'platformInfo>slot_number': 'slotNumber',
    'platformInfo>tray_index': 'trayIndex',
    'platformInfo>host_id': 'hostId',
    'platformInfo>peer_type': 'peerType',
    'platformInfo>chassis_serial_number': 'chassisSerial',
    'platformInfo>gpu_fabric_guid': 'gpuFabricGuid',
    'inforom_version>img_version': 'inforom.image',
    c2c_mode: 'c2c',
    'gpu_virtualization_mode>virtualization_mode': 'virtualization',
    'gpu_virtualization_mode>host_vgpu_mode': 'hostVgpuMode',
    'gpu_reset_status>reset_required': 'reset.required',
    'gpu_reset_status>drain_and_reset_recommended': 'reset.drain',
    gpu_recovery_action: 'recoveryAction',
    gsp_firmware_version: 'gsp',
    'pci>pci_bus_id': 'busId',
    'pci>pci_device_id': 'deviceId',
    'pci>pci_domain': 'pcie.domain',
    'pci>replay_counter': 'pcie.replays',
    'pci>replay_rollover_counter': 'pcie.rollovers',
    'pci>tx_util': 'pcie.tx',
    'pci>rx_util': 'pcie.rx',
    'pci>pci_gpu_link_info>pcie_gen>max_link_gen': 'pcie.gen.max',
    'pci>pci_gpu_link_info>pcie_gen>current_link_gen': 'pcie.gen.current',
    'pci>pci_gpu_link_info>pcie_gen>device_current_link_gen': 'pcie.gen.deviceCurrent',
    'pci>pci_gpu_link_info>pcie_gen>max_device_link_gen': 'pcie.gen.deviceMax',
    'pci>pci_gpu_link_info>pcie_gen>max_host_link_gen': 'pcie.gen.hostMax',
    'pci>pci_gpu_link_info>link_widths>max_link_width': 'pcie.width.max',
    'pci>pci_gpu_link_info>link_widths>current_link_width': 'pcie.width.current',
    fan_speed: 'fanSpeed',
    performance_state: 'pstate',
    'fb_memory_usage>total': 'memory.total',
    'fb_memory_usage>reserved': 'memory.reserved',
    'fb_memory_usage>used': 'memory.used',
    'fb_memory_usage>free': 'memory.free',
    'memory_usage>total': 'memory.total',
    'memory_usage>used': 'memory.used',
    'memory_usage>free': 'memory.free',
    'bar1_memory_usage>total': 'bar1.total',
    'bar1_memory_usage>used': 'bar1.used',
    'cc_protected_memory_usage>total': 'protectedMemory.total',
    compute_mode: 'computeMode',
    'utilization>gpu_util': 'utilization.gpu',
    'utilization>memory_util': 'utilization.memory',
    'ecc_mode>current_ecc': 'ecc.current',
    'ecc_mode>pending_ecc': 'ecc.pending',
    'ecc_errors>aggregate>sram_threshold_exceeded': 'ecc.sramThresholdExceeded',
    'ecc_errors>channel_repair_pending': 'ecc.channelRepairPending',
    'ecc_errors>tpc_repair_pending': 'ecc.tpcRepairPending',
    'ecc_errors>unrepairable_memory': 'ecc.unrepairable',
    'retired_pages>multiple_single_bit_retirement>retired_count': 'retired.singleBit',
    'retired_pages>double_bit_retirement>retired_count': 'retired.doubleBit',
    'retired_pages>pending_blacklist': 'retired.pending',
    'retired_pages>pending_retirement': 'retired.pending',
    remapped_rows: 'remap.unsupported',
    'remapped_rows>remapped_row_corr': 'remap.correctable',
    'remapped_rows>remapped_row_unc': 'remap.uncorrectable',
    'remapped_rows>remapped_row_pending': 'remap.pending',
    'remapped_rows>remapped_row_failure': 'remap.failure',
    'temperature>gpu_temp': 'temperature.gpu',
    'temperature>gpu_temp_tlimit': 'temperature.tlimit',
    'temperature>gpu_temp_max_threshold': 'temperature.shutdown',
    'temperature>gpu_temp_slow_threshold': 'temperature.slowdown',
    'temperature>gpu_temp_max_gpu_threshold': 'temperature.maxOperating',
    'temperature>gpu_temp_max_mem_threshold': 'temperature.memoryMax',
    'temperature>gpu_temp_max_tlimit_threshold': 'temperature.tlimitShutdown',
    'temperature>gpu_temp_slow_tlimit_threshold': 'temperature.tlimitSlowdown',
    'temperature>memory_temp': 'temperature.memory',
    'module_power_readings>power_draw': 'power.module',
    'module_power_readings>average_power_draw': 'power.module',
    'module_power_readings>current_power_limit': 'power.moduleLimit',
    'clocks>graphics_clock': 'clocks.graphics',
    'clocks>sm_clock': 'clocks.sm',
    'clocks>mem_clock': 'clocks.memory',
    'clocks>video_clock': 'clocks.video',
    'max_clocks>graphics_clock': 'clocks.max.graphics',
    'max_clocks>sm_clock': 'clocks.max.sm',
    'max_clocks>mem_clock': 'clocks.max.memory',
    'applications_clocks>graphics_clock': 'clocks.applications.graphics',
    'applications_clocks>mem_clock': 'clocks.applications.memory',
    'default_applications_clocks>graphics_clock': 'clocks.defaultApplications.graphics',
    'fabric>state': 'fabric.state',
    'fabric>status': 'fabric.status',
    'fabric>cliqueId': 'fabric.cliqueId',
    'fabric>clusterUuid': 'fabric.clusterUuid',
    'fabric>partition_assigned': 'fabric.partitionAssigned',
    'fabric>health>partition_assigned': 'fabric.partitionAssigned',
    'fabric>health>summary': 'fabric.health.summary',
    'fabric>health>bandwidth': 'fabric.health.bandwidth',
    'fabric>health>route_recovery_in_progress': 'fabric.health.routeRecovery',
    'fabric>health>route_unhealthy': 'fabric.health.routeUnhealthy',
    'fabric>health>access_timeout_recovery': 'fabric.health.accessTimeout',
    'fabric>health>incorrect_configuration': 'fabric.health.incorrectConfiguration',
  } satisfies { [path: string]: GpuField }),
)

const POWER = {
  power_draw: 'power.draw',
  average_power_draw: 'power.draw',
  instant_power_draw: 'power.drawInstant',
  power_limit: 'power.limit',
  current_power_limit: 'power.limit',
  requested_power_limit: 'power.limitRequested',
  default_power_limit: 'power.limitDefault',
  enforced_power_limit: 'power.limitEnforced',
  min_power_limit: 'power.limitMin',
  max_power_limit: 'power.limitMax',
} as const satisfies { [name: string]: GpuField }
for (const parent of ['power_readings', 'gpu_power_readings']) {
  for (const [name, field] of Object.entries(POWER)) FIELDS.set(`${parent}>${name}`, field)
}

// `clocks_throttle_reasons` up to R525, `clocks_event_reasons` since.
const REASONS = {
  gpu_idle: 'reasons.idle',
  applications_clocks_setting: 'reasons.applicationsClocks',
  sw_power_cap: 'reasons.swPowerCap',
  hw_slowdown: 'reasons.hwSlowdown',
  hw_thermal_slowdown: 'reasons.hwThermal',
  hw_power_brake_slowdown: 'reasons.hwPowerBrake',
  sync_boost: 'reasons.syncBoost',
  sw_thermal_slowdown: 'reasons.swThermal',
  display_clocks_setting: 'reasons.displayClock',
} as const satisfies { [name: string]: GpuField }
for (const kind of ['throttle', 'event']) {
  for (const [name, field] of Object.entries(REASONS))
    FIELDS.set(`clocks_${kind}_reasons>clocks_${kind}_reason_${name}`, field)
}

const COUNTERS = {
  sw_power_cap: 'reasons.counter.swPowerCap',
  sync_boost: 'reasons.counter.syncBoost',
  sw_therm_slowdown: 'reasons.counter.swThermal',
  hw_therm_slowdown: 'reasons.counter.hwThermal',
  hw_power_brake: 'reasons.counter.hwPowerBrake',
} as const satisfies { [name: string]: GpuField }
for (const [name, field] of Object.entries(COUNTERS))
  FIELDS.set(`clocks_event_reasons_counters>clocks_event_reasons_counters_${name}`, field)

for (const span of ['volatile', 'aggregate'] as const) {
  const parent = `ecc_errors>${span}`
  FIELDS.set(`${parent}>single_bit>total`, `ecc.${span}.corrected`)
  FIELDS.set(`${parent}>double_bit>total`, `ecc.${span}.uncorrected`)
  FIELDS.set(`${parent}>sram_correctable`, `ecc.${span}.sramCorrectable`)
  FIELDS.set(`${parent}>sram_uncorrectable`, `ecc.${span}.sramUncorrectable`)
  FIELDS.set(`${parent}>sram_uncorrectable_parity`, `ecc.${span}.sramParity`)
  FIELDS.set(`${parent}>sram_uncorrectable_secded`, `ecc.${span}.sramSecded`)
  FIELDS.set(`${parent}>dram_correctable`, `ecc.${span}.dramCorrectable`)
  FIELDS.set(`${parent}>dram_uncorrectable`, `ecc.${span}.dramUncorrectable`)
}
for (const bin of ['max', 'high', 'partial', 'low', 'none'] as const) {
  FIELDS.set(`remapped_rows>row_remapper_histogram>row_remapper_histogram_${bin}`, `remap.histogram.${bin}`)
}

/** `path` is relative to `<gpu>`, element names joined with `>`. */
export function xmlField(path: string): GpuField | undefined {
  return FIELDS.get(path)
}
