import type { RuleTexts } from '../types'

const everywhere =
  '检查所有可能设置它的位置：作业脚本、`/etc/nccl.conf`、`~/.nccl.conf`、镜像的 ENV、调度器 prolog：`env | grep NCCL; cat /etc/nccl.conf ~/.nccl.conf`'

/** 网络、网卡、拓扑文件和调试类设置。 */
export const ncclEnvNetworkZh: RuleTexts = {
  'nccl-socket-ifname-bad': {
    title: 'NCCL_SOCKET_IFNAME={value} 在 {node} 上匹配不到任何接口',
    why: 'NCCL 找不到用于启动的接口并停止（“no socket interface found”，invalid usage）。不同机器和容器的接口名称并不相同。',
    cost: '作业无法启动。',
    remedy: [
      '在作业实际运行处（容器内）列出接口：`ip -br addr`',
      '写出集群接口的完整名称 `NCCL_SOCKET_IFNAME==eth0`，或排除本地接口 `NCCL_SOCKET_IFNAME=^docker,lo,veth,virbr`。只写 `^docker0` 会重新引入 lo。',
      everywhere,
    ],
    variants: {
      unset: {
        title: 'NCCL 在 {node} 上找不到网络接口',
        why: '日志显示没有找到 socket 接口，且采集内容中没有 NCCL_SOCKET_IFNAME。容器没有网络时也会如此。',
      },
      local: {
        title: 'NCCL 通过 {interface}（{address}）启动，其他主机无法到达',
        why: 'rank 分布在多台主机上，而 {node} 的 bootstrap 监听在本机的回环、网桥或 overlay 接口上。',
        cost: 'init 挂起，或以 connection refused 结束。',
      },
    },
  },
  'nccl-ib-disabled': {
    title: '{name}={value}：NCCL 不使用 {node} 的 RDMA 网络',
    why: '该节点有 {ports} 个运行中的 RDMA 端口，且作业跨多台主机。有此设置时 NCCL 会退回 TCP。NCCL_IB_DISABLE 同时影响 RoCE 和 InfiniBand。',
    cost: '约为原带宽的十分之一；两节点各四块 A40 的案例中单步耗时为 2.3 倍。',
    remedy: ['取消 {name}。', everywhere],
    variants: {
      unused: {
        title: '{name}={value}：{node} 的 RDMA 网络对 NCCL 关闭',
        why: '该节点有 {ports} 个运行中的 RDMA 端口。采集内容中没有跨多台主机的作业，若有则会走 TCP。',
      },
      plugin: {
        title: '{name}={value} 在此不起作用：NCCL 使用网络 {network}',
        why: '外部网络插件不检查 NCCL_IB_DISABLE。日志显示 “Using network {network}”。',
        cost: '无。',
        remedy: ['删除该设置，以免误导。'],
      },
    },
  },
  'nccl-hca-subset': {
    title: 'NCCL_IB_HCA={value} 只用到 {due} 个同类运行中网卡里的 {taken} 个',
    why: '{node} 上以下网卡已启用、类型相同，却被排除：{left}。',
    cost: '按比例损失：四块 200G 只用一块的案例中为 9.8 GB/s。',
    remedy: [
      '列出全部 rail，或取消 NCCL_IB_HCA 由 NCCL 自行发现。',
      '若其余为存储或管理端口，请以此为由静默。',
      everywhere,
    ],
  },
  'nccl-hca-prefix-match': {
    title: 'NCCL_IB_HCA={value} 还会匹配 {surplus}：条目按前缀匹配',
    why: '没有前导 = 时，每个条目匹配所有以其开头的网卡：mlx5_1 也会匹配 mlx5_10 到 mlx5_19。在 {node} 上因此多出 {surplus}。',
    cost: '存储或管理端口被当作 rail：成为慢 rail，或导致挂起。',
    remedy: ['使用完整名称：`NCCL_IB_HCA={exact}`', everywhere],
    variants: {
      exclude: {
        title: 'NCCL_IB_HCA={value} 还会排除 {surplus}：条目按前缀匹配',
        why: '没有 = 时，每个条目匹配所有以其开头的网卡。在 {node} 上该列表还排除了 {surplus}。',
        cost: '失去 rail 及其带宽。',
      },
    },
  },
  'nccl-hca-not-found': {
    title: 'NCCL_IB_HCA={value}：在 {node} 上全都不存在',
    why: '{node} 没有以 {absent} 开头的网卡。采集内容中的网卡：{devices}。不同机器的名称并不相同：mlx5_0、mlx5_bond_0、ibp26s0、rocep...',
    cost: 'NCCL 会不加提示地退回 TCP。',
    remedy: [
      '在作业实际运行处（容器内）列出名称：`ibv_devinfo -l`',
      '使用适合所有机器的前缀，或用 udev 统一命名。',
      everywhere,
    ],
    variants: {
      some: {
        title: 'NCCL_IB_HCA={value}：{node} 上没有 {absent}',
        why: '列表中其他条目存在，{absent} 匹配不到 {node} 的任何网卡。采集内容中的网卡：{devices}。',
        cost: '该节点比计划少一条 rail，且作业内各节点的列表不一致。',
      },
    },
  },
  'nccl-nvls-disabled': {
    title: '{name}={value}：NVLink SHARP 已关闭',
    why: '{node} 的 NVSwitch 可在交换芯片内归约（NVLS），五块及以上 GPU 的 all-reduce 默认使用。该设置将其关闭。',
    cost: '八卡 all-reduce：约 370，而可达 480 GB/s。其他集合通信不受影响。',
    remedy: [
      '若是因为绑定 multicast 内存失败而设置：先修复 fabric：`systemctl status nvidia-fabricmanager`',
      '然后取消该设置。',
      everywhere,
    ],
    variants: {
      measured: {
        title: '{name}={value}：all-reduce 为 {measured} GB/s，而 NVLS 可达约 {nvls}',
        why: '该运行处于 ring 的水平。硬件正常，只是该设置关闭了 NVLink SHARP。',
      },
    },
  },
  'nccl-topo-file-wrong': {
    title: '{name}={value}：该文件与 {node} 不符',
    why: 'NCCL 会把该文件与自身检测结果合并。其他机器的文件会导致错误的 ring，或使 init 失败。',
    cost: 'init 失败，或按不存在的路径规划。',
    remedy: ['在该机型上从 `/etc/nccl.conf`（或作业脚本）删除该行，或使用云厂商为该机型提供的文件。', everywhere],
    variants: {
      missing: {
        title: '{name}={value}：文件不存在',
        why: '日志显示 “Could not open XML ... file”。缺少拓扑文件只是一条 INFO，NCCL 会继续使用自身检测；缺少 graph 文件则 init 失败。',
        cost: '在虚拟机中所有 GPU 与网卡看起来一样远：GPUDirect RDMA 关闭，带宽减半甚至更差。',
      },
      refused: {
        title: '{name}={value}：NCCL 无法使用该文件',
        why: '日志显示文件中的设备不在作业中，或文件无法读取。',
      },
      product: {
        title: '{name}={value} 是为 {shape} 制作的，而 {node} 为 {product}',
        why: '该路径是另一机型、另一种 GPU 的文件。',
      },
      count: {
        title: '{name}={value} 是为 {due} 块 GPU（{shape}）制作的，而 {node} 显示 {gpus} 块',
        why: '该路径是同机型更大规格的文件。较小规格不需要文件；用错文件会使 NCCL 失败或规划错误的 ring。',
      },
      'bus-ids': {
        title: '{name}={value}：其中 GPU 的 bus id 在 {node} 上都不存在',
        why: '该文件也被采集。其中没有任何 GPU 的 bus id 属于本节点，因此 NCCL 无法使用其中的路径。',
      },
      unequal: {
        title: '已设置 {name}={value}，且同一 NVLink 从两端看数值不同',
        why: 'NCCL 的系统树中同一对 GPU 两个方向的 NVLink 带宽不同。硬件不会如此，被改动过的拓扑文件才会。',
        cost: 'NCCL 按较小数值规划：案例中为 28，而正常为 178 GB/s。',
      },
    },
  },
  'nccl-topo-file-missing': {
    title: '{node} 为虚拟机，GPU 与网卡看起来都很远（{cell}），且没有设置拓扑文件',
    why: '虚拟化平台（{hypervisor}）隐藏了 PCIe 交换芯片，NCCL 看不到 GPU 附近的网卡，因此关闭 GPUDirect RDMA 并随意选择网卡。云厂商会提供还原拓扑的文件。',
    cost: '带宽减半甚至更差。',
    remedy: [
      '设置云厂商的文件：在 `/etc/nccl.conf` 中写 `NCCL_TOPO_FILE=/path/topo.xml`',
      '若没有该文件：用客户机的 bus id 写出交换树（只需 cpu 和 pci 标签）。',
    ],
  },
  'nccl-cross-nic': {
    title: 'NCCL 让 {device} 连接到另一条 rail（{local} 到 {remote}），而 rail 之间不互通',
    why: '{device} 的连接超时，对端地址所在子网正是本节点 {other} 的子网：该 fabric 每条 rail 一个子网，彼此不互通。NCCL_CROSS_NIC={value} 允许 ring 从一块网卡出、从另一块入。',
    cost: '超过一定规模，或遇到 gather 等跨 rail 的模式时 init 失败。',
    remedy: [
      '在 rail-only fabric 上设置 `NCCL_CROSS_NIC=0`。',
      '若 rail 本应互通（leaf-spine）：检查缺失的路由或 VLAN。',
    ],
    variants: {
      subnets: {
        title: '{device} 连接另一子网超时（{local} 到 {remote}）',
        why: '本端与对端地址在不同子网。若该 fabric 每条 rail 一个子网，则规划跨越了不互通的 rail；采集内容中没有 {node} 的地址信息，无法确定。',
        remedy: [
          '在两个节点上采集所有网卡的地址：`show_gids`',
          '若为 rail-only fabric：`NCCL_CROSS_NIC=0`；否则检查缺失的路由。',
        ],
      },
      off: {
        title: 'NCCL_CROSS_NIC=0 且节点间带宽偏低',
        why: '为 0 时每个 ring 必须从同一条 rail 出入。在 rail 互通的 fabric 上，这限制了 NCCL 的选择。',
        cost: '取决于 fabric。',
        remedy: ['在完全互通的 fabric 上保持默认值（2）并重新测量。', '在 rail-only fabric 上 0 是正确的。'],
      },
    },
  },
  'nccl-ib-timeout-low': {
    title: 'NCCL_IB_TIMEOUT={value}：网络超时过短',
    why: '每次尝试的时长为 4.096 µs 乘以 2 的该值次方。NCCL 2.23 起默认为 20（之前为 18，更早为 14）。',
    cost: 'fabric 的短暂抖动（link 闪断、重新路由）就会以 error 12 结束作业。',
    remedy: ['使用 22 和 7 次重试：`NCCL_IB_TIMEOUT=22 NCCL_IB_RETRY_CNT=7`', '然后排查 fabric 中断的原因。'],
    variants: {
      retry: {
        title: 'NCCL_IB_RETRY_CNT={value}：重试次数少于默认的 7',
        why: '网卡在这么多次无应答后放弃。',
      },
    },
  },
  'nccl-ignore-mismatch': {
    title: '{name}：网卡不一致的节点被放行',
    why: '{leftHost} 使用 {left}；{rightHost} 使用 {right}。NCCL 本会拒绝或告警，有此设置则继续。',
    cost: 'init 完成，随后作业以 100 % 利用率、低功耗挂起。',
    remedy: ['使设备集合一致（device cgroup、容器内的 uverbs 设备），或固定共同的列表：`NCCL_IB_HCA`', '取消 {name}。'],
    variants: {
      p2p: {
        title: '{name}：忽略 NVLink 上被禁用的 P2P',
        why: 'NCCL 在 {node} 的 GPU 之间看到 NVLink，而驱动拒绝其 P2P，这是 fabric 故障。该设置掩盖了它。',
        cost: '故障仍在，表现为带宽低或挂起。',
        remedy: ['修复 fabric：`nvidia-smi topo -p2p r; systemctl status nvidia-fabricmanager`', '取消 {name}。'],
      },
    },
  },
  'nccl-cpu-affinity-ignored': {
    title: 'NCCL_IGNORE_CPU_AFFINITY={value}：忽略作业的 CPU 绑定',
    why: 'NCCL 会把线程绑定到 GPU 所在 NUMA 节点的 CPU，而不管启动器的设置。启动器只绑一个核时这是正确的办法，机器被共享时则不合适。',
    cost: '代理线程可能与其他任务争抢，或运行在远端 socket。',
    remedy: ['改为启动时不绑定：`mpirun --bind-to none`', '取消该设置。'],
  },
  'nccl-debug-leftover': {
    title: '{name}={value}：会产生海量日志的调试设置',
    why: 'TRACE、ALL、COLL 会为每次集合通信打印日志，只适合诊断，不适合生产。',
    cost: '数 GB 日志以及写日志的时间。',
    remedy: ['诊断后取消；生产中 `NCCL_DEBUG=WARN` 即可。', everywhere],
    variants: {
      blocking: {
        title: 'CUDA_LAUNCH_BLOCKING={value}：每次 kernel 启动都要等待',
        why: '启动变为同步，计算与通信无法重叠。DCGM 将其列为影响性能的设置。',
        cost: '完全失去重叠。',
        remedy: ['诊断后取消。', everywhere],
      },
      'launch-mode': {
        title: 'NCCL_LAUNCH_MODE={value}：旧版本的残留设置',
        why: '它改变单进程多 GPU 的 kernel 启动方式，自 NCCL 2.9 起已弃用。',
        cost: '无已知影响。',
        remedy: ['删除该设置。', everywhere],
      },
    },
  },
}
