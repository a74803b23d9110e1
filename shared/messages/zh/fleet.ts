import type { RuleTexts } from '../types'

export const fleetZh: RuleTexts = {
  'mixed-driver-versions': {
    title: '{nodes} 个节点上有 {count} 种驱动版本：{versions}',
    why: '各节点的驱动属于不同分支。NCCL、NVLS 和 IMEX 要求同一作业的所有机器使用同一驱动；混用分支会导致单个节点上看不出来的挂起和失败。',
    cost: '跨这些节点的作业会出现莫名的挂起以及 NVLS 或 IMEX 失败。',
    remedy: [
      '将所有节点统一到同一驱动，Fabric Manager 随之统一：`nvidia-smi --version; systemctl status nvidia-fabricmanager`',
      '锁定软件包，避免自动升级再次造成差异。',
    ],
    variants: {
      patch: {
        title: '同一分支内驱动的补丁版本不同：{versions}',
        why: '所有节点属于同一分支。补丁级别的差异很少有影响，但说明各节点的安装并不一致。',
        cost: '没有已知影响。',
      },
      job: {
        title: '同一作业的节点运行不同分支的驱动：{versions}',
        why: '本次采集中的某个作业跨越了驱动分支不同的节点。这种组合未经测试，NVLS 和 IMEX 会因此失败。',
      },
    },
  },
  'mixed-nccl-versions': {
    title: '同一作业的主机加载了不同的 NCCL 版本：{versions}',
    why: '同一 communicator 的所有 rank 必须使用同一版本的 NCCL。不同版本之间的消息大小和含义不同，初始化会挂起，或以 "message truncated" 结束。',
    cost: '作业挂起或失败；其带宽数据都不可信。',
    remedy: [
      '让所有 rank 使用同一镜像或 wheel：`python -c "import torch; print(torch.cuda.nccl.version())"`',
      '查找路径中的其他库：`ldconfig -p | grep nccl; echo $LD_LIBRARY_PATH $LD_PRELOAD`',
      '每个 rank 会打印它加载的版本：`NCCL_DEBUG=VERSION`',
    ],
    variants: {
      said: {
        title: 'NCCL 发现同一作业的 rank 之间版本不一致',
        why: 'NCCL 日志：{text}',
      },
    },
  },
  'node-plugin-differs': {
    title: '同一作业的主机使用不同的网络：{networks}',
    why: '所有 rank 必须使用同一网络层。若一台主机找到了 net plugin 而另一台退回内置网络，两端的连接方式不同，第一次集合通信就会无任何提示地挂起。',
    cost: '第一次集合通信时静默挂起。',
    remedy: [
      '所有主机使用同一镜像，并比较：`ldconfig -p | grep nccl-net; echo $LD_LIBRARY_PATH`',
      '作为试验，让所有主机都使用内置网络：`NCCL_NET_PLUGIN=none`',
    ],
    variants: {
      library: {
        title: '同一作业的主机找到的 net plugin 不同：{networks}',
      },
    },
  },
  'node-env-differs': {
    title: '同一作业的主机之间有 {count} 个必须一致的变量不同：{names}',
    why: '只有读到相同的值，各 rank 才会规划出相同的算法、协议、缓冲区和连接。{values}',
    cost: '挂起、大小不匹配或数据错误。',
    remedy: [
      '在一个地方为所有 rank 设置：`mpirun -x NAME=value`、作业脚本，或统一的 nccl.conf。',
      '比较各主机：`env | grep NCCL; cat /etc/nccl.conf ~/.nccl.conf`',
    ],
    variants: {
      tuning: {
        title: '同一作业的主机之间有 {count} 个变量不同：{names}',
        why: '各主机读到的值不同，因此所做的工作也不同。{values}',
        cost: '整体速度由最慢的设置决定。',
      },
    },
  },
  'node-hca-set-differs': {
    title: '同一作业的主机上 NCCL 使用的网卡不同：{lists}',
    why: 'NCCL 按列表中的位置配对网卡。数量、顺序或链路层不同，则一台主机的第 n 块网卡会对上另一台的别的网卡：rail 变慢、连接失败或崩溃。',
    cost: '挂起、崩溃或某条 rail 变慢。',
    remedy: [
      '查找处于 down 的端口或多出的设备：`ibstat; ibdev2netdev`',
      '排除管理口和存储口：`NCCL_IB_HCA=^<device>`',
      '让所有主机上的设备名称一致。',
    ],
    variants: {
      counts: {
        title: '同一作业的 rank 看到的网卡数从 {least} 到 {most} 不等',
        why: 'NCCL 比较各 rank 后发现网络设备数量不同（{least} 到 {most}）。数量多的 rank 无法全部使用，网卡配对也可能不符。',
      },
      loose: {
        title: '各主机上 NCCL 使用的网卡不同：{lists}',
        why: '日志在 NCCL 打印 communicator 之前就结束了，无法证明它们属于同一作业。若属于同一作业：NCCL 按列表位置配对网卡，而这些列表对不上。',
        cost: '若在同一作业中：挂起、崩溃或某条 rail 变慢。',
      },
    },
  },
  'rail-mismatch': {
    title: '相同的 rail 排列顺序不同：{rails}',
    why: 'NCCL 把一台主机的第 n 块网卡与另一台的第 n 块配对。它们的地址位于相同的子网，但顺序不同：某条 rail 的流量会离开其交换机，甚至不可达。',
    cost: '流量穿过 spine，或在未互通的 rail 上连接失败。',
    remedy: [
      '比较名称、地址和位置：`show_gids; ibdev2netdev -v`',
      '按 PCI 位置命名设备（udev），或重新布线。',
      '或者给 NCCL 指定合适的顺序：`NCCL_IB_HCA==<device>,<device>,...`',
    ],
    variants: {
      leaf: {
        why: 'NCCL 把一台主机的第 n 块网卡与另一台的第 n 块配对。它们接在相同的 leaf 交换机上，但顺序不同，因此该 rail 的流量会穿过 spine。',
      },
      place: {
        title: '相同的网卡名称对应不同的插槽：{rails}',
        why: 'NCCL 按列表位置配对网卡，而列表按名称排序。这些主机上相同的名称对应不同的 PCI 位置，因此名称虽一致，rail 却是交叉的。',
      },
    },
  },
  'node-topo-differs': {
    title: '{odd} 的拓扑与同型号机器（{gpu}）不同：{cells} 个字段',
    why: '同一型号的机器应打印出相同的矩阵。{difference}',
    cost: 'NCCL 为每个节点单独规划：规划不同会导致 channel 不同并挤占 rail。',
    remedy: [
      '检查异常节点：link（`nvidia-smi nvlink -s`）、NPS 等 BIOS 设置、插槽与布线、是否更换过 GPU。',
      '同时采集两台：`nvidia-smi topo -m; lspci -tv; numactl -H`',
    ],
    variants: {
      tie: {
        title: '{odd}（{gpu}）的拓扑有 {cells} 个字段不同',
        why: '同一型号的机器应打印出相同的矩阵，无法判断哪台正确。{difference}',
      },
    },
  },
  'node-kernel-setting-differs': {
    title: '{field} 不一致：{values}',
    why: '各节点在 CUDA 以下的配置不同。它可以解释“只在某个节点上正常”的现象；单独存在时未必有影响。',
    cost: '本身没有。',
    remedy: ['将各节点统一到同一设置，然后重新比较。'],
    variants: {
      felt: {
        why: '各节点在 CUDA 以下的配置不同，并且其中某个节点上有与之相关的其他诊断结果。',
        cost: '见该诊断结果。',
      },
    },
  },
  'node-gpu-model-mixed': {
    title: '有 {count} 种 GPU：{models}',
    why: '各节点（或同一节点内）的 GPU 不同。并存没有问题；跨越它们的作业以较慢者的速度运行。',
    cost: '整体速度由最慢的 GPU 决定；NCCL 采用较少的 channel 数。',
    remedy: ['将不同 GPU 放入不同的资源池：`nvidia-smi -L`'],
    variants: {
      job: {
        title: '一个作业跨越了不同的 GPU：{models}',
      },
      vbios: {
        title: '同一型号的 GPU 有不同的 VBIOS 版本：{models}',
        why: 'GPU 固件不同。通常没有影响；但说明部件被更换过，或未统一更新。',
        cost: '没有已知影响。',
        remedy: ['在下次维护时统一更新：`nvidia-smi --query-gpu=index,name,vbios_version --format=csv`'],
      },
    },
  },
}
