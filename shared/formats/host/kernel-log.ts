import { defineStreamFormat } from '../../model/format'
import type { AtLine } from '../../model/source'
import type { HostEvent } from '../../model/node'

export type KernelEventKind = HostEvent['kind']

/** One event; repeats of the same (time, place, text) are one, repeats over time are folded with a count. */
export interface KernelEvent {
  readonly kind: KernelEventKind
  /** Xid or SXid number. */
  readonly code?: number
  /** Normalised PCI id the line names; undefined when redacted. */
  readonly busId?: string
  readonly severity?: 'fatal' | 'nonfatal' | 'corrected'
  /** NVLink of the GPU (Xid), port of the switch (SXid). */
  readonly link?: number
  /** Interface or module the line names: `mlx5_core`, `ibp26s0`, `nvidia-nvswitch3`. */
  readonly device?: string
  readonly text: string
  readonly pid?: number
  readonly process?: string
  readonly bootSeconds?: number
  /** Only when the line has a year and a zone, or UTC is meant (Z). */
  readonly time?: number
  readonly timeText?: string
  /** Time of the last repeat. */
  readonly lastTimeText?: string
  /** Host of a journal or syslog line. */
  readonly host?: string
  readonly count: number
  readonly line: number
  readonly endLine: number
  readonly lastLine: number
  /** `Link down` / `Link up`, `up`/`down` of a port. */
  readonly state?: 'up' | 'down'
  /** Kernel bandwidth notice: what is available, what the device is capable of (Gb/s), and the limiting link. */
  readonly limit?: {
    readonly available: number
    readonly capable?: number
    readonly gigatransfers: number
    readonly width: number
    readonly at?: string
  }
}

/** Kernel lines of any prefix form (dmesg, -T, -x, iso, journalctl, syslog, kmsg). */
export interface KernelLog {
  readonly events: readonly KernelEvent[]
  /** Driver version of `NVRM: loading NVIDIA UNIX ...`, last one last. */
  readonly driver: readonly AtLine<string>[]
  /** The open kernel module was loaded. */
  readonly openModule?: AtLine<boolean>
  /** `iommu: Default domain type: Translated` or `Passthrough`; `DMAR: IOMMU enabled`; AMD-Vi seen. */
  readonly iommu: readonly AtLine<string>[]
  readonly kernelCommandLine?: AtLine<string>
  readonly hosts: readonly string[]
  /** Lines claimed, repeats included. */
  readonly total: number
  /** More distinct events than are kept. */
  readonly dropped: number
}

export const kernelLog = defineStreamFormat<KernelLog>({
  id: 'host/kernel-log',
  title: 'Kernel log: Xid, SXid, AER, NIC and driver lines',
  command: 'dmesg',
  example: '[  812.100001] NVRM: Xid (PCI:0000:5d:00): 79, pid=4242, name=python3, GPU has fallen off the bus.',
  anchors: [
    'NVRM: ',
    'SXid (',
    'AER: ',
    'PCIe Bus Error',
    'mlx5_core ',
    'nvidia-peermem',
    'nv_peer_mem',
    'available PCIe bandwidth',
    'DMAR: ',
    'AMD-Vi',
    'Default domain type',
    'nvlink',
    'GPU has fallen off',
    'Kernel command line: ',
    'Lost carrier',
    'Gained carrier',
  ],
  reader: () => ({ take: () => null, close: () => null }),
})
