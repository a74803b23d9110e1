import type { References } from '../types'

export const xidReferences: References = {
  'xid-hardware': ['https://docs.nvidia.com/deploy/xid-errors/analyzing-xid-catalog.html'],
  'xid-off-bus': [
    'https://github.com/NVIDIA/open-gpu-kernel-modules/issues/387',
    'https://github.com/NVIDIA/NVSentinel/issues/155',
  ],
  'xid-nvlink': [
    'https://github.com/NVIDIA/open-gpu-kernel-modules/issues/1355',
    'https://github.com/leptonai/gpud/pull/1160',
  ],
  'xid-application': ['https://docs.nvidia.com/deploy/xid-errors/index.html'],
  'xid-secondary': ['https://github.com/NVIDIA/open-gpu-kernel-modules/issues/1150'],
  'sxid-fatal': ['https://github.com/leptonai/gpud/blob/main/components/accelerator/nvidia/sxid/README.md'],
  'sxid-nonfatal': [
    'https://github.com/leptonai/gpud/blob/main/components/accelerator/nvidia/fabric-manager/log_matcher.go',
  ],
}
