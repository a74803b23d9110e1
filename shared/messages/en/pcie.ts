import type { RuleTexts } from '../types'

export const pcieEn: RuleTexts = {
  'pcie-width-downgraded': {
    title: 'PCIe x{current} instead of x{max} on {devices}',
    why: 'The link of {devices} on {node} could have {max} lanes and has {current}. A data-centre card does not narrow its link when idle: lanes were lost when the link was trained.',
    cost: 'Copies to and from the host, and traffic of a network card, reach {percent} % of what the slot gives. Without NVLink the collective of all ranks falls with it.',
    remedy: [
      'Compare with the other cards: `sudo lspci -vvv | grep -E "LnkCap:|LnkSta:"`',
      'Reseat card, riser and cables; a reboot trains the link again.',
      'Check the lane split (bifurcation) of the slot in the BIOS.',
      'If it stays in another slot, replace the card; if it stays with the slot, the riser or board.',
    ],
    variants: {
      slot: {
        title: '{devices}: the slot gives x{current} of the card’s x{max}',
        why: 'The card could use {max} lanes ({devices} of {node}), and the slot or the port above it has only {current}. That is how this place is wired, not a fault of the link.',
        remedy: [
          'Nothing, if the machine was sold so.',
          'For full host bandwidth move the card to a x{max} slot.',
          'Check the lane split (bifurcation) of the slot in the BIOS.',
          'Compare with other machines of the model.',
        ],
      },
      alike: {
        title: '{devices}: all on x{current} of x{max} lanes',
        why: 'Every card of {node} has {current} of {max} lanes. Cards lose lanes one by one, so this is more likely the wiring of the machine, a setting of the BIOS, or a cloud instance that is built so.',
        remedy: [
          'Compare with another machine, or instance, of the same kind.',
          'Bare metal: check the lane split (bifurcation) of the slots in the BIOS, and the risers.',
          'Measure it: `nvbandwidth -t host_to_device_memcpy_ce`',
        ],
      },
      guest: {
        title: '{devices}: x{current} of x{max} lanes in a virtual machine',
        why: '{node} is a virtual machine: the slot of the host is not visible, and clouds wire single cards of this kind x{current}. No sibling shows more.',
        remedy: [
          'Compare with another instance of the same type.',
          'Only if that one has x{max}: report the host to the provider.',
          'Measure it: `nvbandwidth -t host_to_device_memcpy_ce`',
          'Nothing else can be done from inside.',
        ],
      },
      unknown: {
        title: '{devices}: x{current} of x{max} lanes, product not known',
        why: 'Whether {devices} may run on fewer lanes depends on the product, and no capture names one that is known here.',
        remedy: [
          'Add the names: `nvidia-smi -L`',
          'Compare with the other cards of the node.',
          'Look at card and slot: `sudo lspci -vvv | grep -E "LnkCap:|LnkSta:"`',
          'If a sibling runs x{max}, reseat this card.',
        ],
      },
    },
  },
  'pcie-gen-downgraded': {
    title: 'PCIe gen{current} under load instead of gen{max} on {gpus}',
    why: 'The link of {gpus} on {node} runs at gen{current} while the GPU works, though GPU and platform have gen{max} together. An idle GPU slows its link down to save power; one that works does not.',
    cost: 'Copies between host and GPU at 1/{times} of the speed, and PCIe traffic of NCCL with them.',
    remedy: [
      'Watch it while a job runs: `nvidia-smi --query-gpu=index,pcie.link.gen.current,pcie.link.width.current,pstate --format=csv -l 1`',
      'Check the link speed of the slot in the BIOS (Auto or the highest generation).',
      'Reseat riser and cables; update retimer and switch firmware.',
    ],
    variants: {
      copy: {
        title: 'Copies of {gpus} run at the speed of PCIe gen{current}, not gen{max}',
        why: 'The link of {gpus} was read at gen{current}, and nvbandwidth measures no more than gen{current} gives, where gen{max} is possible.',
      },
      unknown: {
        title: 'PCIe gen{current} of gen{max} under load on {gpus}, product not known',
        why: 'Some products report generations that are not to be compared (C2C-attached parts, GB10). No capture names a product that is known here.',
      },
    },
  },
  'pcie-upstream-bottleneck': {
    title:
      '{count, plural, one {A device is} other {# devices are}} limited by a PCIe link above: {available} of {capable} Gb/s',
    why: 'The path to {devices} of {node} goes through {port}, which gives {available} Gb/s; the device alone could use {capable}. A switch or root port of an older generation before newer cards is a common design.',
    cost: 'Host and network traffic is limited to {available} Gb/s. Traffic between GPUs over NVLink is not.',
    remedy: [
      'Compare the devices of the node: `sudo lspci -vvv; sudo lspci -tv`',
      'If all are alike: nothing, it is the platform.',
    ],
    variants: {
      differs: {
        title: 'A PCIe link above {devices} gives {available} of {capable} Gb/s, unlike its siblings',
        why: 'The paths of devices of one kind on {node} differ. The one through {port} gives {available} Gb/s of {capable}.',
        remedy: [
          'Compare the paths: `sudo lspci -vvv; sudo lspci -tv`',
          'Reseat what hangs at {port}; check its firmware and its slot speed in the BIOS.',
        ],
      },
    },
  },
  'replay-errors-growing': {
    title: '{counter} of {gpu}: {before} to {after} in {minutes} minutes',
    why: 'Each replay is a packet that arrived damaged and was sent again. {rate} a minute is more than the {limit} that DCGM allows for this link.',
    cost: 'Retries, later a link that trains again or a GPU that falls off the bus.',
    remedy: [
      'Read it again under load: `nvidia-smi --query-gpu=index,pcie.link.gen.current,pcie.link.width.current --format=csv; dcgmi dmon -e 202`',
      'Reseat card, riser, retimer and cables.',
      'Swap the slot to see whether it follows the GPU, then replace that part.',
    ],
    variants: {
      alone: {
        title: '{counter} grow on {gpu} only: {before} to {after}',
        why: 'Each replay is a packet that arrived damaged and was sent again. The other {others} GPUs of {node} counted none between the same captures.',
      },
    },
  },
  'pcie-aer-corrected': {
    title: '{count, plural, one {A corrected PCIe error} other {# corrected PCIe errors}} at {port} ({kinds})',
    why: 'The kernel reports errors on the link of {device}. They were corrected, so nothing was lost yet; {rate} an hour on one port is more than noise when it stays above ten.',
    cost: 'Retries now. Often the forerunner of a GPU that falls off the bus (Xid 79).',
    remedy: [
      'See what hangs there: `sudo lspci -tv`',
      'Reseat card, riser, retimer and cables; look at the signal after an update of their firmware.',
      'Swap the slot to see whether it follows the card.',
    ],
    variants: {
      unknown: {
        why: 'The kernel reports corrected errors of this port. No capture tells what hangs below it, so they may have nothing to do with GPUs or network cards.',
        cost: 'None, if the port leads to something else.',
      },
    },
  },
  'pcie-aer-fatal': {
    title: 'Fatal PCIe error: {port}',
    why: 'The kernel could not correct an error on the link of {device} ({count, plural, one {once} other {# times}}), or could not bring the device back. GPU or card behind it is out until it is reset.',
    cost: 'The GPU or network card is lost until the next power cycle, and the job with it.',
    remedy: [
      'Power the machine off and on; a warm reboot often does not bring the device back.',
      'See what hangs there: `sudo lspci -tv`',
      'Reseat it. If it comes again, replace it with the log: `sudo nvidia-bug-report.sh`',
    ],
  },
  'acs-enabled': {
    title: 'PCIe ACS redirects peer traffic at {count, plural, one {a port} other {# ports}}',
    why: 'ReqRedir or CmpltRedir is set at ports between {devices} on {node}. Packets between two devices below one switch then go up to the CPU and back instead of through the switch.',
    cost: 'Half of the peer bandwidth or less; solved cases: 65 % of the network rate, a hang at start, failed RDMA with status 4, 5 or 11.',
    remedy: [
      'Switch ACS off in the BIOS (and in the hypervisor’s options).',
      'Where the BIOS does not reach the switches, as root at every boot: `for d in $(lspci | cut -d" " -f1); do setpci -s $d ECAP_ACS+0x6.w=0000 2>/dev/null; done`',
      'Check that nothing redirects any more: `sudo lspci -vvv | grep ACSCtl`',
    ],
    variants: {
      guest: {
        title: 'PCIe ACS redirects peer traffic at {count, plural, one {a port} other {# ports}} (virtual machine)',
        why: 'Between {devices} ACS redirects. A hypervisor needs these flags to keep guests apart; there the way out is ATS (address translation by the device), not ACS off.',
        remedy: [
          'Ask the provider whether ATS is on for GPU and network card.',
          'Check in the guest: `sudo lspci -vvv | grep -E "ATSCtl|ACSCtl"`',
          'Measure with GPU memory: `ib_write_bw --use_cuda=0`',
        ],
      },
      some: {
        title:
          '{count, plural, one {A PCIe port redirects} other {# PCIe ports redirect}} peer traffic (ACS); what hangs below is not captured',
        why: 'ReqRedir or CmpltRedir is set at some ports of {node}. It matters only between GPUs and network cards; ports that lead to NVSwitches or disks do no harm.',
        cost: 'If they are above GPUs or network cards: half of the peer bandwidth, or a hang.',
        remedy: [
          'Capture the whole: `sudo lspci -vvv; sudo lspci -tv`',
          'If a port is above a GPU or a network card: ACS off in the BIOS.',
          'Check: `sudo lspci -vvv | grep ACSCtl`',
        ],
      },
    },
  },
  'iommu-on': {
    title: 'The IOMMU translates: {what} without passthrough',
    why: 'With translation on, peer-to-peer traffic over PCIe on {node} goes through the IOMMU. NCCL on PCIe GPUs then hangs at 100 % utilisation, is slower than through shared memory, or delivers wrong data.',
    cost: 'With NVLink little. Without it: hangs (on AMD typically with exactly two GPUs), or P2P slower than shared memory.',
    remedy: [
      'Switch VT-d or AMD-Vi off in the BIOS if no guest needs it.',
      'Else boot with `iommu=pt`, or with intel_iommu=off, amd_iommu=off.',
      'Then drop workarounds such as NCCL_P2P_DISABLE and measure again.',
    ],
    variants: {
      trouble: {
        title: 'The IOMMU translates ({what}), and a job with P2P failed',
        why: 'A job on {node} used peer-to-peer copies and failed or gave wrong results, while the IOMMU translates. On PCIe GPUs that is the known cause.',
      },
    },
  },
  'gpu-count-below-expected': {
    title: '{seen, plural, one {# GPU} other {# GPUs}}, and lspci lists {expected}',
    why: 'The driver of {node} handles {seen, plural, one {# GPU} other {# GPUs}}, and {expected} are on the bus. Missing: {missing}.',
    cost: 'Jobs that ask for all GPUs do not start; on an NVSwitch board the fabric may stay In Progress.',
    remedy: [
      'Look for the GPU that left: `sudo dmesg -T | grep -E "Xid|NVRM|AER"`',
      'Power the machine off and on (not a warm reboot).',
      'Reseat it; if it is lost again, return it with `sudo nvidia-bug-report.sh`.',
    ],
    variants: {
      capture: {
        title: '{seen} GPUs, and another capture of the node has {expected}',
        why: 'The newest capture of {node} attaches {seen} GPUs, an earlier one {expected}.',
      },
      board: {
        title: '{seen} GPUs: is one missing?',
        why: 'Boards with {product} have {expected} GPUs, and the driver of {node} attaches {seen}. A container or virtual machine that was given {seen} is possible, though unusual.',
      },
    },
  },
  'gpu-pair-crosses-socket': {
    title: '{count, plural, one {A GPU pair reaches} other {# GPU pairs reach}} each other only over the CPU sockets',
    why: 'Pairs such as {pairs} of {node} have no NVLink, and their path is SYS: PCIe, then the link between the sockets.',
    cost: 'A few GB/s between them. By default NCCL on Intel takes shared memory there, since P2P over the socket link is slower still.',
    remedy: [
      'Give a job GPUs below one switch or socket: `CUDA_VISIBLE_DEVICES=0,1,2,3`',
      'Do not force NCCL_P2P_LEVEL=SYS without measuring.',
    ],
  },
  'pcie-maxreadreq-low': {
    title: 'MaxReadReq {bytes} on {cards}, 4096 on {other}',
    why: 'Cards of one kind on {node} ask for PCIe reads of different size. Small reads cannot fill a 200 or 400 Gb/s link without relaxed ordering.',
    cost: 'Up to tens of per cent of the rate of these cards.',
    remedy: [
      'Set it in the BIOS, or with setpci by the card vendor’s guide.',
      'In virtual machines try `NCCL_IB_PCI_RELAXED_ORDERING=1`',
      'Check: `sudo lspci -vvv | grep MaxReadReq`',
    ],
  },
  'bar1-too-small': {
    title: 'BAR1 of 256 MiB on {count, plural, one {a GPU} other {# GPUs}} with peer traffic',
    why: '{gpus} of {node} show only 256 MiB of their memory on the bus, and the job maps it from outside ({via}).',
    cost: 'Peer mappings fail or GPUDirect RDMA is not used.',
    remedy: [
      'Switch on Above 4G Decoding and Resizable BAR in the BIOS.',
      'On professional cards with display outputs set the mode without display: `displaymodeselector --gpumode`',
      'Check: `nvidia-smi -q | grep -A3 "BAR1 Memory"`',
    ],
  },
}
