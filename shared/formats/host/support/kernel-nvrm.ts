import { normaliseBusId } from '../../../model/pci-id'
import type { KernelMessage } from './kernel-message'

/** Lines of the driver without an Xid. */

// `NVRM: loading NVIDIA UNIX Open Kernel Module for x86_64  570.158.01  Release Build`, older `NVIDIA UNIX x86_64 Kernel Module  450.51.06`
const LOADING =
  /^NVRM: loading NVIDIA UNIX (Open )?(?:Kernel Module for \S+|\S+ Kernel Module)\s+(\d{2,4}\.\d{1,4}(?:\.\d{1,4})?)/

export function readLoading(text: string): { readonly version: string; readonly open: boolean } | null {
  const found = LOADING.exec(text)
  return found ? { version: found[2] ?? '', open: found[1] !== undefined } : null
}

// History tables behind Xid 119, serial numbers, the mapping of a GPU to its UUID: belong to the log, are no event.
const NOISE =
  /^NVRM: (?:\s+(?:entry|-?\d+)\s|GPU\d* RPC (?:event )?history|GPU\d* GSP RPC buffer contains|GPU Board Serial|GPU \S+ GPU serial|GPU at PCI:\S+ GPU-|loading NVIDIA UNIX|_threadNodeCheckTimeout|_issueRpcAndWait)/
const BUS_ID = /\b(?:PCI:)?([0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}(?:\.[0-7])?)\b/i

export function isNvrmNoise(text: string): boolean {
  return NOISE.test(text)
}

/** Sentences that go on over several lines, each with `NVRM: ` before it, up to a full stop. */
export function goesOn(text: string): boolean {
  return /^NVRM: (?:The NVIDIA GPU [0-9a-f]|API mismatch)/.test(text) && !text.endsWith('.')
}

export function nvrmMessage(text: string): KernelMessage {
  return { kind: 'nvrm', busId: normaliseBusId(BUS_ID.exec(text)?.[1] ?? ''), text }
}

/** Messages of the kernel's own parts: peer memory clients, the IOMMU, an NVSwitch without SXid. */
export function readOther(text: string): KernelMessage | null {
  if (/^(?:nvidia[-_]peermem|nv_peer_mem)(?:: | [a-z]\w*:\d+)/.test(text)) return { kind: 'peermem', text }
  if (/^(?:DMAR(?:-IR)?: |AMD-Vi: |iommu: |pci \S+: AMD-Vi: )/.test(text)) {
    return {
      kind: 'iommu',
      busId: normaliseBusId(/\bdevice[= ]\[?([0-9a-f:]{5,12}\.[0-7])/.exec(text)?.[1] ?? ''),
      text,
    }
  }
  if (/^nvidia-nvswitch\d*: /.test(text)) {
    return /error|fail|fatal/i.test(text)
      ? { kind: 'nvrm', device: /^[\w-]+/.exec(text)?.[0], text }
      : { kind: 'other', text }
  }
  return null
}

/** Boot lines that tell how the IOMMU is set; faults and the rest are events only. */
export function isIommuSetting(text: string): boolean {
  return /Default domain type:|DMAR: IOMMU (?:en|dis)abled|Virtualization Technology for Directed I\/O|^AMD-Vi: (?:Interrupt remapping|AMD IOMMU|Found IOMMU|Virtual)|passthrough|Passthrough/.test(
    text,
  )
}
