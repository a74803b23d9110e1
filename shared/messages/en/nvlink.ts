import type { RuleTexts } from '../types'

export const nvlinkEn: RuleTexts = {
  'nvlink-inactive': {
    title: '{gpu}: {active} of {due} NVLinks up, {links} inactive',
    why: '{product} has {due} links wired on this kind of board, and {gpu} of {node} shows {active}. A link that is inactive while its neighbours run is a hardware or fabric fault, not a power state: links do not go down when idle.',
    cost: 'Traffic of this GPU to every peer falls by {dead} of {due}. NCCL sizes its channels by the slowest GPU, so the whole node slows down with it (two of six lost cost a third).',
    remedy: [
      'Drain the node, reset the GPUs (`nvidia-smi -r`) or reboot, and capture `nvidia-smi nvlink -s` again.',
      'Look for Xid 74 and 144-150 on this GPU and for SXid on the switches: `sudo dmesg -T | grep -E "Xid|SXid"`',
      'Run `dcgmi diag -r 2` on the drained node.',
      'If it stays: reseat the bridge or the tray, then return the part with `sudo nvidia-bug-report.sh`.',
    ],
  },
}
