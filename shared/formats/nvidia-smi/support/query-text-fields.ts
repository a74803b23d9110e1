import type { GpuField } from '../../../model/gpu'

/**
 * Paths of `nvidia-smi -q`, lower case, and the field each is. Sections and keys were renamed over the years: all names since
 * R270 stand here, so that one field has one name.
 */
const SECTIONS: readonly (readonly [sections: readonly string[], keys: { readonly [key: string]: GpuField }])[] = [
  [
    [''],
    {
      'product name': 'name',
      'product brand': 'brand',
      'product architecture': 'architecture',
      'display active': 'display.active',
      'persistence mode': 'persistence',
      'addressing mode': 'addressing',
      'serial number': 'serial',
      'gpu uuid': 'uuid',
      'gpu pdi': 'pdi',
      'minor number': 'minor',
      'vbios version': 'vbios',
      'board id': 'boardId',
      'board part number': 'partNumber',
      'gpu part number': 'gpuPartNumber',
      'fru part number': 'fruPartNumber',
      'module id': 'moduleId',
      'gpu c2c mode': 'c2c',
      'gpu recovery action': 'recoveryAction',
      'gsp firmware version': 'gsp',
      'fan speed': 'fanSpeed',
      'performance state': 'pstate',
      'compute mode': 'computeMode',
      'remapped rows': 'remap.unsupported',
    },
  ],
  [['mig mode'], { current: 'mig.current', pending: 'mig.pending' }],
  [['driver model'], { current: 'driverModel' }],
  [['inforom version'], { 'image version': 'inforom.image' }],
  [
    ['platform info'],
    {
      'module id': 'moduleId',
      'slot number': 'slotNumber',
      'tray index': 'trayIndex',
      'host id': 'hostId',
      'peer type': 'peerType',
      'chassis serial number': 'chassisSerial',
      'gpu fabric guid': 'gpuFabricGuid',
    },
  ],
  [['gpu virtualization mode'], { 'virtualization mode': 'virtualization', 'host vgpu mode': 'hostVgpuMode' }],
  [['gpu reset status'], { 'reset required': 'reset.required', 'drain and reset recommended': 'reset.drain' }],
  [
    ['pci'],
    {
      'bus id': 'busId',
      'device id': 'deviceId',
      domain: 'pcie.domain',
      'replays since reset': 'pcie.replays',
      'replay number rollovers': 'pcie.rollovers',
      'tx throughput': 'pcie.tx',
      'rx throughput': 'pcie.rx',
    },
  ],
  [
    ['pci > gpu link info > pcie generation'],
    {
      max: 'pcie.gen.max',
      current: 'pcie.gen.current',
      'device current': 'pcie.gen.deviceCurrent',
      'device max': 'pcie.gen.deviceMax',
      'host max': 'pcie.gen.hostMax',
    },
  ],
  [['pci > gpu link info > link width'], { max: 'pcie.width.max', current: 'pcie.width.current' }],
  [
    [
      'clocks event reasons',
      'clocks throttle reasons',
      'clocks event reasons > hw slowdown',
      'clocks throttle reasons > hw slowdown',
    ],
    {
      idle: 'reasons.idle',
      'applications clocks setting': 'reasons.applicationsClocks',
      'sw power cap': 'reasons.swPowerCap',
      'hw slowdown': 'reasons.hwSlowdown',
      'hw thermal slowdown': 'reasons.hwThermal',
      'hw power brake slowdown': 'reasons.hwPowerBrake',
      'sync boost': 'reasons.syncBoost',
      'sw thermal slowdown': 'reasons.swThermal',
      'display clock setting': 'reasons.displayClock',
    },
  ],
  [
    ['clocks event reasons counters'],
    {
      'sw power capping': 'reasons.counter.swPowerCap',
      'sync boost': 'reasons.counter.syncBoost',
      'sw thermal slowdown': 'reasons.counter.swThermal',
      'hw thermal slowdown': 'reasons.counter.hwThermal',
      'hw power braking': 'reasons.counter.hwPowerBrake',
    },
  ],
  [
    ['fb memory usage', 'memory usage'],
    { total: 'memory.total', reserved: 'memory.reserved', used: 'memory.used', free: 'memory.free' },
  ],
  [['bar1 memory usage'], { total: 'bar1.total', used: 'bar1.used' }],
  [['conf compute protected memory usage'], { total: 'protectedMemory.total' }],
  [['utilization'], { gpu: 'utilization.gpu', memory: 'utilization.memory' }],
  [['ecc mode'], { current: 'ecc.current', pending: 'ecc.pending' }],
  [
    ['ecc errors'],
    {
      'channel repair pending': 'ecc.channelRepairPending',
      'tpc repair pending': 'ecc.tpcRepairPending',
      'unrepairable memory': 'ecc.unrepairable',
    },
  ],
  ...(['volatile', 'aggregate'] as const).flatMap(
    (span): (readonly [readonly string[], { readonly [key: string]: GpuField }])[] => [
      [
        [`ecc errors > ${span}`],
        {
          'sram correctable': `ecc.${span}.sramCorrectable`,
          'sram uncorrectable': `ecc.${span}.sramUncorrectable`,
          'sram uncorrectable parity': `ecc.${span}.sramParity`,
          'sram uncorrectable sec-ded': `ecc.${span}.sramSecded`,
          'dram correctable': `ecc.${span}.dramCorrectable`,
          'dram uncorrectable': `ecc.${span}.dramUncorrectable`,
          ...(span === 'aggregate' && { 'sram threshold exceeded': 'ecc.sramThresholdExceeded' as const }),
        },
      ],
      [[`ecc errors > ${span} > single bit`], { total: `ecc.${span}.corrected` }],
      [[`ecc errors > ${span} > double bit`], { total: `ecc.${span}.uncorrected` }],
    ],
  ),
  [
    ['retired pages'],
    {
      'single bit ecc': 'retired.singleBit',
      'double bit ecc': 'retired.doubleBit',
      pending: 'retired.pending',
      'pending page blacklist': 'retired.pending',
      'pending retirement': 'retired.pending',
    },
  ],
  [
    ['remapped rows'],
    {
      'correctable error': 'remap.correctable',
      'uncorrectable error': 'remap.uncorrectable',
      pending: 'remap.pending',
      'remapping failure occurred': 'remap.failure',
    },
  ],
  [
    ['remapped rows > bank remap availability histogram', 'remapped rows > bank remap availability'],
    {
      max: 'remap.histogram.max',
      high: 'remap.histogram.high',
      partial: 'remap.histogram.partial',
      low: 'remap.histogram.low',
      none: 'remap.histogram.none',
    },
  ],
  [
    ['temperature'],
    {
      gpu: 'temperature.gpu',
      'gpu current temp': 'temperature.gpu',
      'gpu t.limit temp': 'temperature.tlimit',
      'gpu shutdown temp': 'temperature.shutdown',
      'gpu slowdown temp': 'temperature.slowdown',
      'gpu max operating temp': 'temperature.maxOperating',
      'gpu shutdown t.limit temp': 'temperature.tlimitShutdown',
      'gpu slowdown t.limit temp': 'temperature.tlimitSlowdown',
      'memory current temp': 'temperature.memory',
      'memory max operating temp': 'temperature.memoryMax',
    },
  ],
  [
    ['power readings', 'gpu power readings', 'gpu power readings > gpu ceiling power limit'],
    {
      'power draw': 'power.draw',
      'average power draw': 'power.draw',
      'instantaneous power draw': 'power.drawInstant',
      'power limit': 'power.limit',
      'current power limit': 'power.limit',
      'requested power limit': 'power.limitRequested',
      'default power limit': 'power.limitDefault',
      'enforced power limit': 'power.limitEnforced',
      'min power limit': 'power.limitMin',
      'max power limit': 'power.limitMax',
    },
  ],
  [
    ['module power readings'],
    { 'power draw': 'power.module', 'average power draw': 'power.module', 'current power limit': 'power.moduleLimit' },
  ],
  [['clocks'], { graphics: 'clocks.graphics', sm: 'clocks.sm', memory: 'clocks.memory', video: 'clocks.video' }],
  [['max clocks'], { graphics: 'clocks.max.graphics', sm: 'clocks.max.sm', memory: 'clocks.max.memory' }],
  [['applications clocks'], { graphics: 'clocks.applications.graphics', memory: 'clocks.applications.memory' }],
  [['default applications clocks'], { graphics: 'clocks.defaultApplications.graphics' }],
  [
    ['fabric'],
    {
      state: 'fabric.state',
      status: 'fabric.status',
      cliqueid: 'fabric.cliqueId',
      clusteruuid: 'fabric.clusterUuid',
      'partition assigned': 'fabric.partitionAssigned',
    },
  ],
  [
    ['fabric > health'],
    {
      summary: 'fabric.health.summary',
      bandwidth: 'fabric.health.bandwidth',
      'route recovery in progress': 'fabric.health.routeRecovery',
      'route unhealthy': 'fabric.health.routeUnhealthy',
      'access timeout recovery': 'fabric.health.accessTimeout',
      'incorrect configuration': 'fabric.health.incorrectConfiguration',
      'partition assigned': 'fabric.partitionAssigned',
    },
  ],
]

