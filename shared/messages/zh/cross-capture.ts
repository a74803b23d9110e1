import type { RuleTexts } from '../types'

export const crossCaptureZh: RuleTexts = {
  'topo-vs-nvlink-count': {
    title: '{node}：矩阵中 {gpu} 有 {matrix} 条 link，而 link 状态显示 {active} 条激活',
    why: '两者都来自驱动，应当一致。有 {count} 块 GPU 不一致：其中一份采集较旧，或在两次采集之间有 link 中断。',
    cost: '依据较旧采集得出的结论是错误的。',
    remedy: ['同时采集两者：`nvidia-smi topo -m; nvidia-smi nvlink -s`'],
  },
  'nccl-vs-smi-distance': {
    title: '{node}：NCCL 认为 {gpu} 与 {device} 的距离为 {nccl}，nvidia-smi 为 {matrix}',
    why: 'NCCL 自行读取 PCI 树，对 {pairs} 对 GPU 与网卡得出了不同的距离，并按自己的判断选择网卡。',
    cost: '若 NCCL 认为的距离比实际更远，可能会选择其他网卡，或不使用 GPUDirect RDMA。',
    remedy: [
      '首先确认 GPUDirect RDMA 可用：`lsmod | grep -i peermem`',
      '与实际的 PCI 树比较：`lspci -tv`',
      '查看是否使用了拓扑文件：`env | grep NCCL_TOPO_FILE`；更新 PCIe 交换机固件。',
    ],
  },
  'nccl-env-not-applied': {
    title:
      '{node}：{count, plural, one {设置了 {name}，但 NCCL 从未读到} other {设置了 # 个变量，但 NCCL 从未读到：{names}}}',
    why: '采集内容中设置了 {name}={value}。作业日志列出了 NCCL 读取的变量并且初始化已完成，其中没有它。因此它没有传到本机的 rank。',
    cost: '该设置没有生效，而设置者以为已经生效。',
    remedy: [
      '把它传给每个 rank：`mpirun -x {name} ...`；DeepSpeed 读取 `~/.deepspeed_env`；sudo 和 ssh 会丢弃环境变量。',
      '或在容器内的 `/etc/nccl.conf` 中为整机设置。',
      '确认日志中有回显：`NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,ENV`',
    ],
    variants: {
      'other-value': {
        title: '{node}：{name} 设为 {value}，而 NCCL 读到的是 {logged}',
        why: '环境与作业日志不一致，且采集到的任何一处都无法解释 NCCL 读到的值：它来自其他脚本、镜像或启动器。',
        cost: '作业运行时的设置与采集到的不同。',
      },
    },
  },
  'gpu-index-order-differs': {
    title: '{node}：CUDA 的 GPU 编号与 nvidia-smi 不同：{mapping}',
    why: 'NCCL 会打印两个编号：左边是 rank 的 CUDA 设备号，右边是 nvidia-smi 的序号。除非另行指定，CUDA 按速度排序，CUDA_VISIBLE_DEVICES 也会改变顺序。Lanescope 按 PCI bus id 和 UUID 对应，因此其诊断结果不受影响。',
    cost: '并排查看两份采集时可能怪错 GPU。',
    remedy: ['按 bus id 或 UUID 对应，或统一两者的顺序：`export CUDA_DEVICE_ORDER=PCI_BUS_ID`'],
    variants: {
      'one-per-process': {
        title: '{node}：每个进程只看到一块 GPU，均为设备 0：{mapping}',
        why: '每个进程只分配了一块 GPU，因此 CUDA 都称其为 0。左边是 CUDA 设备号，右边是 nvidia-smi 的序号。Lanescope 按 PCI bus id 和 UUID 对应。',
      },
    },
  },
  'capture-node-mismatch': {
    title: '{node}：同一节点下的采集来自不同的 GPU',
    why: '在 {place} 处，一份采集显示 {first}，另一份显示 {second}。要么来自两台机器，要么其间更换了 GPU。',
    cost: '合并这两份采集得出的诊断结果是错误的。',
    remedy: [
      '确认每个文件来自哪个节点，并将每台机器放入各自的文件夹。',
      '让采集内容带上主机名：`hostname; nvidia-smi -L`',
    ],
    variants: {
      driver: {
        title: '{node}：采集内容显示了两个驱动版本 {first} 和 {second}',
        why: '同一节点下的两份采集使用了不同的驱动：来自两台机器，或来自同一台机器升级前后。',
      },
    },
  },
  'capture-stale': {
    title: '{node}：各采集相隔 {hours} 小时（{first} 至 {last}）',
    why: '相隔如此之久的采集，其计数器、link 状态和频率描述的是不同日期的情况，它们之间的速率没有多少意义。',
    cost: '跨这些采集的速率和对应关系意义不大。',
    remedy: ['一次性完成同一节点的所有采集。'],
    variants: {
      boot: {
        title: '{node}：采集来自不同的启动',
        why: 'boot id {first} 与 {last} 不同：两次采集之间机器重启过，计数器已重新开始。',
      },
    },
  },
  'container-view-differs': {
    title: '{node}：容器内可见 {host} 块 GPU 中的 {inside} 块',
    why: '容器内可见的 GPU 比主机少。这可能是有意为之；此时容器中的 link 信息只反映机器的一部分。',
    cost: '若是有意为之则没有影响。',
    remedy: ['分别在主机和容器内比较：`nvidia-smi topo -m; ibstat`'],
    variants: {
      adapters: {
        title: '{node}：容器内可见 {host} 块网卡中的 {inside} 块',
        why: '容器内可见的网卡比主机少。NCCL 只能使用它看到的网卡，一块都看不到时会退回 TCP。',
        cost: '节点间流量只能使用较少的网卡，或走 TCP。',
        remedy: [
          '把设备交给容器：`--device=/dev/infiniband --ulimit memlock=-1 --network=host`，或使用 Kubernetes 的 RDMA device plugin。',
        ],
      },
    },
  },
}
