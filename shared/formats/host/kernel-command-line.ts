import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

/** `/proc/cmdline`. No iommu word does not mean off. The last of doubled words wins. */
export interface KernelCommandLine {
  readonly text: AtLine<string>
  readonly words: readonly { readonly key: string; readonly value?: string }[]
}

export const kernelCommandLine = defineBlockFormat<KernelCommandLine>({
  id: 'host/kernel-command-line',
  title: 'Kernel command line',
  command: 'cat /proc/cmdline',
  example: 'BOOT_IMAGE=/boot/vmlinuz-6.8.0-40-generic root=/dev/sda1 ro iommu=pt',
  anchors: ['BOOT_IMAGE=', 'root=', 'console='],
  begins: () => false,
  parse: () => null,
})
