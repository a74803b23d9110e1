import { defineBlockFormat } from '../../model/format'
import { nvlinkKindAhead } from './support/nvlink-blocks'
import { nvlinkHeader, nvlinkLine, nvlinkSentence, NVLINK_ANCHORS } from './support/nvlink-lines'
import type { GpuList, ListedGpu, ListedMig } from './support/small-types'
import { isBlank, isElision, tidy } from './support/tidy'

/**
 * `nvidia-smi -L`. The same GPU line heads the blocks of `nvidia-smi nvlink`; here nothing but MIG devices stands between.
 *
 *     GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-1b2c3d4e-0000-1111-2222-333344445555)
 *       MIG 3g.40gb     Device  0: (UUID: MIG-...)
 */
export const gpuList = defineBlockFormat<GpuList>({
  id: 'nvidia-smi/list',
  title: 'GPU list',
  command: 'nvidia-smi -L',
  example: 'GPU 0: NVIDIA H200 (UUID: GPU-a0000001-1111-2222-3333-0000a0000001)',
  anchors: NVLINK_ANCHORS,
  begins(line, hint, lines) {
    const header = nvlinkHeader(line)
    if (!header || nvlinkKindAhead(lines, hint) !== null) return false
    if (header.uuid !== undefined && line.includes('(UUID:')) return true
    // Reporters mask UUIDs, or cut them off: then a second line of the kind, or the command, has to vouch for the first.
    if (!isListed(line)) return false
    const next = lines.peek(1)?.text ?? ''
    return (
      line.includes('(UUID:') ||
      /nvidia-smi\S*\s+(?:-L|--list-gpus)\b/.test(hint.command ?? '') ||
      (isListed(next) && nvlinkHeader(next)?.index === header.index + 1)
    )
  },
  parse(lines, note) {
    const gpus: (Omit<ListedGpu, 'mig'> & { mig: ListedMig[] })[] = []
    for (;;) {
      // Mails may have a blank line below each line.
      const skip = gpus.length > 0 && isBlank(lines.peek()?.text ?? 'x') ? 1 : 0
      const line = lines.peek(skip)
      if (!line) break
      const header = nvlinkHeader(line.text)
      const last = gpus[gpus.length - 1]
      if (header) {
        const next = lines.peek(skip + 1)?.text ?? ''
        if (!isListed(line.text) || (last && header.index <= last.index) || nvlinkLine(next) || nvlinkSentence(next))
          break
        gpus.push({ ...header, line: line.number, mig: [] })
      } else {
        const mig = last && migOf(line.text, line.number)
        if (mig) last.mig.push(mig)
        else if (last && isElision(tidy(line.text))) note.damaged('GPUs were left out', line)
        else break
      }
      for (let i = 0; i <= skip; i++) lines.next()
    }
    return gpus.length > 0 ? { gpus } : null
  },
})

/** A GPU line with its UUID, or with a product's name and nothing else. */
function isListed(text: string): boolean {
  return text.includes('(UUID:') ? nvlinkHeader(text) !== null : NAME.test(nvlinkHeader(text)?.name ?? '')
}

const NAME = /^(?:NVIDIA|Tesla|GeForce|Quadro|TITAN|GRID) [\w +./-]{1,48}$/

/** `  MIG 1c.3g.71gb  Device  2: (UUID: MIG-...)`; before R470 the UUID was `MIG-GPU-<uuid>/<gi>/<ci>`. */
const MIG = /^\s*MIG (\S{1,30})\s+Device\s+(\d{1,3}):(?:\s*\(UUID:\s*([^)]{1,100})\))?/

function migOf(raw: string, line: number): ListedMig | null {
  const match = MIG.exec(tidy(raw))
  if (!match?.[1] || match[2] === undefined) return null
  const uuid = match[3]?.trim()
  return { profile: match[1], device: Number(match[2]), ...(uuid?.startsWith('MIG-') && { uuid }), line }
}
