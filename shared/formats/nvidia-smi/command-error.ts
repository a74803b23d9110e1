import { defineBlockFormat } from '../../model/format'
import type { SmiError } from './support/small-types'
import { tidy } from './support/tidy'

/**
 * Lines that stand where output should be. They name one GPU at most: the others are unknown, not absent.
 *
 *     Unable to determine the device handle for GPU0000:65:00.0: Unknown Error
 *     Failed to initialize NVML: Driver/library version mismatch
 *     NVML library version: 535.154
 */
export const smiError = defineBlockFormat<SmiError>({
  id: 'nvidia-smi/command-error',
  title: 'Failed command',
  command: 'nvidia-smi',
  example: 'Failed to initialize NVML: Driver/library version mismatch',
  anchors: [
    ...[
      'Unable to determine the device handle',
      'Failed to initialize NVML',
      'No devices were found',
      'NVIDIA-SMI has failed',
    ],
    ...[
      'libnvidia-ml',
      'nvidia-smi: command not found',
      'nvidia-smi: not found',
      'is not recognized as',
      'is missing its value',
    ],
    ...[
      'command line argument',
      'Invalid combination of input',
      'is not a valid field to query',
      'infoROM is corrupted',
      'GPU is lost',
      'ERROR: Option',
    ],
  ],
  begins: (line) => kindOf(tidy(line).trim()) !== null,
  parse(lines) {
    const line = lines.next()
    if (!line) return null
    let text = tidy(line.text).trim()
    const kind = kindOf(text)
    if (!kind) return null
    let libraryVersion: SmiError['libraryVersion']
    const next = lines.peek()
    const library = next && /^\s*NVML library version: (\d[\d.]{2,20})\s*$/.exec(next.text)
    if (next && library?.[1] !== undefined) {
      lines.next()
      libraryVersion = { value: library[1], line: next.number }
    } else if (
      next &&
      kind === 'no-driver' &&
      /^\s*(?:installed and running|driver is installed and running|latest NVIDIA driver)/.test(next.text)
    ) {
      lines.next()
      text = `${text} ${next.text.trim()}`
    }
    const named = /(?:GPU ?|gpu )(?:(\d{1,3}):? )?((?:[0-9A-Fa-f]{4,8}:)?[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\.[0-7])/.exec(
      text,
    )
    const index = named?.[1] ?? /device handle for GPU(\d{1,2})(?=:? [A-Z]|:\s*$|:? \d)/.exec(text)?.[1]
    return {
      kind,
      text,
      line: line.number,
      ...(named?.[2] !== undefined && { busId: named[2] }),
      ...(index !== undefined && { gpuIndex: Number(index) }),
      ...(libraryVersion && { libraryVersion }),
    }
  },
})

const KINDS: readonly (readonly [RegExp, SmiError['kind']])[] = [
  [/^Unable to determine the device handle for gpu\b.*lost/i, 'gpu-lost'],
  [/^Unable to determine the device handle for gpu/i, 'device-handle'],
  [/^Failed to initialize NVML: Driver\/library version mismatch/, 'driver-mismatch'],
  [/^Failed to initialize NVML: (?:Driver Not Loaded|ERROR_DRIVER)/i, 'no-driver'],
  [/^Failed to initialize NVML: (?:Insufficient Permissions|GPU access blocked)/, 'permission'],
  [/^Failed to initialize NVML: (?:No supported GPUs|NVIDIA GPU not found)/i, 'no-devices'],
  [/^Failed to initialize NVML\b/, 'other'],
  [/^NVIDIA-SMI has failed because it couldn.?t communicate with the NVIDIA driver/, 'no-driver'],
  [/^NVIDIA-SMI has failed\b/, 'other'],
  [/^No (?:supported )?(?:devices|GPUs) were found\.?$/, 'no-devices'],
  [/^NVIDIA-SMI couldn.?t find (?:libnvidia-ml|nvml)/i, 'nvml-missing'],
  [/(?:^|: )(?:line \d+: )?nvidia-smi: (?:command )?not found$/, 'not-found'],
  [/^'?nvidia-smi'?(?:\.exe)?'? is not recognized as/, 'not-found'],
  [/^(?:ERROR: )?Option "?[-\w]{1,40}"? is missing its value/, 'bad-option'],
  [/^ERROR: Option\b/, 'bad-option'],
  [/^The -{1,2}[\w-]{1,30} command line argument\b/, 'bad-option'],
  [/^(?:ERROR: )?Invalid combination of input arguments/, 'bad-option'],
  [/^Field ".{1,80}" is not a valid field to query/, 'bad-option'],
  [/^WARNING: infoROM is corrupted at gpu /i, 'inforom'],
  [/^(?:GPU \S{4,20}: )?GPU is lost\b/, 'gpu-lost'],
]

function kindOf(text: string): SmiError['kind'] | null {
  if (text.length > 400) return null
  return KINDS.find(([pattern]) => pattern.test(text))?.[1] ?? null
}
