import type { RuleTexts } from '../types'

const upgrade = ['升级 NCCL；无需重新编译：`LD_PRELOAD=<path>/libnccl.so.2`', '重新运行同一命令并比较。']

export const versionsZh: RuleTexts = {
  'driver-library-mismatch': {
    title: '{node}：已加载的驱动与其库版本不同（库 {library}，内核模块 {module}）',
    why: '内核仍在运行旧模块，而库已被替换，最常见的原因是自动升级。在两者统一之前，对驱动的所有调用都会失败。',
    cost: 'GPU 完全不可用：所有工具和程序都会失败。',
    remedy: [
      '比较两者：`cat /proc/driver/nvidia/version; dpkg -l | grep nvidia-driver`',
      '停止使用 GPU 的程序并重新加载模块，或重启节点：`sudo systemctl stop nvidia-fabricmanager nvidia-persistenced; sudo rmmod nvidia_drm nvidia_modeset nvidia_uvm nvidia; sudo modprobe nvidia`',
      '锁定软件包：`sudo apt-mark hold "nvidia-*"`',
    ],
  },
  'cuda-newer-than-driver': {
    title: '{node}：程序基于 CUDA {built} 编译，而驱动为 {driver}',
    why: '基于更新的 CUDA 主版本编译的库无法在该驱动上启动；同一主版本内则可以。',
    cost: '初始化失败。',
    remedy: [
      '安装更新的驱动，或使用与之匹配的 wheel 或镜像：`nvidia-smi --version`',
      '在数据中心 GPU 上也可使用前向兼容包：`ls /usr/local/cuda*/compat`',
    ],
    variants: {
      said: {
        title: '{node}：CUDA 驱动对该程序而言过旧',
        why: 'CUDA 提示驱动版本不足以支持程序编译时使用的运行时。',
      },
    },
  },
  'nccl-version-known-bad': {
    title: 'NCCL {version} 有已知问题，且此处出现了其症状',
    why: '采集内容所示正是该版本的已知问题。',
    cost: '与症状一致。',
    remedy: upgrade,
    variants: {
      peermem: {
        title: 'NCCL {version} 在此未使用 nvidia_peermem：连接没有 GDRDMA',
        why: '2.22.3 及以前的版本查找 peer memory 模块的方式会漏掉新驱动的 nvidia_peermem。该模块已加载，但本作业的连接没有使用 GPUDirect RDMA。',
        cost: '节点间带宽只有四分之一到 60 %。',
      },
      'p2p-off-wrong': {
        title: 'NCCL {version} 在关闭 P2P 或 PXN 时计算结果错误',
        why: '已知 2.15.5 在关闭 P2P 或 PXN 时会得到错误结果，而本次运行出现了错误值。',
        cost: '静默的数据损坏。',
      },
      'roce-ll128': {
        title: 'NCCL {version} 在 RoCE 上出现错误值',
        why: '已知 2.18 在 Hopper 上通过 RoCE 使用 LL128 时会挂起或得到错误结果。可试验：NCCL_PROTO=^LL128。',
        cost: '静默的数据损坏。',
      },
      slingshot: {
        title: 'NCCL {version} 在 Slingshot 上出现错误值',
        why: '从 2.27.3 起，有报告称在 Slingshot 网络上出现错误值，而本次运行出现了错误值。',
        cost: '静默的数据损坏。',
      },
      'cross-rail': {
        title: 'NCCL {version} 在七个及以上节点时跨 rail 连接失败',
        why: '已知 2.27 从七个节点起跨 rail 调用 ibv_modify_qp 会失败。',
        cost: '作业失败。',
      },
      'ib-regression': {
        title: 'NCCL {version} 在 InfiniBand 上较慢',
        why: '2.5.6 在 InfiniBand 上损失带宽，而本次节点间运行偏低。',
        cost: '以实测为准。',
      },
      nvls: {
        title: 'NCCL {version} 建立 NVLS 失败',
        why: '已知 2.26.2 的 NVLS 会失败，而日志中出现了失败。',
        cost: '作业失败，或在没有 NVLS 的情况下运行。',
      },
    },
  },
}
