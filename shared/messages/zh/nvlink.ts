import type { RuleTexts } from '../types'

const fabricSteps = [
  '确认 Fabric Manager 正在运行且版本与驱动一致：`systemctl status nvidia-fabricmanager`',
  '查找 Xid 74、144-150 和 SXid：`sudo dmesg -T | grep -E "Xid|SXid"`',
]

export const nvlinkZh: RuleTexts = {
  'nvlink-inactive': {
    title: '{gpu}：{due} 条 NVLink 中只有 {active} 条正常，link {links} 未激活',
    why: '{product} 应有 {due} 条 link，而 {node} 的 {gpu} 只有 {active} 条。相邻 link 正常而某条 inactive，说明是硬件或 fabric 故障，而不是节能状态：link 空闲时不会断开。',
    cost: '该 GPU 到每个 peer 的流量减少 {dead}/{due}。NCCL 按最慢的 GPU 规划 channel，因此整个节点都会变慢（6 条 link 断 2 条，性能损失约三分之一）。',
    remedy: [
      '排空节点，重置 GPU（`nvidia-smi -r`）或重启，然后重新采集 `nvidia-smi nvlink -s`。',
      '查看该 GPU 是否有 Xid 74、144-150，交换芯片是否有 SXid：`sudo dmesg -T | grep -E "Xid|SXid"`',
      '在已排空的节点上运行 `dcgmi diag -r 2`。',
      '若仍未恢复：重新插拔 bridge 或托盘，再用 `sudo nvidia-bug-report.sh` 收集日志并送修。',
    ],
  },
  'nvlink-all-inactive': {
    title: '{gpu}：没有任何 NVLink 处于激活状态',
    why: '{node} 上的 {product} 没有一条激活的 link。在 NVSwitch 主板上，这说明该 GPU 的 fabric 没有建立，或该 GPU 已脱离 fabric。',
    cost: 'NCCL 对该 GPU 只能走 PCIe 或主机内存：在 HGX 主板上慢 10 到 50 倍。八块 GPU 中有一块如此，整个 communicator 都会变慢。',
    remedy: [
      ...fabricSteps,
      '在已排空的节点上重置 GPU（`nvidia-smi -r`）或重启。已知案例重启后恢复、之后复发：请保留 `sudo nvidia-bug-report.sh` 的日志并提交工单。',
    ],
    variants: {
      unnamed: {
        title: '{node} 的一块 GPU 没有激活的 NVLink',
        why: 'nvidia-smi 报告某块 GPU 的所有 link 均为 inactive，但采集内容没有显示是哪一块。其产品型号或内核日志表明该节点的主板具有 NVLink。',
      },
      partition: {
        title: '{gpu}：没有激活的 NVLink，符合虚拟机单 GPU 分区的情况',
        why: '{gpu} 是该虚拟机唯一的 GPU。NVSwitch 主板的单 GPU 分区在设计上就没有激活的 link。',
        cost: '无：没有第二块 GPU 可通信。',
        remedy: ['无需处理。若该虚拟机应有更多 GPU，请向宿主机确认分区。'],
      },
      alone: {
        title: '{gpu}：没有激活的 NVLink，且采集内容中只有这一块 GPU',
        why: '{product} 有 {due} 条 link。只看到一块 GPU 时，要么是虚拟机单 GPU 分区（正常），要么 GPU 已脱离 fabric。采集内容无法区分。',
        cost: '若是分区则无影响。',
        remedy: ['请采集本机的 `lscpu` 和 `nvidia-smi -q`，以及宿主机的 `nvidia-smi nvlink -s`。'],
      },
      card: {
        title: '{gpu}：该卡没有激活的 NVLink，而同节点其他卡有 bridge',
        why: '{node} 的其他卡通过 bridge 相连。没有任何激活 link 的卡没有装 bridge，或 bridge 松动。',
        cost: '到该卡的流量走 PCIe。',
        remedy: ['若本应有 bridge：断电，重新插紧 bridge，再采集 `nvidia-smi nvlink -s`。'],
      },
    },
  },
  'nvlink-count-below-product': {
    title: '{gpu}：到 peer 为 {seen}，而 {product} 应为 {due}',
    why: '在 NVSwitch 主板上，矩阵中 GPU 所在行表示该 GPU 有多少条 link 到达交换芯片。{node} 的 {gpu} 为 {seen}，该产品应为 {due}。',
    cost: '带宽按比例下降。NCCL 还会规划出不同的 ring，已有造成节点间网络拥塞的案例。',
    remedy: [
      '采集 `nvidia-smi nvlink -s`，查看哪些 link 断开。',
      '确认所有 NVSwitch 都在：`lspci -d 10de: | grep -i bridge`',
      ...fabricSteps,
    ],
    variants: {
      ask: {
        title: '{gpu}：所有 GPU 之间均为 {seen}，与 {product} 的任何已知主板都不符',
        why: '四块或更少 GPU，每对均为 {seen}：八卡主板为 {due}，也没有已知的四卡主板为 {seen}。可能是表中没有的主板，也可能是所有 GPU 共有的故障。',
        cost: '在确定主板型号之前无法判断。',
        remedy: ['请确认主板或服务器型号，并采集 `nvidia-smi nvlink -s`。'],
      },
    },
  },
  'nvlink-asymmetric-pair': {
    title: '{from} 到 {to} 为 {there}，反向为 {back}',
    why: '同一对 GPU 的两个方向不一致。在 NVSwitch 机器上，每行统计本 GPU 到达交换芯片的 link 数，因此数值较低的一行是有问题的 GPU：{gpus}。',
    cost: '集合通信按最弱的 GPU 的速度运行。',
    remedy: ['将 {gpus} 视为有断 link 的 GPU：采集 `nvidia-smi nvlink -s` 和 `nvidia-smi nvlink -e`。', ...fabricSteps],
    variants: {
      odd: {
        title: '{gpus}：为 {there}，其他对为 {back}',
        why: '{node} 的 GPU 两两相连，而 {from}-{to} 的 link 数少于其他对。该对缺少 link 或 bridge；采集内容中没有产品名称，无法判断应有多少。',
        remedy: [
          '采集名称和 link：`nvidia-smi -L; nvidia-smi nvlink -s`',
          '若为 bridge 相连的卡：断电，重新插紧该对的 bridge。',
        ],
      },
      rows: {
        title: '{gpus}：本行为 {there}，其他行为 {back}',
        why: 'NVSwitch 机器每行应为同一数值，即本 GPU 到达交换芯片的 link 数。{gpus} 的行少于 {node} 的其他 GPU。',
      },
    },
  },
  'gpu-pair-without-nvlink': {
    title: '{pairs} 对 GPU 没有 NVLink，涉及 {gpus}',
    why: '{node} 上同型号 GPU（{product}）以 NVLink 相连，但部分 GPU 对只有 PCIe。NVSwitch 主板上任意两块 GPU 都可互达：所在行没有 NV# 的 GPU 已脱离 fabric。',
    cost: 'NCCL 的 ring 离开 NVLink：A100 对之间若出现 PCIe 跳，带宽从约 208 降到 20 GB/s。',
    remedy: fabricSteps,
    variants: {
      none: {
        title: '没有任何 GPU 对显示 NVLink，而 {product} 具备 NVLink',
        why: '{node} 的矩阵包含 NVLink（图例解释了 NV#），但没有任何一对 {product} 显示 NVLink。所有 GPU 都脱离了 fabric。',
        remedy: [...fabricSteps, '若为虚拟机，请向宿主机确认激活的分区。'],
      },
      groups: {
        title: 'GPU 形成相互独立的 NVLink 组',
        why: '{node} 的 GPU 组内以 NVLink 相连，组间为 PCIe。可能是有意的 fabric 分区，也可能缺少交换芯片。',
        remedy: ['请确认 fabric 是否有意分区。', ...fabricSteps],
      },
      bridged: {
        title: '{pairs} 对 GPU 之间为 PCIe：bridge 只连接成对的卡',
        why: 'bridge 只把 {product} 两两相连，其他 GPU 对走 PCIe。这类机器的结构就是如此。',
        cost: '跨多对的 ring 以 PCIe 速度运行：A100 对内 208 GB/s，跨两对约 20 GB/s。',
        remedy: ['将张量并行组限制在一对之内：相应设置 `CUDA_VISIBLE_DEVICES` 或 rank 顺序。'],
      },
    },
  },
  'nvlink-unused-by-design': {
    title: '{product}：link {off} 按设计未激活（{links} 条中接出 {wired} 条）',
    why: '芯片有 {links} 条 link，该卡只接出 {wired} 条。其余 link 在任何健康的卡上都是 inactive（{gpus}）。',
    cost: '无。要求全部 link 激活的健康检查曾误判正常节点。',
    remedy: ['无需处理。若健康检查报警，请将该产品列为例外。'],
    variants: {
      'no-bridge': {
        title: '{product}：没有 NVLink bridge，因此没有激活的 link',
        why: '该卡的 NVLink 只能通过 bridge 连接另一张卡。{node} 没有 bridge，这是常见配置。',
        cost: 'GPU 间流量走 PCIe。',
        remedy: ['无需处理；若购买了 bridge：断电安装后重新采集 `nvidia-smi nvlink -s`。'],
      },
    },
  },
  'nvlink-speed-mixed': {
    title: '{gpus}：{count} 条 link 速率为 {odd} GB/s，其余为 {usual}',
    why: '同型号 GPU 的 link 速率应一致。训练到其他速率的 link 存在信号问题，或 GPU 固件不一致。',
    cost: '最慢的 link 决定整体速度。',
    remedy: [
      '排空节点并重置 GPU：`nvidia-smi -r`',
      '比较各 GPU 的 `nvidia-smi -q | grep -i -E "vbios|inforom"`。',
      '若仍存在，请提交工单。',
    ],
  },
  'nvlink-bridge-partial': {
    title: '{pair}：为 {seen}，而完整的 bridge 应为 {due}',
    why: '{product} 两卡之间装齐 bridge 时为 {due}。{seen} 说明缺少 bridge 或接触不良。',
    cost: '对内带宽按比例下降；bridge 松动时曾出现 all_reduce 挂起、拓扑查询耗时数分钟。',
    remedy: ['断电，重新插紧该对的每个 bridge（机箱或水冷头可能顶住），再采集 `nvidia-smi topo -m`。'],
  },
  'p2p-status-not-ok': {
    title: '{pairs} 对 GPU 没有 peer 访问能力（{pair}：{status}）',
    why: '驱动拒绝这些 GPU 之间的 peer-to-peer（{asked}）。支持 P2P 的卡出现 CNS 或 TNS，通常与 ACS、IOMMU 或根复合体有关。',
    cost: 'NCCL 只能经主机内存中转。',
    remedy: [
      '检查桥上的 ACS：`sudo lspci -vvv | grep -i acsctl`',
      '检查 IOMMU：`cat /proc/cmdline; sudo dmesg | grep -i -E "iommu|dmar"`',
    ],
    variants: {
      policy: {
        title: '这些卡之间没有 peer 访问：驱动不提供该功能',
        why: '驱动对该产品关闭了 PCIe peer-to-peer，并非 {node} 的故障。',
        remedy: ['无需处理。'],
      },
    },
  },
  'nvlink-p2p-disabled': {
    title: 'NCCL：以 NVLink 相连的 GPU {a} 与 {b} 之间 P2P 被禁用',
    why: 'NCCL 看到 GPU 之间有 NVLink，而驱动拒绝其上的 peer 访问。没有任何设置要求这样，因此是 fabric 或 GPU 故障。NCCL 以 "unhandled cuda error" 退出。',
    cost: '作业无法启动。',
    remedy: [
      ...fabricSteps,
      '检查 `nvidia-smi -q | grep -A8 Fabric`',
      '仅用于验证：设置 `NCCL_IGNORE_DISABLED_P2P=1` 运行一次。',
    ],
  },
  'nvlink-crc-errors': {
    title: '{gpu} link {link}：{counter} 为 {value}，出现在 {of} 条 link 中的 {links} 条',
    why: '{gpu} 的少数 link 有损坏计数，而相邻 link 没有。计数从驱动加载起累计，单次采集无法判断发生时间；明显突出的 link 值得关注。',
    cost: '产生重传；一次 recovery 会使 link 停顿数毫秒，常先于 Xid 74 出现。',
    remedy: [
      '在负载下再次采集 `nvidia-smi nvlink -e` 并比较。',
      '查看对端：`nvidia-smi nvlink -R`',
      '若持续增长：重新插拔托盘；若跟随 GPU，则更换 GPU。',
    ],
    variants: {
      growing: {
        title: '{gpu} link {link}：{counter} 从 {before} 增至 {value}',
        why: '{node} 的两次采集之间，{gpu} 的 {of} 条 link 中有 {links} 条计数增长。recovery 或 CRC 计数增长说明该 link 丢失数据并在修复。',
      },
    },
  },
  'nvlink-switch-path-missing': {
    title: '{gpu}：到 {count} 个 NVSwitch 的 link 少于其他 GPU',
    why: '{node} 的其他 GPU 到每个 NVSwitch 的 link 数相同，而 {gpu} 到 {switches} 的较少。',
    cost: '与 inactive link 相同：带宽按比例下降。',
    remedy: ['检查该交换芯片：`lspci -s {switches}`，以及 `sudo dmesg -T | grep SXid` 中的 SXid'],
  },
}
