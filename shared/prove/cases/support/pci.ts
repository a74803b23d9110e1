import { lspci, type PciText } from '../../texts-host'

/** PCI devices of the proofs: a GPU, a network card, and a switch with both. */

export const gen5 = 'LnkCap:\tPort #0, Speed 32GT/s, Width x16, ASPM not supported'
export const gen4 = 'LnkCap:\tPort #0, Speed 16GT/s, Width x16, ASPM not supported'
export const acs = (redirect: boolean): string =>
  redirect
    ? 'ACSCtl:\tSrcValid+ TransBlk- ReqRedir+ CmpltRedir+ UpstreamFwd+ EgressCtrl- DirectTrans-'
    : 'ACSCtl:\tSrcValid+ TransBlk- ReqRedir- CmpltRedir- UpstreamFwd- EgressCtrl- DirectTrans-'
export const gpuFunction = (
  bus: string,
  details: readonly string[] = [gen5, 'LnkSta:\tSpeed 32GT/s, Width x16'],
): PciText => ({
  bus,
  text: '3D controller: NVIDIA Corporation GH100 [H100 SXM5 80GB] [10de:2330] (rev a1)',
  details,
})
export const card = (bus: string, details: readonly string[]): PciText => ({
  bus,
  text: 'Infiniband controller: Mellanox Technologies MT2910 Family [ConnectX-7]',
  details,
})
/** Root port 00:01.0 with a switch: GPUs at 10 and 18 below its ports 03:00.0 and 03:01.0, a disk below 03:02.0. */
export const tree = (redirect: readonly string[], slot = gen5): string =>
  lspci([
    { bus: '00:01.0', text: 'PCI bridge: Intel Corporation Device 352a', buses: ['02', '20'], details: [slot] },
    {
      bus: '02:00.0',
      text: 'PCI bridge: Broadcom / LSI PEX890xx PCIe Gen 5 Switch',
      buses: ['03', '20'],
      details: [gen5],
    },
    ...(
      [
        ['03:00.0', '10'],
        ['03:01.0', '18'],
        ['03:02.0', '20'],
      ] as const
    ).map(([bus, below]) => ({
      bus,
      text: 'PCI bridge: Broadcom / LSI PEX890xx PCIe Gen 5 Switch',
      buses: [below, below] as const,
      details: [gen5, acs(redirect.includes(bus))],
    })),
    gpuFunction('10:00.0'),
    gpuFunction('18:00.0'),
    { bus: '20:00.0', text: 'Non-Volatile memory controller: Samsung Electronics NVMe SSD Controller PM174X' },
  ])
