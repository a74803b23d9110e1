import type { RuleTexts } from '../types'

export const dcgmEn: RuleTexts = {
  'dcgm-wrong-field-ids': {
    title: 'Fields 205 and 206 are no NVLink traffic',
    why: '205 (ACCDT) is a process accounting record, which dmon always prints as N/A, and 206 (ECUTL) is the load of the video encoder, which is 0 on a compute node. No DCGM release ever gave these ids to NVLink, though a published guide says so.',
    cost: 'Zeros and N/A that are read as "no NVLink traffic".',
    remedy: [
      'Sample NVLink and PCIe: `dcgmi dmon -e 1011,1012,1009,1010 -d 1000`',
      '1011 and 1012 are bytes per second of the whole GPU, sent and received. -d is in milliseconds.',
    ],
    variants: {
      interval: {
        title: 'Fields 205 and 206 are no NVLink traffic, and -d {interval} is {interval} ms',
        remedy: [
          'Sample NVLink and PCIe: `dcgmi dmon -e 1011,1012,1009,1010 -d 1000`',
          '-d counts milliseconds: {interval} asks for up to a thousand rows a second and GPU. Below 100 ms the profiling fields repeat or stay empty.',
        ],
      },
      counter: {
        title: '{metric} is declared a counter, and is a rate',
        why: 'The profiling fields are bytes per second already. Declared as a counter, a dashboard takes the rate of a rate.',
        cost: 'Graphs that show nonsense.',
        remedy: ['Declare the PROF fields as gauge in the exporter’s CSV file.', 'Restart the exporter.'],
      },
    },
  },
  'dcgm-field-unsupported': {
    title: 'No value for {fields}: not offered by {product} or this DCGM',
    why: 'The columns hold N/A throughout. That is no zero: the field is not measured here.',
    cost: 'None.',
    remedy: [
      'Use 1011 and 1012 for NVLink and 1009 and 1010 for PCIe.',
      'Profiling fields need a data-centre GPU, administrator rights and the profiling module of DCGM.',
    ],
    variants: {
      message: {
        title: 'DCGM does not offer a field: {text}',
        why: 'DCGM says so itself. The value is not measured, which is no zero.',
      },
    },
  },
  'dcgm-prof-locked': {
    title: 'Another profiler holds the counters',
    why: 'Profiling counters can be read by one tool at a time. While nsys, ncu or CUPTI runs, DCGM gets nothing.',
    cost: 'No profiling metrics meanwhile.',
    remedy: ['Pause DCGM while profiling: `dcgmi profile --pause`, and afterwards `dcgmi profile --resume`'],
  },
  'dcgm-nvlink-idle': {
    title: 'NVLink traffic stays 0 over {samples} samples while the GPUs work',
    why: 'The GPUs of {node} are busy, their NVLink counters stay at zero, and the log shows that ranks talk through shared memory.',
    cost: 'Traffic takes PCIe and host memory.',
    remedy: [
      'Look for the reason among the findings: P2P disabled, containers that do not see each other.',
      'If the exporter runs without rights, counters can read zero: check with `sudo dcgmi dmon -e 1011,1012 -d 1000`',
    ],
  },
  'dcgm-nvlink-down': {
    title: '{gpu}: DCGM sees {count} {count, plural, one {link} other {links}} down ({links})',
    why: '{product} is meant to have these links, and DCGM reports them down.',
    cost: 'As with inactive links: bandwidth to every peer falls in proportion, and the node follows its slowest GPU.',
    remedy: [
      'Compare with `nvidia-smi nvlink -s`',
      'Look for Xid 74, 144-150 and SXid: `sudo dmesg -T | grep -E "Xid|SXid"`',
      'Drain, reset (`nvidia-smi -r`), and look again.',
    ],
    variants: {
      unbridged: {
        title: '{gpu}: DCGM reports the links of an unbridged card as down',
        why: '{product} has no bridge here, so no link can be up. DCGM warns all the same.',
        cost: 'None.',
        remedy: [
          'Switch off the NVLink watch for these cards: `dcgmi health -s a`, without NVLink',
          'Nothing is broken.',
          'If bridges were bought, power off and seat them.',
        ],
      },
    },
  },
  'dcgm-xid-gauge-stale': {
    title: 'Xid {code} in the exporter has no kernel line',
    why: 'The gauge keeps the last code until the exporter restarts. The kernel log of {node} that was captured does not hold it.',
    cost: 'None.',
    remedy: ['Confirm in `sudo dmesg -T | grep Xid`', 'Alert on DCGM_EXP_XID_ERRORS_COUNT instead.'],
    variants: {
      harmless: {
        title: 'Xid {code} in the exporter: mostly a fault of a program, and it stays until a restart',
        why: 'The gauge keeps the last code until the exporter restarts, and this code is caused by programs in most cases. No kernel log was captured to tell when.',
      },
    },
  },
  'dcgm-diag-fail': {
    title: 'DCGM diagnostic: {test} {status} ({where})',
    why: 'What it says: {text}',
    cost: 'By what failed.',
    remedy: [
      'Treat what the message names; memory, thermal, PCIe and NVLink have findings of their own if the captures show them.',
      'Run it again on the drained node: `dcgmi diag -r 3`',
    ],
    variants: {
      silent: { why: 'The capture holds the result without a message.' },
      'no-links': {
        title: 'DCGM diagnostic: {test} {status} only for links that these cards do not have',
        why: 'Every message of the test is about an NVLink that is down, and these cards have no NVLink, or no bridge. DCGM 2.4 and some later releases fail every such machine.',
        cost: 'None.',
        remedy: ['Take a newer DCGM, or leave the NVLink check out for these cards.', 'Nothing is broken.'],
      },
    },
  },
  'ecc-uncorrected': {
    title: '{gpu}: {count} uncorrected memory errors since the driver was loaded',
    why: 'Data in the memory of {gpu} was lost. Programs that touched it were stopped (Xid 48, 94 or 95).',
    cost: 'The job that ran crashed.',
    remedy: [
      'Drain the node and reset the GPU: `nvidia-smi -r`',
      'Check `nvidia-smi -q -d ECC,ROW_REMAPPER` and run `dcgmi diag -r 3`',
      'If it returns, return the part.',
    ],
    variants: {
      aggregate: {
        title: '{gpu}: {count} uncorrected SRAM errors over its life',
        why: 'SRAM has no spare rows: errors there repeat more often than in DRAM. A lifetime count does not say when.',
        cost: 'None now.',
        remedy: [
          'Watch it: `nvidia-smi -q -d ECC`',
          'Look for Xid 48, 94 and 95: `sudo dmesg -T | grep Xid`',
          'If it grows, return the part.',
        ],
      },
      threshold: {
        title: '{gpu}: the SRAM error threshold is exceeded',
        why: 'The GPU itself says that it has seen more uncorrected SRAM errors than it is allowed.',
        cost: 'The GPU is due for exchange.',
        remedy: ['Drain the node.', 'Keep the log of `sudo nvidia-bug-report.sh`', 'Return the part.'],
      },
    },
  },
  'row-remap-pending': {
    title: '{gpu}: a row remap waits for a reset',
    why: 'A memory row failed and a spare row stands ready, but it takes over only at the next reset. {count} uncorrectable remaps so far.',
    cost: 'The error may come again until then.',
    remedy: [
      'Drain the node and reset the GPU (`nvidia-smi -r`) or reboot.',
      'Check that Pending says No: `nvidia-smi -q -d ROW_REMAPPER`',
    ],
  },
  'row-remap-failed': {
    title: '{gpu}: remapping failed, its memory has no spare row left',
    why: 'The GPU could not replace a failed memory row.',
    cost: 'The GPU is at the end of its life.',
    remedy: ['Drain the node; do not use the GPU any more.', 'Return it with the log of `sudo nvidia-bug-report.sh`.'],
    variants: {
      growing: {
        title: '{gpu}: uncorrectable row remaps grew from {before} to {count}',
        why: 'Between two captures more memory rows failed. In a solved case they grew again minutes after a reboot, and the GPU had to go.',
      },
      xid: {
        title: '{gpu}: Xid 64, a row could not be remapped',
        why: 'The driver reports that remapping a memory row failed.',
        cost: 'Memory errors will return.',
        remedy: [
          'Drain the node, reset the GPU and look again: `nvidia-smi -q -d ROW_REMAPPER`',
          'If Remapping Failure says Yes or remaps grow, return the part.',
        ],
      },
    },
  },
  'clocks-power-capped': {
    title: '{gpu} runs at its power limit ({draw} of {limit} W)',
    why: 'At full load the power limit sets the clock. That is how these GPUs work.',
    cost: 'None against other GPUs with the same limit.',
    remedy: ['Nothing to do.'],
    variants: {
      low: {
        title: '{gpu}: power cap active at {draw} of {limit} W',
        why: 'The cap holds the clock back well below the limit: something else than the limit of the GPU caps it, such as the power supply or the management controller.',
        cost: 'A clock 10 to 50 % lower; one such GPU slows all ranks.',
        remedy: [
          'Look at `nvidia-smi -q -d POWER,PERFORMANCE` under load.',
          'Check power supplies and power policy in the management controller.',
          'Restore the default limit: `sudo nvidia-smi -pl <default>`',
        ],
      },
      limit: {
        title: '{gpu}: power limit {limit} W, its siblings have {usual} W',
        why: 'One GPU of {node} has a lower limit than the others, so its clock falls first and every collective waits for it.',
        cost: 'The pace of the slowest GPU.',
        remedy: [
          'Compare: `nvidia-smi -q -d POWER`',
          'Restore the default: `sudo nvidia-smi -pl <default>`',
          'Check the power policy in the management controller.',
        ],
      },
    },
  },
  'clocks-hw-slowdown': {
    title:
      '{gpu}: {reason} active ({temperature}), in {hits} of {samples} {samples, plural, one {sample} other {samples}}',
    why: 'The clock is pulled down to protect the hardware: heat, a power brake from the server, or a failing supply.',
    cost: 'The clock is halved or worse, and every rank waits for this GPU.',
    remedy: [
      'Check cooling, fans and dust; compare temperatures of the GPUs.',
      'Power brake: check power cables, redundancy of the supplies and the power policy of the management controller.',
      'Watch it: `nvidia-smi dmon -s pucm`',
    ],
    variants: {
      untold: {
        title: '{gpu}: {reason} active, in {hits} of {samples} {samples, plural, one {sample} other {samples}}',
      },
    },
  },
  'clocks-locked-low': {
    title: '{gpus}: application clock {low} MHz, its siblings {usual} MHz',
    why: 'Somebody set a lower application clock on part of the GPUs of {node}.',
    cost: 'The slowest GPU sets the pace.',
    remedy: ['Reset the clocks: `sudo nvidia-smi -rgc; sudo nvidia-smi -rac`'],
  },
  'persistence-off': {
    title: 'Persistence mode is off on {count} {count, plural, one {GPU} other {GPUs}}',
    why: 'The driver unloads when no program uses the GPU: first starts are slow, clocks settle late, and on HGX boards the fabric is set up anew.',
    cost: 'Seconds at each start.',
    remedy: ['Run the daemon: `sudo systemctl enable --now nvidia-persistenced`'],
  },
  'mig-enabled': {
    title: 'MIG is enabled on {gpus}',
    why: 'MIG instances have no peer-to-peer over PCIe or NVLink and no NVLS. Link and topology facts of these GPUs say nothing.',
    cost: 'None for single-instance work.',
    remedy: ['For NCCL over several GPUs: drain, then `sudo nvidia-smi -mig 0`'],
    variants: {
      job: {
        title: 'A job over several GPUs runs where MIG is enabled ({gpus})',
        why: 'MIG instances have no peer-to-peer over PCIe or NVLink: NCCL between them is not supported or goes through host memory.',
        cost: 'The job fails, or runs at the speed of host memory.',
      },
    },
  },
}
