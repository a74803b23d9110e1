import { dcgmConfig } from '@shared/formats/dcgm/config'
import { dcgmDiscovery } from '@shared/formats/dcgm/discovery'
import { dcgmDiscoveryDevice } from '@shared/formats/dcgm/discovery-device'
import { dcgmDiscoveryHierarchy } from '@shared/formats/dcgm/discovery-hierarchy'
import { dcgmError } from '@shared/formats/dcgm/error'
import { dcgmExporter } from '@shared/formats/dcgm/exporter'
import { dcgmHealth } from '@shared/formats/dcgm/health'
import { dcgmHealthJson } from '@shared/formats/dcgm/health-json'
import { dcgmHealthWatches } from '@shared/formats/dcgm/health-watches'
import { dcgmHostengineLog } from '@shared/formats/dcgm/hostengine-log'
import { dcgmPolicy } from '@shared/formats/dcgm/policy'
import { dcgmStats } from '@shared/formats/dcgm/stats'
import { dcgmVersion } from '@shared/formats/dcgm/version'
import { sectionsOf } from '@shared/model/format'
import { describe, expect, it } from 'vitest'
import { readText } from '../../../support/reading'
import { fixture, only } from './fixture'

describe('dcgmi discovery', () => {
  it('reads GPUs, switches, adapters and CPUs of 4.5', () => {
    const { value, quality } = only(dcgmDiscovery, fixture('discovery/4.5-list.txt'))
    expect(quality).toBe('full')
    expect(value.scope).toBe('all')
    expect(value.gpus.map(({ id, busId, status, lastKnown }) => [id, busId?.value, status?.value, lastKnown])).toEqual([
      [0, '0000:19:00.0', 'Active', undefined],
      [1, '0000:3b:00.0', 'Detached', true],
    ])
    expect(value.gpus[1]?.name?.value).toBe('NVIDIA H200')
    expect(value.switches).toEqual([0, 1])
    expect(value.connectxFound?.value).toBe(0)
    expect(value.cpus).toMatchObject([{ id: 0, name: 'Grace', cores: '0-71' }])
  })

  it('never takes a blank sentinel for a name', () => {
    const { value } = only(
      dcgmDiscovery,
      fixture('discovery/4.5-list.txt').replace('Name: NVIDIA H200     ', 'Name: <<<NULL>>>     '),
    )
    expect(value.gpus[0]?.name).toBeUndefined()
  })

  it('reads MIG instances and the attributes of a GPU', () => {
    const { value } = only(dcgmDiscoveryHierarchy, fixture('discovery/mig-hierarchy.txt'))
    expect(value.instances.map(({ kind, path, entityId }) => [kind, path, entityId])).toEqual([
      ['gpu', '0', 0],
      ['gpu-instance', '0/1', 0],
      ['compute-instance', '0/1/0', 0],
    ])
    const device = only(dcgmDiscoveryDevice, fixture('discovery/device.txt')).value
    expect(device.gpu).toBe(0)
    expect(device.attributes.find(({ name }) => name === 'Serial Number')?.values).toEqual([])
    expect(device.attributes.find(({ name }) => name === 'VBIOS')?.values).toEqual(['96.00.99.00.01'])
  })
})

