import { fabricManagerLog } from '@shared/formats/host/fabric-manager-log'
import { kernelLog } from '@shared/formats/host/kernel-log'
import { sectionsOf } from '@shared/model/format'
import { describe, expect, it } from 'vitest'
import { readText } from '../../../support/reading'
import { fixture, only } from './fixture'

describe('kernel log', () => {
  const { value, quality } = only(kernelLog, fixture('kernel/dmesg.txt'))
  const events = (kind: string) => value.events.filter((event) => event.kind === kind)

  it('reads Xids with place, link, severity and process', () => {
    expect(
      events('xid').map(({ code, busId, link, severity, process }) => [code, busId, link, severity, process]),
    ).toEqual([
      [145, '0000:5d:00.0', 7, 'fatal', undefined],
      [45, '0000:5d:00.0', undefined, undefined, 'python3'],
      [74, '0000:5d:00.0', 4, 'fatal', undefined],
    ])
    expect(events('xid')[0]).toMatchObject({ bootSeconds: 812.100001, line: 17 })
    expect(quality).toBe('full')
  })

  it('takes the lines of an SXid for one event', () => {
    expect(events('sxid')).toHaveLength(1)
    expect(events('sxid')[0]).toMatchObject({
      code: 20034,
      severity: 'fatal',
      link: 30,
      device: 'nvidia-nvswitch0',
      busId: '0000:a9:00.0',
    })
  })

  it('folds an announced bus error and its repeat, with the raised bit', () => {
    const [corrected, fatal] = events('aer')
    expect(corrected).toMatchObject({
      severity: 'corrected',
      busId: '0000:00:01.1',
      count: 2,
      line: 8,
      endLine: 10,
      lastLine: 11,
    })
    expect(corrected?.text).toContain('[BadTLP]')
    expect(fatal).toMatchObject({ severity: 'fatal', busId: '0000:04:00.0', count: 1 })
    expect(events('aer')).toHaveLength(2)
  })

  it('joins a sentence over several lines', () => {
    expect(events('nvrm').map(({ text, line, endLine }) => [text.slice(0, 19), line, endLine])).toEqual([
      ['NVRM: API mismatch:', 23, 26],
    ])
    expect(events('nvrm')[0]?.text).toMatch(/535\.129\.03, but this kernel module has the version 535\.104\.05/)
  })

  it('reads ports, the limiting link, the IOMMU, the driver and the command line', () => {
    expect(events('nic').map(({ busId, state }) => [busId, state])).toEqual([
      ['0000:5c:00.0', 'down'],
      ['0000:5c:00.0', 'up'],
    ])
    expect(events('pcie-limit')[0]).toMatchObject({
      busId: '0000:04:00.0',
      limit: { available: 252.048, capable: 504.112, gigatransfers: 16, width: 16, at: '0000:01:00.0' },
    })
    expect(value.iommu.map(({ value: text }) => text)).toEqual([
      'DMAR: IOMMU enabled',
      'iommu: Default domain type: Passthrough (set via kernel command line)',
    ])
    expect(value.driver).toEqual([{ value: '570.195.03', line: 6 }])
    expect(value.openModule?.value).toBe(true)
    expect(value.kernelCommandLine?.value).toContain('iommu=pt')
  })

  it('reads every form of prefix, and no sentence about an Xid', () => {
    const found = sectionsOf(readText(fixture('kernel/prefixes.txt')).parsed, kernelLog).flatMap(
      (section) => section.value.events,
    )
    const byBus = new Map(found.map((event) => [event.busId, event]))
    expect([...byBus.keys()].sort()).toEqual(
      ['01', '02', '03', '04', '05', '06', '07', '08', '09', '0a', '0b', '0c'].map((bus) => `0000:${bus}:00.0`),
    )
    expect(byBus.get('0000:01:00.0')).toMatchObject({ bootSeconds: 38.174242 })
    expect(byBus.get('0000:02:00.0')).toMatchObject({ timeText: 'Sun Feb 23 16:24:18 2026' })
    expect(byBus.get('0000:04:00.0')?.time).toBe(Date.UTC(2026, 0, 21, 4, 41, 44, 283))
    expect(byBus.get('0000:06:00.0')).toMatchObject({ host: 'gn-a08', timeText: '12月 19 15:21:07' })
    expect(byBus.get('0000:07:00.0')).toMatchObject({ host: 'gn-a09', time: Date.UTC(2026, 3, 22, 21, 27, 51, 288) })
    expect(byBus.get('0000:08:00.0')?.bootSeconds).toBeCloseTo(227.996636)
    expect(byBus.get('0000:0a:00.0')).toMatchObject({ host: 'gn-a07', bootSeconds: 38.174242 })
  })

  it('counts a second copy of a line once, and a repeat at another time twice', () => {
    const at = (time: string): string => `[${time}] NVRM: Xid (PCI:0000:5d:00): 79, pid=0, GPU has fallen off the bus.`
    expect(
      only(kernelLog, [at(' 812.100001'), at(' 812.100001')].join('\n')).value.events.map(({ count }) => count),
    ).toEqual([1])
    expect(only(kernelLog, [at(' 812.100001'), at(' 912.100001')].join('\n')).value.events).toMatchObject([
      { count: 2, lastLine: 2, lastTimeText: '912.100001' },
    ])
  })

  it('stays bounded under a storm of different lines', () => {
    const storm = Array.from(
      { length: 20_000 },
      (_, i) =>
        `[${i}.000001] NVRM: Xid (PCI:0000:5d:00): 13, pid=${i}, name=x, Graphics Exception: ESR 0x${i.toString(16)}`,
    )
    const found = only(kernelLog, storm.join('\n')).value
    expect(found.events.length).toBeLessThanOrEqual(8000)
    expect(found.events.reduce((sum, { count }) => sum + count, 0) + found.dropped).toBe(20_000)
  })

  it('does not take the command line of an Xorg log', () => {
    const text =
      '[    24.123] Kernel command line: BOOT_IMAGE=/boot/old root=/dev/sda1 ro\n[    24.124] NVRM: GPU 0000:5d:00.0: GPU has fallen off the bus.\n'
    expect(only(kernelLog, text).value.kernelCommandLine).toBeUndefined()
  })
})

