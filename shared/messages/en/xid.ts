import type { RuleTexts } from '../types'

export const xidEn: RuleTexts = {
  'xid-hardware': {
    title: 'Xid {code} on {place}{count, plural, one {} other {, # times}}',
    why: '{meaning} ({name}).',
    cost: 'Jobs on this GPU fail or hang until it is dealt with.',
    remedy: [
      'What NVIDIA’s catalogue asks for this code: {action}',
      'Treat the first Xid of a burst; later ones are mostly its consequences: `sudo dmesg -T | grep -E "Xid|SXid"`',
      'If it returns on the same GPU: drain the node, run `dcgmi diag -r 3`, and return the part with `sudo nvidia-bug-report.sh`.',
    ],
    variants: {
      unknown: {
        why: 'This code is not in the tables of this version.',
        remedy: [
          'Look the code up in NVIDIA’s Xid catalogue.',
          'Capture the lines around it: `sudo dmesg -T`',
          'Keep the log of `sudo nvidia-bug-report.sh`.',
        ],
      },
      recovery: {
        title: '{place}: the driver asks for "{action}"',
        why: 'nvidia-smi shows a recovery action other than None: the GPU has met an error that it cannot clear by itself.',
        remedy: [
          'Do what it asks for: {action}.',
          'Look for the Xid that led to it: `sudo dmesg -T | grep Xid`',
          'Check again: `nvidia-smi -q | grep -i recovery`',
        ],
      },
    },
  },
  'xid-off-bus': {
    title: '{place} fell off the bus',
    why: 'The GPU no longer answers on PCIe. The driver cannot reach it until it is power-cycled; NVSwitch peers then log SXid 20034, and nvidia-smi may show nothing of the other GPUs while it stumbles over this one.',
    cost: 'The GPU is gone until a cold power cycle, and every job on the node with it.',
    remedy: [
      'Power off completely and on again; a warm reboot is often not enough.',
      'Check power cables, seating and firmware of the server.',
      'If it happens again on the same GPU, return it with the log of `sudo nvidia-bug-report.sh`.',
    ],
  },
  'xid-nvlink': {
    title: 'Xid {code}: fatal NVLink error on {place}, link {links}',
    why: 'An NVLink error that could not be repaired. {meaning}',
    cost: 'All ranks that use the link fail; on some machines every collective hung until a reboot.',
    remedy: [
      'Reset the GPU or reboot the drained node, then capture `nvidia-smi nvlink -s` and `nvidia-smi nvlink -e`.',
      'Look at both ends of the link: the peer or the switch may be the culprit. `nvidia-smi nvlink -R`',
      'If it returns, open a ticket with the log of `sudo nvidia-bug-report.sh`.',
    ],
    variants: {
      origin: {
        title: 'Xid {code} on {place}: it lost its NVLinks, {others} other GPUs saw it go',
        why: 'Several GPUs of {node} report NVLink errors, and {place} is the one with a code of its own. {meaning} What the others report follows from that.',
      },
      'no-link': { title: 'Xid {code}: NVLink error on {place}' },
      nonfatal: {
        title: 'Xid {code}: {count} repaired NVLink errors on {place}, link {links}',
        why: 'The lines say Nonfatal: the driver repaired each of them, but they repeat. {meaning}',
        cost: 'Short stalls; it may become fatal.',
      },
    },
  },
  'xid-application': {
    title: 'Xid {code} on {place}: most likely the program ({programs})',
    why: '{meaning}. In most cases the program does something that the GPU refuses; the GPU itself is fine.',
    remedy: [
      'Debug the program, for example with `compute-sanitizer <program>`.',
      'If other programs show it on the same GPU, run `dcgmi diag -r 3`.',
    ],
    variants: {
      follows: {
        title: 'Xid {code} on {place} under different programs ({programs})',
        why: '{meaning}. One program is rarely to blame when several of them show it on one GPU.',
        remedy: [
          'Drain the node and run `dcgmi diag -r 3`.',
          'Exchange the place of the job: if it follows the GPU, return the GPU.',
        ],
      },
    },
  },
  'xid-secondary': {
    title: 'Xid {code} on {place} follows from Xid {cause}',
    why: 'It is a consequence: channels are torn down, or a recovery action is announced, after the first error.',
    remedy: ['Treat Xid {cause}.'],
  },
  'sxid-fatal': {
    title: 'SXid {code}: fatal error on {place}, port {ports}',
    why: 'The NVSwitch lost a port or its own state. {meaning}',
    cost: 'The GPUs behind it lose the fabric until they are reset.',
    remedy: [
      'If a GPU fell off the bus at the same time (Xid 79), treat that first: the switch then only reports its lost link.',
      'Reset all GPUs of the partition or reboot: `nvidia-smi -r`',
      'If it returns, open a ticket with the log of `sudo nvidia-bug-report.sh`.',
    ],
  },
  'sxid-nonfatal': {
    title: 'SXid {code}: {count} corrected {count, plural, one {error} other {errors}} on {place}, port {port}',
    why: 'The NVSwitch corrected them. {meaning}',
    remedy: ['Watch whether one port keeps producing them.'],
    variants: {
      storm: {
        title: 'SXid {code}: {count} corrected errors on {place}, port {port}, about {rate} an hour',
        why: 'One port of the NVSwitch produces errors steadily. They are corrected, but at this rate the link wears on. {meaning}',
        remedy: [
          'Find the GPU at that port in the Fabric Manager log, and treat its link as suspect: `nvidia-smi nvlink -e`',
        ],
      },
    },
  },
}
