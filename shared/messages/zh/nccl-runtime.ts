import type { RuleTexts } from '../types'

export const ncclRuntimeZh: RuleTexts = {
  'nccl-shm-inside-node': {
    title: '{node} 的 {pair} 等 {pairs} 对 GPU：以 NVLink 相连，数据却经主机内存',
    why: '日志显示由 NVLink 相连的 GPU 之间为 “via {via}”。只有在不允许或无法使用 P2P 时，NCCL 才会使用共享内存。',
    cost: '该跳慢 5 到 20 倍；集合通信以最慢的一跳为准。',
    remedy: [
      '查找 NCCL_P2P_DISABLE=1 或 NCCL_P2P_LEVEL=LOC：`env | grep NCCL; cat /etc/nccl.conf ~/.nccl.conf`',
      '每个容器一块 GPU 时：共享 IPC 并让每个容器看到全部 GPU：`--ipc=host --gpus all`，且 NCCL_HOSTID 相同。',
      '查询驱动：`nvidia-smi topo -p2p r`',
    ],
    variants: {
      pcie: {
        title: '{pair}：同一 PCIe 交换树下的 GPU，数据却经主机内存',
        why: '日志显示同一 PCIe 交换树（PIX 或 PXB）下的 GPU 之间为 “via {via}”，而 NCCL 默认在此距离使用 P2P。',
        cost: '原本一次传输变为经主机内存的两次拷贝。',
      },
    },
  },
  'nccl-net-inside-node': {
    title: '同一主机（{node}）的 rank 之间走网络：{via}',
    why: '按主机名看，rank {from} 与 rank {to} 在同一台机器上，却使用网络通信，NCCL 会把它们计为两个节点。P2P 与共享内存都关闭或不可用时会如此：分离的容器、不同的 NCCL_HOSTID、禁用开关。',
    cost: '以 NIC（或 TCP）代替 NVLink：两卡 H200 走 TCP 实测 3 GB/s。八个单 GPU pod 共用一块 100G NIC 远慢于分散部署。',
    remedy: [
      '查找 NCCL_P2P_DISABLE 和 NCCL_SHM_DISABLE：`env | grep NCCL; cat /etc/nccl.conf ~/.nccl.conf`',
      'pod：一个 pod 使用全部 GPU，或共享 IPC、/dev/shm 和主机标识（`hostIPC: true`，相同的 NCCL_HOSTID）。',
    ],
    variants: {
      loopback: {
        title: '同一主机的 rank 之间使用 NIC：有意的测试',
        why: 'P2P 与 SHM 均关闭，网络为 RDMA：在单节点内测量 {node} 的 NIC。',
        cost: '在此类测试中无影响。',
      },
      faster: {
        title: '同一主机的 rank 之间使用 NIC（{via}）：比经 CPU 更快时 NCCL 会选择 NIC',
        why: '仅由主桥相连的 GPU 之间，NCCL 会比较经 NIC 与经 CPU 的路径并取较快者。这里没有任何禁用设置。',
        cost: '无。',
      },
    },
  },
}
