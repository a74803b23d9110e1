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
  anchors: ['BOOT_IMAGE=', 'root=', 'iommu=', 'console=', 'vmlinuz'],
  begins(line, hint) {
    const text = line.trim()
    if (text.length > 4096 || !/^[\w.-]+(?:=|\s)/.test(text) || text.startsWith('Kernel command line')) return false
    if (text.startsWith('BOOT_IMAGE=')) return true
    const words = text.split(/\s+/)
    if (!words.every((word) => WORD.test(word))) return false
    const known = words.filter((word) => KNOWN.test(word)).length
    const asked = [hint.command, hint.title].some((place) => /\/proc\/cmdline/.test(place ?? ''))
    return asked ? known > 0 : known > 1 && words.some((word) => /^(?:root|initrd)=/.test(word))
  },
  parse(lines) {
    const line = lines.next()
    if (!line) return null
    const text = line.text.trim()
    const words = text.split(/\s+/).map((word) => {
      const at = word.indexOf('=')
      return at < 0 ? { key: word } : { key: word.slice(0, at), value: word.slice(at + 1).replace(/^"(.*)"$/, '$1') }
    })
    return { text: { value: text, line: line.number }, words }
  },
})

/** Words that only a kernel takes; the Xorg log and scripts have lines of `word=value` too. */
const KNOWN =
  /^(?:ro|rw|quiet|nosplash|(?:BOOT_IMAGE|root|initrd|console|iommu|intel_iommu|amd_iommu|pci|hugepages)=\S*)$/
const WORD = /^"?[\w.,:;@()/+-]+(?:=.*)?"?$/