const FIELDS = new Map<string, GpuField>()
/** Sections that are known, and all their parents. */
const SECTION_PATHS = new Set<string>([
  ...[
    'processes',
    'capabilities',
    'inforom bbx object flush',
    'gpu operation mode',
    'encoder stats',
    'fbc stats',
    'deferred clocks',
  ],
  ...[
    'ibmnpu',
    'pci > bridge chip',
    'ecc errors > aggregate uncorrectable sram sources',
    'clock policy',
    'max customer boost clocks',
  ],
  // Sections of a MIG device bear the names of the GPU's own.
  ...[
    'mig device',
    'mig device > device attributes',
    'mig device > device attributes > shared',
    'mig device > ecc errors',
  ],
  ...['mig device > ecc errors > volatile', 'mig device > shared fb memory usage', 'mig device > fb memory usage'],
  ...['mig device > shared bar1 memory', 'mig device > bar1 memory usage'],
])
for (const [sections, keys] of SECTIONS) {
  for (const section of sections) {
    for (const [key, field] of Object.entries(keys)) FIELDS.set(section === '' ? key : `${section} > ${key}`, field)
    const parts = section.split(' > ')
    parts.forEach((_, i) => SECTION_PATHS.add(parts.slice(0, i + 1).join(' > ')))
  }
}

/** `path` in lower case, blanks collapsed, parts joined with ` > `. */
export function textField(path: string): GpuField | undefined {
  return FIELDS.get(path)
}

export function isTextSection(path: string): boolean {
  return SECTION_PATHS.has(path)
}
