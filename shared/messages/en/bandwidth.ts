import type { RuleTexts } from '../types'

export const bandwidthEn: RuleTexts = {
  'busbw-below-expected': {
    title: '{collective} over {ranks} GPUs: {measured} GB/s at {size}, expected about {expected}',
    why: 'On {ranks} {gpu} this collective gives {low} to {high} GB/s of bus bandwidth at this size; the best row reaches {percent} % of the typical figure. The number alone does not say why: look at the other findings, and at what could not be checked.',
    cost: 'Communication takes about {percent} % of the speed that this hardware has.',
    remedy: [
      'Look for inactive links, pinned NCCL settings, shared memory between GPUs and clock limits among the findings.',
      'Run again over a longer range: `all_reduce_perf -b 1G -e 16G -f 2 -n 50 -g {ranks}`',
      'Capture the log of the same run: `NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,ENV,GRAPH,TUNING`',
    ],
    variants: {
      unexplained: {
        why: 'On {ranks} {gpu} this collective gives {low} to {high} GB/s of bus bandwidth at this size; the best row reaches {percent} % of the typical figure. Nothing in the capture predicts such a loss: unexplained.',
        remedy: [
          'Capture next, around the same run: `{next}`',
          'Run again over a longer range: `all_reduce_perf -b 1G -e 16G -f 2 -n 50 -g {ranks}`',
        ],
      },
      ring: {
        title:
          '{collective} over {ranks} GPUs: {measured} GB/s at {size} is the ring figure; NVLS was not used{more, plural, =0 {} one { (and one more run)} other { (and # more runs)}}',
        why: 'The links are healthy: this is what a ring gives. NVLink SHARP (NVLS) reduces in the switches and would give about {expected} GB/s on this machine.',
        cost: 'About {lost} % of the bandwidth that this collective can have inside one node.',
        remedy: [
          'Check for NCCL_NVLS_ENABLE=0 or a pinned NCCL_ALGO, NCCL older than 2.17, and a failed multicast bind in the log.',
          'Capture `NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,TUNING,NVLS` of the same run.',
        ],
      },
    },
  },
  'busbw-internode-low': {
    title: '{collective} over {nodes} nodes: {measured} GB/s at {size}, the network carries about {sum}',
    why: 'Each node uses {nics} adapters of about {each} GB/s, {sum} GB/s together. The run reaches {percent} % of that.',
    cost: 'Traffic between nodes takes that share of the speed of the network.',
    remedy: [
      'Check GPUDirect RDMA, ACS, NCCL_IB_HCA and the rate of every port among the findings.',
      'Measure one adapter after the other: `ib_write_bw -d <device> --use_cuda=0 --report_gbits -a`',
      'Then add adapters one by one with NCCL_IB_HCA.',
    ],
    variants: {
      unexplained: {
        why: 'Each node uses {nics} adapters of about {each} GB/s, {sum} GB/s together. The run reaches {percent} % of that, and nothing in the capture predicts such a loss: unexplained.',
        remedy: ['Capture next, around the same run: `{next}`', 'Then add adapters one by one with NCCL_IB_HCA.'],
      },
    },
  },
  'wrong-results': {
    title: '{collective}: {count} wrong values in {rows} {rows, plural, one {row} other {rows}}',
    why: 'nccl-tests checks what arrives. Wrong values mean that data was corrupted between GPUs: training on this machine computes wrong results without any message.',
    cost: 'Silent corruption.',
    remedy: [
      'Upgrade NCCL first: 2.15.5 with P2P or PXN off, 2.18 with LL128 and 2.27.3 and later on Slingshot had such faults.',
      'Probe with `NCCL_PROTO=Simple`; if that is right, the protocol or the platform is at fault.',
      'On cards with P2P over PCIe check IOMMU and ACS: `cat /proc/cmdline; sudo lspci -vvv | grep -i acsctl`',
      'Run `dcgmi diag -r 3` on the drained node.',
    ],
  },
  'tests-not-one-communicator': {
    title:
      '{copies} copies of {collective} ran side by side, each with {ranks} {ranks, plural, one {rank} other {ranks}}',
    why: 'Every copy begins at rank 0 with a device list of its own: they never talked to one another. Most often the benchmark was built without MPI, or launcher and build use different MPI families.',
    cost: 'The measurement is void: it shows one process many times.',
    remedy: [
      'Build again with MPI: `make clean; make MPI=1 MPI_HOME=<path of the MPI that launches it>`',
      'Check that `ldd all_reduce_perf | grep mpi` names that MPI.',
    ],
    variants: {
      footers: {
        title: '{copies} results of {collective} under one command: the processes ran separately',
        why: 'One command started several processes, and each printed its own footer. One run over all of them prints one. Most often the benchmark was built without MPI, or launcher and build use different MPI families.',
      },
    },
  },
  'busbw-zero-single-rank': {
    title: '{collective} with one rank: bus bandwidth 0 says nothing',
    why: 'One rank has nobody to send to. Bus bandwidth is 0 by definition, and in-place times are those of an empty call.',
    remedy: ['Give it more GPUs: `-g <GPUs>`, or use a build with MPI.'],
  },
  'busbw-avg-misread': {
    title:
      'Average bus bandwidth {average} GB/s covers all sizes; the peak is {peak} at {size}{more, plural, =0 {} one { (and one more run)} other { (and # more runs)}}',
    why: 'The footer averages every size of the sweep, here from {first} on. It depends on the range and is no figure to compare with a plateau.',
    cost: 'None.',
    remedy: ['Read the largest sizes, or sweep only those: `-b 1G -e 16G`'],
  },
  'busbw-not-saturated': {
    title:
      '{collective}: still rising by {growth} % at {size}, the last size{more, plural, =0 {} one { (and one more run)} other { (and # more runs)}}',
    why: 'The sweep ended before the plateau. {last} GB/s is what this size gives, not what the machine gives.',
    remedy: ['Sweep further: `-e 16G`'],
  },
  'busbw-collapse-large': {
    title: '{collective}: falls from {peak} GB/s at {peakSize} to {low} at {lowSize}',
    why: 'Bus bandwidth grows with size and then stays. Falling to {percent} % in both columns means that something gives way under sustained load: congestion on a lossy network, pause storms, heat.',
    cost: 'Large messages run at {percent} % of what smaller ones show.',
    remedy: [
      'On RoCE check PFC, ECN and the traffic class on hosts and switches.',
      'Watch clocks and temperatures meanwhile: `nvidia-smi dmon -s pucm`',
      'Repeat with another pair of nodes to see what it follows.',
    ],
  },
  'busbw-two-node-inflated': {
    title: 'all_reduce on two nodes: {measured} GB/s, more than the network carries ({sum})',
    why: 'On exactly two nodes a tree sends each byte over the wire once instead of twice, so bus bandwidth can read up to double the wire. It is healthy, and no measure of the network.',
    remedy: ['For an acceptance figure run with `NCCL_ALGO=Ring`.'],
  },
  'busbw-above-link-spec': {
    title: 'all_reduce at {peak} GB/s, above the {rate} GB/s of the links: NVLS is at work',
    why: 'Bus bandwidth assumes a ring. With NVLink SHARP the switches do the sum and fewer bytes cross the links of {gpu}, so the figure exceeds the rate of the links.',
    remedy: ['Nothing to do.'],
  },
  'busbw-pairs-differ': {
    title: '{slow} of {pairs} pairs are slow: {worst} GB/s on {pair}, {best} on the best',
    why: 'Pairs of one kind should give one figure. {common, select, none {No member is common to all slow ones.} other {The slow ones share {common}.}}',
    cost: 'A ring over all of them runs at the pace of the slowest pair.',
    remedy: [
      'Look at what the slow pairs have in common: the GPU, the adapter, the cable, the node.',
      'Exchange that part between two pairs and see what the loss follows.',
    ],
  },
}
