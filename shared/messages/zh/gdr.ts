import type { RuleTexts } from '../types'

export const gdrZh: RuleTexts = {
  'gdr-not-used': {
    title: '{node} 的节点间通信没有使用 GPUDirect RDMA',
    why: '{count, plural, =0 {NCCL 报告“{via}”：} other {到其他节点的 # 个连接为“via {via}”，不带 /GDRDMA：}}数据要先经主机内存再到网卡。',
    cost: '8 x 400 Gb/s（两节点）上为 10 GB/s，启用后 180 GB/s；V100 加 EDR 启用后带宽翻倍。',
    remedy: [
      '检查内核侧：`lsmod | grep -E "nvidia_peermem|nv_peer_mem"`',
      '加载模块：`sudo modprobe nvidia-peermem`（在网卡驱动之后），或使用开源内核模块加 DMA-BUF。',
      '重新运行，确认 [receive] 行带有 /GDRDMA。',
    ],
    variants: {
      perhaps: {
        title: '{node} 的网卡未启用 GPUDirect RDMA',
        why: 'NCCL 初始化时如此报告（{via}）。单节点内无关紧要；没有日志表明作业是否跨节点。',
        cost: '单节点内无影响。节点间：8 x 400 Gb/s 上为 10 GB/s，启用后 180 GB/s。',
      },
      send: {
        title: '只有接收使用 GPUDirect RDMA，发送没有（{count} 个连接）',
        why: '{node} 的连接接收时带 /GDRDMA，发送时没有。有 NVLink 的机器两者都应有；只有 PCIe 的 GPU，NCCL 默认经主机发送。',
        remedy: [
          '有 NVLink 时：确认 NCCL_NET_GDR_READ 不为 0。',
          'mpirun 只有用 -x 才会传递变量：`mpirun -x NCCL_NET_GDR_READ=1`',
          '较新的 NCCL 会自行选择。',
        ],
      },
    },
  },
  'gdr-module-missing': {
    title: '未加载 peer memory 模块，且 GPUDirect RDMA 未启用',
    why: '{node} 的模块列表中没有 nvidia_peermem 或 nv_peer_mem，也没有 DMA-BUF 的迹象，日志显示节点间流量未使用 GPUDirect RDMA。',
    cost: '两节点 8 x 400 Gb/s 上为 10 GB/s，启用后 180 GB/s。',
    remedy: [
      '加载模块：`sudo modprobe nvidia-peermem`',
      '若报 Invalid argument：先安装网卡驱动，再重新编译 GPU 驱动。',
      'GPU Operator：driver.rdma.enabled=true。或使用开源内核模块、内核 5.12 及 CUDA 11.7 以上：DMA-BUF 不需要该模块。',
    ],
    variants: {
      alone: {
        title: '未加载 peer memory 模块（{adapters} 个 RDMA 端口）',
        why: '{node} 的模块列表中没有 nvidia_peermem 或 nv_peer_mem。开源内核模块可用 DMA-BUF 完成同样的工作；没有日志说明实际使用哪一种。',
        cost: '若使用 DMA-BUF 则无影响。',
        remedy: [
          '查看 NCCL 的日志：`NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,NET`（DMA-BUF is available、/GDRDMA）',
          '否则加载模块：`sudo modprobe nvidia-peermem`',
          'GPU Operator：driver.rdma.enabled=true。',
        ],
      },
    },
  },
  'gdr-old-nccl-check': {
    title: 'NCCL {version} 在此内核上识别不到 nvidia_peermem',
    why: '{node} 已加载该模块，而 NCCL 报 Disabled。2.22.3 及以前会查找 /sys/kernel/mm/memory_peers 下的路径，新内核没有该路径，此处也不存在。',
    cost: '8 x 400 Gb/s 上为 10 GB/s，启用后 180 GB/s。',
    remedy: ['使用 NCCL 2.23.4 或更新版本。框架常自带 NCCL：以作业打印的版本为准。', '或使用旧的 nv_peer_mem 软件包。'],
    variants: {
      probable: {
        title: 'NCCL {version} 可能在此内核上识别不到 nvidia_peermem',
        why: '{node} 已加载该模块，而 NCCL 报 Disabled。2.22.3 及以前会查找 /sys/kernel/mm/memory_peers 下的路径，新内核没有该路径。此处未采集其是否存在。',
        remedy: ['查看：`ls /sys/kernel/mm/memory_peers`', '若不存在：使用 NCCL 2.23.4 或更新版本，包括框架自带的。'],
      },
    },
  },
  'gdr-blocked-by-distance': {
    title: 'GPUDirect RDMA 因距离未启用（{distance}，限制 {limit}）',
    why: '{node} 的 GPU 与网卡经 CPU 相连，超出 NCCL 的默认级别。此时经主机内存拷贝通常更快。',
    cost: '若网卡确实挂在 CPU 上，则无影响。',
    remedy: ['若整机如此设计，无需处理。', '只有实测更好时才强制 NCCL_NET_GDR_LEVEL=SYS。'],
    variants: {
      guest: {
        title: 'GPUDirect RDMA 因距离未启用，且虚拟机隐藏了交换芯片',
        why: '{node} 是虚拟机，其机型本有 PCIe 交换芯片，而虚拟机内的路径都看不到。NCCL 认为所有网卡都很远。',
        cost: '影响很大：节点间流量全部经主机内存。',
        remedy: ['为 NCCL 提供整机拓扑：用 NCCL_TOPO_FILE 指定云厂商的文件。', '检查：日志的连接行带有 /GDRDMA。'],
      },
    },
  },
  'gdr-level-forced': {
    title: '{node} 上 {names}={value}',
    why: '它允许网卡经 CPU 访问显存。经根复合体的读取往往比经主机内存拷贝更慢。',
    cost: '取决于机器：多数更慢，Grace 上快约五分之一。',
    remedy: ['取消设置并对比。', '保留实测更好的一种。'],
    variants: {
      off: {
        title: '{names}={value} 关闭了 GPUDirect RDMA',
        why: '在该级别下没有网卡足够近：{node} 的节点间流量全部经主机内存。',
        cost: '节点间带宽最多损失一半，网卡多时更多。',
      },
      read: {
        title: 'PCIe GPU 上 NCCL_NET_GDR_READ=1',
        why: '只有 PCIe 的 GPU，默认不从显存直接发送，因为往往更慢。',
      },
    },
  },
  'gdr-acs-fault': {
    title: '访问显存的 RDMA 失败（状态 {status}），{count} 次',
    why: '状态 4 是本地保护错误：网卡无权访问 NCCL 注册的内存。启用 GPUDirect RDMA 时，常见原因是 GPU 与网卡之间的 PCIe ACS 或 IOMMU。',
    cost: '作业失败。关闭 GPUDirect RDMA 可以运行，但很慢。',
    remedy: [
      '在 BIOS 中关闭 ACS；检查：`sudo lspci -vvv | grep ACSCtl`',
      'IOMMU：`iommu=pt` 或关闭。',
      '验证：`NCCL_NET_GDR_LEVEL=0`（较慢）',
    ],
    variants: {
      possible: {
        title: 'RDMA 以状态 {status} 失败：PCIe ACS 是可能原因之一',
        why: '{node} 的作业以状态 {status} 失败。在使用 GPUDirect RDMA 时，部分此类案例的原因是 GPU 与网卡之间的 ACS 或 IOMMU，其余则是对端退出。',
      },
    },
  },
  'gdr-dmabuf-unsupported': {
    title: 'DMA-BUF 注册失败（{count} 次）',
    why: '{node} 上的 NCCL {version} 试图通过 DMA-BUF 注册显存，而网卡驱动不支持：“{text}”。',
    cost: '在 NCCL 2.13 及相近版本上初始化失败。',
    remedy: [
      '关闭它并改用模块：`NCCL_DMABUF_ENABLE=0` 和 `sudo modprobe nvidia-peermem`',
      '更好的做法：更新 NCCL 与网卡驱动。',
    ],
  },
  'peermem-invalid-context': {
    title: 'nvidia-peermem：{minutes} 分钟内出现 {count} 次 invalid context',
    why: '为已没有 GPU 上下文的进程释放内存。它随崩溃的作业出现（同一日志中有 {xids} 个 Xid 事件），本身不引起问题。',
    cost: '本身无影响。',
    remedy: ['查找其之前的第一个 Xid 或 NCCL 错误：`sudo dmesg -T | grep -E "Xid|peermem"`'],
  },
}
