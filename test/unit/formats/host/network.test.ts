import { ethtool } from '@shared/formats/host/ethtool'
import { ethtoolDriver } from '@shared/formats/host/ethtool-driver'
import { ethtoolPause } from '@shared/formats/host/ethtool-pause'
import { ethtoolStatistics } from '@shared/formats/host/ethtool-statistics'
import { ibdev2netdev } from '@shared/formats/host/ibdev2netdev'
import { iblinkinfo } from '@shared/formats/host/iblinkinfo'
import { ibnetdiscover } from '@shared/formats/host/ibnetdiscover'
import { ibstat } from '@shared/formats/host/ibstat'
import { ibstatus } from '@shared/formats/host/ibstatus'
import { ibvDevinfo } from '@shared/formats/host/ibv-devinfo'
import { ibvFragment } from '@shared/formats/host/ibv-fragment'
import { mlxlink } from '@shared/formats/host/mlxlink'
import { perfquery } from '@shared/formats/host/perfquery'
import { rdmaLink } from '@shared/formats/host/rdma-link'
import { showGids } from '@shared/formats/host/show-gids'
import { describe, expect, it } from 'vitest'
import { fixture, only } from './fixture'

const tools = fixture('network/tools.txt')

describe('InfiniBand tools', () => {
  it('reads ibstat, a port that is down included', () => {
    const { value, quality } = only(ibstat, fixture('network/ibstat-two-ports.txt'))
    expect(
      value.adapters.map(({ device, caType, ports }) => [
        device,
        caType?.value,
        ports[0]?.state?.value,
        ports[0]?.rate?.value,
        ports[0]?.linkLayer?.value,
      ]),
    ).toEqual([
      ['mlx5_0', 'MT4129', 'Active', 400, 'InfiniBand'],
      ['mlx5_10', 'MT4125', 'Down', 10, 'Ethernet'],
    ])
    expect(quality).toBe('full')
  })

  it('says where ibstat gave up or was cut', () => {
    const text = fixture('network/ibstat-two-ports.txt')
    const aborted = only(
      ibstat,
      `${text.split('\n').slice(0, 18).join('\n')}\nibpanic: [1323906] main: stat of IB device 'mlx5_8' failed: No such file or directory\n`,
    )
    expect(aborted.value.aborted?.line).toBe(19)
    expect(aborted.quality).toBe('partial')
    expect(only(ibstat, text.split('\n').slice(0, 12).join('\n')).quality).toBe('partial')
  })

  it('reads ibstatus in both spellings', () => {
    const port = (name: string, device: string): string =>
      `${name} device '${device}' port 1 status:\n\tdefault gid:\t unknown\n\tstate:\t\t 4: ACTIVE\n\tphys state:\t 5: LinkUp\n\trate:\t\t 400 Gb/sec (4X NDR)\n\tlink_layer:\t InfiniBand\n\n`
    const { value } = only(ibstatus, port('Infiniband', 'mlx5_0') + port('InfiniBand', 'mlx5_1'))
    expect(
      value.ports.map(({ device, rate, rateName, gid, state }) => [device, rate?.value, rateName, gid, state?.value]),
    ).toEqual([
      ['mlx5_0', 400, '4X NDR', undefined, 'ACTIVE'],
      ['mlx5_1', 400, '4X NDR', undefined, 'ACTIVE'],
    ])
  })

  it('multiplies lanes and speed of ibv_devinfo -v', () => {
    const [device] = only(ibvDevinfo, tools).value.devices
    expect(device).toMatchObject({ device: 'mlx5_0', caType: { value: 'MT4129' }, firmware: { value: '28.39.1002' } })
    expect(device?.ports[0]).toMatchObject({
      rate: { value: 400 },
      activeMtu: { value: 4096 },
      linkLayer: { value: 'InfiniBand' },
    })
    expect(device?.ports[0]?.gids).toMatchObject([{ index: 3, gid: '::ffff:10.0.0.1', version: 'RoCE v2' }])
  })

  it('reads excerpts: a port without its line, GIDs without their device', () => {
    const ports = only(
      ibvDevinfo,
      'hca_id:\tmlx5_0\n\t\t\tactive_mtu:\t\t4096 (5)\nhca_id:\tmlx5_1\n\t\t\tactive_mtu:\t\t1024 (3)\n',
    )
    expect(ports.value.devices.map(({ device, ports: [port] }) => [device, port?.activeMtu?.value])).toEqual([
      ['mlx5_0', 4096],
      ['mlx5_1', 1024],
    ])
    expect(ports.quality).toBe('partial')
    const gids = only(
      ibvFragment,
      '\t\t\tphys_state:\t\tLINK_UP (5)\n\t\t\tGID[  1]:\t\tfe80::ac0:ebff:fe51:77a2, RoCE v2\n\t\t\tGID[  3]:\t\t::ffff:198.18.76.9, RoCE v2\n',
    )
    expect(gids.value.gids.map(({ index, linkLocal, version }) => [index, linkLocal, version])).toEqual([
      [1, true, 'RoCE v2'],
      [3, false, 'RoCE v2'],
    ])
  })

  it('reads interfaces of devices, short and verbose', () => {
    expect(only(ibdev2netdev, tools).value.rows.map(({ device, netdev, up }) => [device, netdev, up])).toEqual([
      ['mlx5_0', 'ibp26s0', false],
      ['mlx5_1', 'ens1f0np0', true],
    ])
    const verbose =
      '0000:17:00.0 mlx5_0 (MT4129 - MCX75310AAS-NEAT) NVIDIA ConnectX-7 HHHL fw 28.39.1002 port 1 (ACTIVE) ==> ibp23s0 (Up)'
    expect(only(ibdev2netdev, verbose).value.rows[0]).toMatchObject({
      busId: '0000:17:00.0',
      firmware: '28.39.1002',
      up: true,
    })
    expect(only(rdmaLink, tools).value.rows).toMatchObject([
      { device: 'mlx5_0', port: 1, state: 'ACTIVE', netdev: 'ens1f0np0' },
    ])
  })

  it('reads GIDs with an empty address column', () => {
    const { value } = only(showGids, fixture('network/gids.txt'))
    expect(value.rows.map(({ index, ipv4, version, linkLocal }) => [index, ipv4, version, linkLocal])).toEqual([
      [0, undefined, 'v1', true],
      [3, '172.20.0.60', 'v2', false],
    ])
  })

  it('counts the GIDs below a blank line, and says that rows are missing', () => {
    const row = 'mlx5_1  1       0       fe80:0000:0000:0000:248a:0703:00b1:bc05                 v1\n'
    expect(only(showGids, `${row}\nn_gids_found=1\n`)).toMatchObject({
      quality: 'full',
      value: { found: { value: 1, line: 3 } },
    })
    expect(only(showGids, `${row}\nn_gids_found=4\n`).quality).toBe('partial')
  })

  it('reads the fabric in both forms', () => {
    const full = only(ibnetdiscover, tools).value.links
    expect(full.map(({ from, to, speed }) => [from.kind, from.port, to?.kind, to?.name, speed])).toEqual([
      ['switch', 1, 'ca', 'node01 HCA-1', 'NDR'],
      ['ca', 1, 'switch', 'sw-leaf-1', 'NDR'],
    ])
    const flat =
      "CA   134  1 0xb7457ba5d2566c34 4x EDR - SW  1719 10 0xea59c0fe0847993a ( 'node01 HCA-1' - 'sw-leaf-1' )\nSW  2052 37 0xbf1e40b775b14ae3 4x ???                                    'sw-leaf-1'\n"
    expect(only(ibnetdiscover, flat).value.links.map(({ to, speed }) => [to?.lid, speed])).toEqual([
      [1719, 'EDR'],
      [undefined, '???'],
    ])
  })

  it('reads a degraded link and an open port of iblinkinfo', () => {
    expect(only(iblinkinfo, tools).value.links.map(({ laneRate, state, note }) => [laneRate, state, note])).toEqual([
      [53.125, 'Active', 'Could be 106.25 Gbps'],
      [undefined, 'Down', undefined],
    ])
  })

  it('reads counters and the state of a link', () => {
    const text =
      '# Port extended counters: Lid 5 port 1 (CapMask: 0x5300)\nPortSelect:......................1\nLinkDownedCounter:...............3\n'
    expect(only(perfquery, text).value.ports[0]?.counters.at(-1)).toEqual({
      name: 'LinkDownedCounter',
      value: 3,
      line: 3,
    })
    expect(only(mlxlink, tools).value).toMatchObject({
      device: 'mlx5_0',
      speed: { value: 'IB-NDR' },
      recommendation: { value: 'No issue was observed' },
    })
  })
})

describe('ethtool', () => {
  it('reads settings, driver, pause and counters', () => {
    expect(only(ethtool, tools).value).toMatchObject({
      netdev: 'ens1',
      speed: { value: 400_000 },
      linkDetected: { value: true },
    })
    expect(only(ethtoolDriver, tools).value).toMatchObject({ netdev: 'ens1', busId: { value: '0000:17:00.0' } })
    expect(only(ethtoolPause, tools).value).toMatchObject({
      netdev: 'ens1',
      rx: { value: true },
      autonegotiate: { value: false },
    })
    expect(only(ethtoolStatistics, tools).value.counters).toHaveLength(2)
  })

  it('reads an unknown speed as unknown', () => {
    const { value } = only(ethtool, 'Settings for ens2:\n\tSpeed: Unknown!\n\tLink detected: no\n')
    expect(value.speed).toBeUndefined()
    expect(value.linkDetected?.value).toBe(false)
  })
})
