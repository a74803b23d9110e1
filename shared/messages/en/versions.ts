import type { RuleTexts } from '../types'

const upgrade = [
  'Upgrade NCCL; without rebuilding: `LD_PRELOAD=<path>/libnccl.so.2`',
  'Run the same command again and compare.',
]

export const versionsEn: RuleTexts = {
  'driver-library-mismatch': {
    title:
      '{node}: the loaded driver and its libraries are of different versions (library {library}, kernel module {module})',
    why: 'The kernel still runs the old module while the libraries were exchanged, most often by an unattended upgrade. Every call to the driver fails until both are one version.',
    cost: 'No GPU can be used: all tools and all programs fail.',
    remedy: [
      'Compare: `cat /proc/driver/nvidia/version; dpkg -l | grep nvidia-driver`',
      'Stop what uses the GPUs and reload the modules, or restart the node: `sudo systemctl stop nvidia-fabricmanager nvidia-persistenced; sudo rmmod nvidia_drm nvidia_modeset nvidia_uvm nvidia; sudo modprobe nvidia`',
      'Hold the packages: `sudo apt-mark hold "nvidia-*"`',
    ],
  },
  'cuda-newer-than-driver': {
    title: '{node}: built for CUDA {built}, and the driver has {driver}',
    why: 'A library of a newer major release of CUDA does not start on this driver. Within one major release it would.',
    cost: 'Init fails.',
    remedy: [
      'Install a newer driver, or the wheel or image that fits this one: `nvidia-smi --version`',
      'On data centre GPUs a forward-compatibility package may do: `ls /usr/local/cuda*/compat`',
    ],
    variants: {
      said: {
        title: '{node}: the CUDA driver is too old for this program',
        why: 'CUDA says that the driver version is insufficient for the runtime that the program was built with.',
      },
    },
  },
  'nccl-version-known-bad': {
    title: 'NCCL {version} has a known fault, and its symptom shows here',
    why: 'The release is known for what this capture shows.',
    cost: 'As the symptom.',
    remedy: upgrade,
    variants: {
      peermem: {
        title: 'NCCL {version} does not use nvidia_peermem here: connections carry no GDRDMA',
        why: 'Releases up to 2.22.3 look for the peer memory module in a way that misses nvidia_peermem of newer drivers. It is loaded, and the connections of this job do without GPUDirect RDMA.',
        cost: 'A quarter to 60 % of the bandwidth between nodes.',
      },
      'p2p-off-wrong': {
        title: 'NCCL {version} computes wrong results with P2P or PXN off',
        why: '2.15.5 is known for wrong results when peer access or PXN is switched off, and this run has wrong values.',
        cost: 'Silent corruption.',
      },
      'roce-ll128': {
        title: 'NCCL {version} over RoCE: wrong values',
        why: '2.18 is known for hangs and wrong results with LL128 over RoCE on Hopper. As a probe: NCCL_PROTO=^LL128.',
        cost: 'Silent corruption.',
      },
      slingshot: {
        title: 'NCCL {version} on Slingshot: wrong values',
        why: 'From 2.27.3 on wrong values were reported on Slingshot networks, and this run has wrong values.',
        cost: 'Silent corruption.',
      },
      'cross-rail': {
        title: 'NCCL {version} fails to connect across rails on seven nodes and more',
        why: '2.27 is known for failing ibv_modify_qp calls across rails from seven nodes on.',
        cost: 'The job fails.',
      },
      'ib-regression': {
        title: 'NCCL {version} is slow over InfiniBand',
        why: '2.5.6 lost bandwidth over InfiniBand, and this run between nodes is low.',
        cost: 'As measured.',
      },
      nvls: {
        title: 'NCCL {version} fails to set up NVLS',
        why: '2.26.2 is known for failures of NVLS, and the log shows one.',
        cost: 'The job fails, or runs without NVLS.',
      },
    },
  },
}
