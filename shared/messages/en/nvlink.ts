import type { RuleTexts } from '../types'

const fabricSteps = [
  'Check that Fabric Manager runs and matches the driver: `systemctl status nvidia-fabricmanager`',
  'Look for Xid 74, 144-150 and SXid: `sudo dmesg -T | grep -E "Xid|SXid"`',
]

export const nvlinkEn: RuleTexts = {
  'nvlink-inactive': {
    title: '{gpu}: {active} of {due} NVLinks up, link {links} inactive',
    why: '{product} has {due} links wired, and {gpu} of {node} shows {active}. A link that is inactive while its neighbours run is a hardware or fabric fault, not a power state: links do not go down when idle.',
    cost: 'Traffic of this GPU to every peer falls by {dead} of {due}. NCCL sizes its channels by the slowest GPU, so the whole node slows down with it (two of six lost cost a third).',
    remedy: [
      'Drain the node, reset the GPUs (`nvidia-smi -r`) or reboot, and capture `nvidia-smi nvlink -s` again.',
      'Look for Xid 74 and 144-150 on this GPU and for SXid on the switches: `sudo dmesg -T | grep -E "Xid|SXid"`',
      'Run `dcgmi diag -r 2` on the drained node.',
      'If it stays: reseat the bridge or the tray, then return the part with the log of `sudo nvidia-bug-report.sh`.',
    ],
  },
  'nvlink-all-inactive': {
    title: '{gpu}: no NVLink is up',
    why: '{product} on {node} has no active link at all. On an NVSwitch board that means that the fabric did not come up for this GPU, or that the GPU dropped off it.',
    cost: 'NCCL falls back to PCIe or host memory for this GPU: 10 to 50 times slower on an HGX board. One such GPU of eight slows the whole communicator.',
    remedy: [
      ...fabricSteps,
      'Reset the GPUs (`nvidia-smi -r`) on the drained node, or reboot. A reported case came back after a reboot and returned later: keep the log of `sudo nvidia-bug-report.sh` and open a ticket.',
    ],
    variants: {
      unnamed: {
        title: 'A GPU of {node} has no NVLink up',
        why: 'nvidia-smi says that all links of a GPU are inactive; the capture does not show which GPU. The node has NVLink on its board, as its products or its kernel log show.',
      },
      partition: {
        title: '{gpu}: no NVLink is up, as in a one-GPU partition of a virtual machine',
        why: '{gpu} is the only GPU that this virtual machine owns. A one-GPU partition of an NVSwitch board has no active link by design.',
        cost: 'None: there is no second GPU to talk to.',
        remedy: ['Nothing to do. If the machine should own more GPUs, ask the host for the partition.'],
      },
      alone: {
        title: '{gpu}: no NVLink is up, and it is the only GPU in the capture',
        why: '{product} has {due} links. With one GPU visible this is either a one-GPU partition of a virtual machine, where it is right, or a GPU off its fabric. The capture does not say which.',
        cost: 'None if it is a partition.',
        remedy: ['Capture `lscpu` and `nvidia-smi -q` of this machine, and `nvidia-smi nvlink -s` of the host.'],
      },
      card: {
        title: '{gpu}: no NVLink is up on this card, though others of the node are bridged',
        why: 'The other cards of {node} are joined by bridges. A card without any active link has no bridge, or a loose one.',
        cost: 'Traffic to this card goes over PCIe.',
        remedy: [
          'If it should be bridged: power off, reseat the bridge until it clicks, and capture `nvidia-smi nvlink -s` again.',
        ],
      },
    },
  },
  'nvlink-count-below-product': {
    title: '{gpu}: {seen} to its peers where {product} has {due}',
    why: 'On an NVSwitch board the matrix shows, in the row of a GPU, how many of its links reach a switch. {gpu} of {node} shows {seen}, this product has {due}.',
    cost: 'Bandwidth falls in proportion. NCCL also plans other rings, which were seen to congest the network between nodes.',
    remedy: [
      'Capture `nvidia-smi nvlink -s` to see which links are down.',
      'Check that all NVSwitches are there: `lspci -d 10de: | grep -i bridge`',
      ...fabricSteps,
    ],
    variants: {
      ask: {
        title: '{gpu}: {seen} between all GPUs, which fits no known board of {product}',
        why: 'Four GPUs or fewer with {seen} in every pair: the eight-GPU board shows {due}, and no four-GPU board of this product is known with {seen}. It may be a board that is not in the tables, or a fault that all GPUs share.',
        cost: 'Unknown until the board is known.',
        remedy: ['Ask for the board or server model, and capture `nvidia-smi nvlink -s`.'],
      },
    },
  },
  'nvlink-asymmetric-pair': {
    title: '{from} to {to} is {there}, back it is {back}',
    why: 'The two directions of a pair differ. On an NVSwitch machine each row counts the links of its own GPU that reach a switch, so the GPU with the lower row is the sick one: {gpus}.',
    cost: 'Collectives run at the pace of the weakest GPU.',
    remedy: [
      'Treat {gpus} as a GPU with dead links: capture `nvidia-smi nvlink -s` and `nvidia-smi nvlink -e`.',
      ...fabricSteps,
    ],
    variants: {
      odd: {
        title: '{gpus}: {there} where the other pairs have {back}',
        why: 'The GPUs of {node} are joined in pairs, and {from}-{to} counts fewer links than its like. Links or a bridge of that pair are missing; the capture does not name the product, which would tell how many there should be.',
        remedy: [
          'Capture the names and the links: `nvidia-smi -L; nvidia-smi nvlink -s`',
          'Bridged cards: power off, reseat the bridges of that pair.',
        ],
      },
      rows: {
        title: '{gpus}: {there} in its row, {back} in the rows of the others',
        why: 'Every row of an NVSwitch machine shows one number, the links of its own GPU that reach a switch. The rows of {gpus} show fewer than the others of {node}.',
      },
    },
  },
  'gpu-pair-without-nvlink': {
    title: '{pairs} GPU {pairs, plural, one {pair} other {pairs}} without NVLink around {gpus}',
    why: 'GPUs of one product ({product}) are joined by NVLink on {node}, but some pairs show PCIe only. On an NVSwitch board every GPU reaches every other one: a GPU without NV# in its row is off the fabric.',
    cost: 'NCCL rings leave NVLink: from about 208 to 20 GB/s where a PCIe hop joins an A100 pair.',
    remedy: fabricSteps,
    variants: {
      none: {
        title: 'No GPU pair shows NVLink, though {product} has it',
        why: 'The matrix of {node} was taken with NVLink (its legend explains NV#), and no pair of {product} shows any. All GPUs are off the fabric.',
        remedy: [...fabricSteps, 'In a virtual machine, ask the host which partition is active.'],
      },
      groups: {
        title: 'GPUs form separate NVLink groups',
        why: 'The GPUs of {node} are joined inside groups, and by PCIe between them. That is either a partition of the fabric on purpose, or switches that are missing.',
        remedy: ['Ask whether the fabric is partitioned on purpose.', ...fabricSteps],
      },
      bridged: {
        title: '{pairs} GPU {pairs, plural, one {pair} other {pairs}} are joined by PCIe: bridges join pairs only',
        why: 'Bridges join {product} cards in pairs; every other pair talks over PCIe. This is how such a machine is built.',
        cost: 'A ring over more than one pair runs at PCIe speed: 208 GB/s inside an A100 pair, about 20 over two pairs.',
        remedy: [
          'Keep tensor-parallel groups inside a pair: set `CUDA_VISIBLE_DEVICES` or the rank order accordingly.',
        ],
      },
    },
  },
  'nvlink-unused-by-design': {
    title: '{product}: link {off} inactive by design ({wired} of {links} are wired)',
    why: 'The chip has {links} links and this card wires {wired} of them. The others are always inactive, on every healthy card ({gpus}).',
    cost: 'None. A health check that demanded all links failed good nodes.',
    remedy: ['Nothing to do. If a health check flags it, exempt this product.'],
    variants: {
      'no-bridge': {
        title: '{product}: no NVLink bridge, so no link is active',
        why: 'NVLink of this card works only through bridges to another card. {node} has none, which is a usual way to build it.',
        cost: 'GPU to GPU traffic goes over PCIe.',
        remedy: [
          'Nothing to do, unless bridges were bought: then power off, seat them, and capture `nvidia-smi nvlink -s` again.',
        ],
      },
    },
  },
  'nvlink-speed-mixed': {
    title: '{gpus}: {count} {count, plural, one {link runs} other {links run}} at {odd} GB/s, the others at {usual}',
    why: 'Links of equal GPUs run at one rate. A link that trained at another rate has a signal problem, or the firmware of the GPUs differs.',
    cost: 'The slowest link sets the pace.',
    remedy: [
      'Drain the node and reset the GPUs: `nvidia-smi -r`',
      'Compare `nvidia-smi -q | grep -i -E "vbios|inforom"` of the GPUs.',
      'If it stays, open a ticket.',
    ],
  },
  'nvlink-bridge-partial': {
    title: '{pair}: {seen} where a full set of bridges gives {due}',
    why: '{product} cards show {due} between two cards with all bridges in place. {seen} means that a bridge is missing or does not make contact.',
    cost: 'Bandwidth inside the pair falls in proportion; hangs in all_reduce and topology queries that take minutes were seen with a loose bridge.',
    remedy: [
      'Power off, reseat every bridge of the pair until it clicks (cases and water blocks can hold it off), and capture `nvidia-smi topo -m` again.',
    ],
  },
  'p2p-status-not-ok': {
    title: '{pairs} GPU {pairs, plural, one {pair} other {pairs}} without peer access ({pair}: {status})',
    why: 'The driver refuses peer-to-peer {asked} between these GPUs. CNS or TNS on cards that can do it point at ACS, the IOMMU or the root complex.',
    cost: 'NCCL stages the traffic in host memory.',
    remedy: [
      'Check ACS on the bridges: `sudo lspci -vvv | grep -i acsctl`',
      'Check the IOMMU: `cat /proc/cmdline; sudo dmesg | grep -i -E "iommu|dmar"`',
    ],
    variants: {
      policy: {
        title: 'No peer access between these cards: the driver does not offer it',
        why: 'Peer-to-peer over PCIe is switched off for this product by the driver. It is not a fault of {node}.',
        remedy: ['Nothing to do.'],
      },
    },
  },
  'nvlink-p2p-disabled': {
    title: 'NCCL: P2P is disabled between NVLink connected GPUs {a} and {b}',
    why: 'NCCL sees NVLink between the GPUs and the driver refuses peer access over it. Nothing in the settings asked for that, so the fabric or a GPU is at fault. NCCL stops with "unhandled cuda error".',
    cost: 'The job does not start.',
    remedy: [
      ...fabricSteps,
      'Check `nvidia-smi -q | grep -A8 Fabric`',
      'Only to prove it: run once with `NCCL_IGNORE_DISABLED_P2P=1`.',
    ],
  },
  'nvlink-crc-errors': {
    title: '{gpu} link {link}: {counter} {value}, on {links} of {of} links',
    why: 'Damage counters stand on a few links of {gpu} and not on their neighbours. They count since the driver was loaded, so one capture does not say when; links that stand out are worth watching.',
    cost: 'Retransmission; a recovery stalls a link for milliseconds. It often comes before Xid 74.',
    remedy: [
      'Capture `nvidia-smi nvlink -e` again under load and compare.',
      'Look at the far end: `nvidia-smi nvlink -R`',
      'If it grows: reseat the tray; if it follows the GPU, return the GPU.',
    ],
    variants: {
      growing: {
        title: '{gpu} link {link}: {counter} grew from {before} to {value}',
        why: 'Between two captures of {node} the counter grew on {links} of {of} links of {gpu}. A growing recovery or CRC counter is a link that loses data and repairs it.',
      },
    },
  },
  'nvlink-switch-path-missing': {
    title: '{gpu}: fewer links to {count} NVSwitch{count, plural, one {} other {es}} than its siblings have',
    why: 'All other GPUs of {node} reach each NVSwitch over the same number of links. {gpu} has fewer to {switches}.',
    cost: 'As with inactive links: bandwidth in proportion.',
    remedy: ['Look at that switch: `lspci -s {switches}` and SXid in `sudo dmesg -T | grep SXid`'],
  },
}
