import { lspciFragment } from '@shared/formats/host/lspci-fragment'
import { lspciList } from '@shared/formats/host/lspci-list'
import { lspciTree } from '@shared/formats/host/lspci-tree'
import { lspciVerbose } from '@shared/formats/host/lspci-verbose'
import { lstopo } from '@shared/formats/host/lstopo'
import { lstopoXml } from '@shared/formats/host/lstopo-xml'
import { describe, expect, it } from 'vitest'
import { fixture, only } from './fixture'

describe('lspci -vvv', () => {
  it('reads our own capture of a virtual machine', () => {
    const { value, linesUsed, linesTotal } = only(lspciVerbose, fixture('pci/h200x2-lspci-vvv.txt'))
    const gpus = value.functions.filter(({ vendorDevice }) => vendorDevice === '10de:2335')
    expect(gpus.map(({ busId, classCode }) => [busId, classCode])).toEqual([
      ['0000:00:06.0', '0302'],
      ['0000:00:07.0', '0302'],
    ])
    expect(gpus[0]?.status?.value).toEqual({
      gigatransfers: 32,
      width: 16,
      speedDowngraded: false,
      widthDowngraded: false,
    })
    expect(gpus[0]?.maxReadRequest).toBeDefined()
    expect(linesUsed).toBe(linesTotal)
  })

  const { value } = only(lspciVerbose, fixture('pci/lspci-nnDvvv.txt'))
  const [bridge, gpu, lost, nic] = value.functions

  it('reads a bridge: buses, lanes, redirects of ACSCtl and not of ACSCap', () => {
    expect(bridge).toMatchObject({
      busId: '0000:15:01.0',
      classCode: '0604',
      vendorDevice: '8086:352a',
      secondaryBus: 0x16,
      subordinateBus: 0x1b,
    })
    expect(bridge?.status?.value).toMatchObject({ width: 8, widthDowngraded: true, speedDowngraded: false })
    expect(bridge?.acsControl?.value).toContain('ReqRedir-')
    expect(bridge?.endLine).toBe(11)
  })

  it('compares with the capability where lspci printed no mark', () => {
    expect(gpu?.status?.value).toMatchObject({ gigatransfers: 16, speedDowngraded: true, widthDowngraded: false })
    expect(gpu).toMatchObject({
      driver: { value: 'vfio-pci' },
      maxReadRequest: { value: 512 },
      relaxedOrdering: true,
      correctableStatus: { value: 'RxErr BadTLP' },
    })
    expect(gpu?.largestRegion?.value).toContain('[size=128G]')
  })

  it('sees a device that no longer answers, and one that may not be read', () => {
    expect(lost).toMatchObject({ busId: '0000:3b:00.0', revisionFf: true })
    expect(nic).toMatchObject({ accessDenied: true })
    expect(nic?.status).toBeUndefined()
    expect(value.accessDenied).toBe(true)
  })

  it('reads a width of zero as unknown', () => {
    const text =
      '00:06.0 3D controller: NVIDIA Corporation Device 2335\n\t\tLnkCap:\tPort #0, Speed 32GT/s, Width x16\n\t\tLnkSta:\tSpeed 32GT/s, Width x0\n'
    expect(only(lspciVerbose, text).value.functions[0]?.status).toBeUndefined()
  })
})

describe('other forms of lspci', () => {
  it('reads a short list with its domains', () => {
    const text = [
      '$ lspci -nn | grep -i nvidia',
      '0001:00:00.0 3D controller [0302]: NVIDIA Corporation GA100 [A100 SXM4 80GB] [10de:20b2] (rev a1)',
      '0005:00:00.0 Bridge [0680]: NVIDIA Corporation Device [10de:1af1] (rev a1)',
    ].join('\n')
    const { value } = only(lspciList, text)
    expect(value.functions.map(({ busId, className, vendorDevice }) => [busId, className, vendorDevice])).toEqual([
      ['0001:00:00.0', '3D controller', '10de:20b2'],
      ['0005:00:00.0', 'Bridge', '10de:1af1'],
    ])
    expect(value.verbose).toBe(false)
  })

  it('keeps a grep without devices apart', () => {
    const { value } = only(lspciFragment, fixture('pci/acs.txt'))
    expect(value.acsControls.map(({ value: text }) => text.includes('ReqRedir+'))).toEqual([true, false])
  })

  it('rebuilds the tree', () => {
    const { value } = only(lspciTree, fixture('pci/lspci-tv.txt'))
    const parents = Object.fromEntries(value.nodes.map(({ busId, parent }) => [busId, parent]))
    expect(value.roots).toEqual(['0000:ff', '0000:80', '0000:00'])
    expect(parents['0000:03:00.0']).toBe('0000:02:00.0')
    expect(parents['0000:04:00.0']).toBe('0000:02:08.0')
    expect(parents['0000:02:08.0']).toBe('0000:01:00.0')
    expect(parents['0000:81:00.1']).toBe('0000:80:01.0')
    expect(parents['0000:00:1f.0']).toBeUndefined()
    expect(value.nodes.find(({ busId }) => busId === '0000:03:00.0')?.name).toContain('H100')
  })

  it('joins lines that the terminal wrapped', () => {
    const wide = fixture('pci/lspci-tv.txt').split('\n').slice(1, -1)
    const wrapped = wide.flatMap((line) => (line.length > 80 ? [line.slice(0, 80), line.slice(80)] : [line]))
    expect(wrapped.length).toBeGreaterThan(wide.length + 1)
    const whole = only(lspciTree, wide.join('\n')).value.nodes.map(({ busId, name }) => [busId, name])
    expect(only(lspciTree, wrapped.join('\n')).value.nodes.map(({ busId, name }) => [busId, name])).toEqual(whole)
  })
})

describe('hwloc', () => {
  it('reads devices and their NUMA node from text', () => {
    const { value } = only(lstopo, fixture('system/lstopo.txt'))
    expect(value.packages).toBe(2)
    expect(value.devices.map(({ kind, busId, numaNode }) => [kind, busId, numaNode])).toEqual([
      ['pci', '0000:17:00.0', 0],
      ['gpu', '0000:17:00.0', 0],
      ['pci', '0000:18:00.0', 0],
      ['network', '0000:18:00.0', 0],
      ['rdma', '0000:18:00.0', 0],
      ['pci', '0000:97:00.0', 1],
    ])
  })

  it('reads the same from XML, whole or cut', () => {
    const { value, quality } = only(lstopoXml, fixture('system/lstopo.xml'))
    expect(value.devices.map(({ kind, busId }) => [kind, busId])).toEqual([
      ['pci', '0000:17:00.0'],
      ['gpu', '0000:17:00.0'],
      ['pci', '0000:18:00.0'],
      ['rdma', '0000:18:00.0'],
    ])
    expect(quality).toBe('full')
    expect(only(lstopoXml, fixture('system/lstopo.xml').slice(0, 620)).quality).toBe('partial')
  })
})
