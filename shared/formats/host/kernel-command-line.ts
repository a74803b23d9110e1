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
    if (!/^[\w.-]+(?:=|\s|$)/.test(text) || text.length > 4096) return false
    const asked = /\/proc\/cmdline/.test(hint.command ?? '') || /\/proc\/cmdline/.test(hint.title ?? '')
    const words = text.split(/\s+/)
    if (!words.every((word) => WORD.test(word))) return false
    return (
      text.startsWith('BOOT_IMAGE=') ||
      (asked && words.length > 1) ||
      (words.length > 2 && /(?:^|\s)root=\S/.test(text) && /(?:^|\s)(?:ro|rw|quiet|console=\S+)(?:\s|$)/.test(text))
    )
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

const WORD = /^"?[\w.,:;@()/+-]+(?:=.*)?"?$/