describe('dcgmi health', () => {
  it('reads incidents with their wrapped text', () => {
    const { value } = only(dcgmHealth, fixture('health/3.x-failure.txt'))
    expect(value.overall).toEqual({ value: 'failure', line: 5 })
    expect(value.incidents.map(({ entity, system, state }) => [entity?.id, system, state])).toEqual([
      [3, 'NVLINK system', 'failure'],
      [3, 'NVLINK system', 'failure'],
      [3, 'PCIe system', 'warning'],
    ])
    expect(value.incidents[0]?.text).toBe("GPU 3's NvLink link 7 is currently down Run a field diagnostic on the GPU.")
    expect(value.incidents[1]?.text).toMatch(/^GPU 3's NvLink link 8 is currently down/)
    expect(value.incidents[0]?.endLine).toBe(13)
  })

  it('reads the same from JSON', () => {
    const { value } = only(dcgmHealthJson, fixture('health/4.x.json'))
    expect(value.overall?.value).toBe('warning')
    expect(value.incidents).toMatchObject([
      { entity: { kind: 'gpu', id: 1 }, system: 'InfoROM system', state: 'warning' },
    ])
  })

  it('takes watches and their absence for no health statement', () => {
    expect(
      only(dcgmHealthWatches, fixture('health/watches.txt')).value.watches.map(({ system, on }) => [system, on]),
    ).toEqual([
      ['PCIe', true],
      ['NVLINK', false],
      ['Driver', true],
    ])
    const parsed = readText(fixture('health/not-enabled.txt')).parsed
    expect(sectionsOf(parsed, dcgmHealth)).toEqual([])
    expect(sectionsOf(parsed, dcgmError)[0]?.value.messages[0]?.value).toContain('Health watches not enabled')
  })
})

describe('dcgm-exporter', () => {
  const { value, quality } = only(dcgmExporter, fixture('exporter/4.x-entities.txt'))
  const sample = (metric: string) => value.samples.find((entry) => entry.metric === metric)

  it('shows blank int64 values as blank, by their text', () => {
    expect(sample('DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL')).toMatchObject({ value: undefined, blank: 'not-found' })
    expect(sample('DCGM_FI_DEV_MEMORY_TEMP')).toMatchObject({
      value: undefined,
      blank: 'not-supported',
      text: '9223372036854775794',
    })
  })

  it('tells GPU, MIG instance, switch link and CPU core apart', () => {
    expect(sample('DCGM_FI_PROF_GR_ENGINE_ACTIVE')?.entity).toMatchObject({
      kind: 'mig',
      gpu: 0,
      instance: '7',
      profile: '1g.18gb',
      hostname: 'gn-a07',
    })
    expect(sample('DCGM_FI_DEV_NVSWITCH_LINK_THROUGHPUT_TX')?.entity).toMatchObject({
      kind: 'link',
      link: 3,
      switchId: 1,
    })
    expect(sample('DCGM_FI_DEV_CPU_UTIL_TOTAL')?.entity).toMatchObject({ kind: 'cpu-core', cpu: 0 })
  })

  it('keeps other labels, the driver, and folds two scrapes', () => {
    expect(sample('DCGM_FI_DEV_XID_ERRORS')?.labels).toMatchObject({
      err_code: '79',
      err_msg: 'GPU has fallen off the bus, "reset"',
    })
    expect(value.driver?.value).toBe('580.95.05')
    expect(sample('DCGM_FI_DEV_GPU_TEMP')).toMatchObject({ value: 64, first: 61, min: 61, max: 64, count: 2 })
  })

  it('counts a cut line as unread', () => {
    expect(quality).toBe('partial')
    expect(value.samples.some(({ entity }) => entity.gpu === 1)).toBe(false)
  })
})

describe('other outputs of dcgmi', () => {
  it('tells the version of the client from that of the host engine', () => {
    const text =
      'Version : 3.3.5\nBuild ID : 14\nCPU Arch : x86_64\n\nHostengine build info:\nVersion : 3.3.9\nBuild ID : 15\n'
    expect(only(dcgmVersion, text).value).toEqual({
      client: { value: '3.3.5', line: 1 },
      hostengine: { value: '3.3.9', line: 6 },
    })
  })

  it('reads statistics, policy and configuration', () => {
    const stats = only(dcgmStats, fixture('other/stats.txt')).value
    expect(stats.job?.value).toBe('train-1')
    expect(stats.gpus[0]?.values.find(({ name }) => name === 'Critical XID Errors')?.values).toEqual([
      '1',
      '79 - 0h 12m 4s',
    ])
    expect(stats.gpus[0]?.values.find(({ name }) => name.includes('Thermal'))?.section).toBe('Slowdown Stats')
    expect(only(dcgmPolicy, fixture('other/policy.txt')).value.conditions.map(({ value: text }) => text)).toEqual([
      'Double-bit ECC errors',
      'NVLink Errors',
    ])
    const config = only(dcgmConfig, fixture('other/config.txt')).value
    expect(config).toMatchObject({ gpu: 0, name: 'NVIDIA H200' })
    expect(config.fields.find(({ field }) => field === 'ECC Mode')).toMatchObject({
      current: 'Enabled',
      target: 'Not Specified',
    })
  })

  it('reads messages in place of an output', () => {
    const found = sectionsOf(readText(fixture('other/errors.txt')).parsed, dcgmError)
    expect(found.map(({ value }) => value.reason)).toEqual([
      undefined,
      'The third-party Profiling module returned an unrecoverable error',
    ])
  })

  it('folds the log of the host engine', () => {
    const { value } = only(dcgmHostengineLog, fixture('other/hostengine.log'))
    expect(value.version?.value).toBe('3.3.9')
    expect(value.total).toBe(4)
    expect(value.entries.find(({ level }) => level === 'ERROR')).toMatchObject({
      module: 'NvSwitch',
      count: 2,
      line: 2,
      lastLine: 3,
    })
  })
})
