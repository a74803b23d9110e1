import type { RuleTexts } from '../types'

export const nicZh: RuleTexts = {
  'ib-port-down': {
    title: '{device} 处于 down（{physical}），{active} 个同类端口正常',
    why: '{node} 的端口 {device}（{type}）没有链路，而同类端口正常。Polling 表示对端没有信号，Disabled 表示被人为关闭。down 端口显示的速率没有意义。',
    cost: '少一条 rail：八 rail 机器的节点间带宽少八分之一；若对端节点的该 rail 正常，作业可能挂起。',
    remedy: [
      '{physical, select, Polling {检查线缆、光模块和交换机端口。} Disabled {先确认由谁关闭，再启用端口：`sudo ibportstate -C {device} -D 0 1 enable`} other {Polling：检查线缆、光模块和交换机端口。Disabled：启用端口，`sudo ibportstate -C {device} -D 0 1 enable`}}',
      '对照交换机侧：`iblinkinfo`',
    ],
    variants: {
      pinned: {
        title: '{device} 处于 down（{physical}），而 NCCL_IB_HCA 指定了它',
        why: 'NCCL_IB_HCA={setting} 要求使用 {node} 的 {device}，但该端口没有链路。',
      },
      spare: {
        title: '{device} 处于 down（{physical}）：备用还是故障？',
        why: '{node} 的端口 {device} 没有链路，同类端口有 {active} 个正常。它可能是卡上未使用的第二个端口或从未接线的端口，采集内容也未显示 NCCL 使用它。',
        cost: '若为备用端口则无影响。',
        remedy: ['确认该端口是否应当接线。', '若是：检查线缆、光模块和交换机端口。', '与另一节点对比：`ibstat`'],
      },
    },
  },
  'ib-port-init': {
    title: '{devices} 没有子网管理器：状态 {state}，lid {lid}，SM lid {smLid}',
    why: '{node} 的 {count} 个 InfiniBand 端口物理链路正常（LinkUp），但没有子网管理器为其分配地址，因此无法传输数据。',
    cost: 'NCCL 会跳过这些端口，或连接失败。',
    remedy: [
      '检查子网管理器是否响应：`sudo sminfo`',
      '启动或检查 opensm、UFM 或交换机上的子网管理器。',
      '检查端口的分区键（pkey）。',
    ],
  },
  'ib-rate-below-peers': {
    title: '{device} 为 {rate} Gb/s，同类端口为 {peer} Gb/s',
    why: '{node} 的端口 {device}（{type}）比 {peers} 慢。ring 会同步使用所有 rail。',
    cost: '所有 rail 都以最慢者的速度运行。',
    remedy: [
      '查看线缆两端：`sudo mlxlink -d {device} -m -c`',
      '检查光模块等级、FEC 和交换机端口速率。',
      '若该端口不供 NCCL 使用（存储、管理），用 NCCL_IB_HCA 排除。',
    ],
    variants: {
      node: {
        title: '{device} 在本机为 {rate} Gb/s，在 {other} 上为 {peer} Gb/s',
        why: '{node} 的 {device} 比 {other} 上的同名设备慢。跨两机的作业以较低速率运行。',
      },
    },
  },
  'ib-link-flap': {
    title: '{device} 在 {hours} 小时内断开 {count} 次',
    why: '{node} 的内核反复报告 {device} 链路断开。大型运营方以每天五次为限，超过即下线节点。',
    cost: 'InfiniBand 超时后作业以错误 12 失败，或挂起。',
    remedy: [
      '重新插拔线缆、清洁光口，再更换光模块。',
      '查看端口错误：`ibqueryerrors`',
      '查看两端：`sudo mlxlink -d mlx5_0 -m -c -e`',
    ],
    variants: {
      nccl: {
        title: 'NCCL 在 {node} 上收到 {count} 次端口错误',
        why: '作业运行期间网卡通知 NCCL 端口断开。此类日志很多说明链路抖动；超时（错误 12）是其后果。',
      },
      counter: {
        title: '{device}：两次采集之间链路断开 {count} 次',
        why: '{node} 的两次采集之间，该端口的 LinkDownedCounter 增长了。',
      },
    },
  },
  'ib-error-counters': {
    title: '{port} 的错误计数在增长：{counters}',
    why: '{node} 的两次采集之间端口有流量，{counter} 从 {before} 增至 {after}。这些计数表示线路上有损坏。',
    cost: '数据包重传；端口恢复时会停顿。',
    remedy: ['清洁或更换线缆和光模块，再看问题是否留在该端口。', '与其他端口对比：`ibqueryerrors`'],
    variants: {
      reliable: {
        why: '{node} 的两次采集之间端口有流量，{counter} 从 {before} 增至 {after}。这些计数表示数据包在途中丢失，常见于没有流控的 RoCE 网络。',
        cost: '每丢失一个应答都会让连接停顿，最坏可达数秒。',
        remedy: ['检查沿途流控（PFC、ECN）：`ethtool -a IF; sudo mlnx_qos -i IF`', '与其他端口对比。'],
      },
    },
  },
  'nic-pcie-below-port': {
    title: '{device}：PCIe 只有 {link} Gb/s，端口为 {rate} Gb/s',
    why: '{node} 上 {device} 的 PCIe 链路为 {speed} GT/s、{width} 条 lane，即 {link} Gb/s，低于端口速率。',
    cost: '该 rail 上限为 {link} Gb/s。',
    remedy: ['检查插槽：BIOS 中的代数与 lane 数、lane 拆分（bifurcation）。', '将卡移到能满足端口速率的插槽。'],
    variants: {
      both: {
        title: '{device} 与同卡另一端口共用 {link} Gb/s 的 PCIe（端口合计 {rate}）',
        why: '该卡两个端口都已启用，合计速率高于其 PCIe 链路（{speed} GT/s，{width} 条 lane）。单个端口可达到自身速率。',
        cost: '除非两个端口同时满速，否则无影响。',
        remedy: ['NCCL 只使用该卡的一个端口。', '或将卡移到更宽的插槽。'],
      },
    },
  },
  'nic-gpu-far': {
    title: '{count} 块 GPU 附近没有网卡（{gpus}）',
    why: '{node} 上其他 GPU 与网卡共用 PCIe 交换芯片，而 {gpus} 只能经 CPU 到达网卡。此时 NCCL 默认不使用 GPUDirect RDMA。',
    cost: '200 Gb/s 网卡上约 16 GB/s 而不是 24 GB/s，并占用 CPU 内存带宽。',
    remedy: [
      '对照整机设计：哪块网卡对应哪块 GPU？',
      '移动网卡，或在 NCCL_IB_HCA 中指定正确的网卡。',
      '未经实测不要强制 NCCL_NET_GDR_LEVEL=SYS。',
    ],
    variants: {
      pinned: {
        title: 'NCCL_IB_HCA 使 {gpus} 用不到近处的网卡',
        why: '{node} 上 NCCL_IB_HCA={setting} 只包含 {gpus} 需经 CPU 到达的网卡，而 {nics} 就在它们自己的 PCIe 交换芯片下。',
        remedy: [
          '将 {nics} 加入列表。',
          '或取消 NCCL_IB_HCA，由 NCCL 选择。',
          '未经实测不要强制 NCCL_NET_GDR_LEVEL=SYS。',
        ],
      },
      shared: {
        title: '{gpus} 共用一块网卡，而 {nics} 附近没有 GPU',
        why: '此类机器每块 GPU 配一块网卡。{node} 上 {gpus} 共用一块，而同类的 {nics} 不在任何 GPU 的交换芯片下：网卡插错槽，或交换芯片端口失效。',
      },
    },
  },
  'nic-mixed-link-layer': {
    title: 'NCCL 将 {odd}（{layer}）与另外 {others} 个端口一起当作 rail',
    why: '{node} 上 NCCL 使用的网卡列表混有 InfiniBand 与 RoCE。NCCL 把它们当成同一网络的 rail，而实际并非如此。',
    cost: '慢速 rail 拖累全部、挂起，或在各节点列表不一致时崩溃。',
    remedy: [
      '排除类型不同的端口：`NCCL_IB_HCA=^{list}`',
      '或精确列出 rail：`NCCL_IB_HCA==mlx5_0,mlx5_1,...`',
      '在所有节点上保持一致。',
    ],
    variants: {
      ports: {
        title: 'NCCL 可能将 {odd}（{layer}，{rate} Gb/s）与 {others} 个 InfiniBand 端口一起当作 rail',
        why: '{node} 的 {odd} 是活动的 Ethernet 端口，速率与 InfiniBand 端口相同，采集内容中没有任何设置阻止 NCCL 使用它。',
      },
    },
  },
  'roce-gid-link-local': {
    title: 'GID 索引 {index} 是链路本地地址（{gid}）',
    why: 'NCCL_IB_GID_INDEX 选中了 {node} 上以 fe80 开头的地址，多数网络中它不能在节点间路由。可路由的 RoCE v2 条目为 {better}。',
    cost: '连接超时（ibv_modify_qp、错误 12）：完全没有流量。',
    remedy: [
      '取消 NCCL_IB_GID_INDEX：NCCL 2.21 及以后会自行选择正确条目。',
      '否则选择带 IPv4 地址的 v2 行：`show_gids`',
      '使各端口、各节点的行号一致。',
    ],
    variants: {
      version: {
        title: 'GID 索引 {index} 为 RoCE v1（{gid}）',
        why: 'NCCL_IB_GID_INDEX 选中了 {node} 的 RoCE v1 条目。RoCE v1 不能跨二层网段。v2 条目为 {better}。',
      },
      absent: {
        title: '{ports} 上不存在 GID 索引 {index}',
        why: 'NCCL_IB_GID_INDEX={index}，而 {node} 上 {ports} 的表中没有这一行。接口地址不同时，各端口、各节点的行号会不一致。',
      },
      log: {
        title: 'NCCL 以链路本地 GID 建立连接（{gid}）',
        why: '{node} 的日志在失败的连接中给出以 fe80 开头的本地地址，多数网络中它不能在节点间路由。',
      },
    },
  },
  'roce-mtu-mismatch': {
    title: '{low} 的 MTU 为 {lowest}，{other} 上为 {highest}',
    why: '同一条 RoCE rail 的 active MTU 在 {node} 上为 {lowest}，在 {other} 上为 {highest}，一端的包另一端收不下。',
    cost: '大块传输超时（错误 12）而小块正常，或速率偏低。',
    remedy: [
      '主机与交换机统一 MTU：`sudo ip link set IF mtu 9000`',
      '检查：`ibv_devinfo | grep -E "hca_id|active_mtu"`',
    ],
    variants: {
      rails: {
        title: '{low} 的 MTU 为 {lowest}，{high} 为 {highest}',
        why: '{node} 的 RDMA 端口 active MTU 不一致。若它们是同一 RoCE 网络的 rail，它们之间的大块传输会超时。',
      },
    },
  },
  'roce-lossy-fabric': {
    title: 'RoCE {collective}：{peakSize} 时 {peak} GB/s，{lowSize} 时 {low}（{percent}%）',
    why: '该测试走 RoCE，消息变大时总线带宽跌到很小。这是网络拥塞时丢包的典型形态。',
    cost: '只剩十分之一甚至更低，且每次结果不同。',
    remedy: [
      '检查 NCCL 所用流量类别的流控：`sudo mlnx_qos -i IF; ethtool -S IF | grep -E "pause|discard"`',
      '使 NCCL_IB_TC 对应交换机的无损队列（有的站点为 106 或 236）。',
      '检查 trust（DSCP）与全局类别：`cat /sys/class/infiniband/mlx5_0/tc/1/traffic_class`',
    ],
    variants: {
      swings: {
        title: 'RoCE {collective}：带宽起伏，{lowSize} 时只有 {low} GB/s',
        why: '该测试走 RoCE，随消息变大，总线带宽有 {dips} 次跌到一半又恢复。这是网络拥塞时丢包的典型形态。',
      },
    },
  },
  'roce-bond-single-qp': {
    title: '{count} 个 bond 上只有 {measured} GB/s：相当于单个成员（{one}）',
    why: 'NCCL 使用 {bonds}，每个连接 {pairs} 个 QP。bond 的哈希把一个连接固定在一个成员上，因此只有 {measured} GB/s，而两个成员可达 {both}。',
    cost: '只用到 bond 的一半。',
    remedy: [
      '增加 QP 数：`NCCL_IB_QPS_PER_CONNECTION=4 NCCL_IB_SPLIT_DATA_ON_QPS=0`',
      '更好的做法：拆除 bond，把两个端口都交给 NCCL。',
    ],
  },
  'nic-module-trouble': {
    title: '{device}：{what}，{count} 次',
    why: '{node} 的网卡驱动报告光模块或线缆异常。',
    cost: '端口断开或降速。',
    remedy: ['检查风道；读取模块温度：`sudo mlxlink -d mlx5_0 -m`', '重新插拔或更换光模块和线缆。'],
    variants: {
      power: {
        title: '{device}：插槽声明的功率不足',
        why: '{node} 的网卡从插槽读到的可用功率低于所需。有些机型的每个节点开机时都会打印一次且工作正常；反复出现则是真实问题。',
        remedy: [
          '与同型号的其他节点对比：`sudo dmesg -T | grep "insufficient power"`',
          '在 BIOS 与手册中检查插槽功率。',
        ],
      },
    },
  },
  'nic-access-reg-noise': {
    title: '网卡功能的寄存器读取（ACCESS_REG）失败 {count} 次',
    why: '监控程序向由固件管理的功能（{devices}）读取其不提供的计数器，无害。',
    cost: '除了占满日志外没有影响。',
    remedy: ['在 exporter 配置中排除这些设备。'],
  },
}
