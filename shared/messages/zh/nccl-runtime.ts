import type { RuleTexts } from '../types'

export const ncclRuntimeZh: RuleTexts = {
  'nccl-shm-inside-node': {
    title: '{pair} 等 {pairs} 对 GPU：以 NVLink 相连，数据却经主机内存',
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
    cost: '以网卡（或 TCP）代替 NVLink：两卡 H200 走 TCP 实测 3 GB/s。八个单 GPU pod 共用一块 100G 网卡 远慢于分散到多台机器。',
    remedy: [
      '查找 NCCL_P2P_DISABLE 和 NCCL_SHM_DISABLE：`env | grep NCCL; cat /etc/nccl.conf ~/.nccl.conf`',
      'pod：一个 pod 使用全部 GPU，或共享 IPC、/dev/shm 和主机标识（`hostIPC: true`，相同的 NCCL_HOSTID）。',
    ],
    variants: {
      loopback: {
        title: '同一主机的 rank 之间使用网卡：有意的测试',
        why: 'P2P 与 SHM 均关闭，网络为 RDMA：在单节点内测量 {node} 的网卡。',
        cost: '在此类测试中无影响。',
      },
      faster: {
        title: '同一主机的 rank 之间使用网卡（{via}）：比经 CPU 更快时 NCCL 会选择网卡',
        why: '仅由主桥相连的 GPU 之间，NCCL 会比较经网卡与经 CPU 的路径并取较快者。这里没有任何禁用设置。',
        cost: '无。',
      },
    },
  },
  'nccl-socket-transport': {
    title: 'NCCL 在 {node} 上使用 TCP，而该节点有 {ports} 个运行中的 RDMA 端口',
    why: '日志中的网络为 Socket，而 {node} 的 {port} 处于启用状态。无法使用 RDMA 时，NCCL 会不加提示地退回 TCP。',
    cost: '100G RoCE 上慢 4 到 5 倍（25 降到 5 GB/s）：1 GiB 耗时 370 ms，而正常为 50 ms。',
    remedy: [
      '在前面的行中找原因：缺少 libibverbs、没有设备、NCCL_IB_DISABLE、NCCL_IB_HCA、插件失败。',
      '容器中：`--device /dev/infiniband --cap-add IPC_LOCK --ulimit memlock=-1 --net host`，并安装 libibverbs1 与 ibverbs-providers。',
      '让回退直接报错：`NCCL_NET=IB`',
    ],
    variants: {
      efa: {
        title: 'NCCL 在 {node} 上使用 TCP，而其网络为 EFA',
        why: '日志中的网络为 Socket。EFA 需要 aws-ofi-nccl 插件，缺少时 NCCL 会退回 TCP。',
        cost: '约为原带宽的十分之一。',
      },
      slingshot: {
        title: 'NCCL 在 {node} 上使用 TCP，而其网络为 Slingshot',
        why: '日志中的网络为 Socket，走 hsn 接口。Slingshot 需要 OFI 插件，缺少时 NCCL 会退回 TCP。',
        cost: '约为原带宽的十分之一。',
      },
      gcp: {
        title: 'NCCL 在 {node} 上使用 TCP，而设置要求使用 Google Cloud 插件',
        why: '日志中的网络为 Socket，同时存在该插件的设置。',
        cost: '约为原带宽的十分之一。',
      },
    },
  },
  'nccl-verbs-missing': {
    title: 'NCCL 在 {node} 上找不到 libibverbs，而该节点有运行中的 RDMA 端口',
    why: '作业跨多台主机，{ports} 个 RDMA 端口已启用，但 NCCL 无法打开 verbs 库：通常是容器镜像中缺少。',
    cost: 'NCCL 退回 TCP。',
    remedy: [
      '在镜像中安装：`apt-get install libibverbs1 ibverbs-providers librdmacm1`',
      '启动时传入设备：`--device /dev/infiniband --cap-add IPC_LOCK --ulimit memlock=-1 --net host`',
    ],
    variants: {
      'hosts-unknown': {
        title: 'NCCL 在 {node} 上找不到 libibverbs，而该节点有运行中的 RDMA 端口',
        why: '{ports} 个 RDMA 端口已启用，但 NCCL 无法打开 verbs 库，通常是容器镜像中缺少。日志未显示作业是否跨多台主机；若只在一台主机上则无影响。',
        cost: '跨主机时 NCCL 会退回 TCP。',
      },
      'no-device': {
        title: '{node} 有运行中的 RDMA 端口，但 NCCL 在容器中找不到 RDMA 设备',
        why: '日志显示 “NET/IB : No device found”，而主机有 {ports} 个运行中的端口：容器没有得到这些设备。',
      },
    },
  },
  'nccl-plugin-absent-ok': {
    title: '{node} 的 NCCL 日志中无害的提示：{kinds}',
    why: 'NCCL 会查找本机不一定具备的插件、RDMA 网卡和 CPU 掩码并打印结果。这些行在此都不是故障。',
    cost: '无。',
    remedy: ['无需处理。'],
  },
  'nccl-plugin-failed': {
    title: '{node} 上的网络插件失败',
    why: '插件报告没有找到 provider，NCCL 继续尝试其他网络，最终为 TCP。随后的 libibverbs 提示只是下一次尝试。',
    cost: 'TCP：约为原带宽的十分之一。',
    remedy: [
      '{fabric, select, gcp {检查插件（GPUDirect-TCPX 或 FasTrak）是否挂载到容器中：`ls /usr/local/nvidia/lib64/libnccl*`} slingshot {检查 provider：`fi_info -p cxi`} other {检查 provider：`fi_info -p efa`}}',
      '把插件目录加入 LD_LIBRARY_PATH（不要用 LD_PRELOAD），插件须与 NCCL 版本匹配{fabric, select, gcp {。} slingshot {；设置 FI_PROVIDER=cxi。} other {；设置 FI_PROVIDER=efa；安全组必须允许自身通信。}}',
      '让回退直接报错：{fabric, select, gcp {`NCCL_NET=FasTrak`，或插件打印的名称} other {`NCCL_NET="AWS Libfabric"`}}',
    ],
    variants: {
      fallback: {
        title: '{node} 的网络（{fabric}）需要插件，而 NCCL 走 TCP',
        why: '该机器的网络只能由插件驱动，作业跨多台主机，而所有进程都显示 “Using network Socket”。',
      },
    },
  },
  'nccl-shm-too-small': {
    title: '{node} 的 /dev/shm 太小：NCCL 无法得到 {mebibytes} MiB',
    why: '每对经主机内存交换数据的 rank 都会在 /dev/shm 中占用一段。容器默认只有 64 MiB。',
    cost: 'init 失败，或进程以 bus error 结束。',
    remedy: [
      'Docker：`--shm-size=1g` 或 `--ipc=host`；Kubernetes：在 /dev/shm 挂载 `medium: Memory` 的 emptyDir',
      '清理已结束作业的残留：`rm /dev/shm/nccl-*`',
    ],
    variants: {
      unsized: { title: '{node} 的 /dev/shm 对 NCCL 来说太小' },
    },
  },
  'nccl-memlock': {
    title: '{node} 无法锁定 RDMA 内存：“Cannot allocate memory”',
    why: '向网卡注册内存需要锁定内存，而进程的上限（ulimit -l）太低。起作用的是启动作业的守护进程的上限，而不是登录 shell 的。',
    cost: 'init 失败。',
    remedy: [
      '在启动作业处提高上限：limits.conf，slurmd 或 containerd 的 `LimitMEMLOCK=infinity`，docker 的 `--ulimit memlock=-1`。',
      '在作业内部确认：`mpirun ... bash -c "ulimit -l"`',
    ],
    variants: {
      limit: {
        title: '{node} 无法锁定 RDMA 内存：memlock 为 {limit}',
        why: '向网卡注册内存需要锁定内存。采集到的上限为 {limit}，NCCL 报告 “Cannot allocate memory”。',
      },
      shell: {
        title: '{node} 的 memlock 为 {limit}，对 RDMA 太低',
        why: '采集到的上限（ulimit -l）不是 unlimited，且使用 InfiniBand 的作业没有启动成功。若作业以此上限运行，注册内存会失败。',
        cost: '若作业受此上限限制，init 会失败。',
      },
    },
  },
  'nccl-duplicate-gpu': {
    title: 'rank {a} 与 rank {b} 使用同一块 GPU（{bus}）',
    why: 'NCCL 发现两个 rank 在同一设备上并停止。通常是进程都选择了设备 0，或用全局 rank 代替了本地 rank。',
    cost: 'init 以 invalid usage 失败。',
    remedy: [
      '在创建 communicator 之前按本地 rank 设置设备：`torch.cuda.set_device(local_rank)`',
      '比较每节点 rank 数与可见 GPU 数：`nvidia-smi -L; echo $CUDA_VISIBLE_DEVICES`',
    ],
    variants: {
      unnamed: { title: '{node} 的多个 rank 使用同一块 GPU' },
    },
  },
  'nccl-ib-error-12': {
    title: '{node} 的 RDMA 网络放弃重传：completion error 12，{count} 次',
    why: 'error 12 即 “transport retry exceeded”：网卡发出后在超时和重试次数内没有应答。若在最初几秒出现，说明网卡根本无法互通（GID、子网或 rail、MTU、防火墙、分区）；之后出现则为 link 闪断、拥塞或对端进程已退出。',
    cost: '作业中止。',
    remedy: [
      '先看对端日志：若其已崩溃，这里只是后果。',
      '用相同的 GID 和 traffic class 测试该路径：`ib_write_bw -d mlx5_0 -x 3 --report_gbits SERVER`',
      '比较两端的 MTU、GID 表和端口状态：`ibv_devinfo; show_gids; ibstat`',
    ],
    variants: {
      peer: {
        title: '{node} 到 {peer} 的 RDMA 网络放弃重传：completion error 12，{count} 次',
      },
    },
  },
  'nccl-qp-connect-failed': {
    title: '{node} 上的 queue pair 无法建立（ibv_modify_qp failed）',
    why: '网卡拒绝建立连接。',
    cost: 'init 失败。',
    remedy: ['比较两端的 GID 表：`show_gids`', '测试一对端口：`ib_write_bw -d mlx5_0 -x 3 SERVER`'],
    variants: {
      timeout: {
        title: '{node} 上的 queue pair 无法建立：超时{device, select, none {} other {（{device}）}}',
        why: 'error 110：从该地址无法到达对端。可能是 rail 之间不互通、路径中断或 GID 错误。{gid, select, none {} other {GID index {gid}，本端 {local}，对端 {remote}。}}',
      },
      invalid: {
        title: '{node} 上的 queue pair 无法建立：参数无效{device, select, none {} other {（{device}）}}',
        why: 'error 22：通常是 GID index 对应的行为空或类型不符，或 MTU 不匹配。{gid, select, none {} other {GID index {gid}。}}',
        remedy: [
          '选择带 IPv4 地址的 RoCE v2 行：`show_gids`，再设 `NCCL_IB_GID_INDEX`；NCCL 2.21 起最好不设置。',
          '比较两端的 active_mtu：`ibv_devinfo | grep -E "hca_id|active_mtu"`',
        ],
      },
      unreachable: {
        title: '{node} 上的 queue pair 无法建立：网络不可达{device, select, none {} other {（{device}）}}',
        why: '从源地址到对端没有路由：link-local GID，或 NCCL 也使用了存储或管理网卡。',
        remedy: ['选择可路由的 GID：`show_gids`', '只让 NCCL 使用计算网卡：`NCCL_IB_HCA==mlx5_0,mlx5_1`'],
      },
    },
  },
  'nccl-link-layer-incompatible': {
    title: '试图让 InfiniBand 端口与以太网端口互连（{node}）',
    why: 'NCCL 发现了两种 link layer 的网卡，并在节点间将其配对。',
    cost: 'init 失败。',
    remedy: ['在所有节点上只列出同一种 link layer 的网卡：`NCCL_IB_HCA`'],
  },
  'nccl-nvls-bind-failed': {
    title: '{node} 上无法建立 NVLink SHARP',
    why: 'NCCL 看到 multicast 支持，但绑定内存失败。fabric 或 Fabric Manager 的状态与驱动预期不符；多数案例通过重启 Fabric Manager 并重置 GPU 解决。',
    cost: 'init 失败。',
    remedy: [
      '排空节点后执行：`sudo systemctl restart nvidia-fabricmanager && sudo nvidia-smi -r`，或重启',
      '容器中：传入 /dev/nvidia-caps。',
      '临时办法：`NCCL_NVLS_ENABLE=0`（八卡 all-reduce 由约 480 降到 370 GB/s）',
    ],
    variants: {
      proceeds: {
        title: '{node} 上无法建立 NVLink SHARP，NCCL 不使用它继续运行',
        cost: '八卡 all-reduce 损失约四分之一。',
      },
    },
  },
  'nccl-mnnvl-imex': {
    title: '多节点 NVLink（clique 大小 {clique}）可用但不工作：IMEX',
    why: '多个节点的 GPU 同属一个 NVLink 域，而在节点间导出内存的 IMEX 服务未运行，或容器内缺少其 channel。',
    cost: 'init 失败。',
    remedy: [
      '在该域的每个节点上：`systemctl status nvidia-imex; nvidia-imex-ctl -N`',
      '创建 channel 0 并挂载：/dev/nvidia-caps-imex-channels/channel0（Kubernetes 中使用 ComputeDomain）。',
      '临时办法：`NCCL_MNNVL_ENABLE=0`',
    ],
  },
  'nccl-topo-absurd-bandwidth': {
    title: 'NCCL 的拓扑图在 {node} 上有一跳 PCI 仅 {bandwidth} GB/s',
    why: '没有这么慢的 PCIe link：（虚拟）机器呈现的速率或宽度有误，而 NCCL 据此规划。',
    cost: 'NCCL 会避开该路径，或只规划少量 channel。',
    remedy: [
      '虚拟机：在虚拟化平台的拓扑或 NCCL_TOPO_FILE 文件中修正 link_speed 与 link_width。',
      '物理机：查看真实 link：`sudo lspci -vvv | grep -E "LnkCap:|LnkSta:"`',
    ],
    variants: {
      unknown: {
        title: '{node} 的 NCCL 拓扑中有 {count} 个 PCI 设备的速率或宽度未知',
        why: '导出的文件中 GPU 或网卡上方没有 link 速率或宽度，虚拟拓扑常如此。NCCL 会假定一个值。',
        cost: 'GPU 与网卡在同一交换芯片下时无影响；否则 NCCL 可能低估。',
      },
    },
  },
  'nccl-one-nic-used': {
    title: '主机间的全部流量都走 {nic}，而 {node} 有 {nics} 块网卡',
    why: 'NCCL 列出 {nics} 块网卡，而本节点所有网络 channel 只用其中一块。',
    cost: '只有网络带宽的 {nics} 分之一。',
    remedy: [
      '查看 GPU 与网卡之间的路径：`nvidia-smi topo -m`；两块网卡看起来位于同一条路径之后，或虚拟机缺少拓扑文件，都会隐藏其他网卡。',
      '之后再考虑 NCCL_NETDEVS_POLICY、NCCL_MIN_NCHANNELS。',
    ],
    variants: {
      plan: {
        title: '{node} 的 NCCL ring 规划只有 {channels} 个 channel',
        why: 'NVSwitch 节点会在其网卡上规划多个 ring。如此之少说明 NCCL 在拓扑中看到瓶颈。',
        cost: '按网卡数损失部分带宽。',
      },
    },
  },
  'nccl-stalled-after-init': {
    title: 'init 已完成，之后没有任何输出，{gpus} 块 GPU 以 100 % 利用率、{power} W 空转',
    why: '每个 rank 都打印了 “Init COMPLETE”，之后没有数据行，而 GPU 利用率满载、功耗很低：kernel 在等待不会到来的数据。',
    cost: '作业挂起。',
    remedy: [
      '试验：`NCCL_P2P_DISABLE=1`（若能运行，检查 IOMMU 与 ACS：`cat /proc/cmdline; sudo lspci -vvv | grep -i acsctl`）',
      '比较所有节点的 NCCL 版本、网卡和设置。',
    ],
    variants: {
      busy: {
        title: 'init 已完成，日志没有后续，GPU 正忙',
        why: '每个 rank 都打印了 “Init COMPLETE”，之后没有输出。GPU 有功耗，作业可能只是在计算。',
        cost: '未知。',
        remedy: ['稍后再采集日志，并同时采集 `nvidia-smi -q`。'],
      },
    },
  },
  'nccl-peer-closed': {
    title: '其他进程先退出：{node} 只看到与 {peer} 的连接被关闭',
    why: '该日志中的所有告警都是后果：对端关闭了连接。原因在对端进程的日志中。',
    cost: '本身没有影响。',
    remedy: ['打开对端的日志。所有节点中时间最早的 WARN 才是原因。'],
    variants: {
      unnamed: {
        title: '其他进程先退出：{node} 只看到连接被关闭',
      },
    },
  },
}
