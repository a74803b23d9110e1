import type { RuleTexts } from '../types'

export const numaZh: RuleTexts = {
  'numa-affinity-missing': {
    title: '{count} 块 GPU 没有 NUMA 节点，而机器有 {nodes} 个',
    why: '{node} 上 {gpus} 没有给出 NUMA 节点，而其他采集显示有 {nodes} 个。NCCL 会认为所有路径同样近，并把线程放在任意位置。',
    cost: '拷贝和网络流量会跨 CPU 插槽；节点间带宽损失百分之几到三分之一。',
    remedy: [
      '虚拟机：暴露 NUMA 布局（vNUMA），或用 NCCL_TOPO_FILE 指定云厂商提供的拓扑文件。',
      '物理机：检查 BIOS 中的 NUMA 设置（SNC、NPS）和 ACPI SLIT。',
      '查看：`numactl -H; cat /sys/bus/pci/devices/*/numa_node`',
    ],
  },
  'numa-affinity-restricted': {
    title: '{total} 块 GPU 共用 {count} 个 CPU（{cpus}）',
    why: '{node} 的每块 GPU 都列出相同的 {count} 个 CPU：进程只能在其上运行（容器的 cpuset 或作业步）。所有 GPU 的 NCCL 网络线程都挤在这些 CPU 上。',
    cost: '节点间带宽下降；容器比主机慢。',
    remedy: [
      '为每块 GPU 至少分配两个靠近其 NUMA 节点的核。',
      '启动器：`mpirun --bind-to none` 或 `--bind-to numa`',
      '容器：检查 --cpuset-cpus 和 CPU 请求。',
    ],
    variants: {
      single: {
        title: '{gpus}：只有一个 CPU（{cpus}）',
        why: '{node} 的 {gpus} 只能使用一个 CPU，NCCL 的网络线程与程序会争用它。',
      },
    },
  },
  'numa-nps-layout': {
    title: '每个插槽一个 NUMA 节点的 AMD 机器上只有 {measured} GB/s',
    why: '{node}（{cpu}）在 {sockets} 个插槽上有 {nodes} 个 NUMA 节点，使用 PCIe GPU，测试结果为 {measured} GB/s。NPS4 能拉近内存与 GPU；有案例在关闭 IOMMU 后从 8 提升到 21 GB/s。',
    cost: '仅 NPS 约 1 GB/s，与 IOMMU 一起则多得多。',
    remedy: [
      'BIOS：NPS4、关闭 IOMMU、APBDIS=1、关闭 DLWM、xGMI 最高速率。',
      '重新测试：`all_reduce_perf -b 64M -e 4G -f 2 -g 8`',
    ],
  },
  'numa-nic-imbalance': {
    title: 'NCCL 使用的网卡都在 {gpus} 的对侧插槽',
    why: '{node} 上 NCCL 使用 {nics}，{gpus} 只能经插槽间互连到达它们。',
    cost: '一半 GPU 经 UPI 或 xGMI 发送。',
    remedy: ['若整机只在一个插槽配网卡：属于预期。', '否则将一块网卡移到另一插槽。'],
    variants: {
      pinned: {
        title: 'NCCL_IB_HCA 排除了 {left}，即 {gpus} 所在插槽的网卡',
        why: '{node} 上 NCCL_IB_HCA={setting} 将 NCCL 限制在 {nics}。{gpus} 只能经插槽间互连到达它们，而 {left} 就在本侧。',
        remedy: ['将 {left} 加入 NCCL_IB_HCA。', '或取消 NCCL_IB_HCA，由 NCCL 选择。'],
      },
    },
  },
}
