import type { RuleTexts } from '../types'

export const nicEn: RuleTexts = {
  'ib-port-down': {
    title: '{device} is down ({physical}), {active, plural, one {a port} other {# ports}} of its kind up',
    why: 'The port {device} of {node} ({type}) has no link, and its siblings have. Polling means no signal from the other end, Disabled that somebody switched it off. The rate that a down port prints means nothing.',
    cost: 'One rail less: an eighth of the bandwidth between nodes on an eight-rail machine, or a job that hangs when the peer node has this rail up.',
    remedy: [
      '{physical, select, Polling {Check cable, transceiver and the port of the switch.} Disabled {Ask who switched it off, then switch it on: `sudo ibportstate -C {device} -D 0 1 enable`} other {Polling: check cable, transceiver and the port of the switch. Disabled: switch it on, `sudo ibportstate -C {device} -D 0 1 enable`}}',
      'Compare the switch side: `iblinkinfo`',
    ],
    variants: {
      pinned: {
        title: '{device} is down ({physical}), and NCCL_IB_HCA names it',
        why: 'NCCL_IB_HCA={setting} asks for {device} of {node}, and the port has no link.',
      },
      spare: {
        title: 'Down ({physical}): {device}. Spare or broken?',
        why: '{device} of {node}: no link, while {active, plural, one {a port} other {# ports}} of this kind have one. It may be the unused second port of a card or a port that was never cabled, and no capture says that NCCL uses it.',
        cost: 'None if it is spare.',
        remedy: [
          'Ask whether it is meant to be cabled.',
          'If so: check cable, transceiver and the port of the switch.',
          'Compare with another node: `ibstat`',
        ],
      },
    },
  },
  'ib-port-init': {
    title: 'No subnet manager for {devices}: state {state}, lid {lid}, SM lid {smLid}',
    why: 'The cable of {count, plural, one {an InfiniBand port} other {# InfiniBand ports}} of {node} works (LinkUp), and no subnet manager has set {count, plural, one {it} other {them}} up. Until then no traffic passes.',
    cost: 'NCCL leaves these ports out or fails to connect.',
    remedy: [
      'See whether a subnet manager answers: `sudo sminfo`',
      'Start or check opensm, UFM or the one on the switch.',
      'Check the partition keys of the ports.',
    ],
  },
  'ib-rate-below-peers': {
    title: '{device} runs at {rate} Gb/s, its siblings at {peer}',
    why: 'On {node} the port {device} ({type}) is slower than {peers}. A ring uses all rails in step.',
    cost: 'All rails run at the speed of the slowest.',
    remedy: [
      'Look at both ends of the cable: `sudo mlxlink -d {device} -m -c`',
      'Check transceiver grade, FEC and the speed of the switch port.',
      'If this port is not for NCCL (storage, management), leave it out with NCCL_IB_HCA.',
    ],
    variants: {
      node: {
        title: '{device} runs at {rate} Gb/s here and at {peer} on {other}',
        why: 'The same device {device} of {node} is slower than that of {other}. A job over both runs at the lower rate.',
      },
    },
  },
  'ib-link-flap': {
    title: '{device} went down {count, plural, one {once} other {# times}} in {hours} hours',
    why: 'The kernel of {node} reports the link of {device} down again and again. Five times a day is the limit above which large operators take a node out.',
    cost: 'A job dies with error 12 once the InfiniBand timeout is over, or hangs.',
    remedy: [
      'Reseat the cable, clean the optics, then swap the transceiver.',
      'Look at the errors of the port: `ibqueryerrors`',
      'Look at both ends: `sudo mlxlink -d mlx5_0 -m -c -e`',
    ],
    variants: {
      nccl: {
        title: 'NCCL saw {count, plural, one {a port error} other {# port errors}} on {node}',
        why: 'The network adapter told NCCL that a port went down while the job ran. Many such lines mean links that flap; timeouts (error 12) are the consequence.',
      },
      counter: {
        title: '{device}: the link went down {count, plural, one {once} other {# times}} between two captures',
        why: 'LinkDownedCounter of this port grew between two captures of {node}.',
      },
    },
  },
  'ib-error-counters': {
    title: 'Error counters of {port} grow: {counters}',
    why: 'Between two captures of {node}, with traffic on the port, {counter} went from {before} to {after}. These counters mean damage on the wire.',
    cost: 'Packets are sent again; a port that recovers stalls for a while.',
    remedy: [
      'Clean or swap cable and transceiver, then see whether it stays with the port.',
      'Compare with the other ports: `ibqueryerrors`',
    ],
    variants: {
      reliable: {
        why: 'Between two captures of {node}, with traffic on the port, {counter} went from {before} to {after}. These counters mean packets that were lost on the way, as on a RoCE network without flow control.',
        cost: 'Each lost acknowledgement stalls a connection, for seconds at worst.',
        remedy: [
          'Check flow control (PFC, ECN) on the way: `ethtool -a IF; sudo mlnx_qos -i IF`',
          'Compare with the other ports.',
        ],
      },
    },
  },
  'nic-pcie-below-port': {
    title: '{device}: PCIe gives {link} Gb/s, the port {rate}',
    why: 'The PCIe link of {device} on {node} runs at {speed} GT/s with {width} lanes, which is {link} Gb/s. The port is faster.',
    cost: 'The rail is capped at {link} Gb/s.',
    remedy: [
      'Check the slot: generation and lanes in the BIOS, lane split (bifurcation).',
      'Move the card to a slot that carries its port.',
    ],
    variants: {
      both: {
        title: '{device} and the other port of its card share {link} Gb/s of PCIe for {rate}',
        why: 'Both ports of the card are up; together they are faster than their PCIe link ({speed} GT/s, {width} lanes). Each port alone gets its rate.',
        cost: 'None, unless both ports run at full rate.',
        remedy: ['Use one port of the card for NCCL.', 'Or move the card to a wider slot.'],
      },
    },
  },
  'nic-gpu-far': {
    title: '{count, plural, one {A GPU has} other {# GPUs have}} no network adapter near ({gpus})',
    why: 'On {node} other GPUs share a PCIe switch with an adapter, and the way from {gpus} to any goes over the CPU. By default NCCL then does without GPUDirect RDMA.',
    cost: 'About 16 instead of 24 GB/s on a 200 Gb/s adapter, and load on the CPU’s memory.',
    remedy: [
      'Compare with the plan of the machine: which adapter belongs to which GPU?',
      'Move the card, or name the right adapters in NCCL_IB_HCA.',
      'Do not force NCCL_NET_GDR_LEVEL=SYS without measuring.',
    ],
    variants: {
      pinned: {
        title: 'NCCL_IB_HCA leaves {gpus} without the adapter near them',
        why: 'NCCL_IB_HCA={setting} on {node} takes only adapters that {gpus} reach over the CPU, though {nics} sits behind their own PCIe switch.',
        remedy: [
          'Take {nics} into the list.',
          'Or unset NCCL_IB_HCA and let NCCL choose.',
          'Do not force NCCL_NET_GDR_LEVEL=SYS without measuring.',
        ],
      },
      shared: {
        title: '{gpus} share one adapter while none is near {nics}',
        why: 'Machines of this kind have one adapter for each GPU. On {node} {gpus} share one, and {nics}, of the same kind, is behind no GPU’s switch: a card in the wrong slot, or a switch port that is down.',
      },
    },
  },
  'nic-mixed-link-layer': {
    title: 'NCCL takes {odd} ({layer}) as a rail beside {others, plural, one {another} other {# others}}',
    why: 'The list of adapters that NCCL uses on {node} mixes InfiniBand and RoCE. NCCL treats them as rails of one network, which they are not.',
    cost: 'A slow rail that holds all others, a hang, or a crash when the nodes’ lists differ.',
    remedy: [
      'Leave the odd one out: `NCCL_IB_HCA=^{list}`',
      'Or name the rails exactly: `NCCL_IB_HCA==mlx5_0,mlx5_1,...`',
      'Do the same on all nodes.',
    ],
    variants: {
      ports: {
        title:
          'NCCL may take {odd} ({layer}, {rate} Gb/s) as a rail beside {others, plural, one {an InfiniBand port} other {# InfiniBand ports}}',
        why: '{odd} of {node} is an active Ethernet port as fast as the InfiniBand ones, and nothing captured keeps NCCL from using it.',
      },
    },
  },
  'roce-gid-link-local': {
    title: 'GID index {index} is link-local ({gid})',
    why: 'NCCL_IB_GID_INDEX picks an address of {node} that begins with fe80. It is not routed between nodes on most fabrics. The routable RoCE v2 entry is {better}.',
    cost: 'Connections time out (ibv_modify_qp, error 12): no traffic at all.',
    remedy: [
      'Unset NCCL_IB_GID_INDEX: NCCL 2.21 and later find the right entry.',
      'Else take the v2 row with the IPv4 address: `show_gids`',
      'Make the rows equal on every port and node.',
    ],
    variants: {
      version: {
        title: 'GID index {index} is RoCE v1 ({gid})',
        why: 'NCCL_IB_GID_INDEX picks a RoCE v1 entry of {node}. RoCE v1 does not leave the layer-2 segment. The v2 entry is {better}.',
      },
      absent: {
        title: 'GID index {index} does not exist on {ports}',
        why: 'NCCL_IB_GID_INDEX={index}, and the table of {ports} on {node} has no such row. Rows differ between ports and nodes when interfaces have different addresses.',
      },
      log: {
        title: 'NCCL connects with a link-local GID ({gid})',
        why: 'The log of {node} names a local address that begins with fe80 in a failing connection. It is not routed between nodes on most fabrics.',
      },
    },
  },
  'roce-mtu-mismatch': {
    title: 'MTU {lowest} on {low}, {highest} on {other}',
    why: 'The same RoCE rail has an active MTU of {lowest} on {node} and {highest} on {other}. Packets of the one do not fit the other.',
    cost: 'Timeouts (error 12) on large transfers, while small ones work; or a low rate.',
    remedy: [
      'Set one MTU on hosts and switches: `sudo ip link set IF mtu 9000`',
      'Check: `ibv_devinfo | grep -E "hca_id|active_mtu"`',
    ],
    variants: {
      rails: {
        title: 'MTU {lowest} on {low}, {highest} on {high}',
        why: 'The RDMA ports of {node} have different active MTUs. If they are rails of one RoCE network, large transfers between them time out.',
      },
    },
  },
  'roce-lossy-fabric': {
    title: 'RoCE {collective}: {peak} GB/s at {peakSize}, {low} at {lowSize} ({percent} %)',
    why: 'The run went over RoCE, and its bus bandwidth falls to a fraction where messages get large. That is the shape of a network that drops packets when it is full.',
    cost: 'A tenth of the bandwidth and less, different from run to run.',
    remedy: [
      'Check flow control on the traffic class that NCCL uses: `sudo mlnx_qos -i IF; ethtool -S IF | grep -E "pause|discard"`',
      'Make NCCL_IB_TC the class of the switch’s lossless queue (106 or 236 at some sites).',
      'Check trust (DSCP) and the global class: `cat /sys/class/infiniband/mlx5_0/tc/1/traffic_class`',
    ],
    variants: {
      swings: {
        title: 'RoCE {collective}: bandwidth swings, {low} GB/s at {lowSize} between larger ones',
        why: 'The run went over RoCE, and its bus bandwidth fell to half and came back {dips} times as sizes grew. That is the shape of a network that drops packets when it is full.',
      },
    },
  },
  'roce-bond-single-qp': {
    title: '{measured} GB/s over {count, plural, one {a bond} other {# bonds}}: one member’s rate ({one})',
    why: 'NCCL uses {bonds} with {pairs} queue pairs for each connection. The bond’s hash keeps a connection on one member, so the run gives {measured} GB/s where both members could carry {both}.',
    cost: 'Half of the bond.',
    remedy: [
      'Use more queue pairs: `NCCL_IB_QPS_PER_CONNECTION=4 NCCL_IB_SPLIT_DATA_ON_QPS=0`',
      'Better: dissolve the bond and give NCCL both ports.',
    ],
  },
  'nic-module-trouble': {
    title: '{device}: {what} ({count, plural, one {once} other {# times}})',
    why: 'The driver of the network adapter of {node} reports its transceiver or cable.',
    cost: 'The port drops or throttles.',
    remedy: [
      'Check the airflow; read the module’s temperature: `sudo mlxlink -d mlx5_0 -m`',
      'Reseat or swap transceiver and cable.',
    ],
    variants: {
      power: {
        title: '{device}: the slot does not name enough power',
        why: 'The adapter of {node} reads from the slot that it may draw less than it needs. Some machines print this once at boot on every node and work; repeated it is real.',
        remedy: [
          'Compare with other nodes of the model: `sudo dmesg -T | grep "insufficient power"`',
          'Check the slot power in BIOS and manual.',
        ],
      },
    },
  },
  'nic-access-reg-noise': {
    title: '{count} failed register reads (ACCESS_REG) of network functions',
    why: 'Monitoring asks functions that the firmware owns ({devices}) for counters that they do not give. It is harmless.',
    cost: 'None but a full log.',
    remedy: ['Leave these devices out in the exporter’s configuration.'],
  },
}
