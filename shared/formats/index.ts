import type { Format } from '../model/format'
import { benchFormats } from './bench'
import { dcgmFormats } from './dcgm'
import { hostFormats } from './host'
import { ncclFormats } from './nccl'
import { nvidiaSmiFormats } from './nvidia-smi'

/** All formats. Where two could begin on one line, the earlier one is tried first. */
export const formats: readonly Format[] = [
  ...nvidiaSmiFormats,
  ...dcgmFormats,
  ...ncclFormats,
  ...benchFormats,
  ...hostFormats,
]