describe('Fabric Manager log', () => {
  it('tells fatal from non-fatal, whatever the level, and reads versions and NVLS', () => {
    const { value } = only(fabricManagerLog, fixture('kernel/fabricmanager.log'))
    expect(value.version?.value).toBe('550.54.15')
    expect(value.multicastGroups).toBe(1)
    expect(
      value.events
        .filter(({ kind }) => kind === 'switch-error')
        .map(({ code, fatal, port, busId }) => [code, fatal, port, busId]),
    ).toEqual([
      [12028, false, 61, '0000:86:00.0'],
      [20034, true, 30, '0000:86:00.0'],
    ])
    expect(value.events.some(({ kind }) => kind === 'version-mismatch')).toBe(true)
    expect(value.total).toBe(9 - 1)
  })

  it('reads the journal of the service', () => {
    const text = [
      'Nov 15 14:15:47 gn-a07 systemd[1]: Starting NVIDIA fabric manager service...',
      'Nov 15 14:15:47 gn-a07 nv-fabricmanager[4177]: request to query NVSwitch device information from NVSwitch driver failed with error:WARNING Nothing to do [NV_WARN_NOTHING_TO_DO]',
      'Nov 15 14:15:47 gn-a07 systemd[1]: nvidia-fabricmanager.service: Control process exited, code=exited, status=1/FAILURE',
    ].join('\n')
    const sections = sectionsOf(readText(text).parsed, fabricManagerLog)
    expect(sections.flatMap((section) => section.value.events.map(({ kind }) => kind)).sort()).toEqual([
      'failed',
      'nothing-to-do',
    ])
    expect(sections.every((section) => section.value.hosts.includes('gn-a07'))).toBe(true)
  })
})
