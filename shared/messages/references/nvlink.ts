import type { References } from '../types'

export const nvlinkReferences: References = {
  'nvlink-inactive': ['https://github.com/Azure/azhpc-diagnostics/issues/73'],
}
