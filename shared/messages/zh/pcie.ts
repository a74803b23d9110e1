import type { RuleTexts } from '../types'

export const pcieZh: RuleTexts = {
  'pcie-width-downgraded': {
    title: '{devices} 的 PCIe 宽度为 x{current}，应为 x{max}',
    why: '{node} 的 {devices} 可用 {max} 条 lane，实际只用 {current} 条。数据中心卡空闲时不会收窄链路：训练链路时丢失了 lane。',
    cost: '与主机之间的拷贝以及网卡流量只能达到插槽能力的 {percent}%。没有 NVLink 时，所有 rank 的集合通信都会随之下降。',
    remedy: [
      '与其他卡对比：`sudo lspci -vvv | grep -E "LnkCap:|LnkSta:"`',
      '重新插拔卡、转接卡（riser）和线缆；重启会重新训练链路。',
      '在 BIOS 中检查插槽的 lane 拆分（bifurcation）。',
      '若换槽后问题跟随卡，更换卡；若留在原槽，更换转接卡或主板。',
    ],
    variants: {
      slot: {
        title: '{devices}：插槽只提供 x{current}，卡支持 x{max}',
        why: '{node} 的 {devices} 有 {max} 条 lane，而插槽或上级端口只有 {current} 条。这是该位置的布线方式，不是链路故障。',
        remedy: [
          '若整机出厂即如此，无需处理。',
          '需要完整主机带宽时，将卡移到 x{max} 插槽。',
          '在 BIOS 中检查插槽的 lane 拆分（bifurcation）。',
          '与同型号的其他机器对比。',
        ],
      },
      alike: {
        title: '{devices}：全部为 x{current}，最大 x{max}',
        why: '{node} 的每块卡都只用 {max} 条 lane 中的 {current} 条。lane 丢失通常只发生在个别卡上，因此更可能是整机布线、BIOS 设置，或云实例本来如此。',
        remedy: [
          '与同型号的另一台机器或实例对比。',
          '物理机：检查 BIOS 中插槽的 lane 拆分（bifurcation）和转接卡。',
          '实测：`nvbandwidth -t host_to_device_memcpy_ce`',
        ],
      },
      guest: {
        title: '{devices}：虚拟机中为 x{current}，最大 x{max}',
        why: '{node} 是虚拟机，看不到宿主机的插槽；云厂商常把这类单卡接成 x{current}。没有同类卡显示更宽。',
        remedy: [
          '与同规格的另一台实例对比。',
          '只有对方是 x{max} 时，才向云厂商反馈宿主机问题。',
          '实测：`nvbandwidth -t host_to_device_memcpy_ce`',
          '在虚拟机内没有其他办法。',
        ],
      },
      unknown: {
        title: '{devices}：x{current}，最大 x{max}，产品未知',
        why: '{devices} 能否以更少的 lane 运行取决于产品，而采集内容中没有可识别的产品名。',
        remedy: [
          '补充产品名：`nvidia-smi -L`',
          '与节点上的其他卡对比。',
          '查看卡与插槽：`sudo lspci -vvv | grep -E "LnkCap:|LnkSta:"`',
          '若同类卡为 x{max}，重新插拔该卡。',
        ],
      },
    },
  },
  'pcie-gen-downgraded': {
    title: '{gpus} 在负载下为 PCIe gen{current}，应为 gen{max}',
    why: '{node} 的 {gpus} 正在工作，链路却仍为 gen{current}，而 GPU 与平台共同支持 gen{max}。空闲 GPU 会降速省电，工作中的不会。',
    cost: '主机与 GPU 之间的拷贝速度只有应有的 1/{times}，NCCL 的 PCIe 流量同样受影响。',
    remedy: [
      '运行作业时观察：`nvidia-smi --query-gpu=index,pcie.link.gen.current,pcie.link.width.current,pstate --format=csv -l 1`',
      '在 BIOS 中检查插槽链路速率（Auto 或最高代）。',
      '重新插拔转接卡和线缆；更新 retimer 与交换芯片固件。',
    ],
    variants: {
      copy: {
        title: '{gpus} 的拷贝速度相当于 PCIe gen{current}，而非 gen{max}',
        why: '读到 {gpus} 的链路为 gen{current}，nvbandwidth 测得的带宽也不超过 gen{current}，而它可以达到 gen{max}。',
      },
      unknown: {
        title: '{gpus} 在负载下为 PCIe gen{current}，最大 gen{max}，产品未知',
        why: '有些产品报告的代数不可比较（C2C 连接的部件、GB10）。采集内容中没有可识别的产品名。',
      },
    },
  },
  'pcie-upstream-bottleneck': {
    title: '{count} 个设备受上级 PCIe 链路限制：{capable} Gb/s 中只有 {available}',
    why: '{node} 上通往 {devices} 的路径经过 {port}，只有 {available} Gb/s，设备本身可用 {capable}。新卡前面接较旧一代的交换芯片或根端口，是常见设计。',
    cost: '主机与网络流量上限为 {available} Gb/s；GPU 之间经 NVLink 的流量不受影响。',
    remedy: ['对比节点上的设备：`sudo lspci -vvv; sudo lspci -tv`', '若全部相同则无需处理，这是平台特性。'],
    variants: {
      differs: {
        title: '{devices} 的上级 PCIe 链路只有 {available}（共 {capable}）Gb/s，与同类设备不同',
        why: '{node} 上同类设备的路径不一致。经过 {port} 的路径在 {capable} Gb/s 中只有 {available}。',
        remedy: [
          '对比路径：`sudo lspci -vvv; sudo lspci -tv`',
          '重新插拔 {port} 上的设备；检查其固件以及 BIOS 中的插槽速率。',
        ],
      },
    },
  },
  'replay-errors-growing': {
    title: '{gpu} 的 {counter}：{minutes} 分钟内从 {before} 增至 {after}',
    why: '每次 replay 表示一个包损坏后重发。每分钟 {rate} 次，超过 DCGM 对该链路允许的 {limit} 次。',
    cost: '产生重传，之后可能重新训练链路或 GPU 掉卡。',
    remedy: [
      '在负载下再次读取：`nvidia-smi --query-gpu=index,pcie.link.gen.current,pcie.link.width.current --format=csv; dcgmi dmon -e 202`',
      '重新插拔卡、转接卡、retimer 和线缆。',
      '换槽确认问题是否跟随 GPU，再更换对应部件。',
    ],
    variants: {
      alone: {
        title: '只有 {gpu} 的 {counter} 在增长：{before} → {after}',
        why: '每次 replay 表示一个包损坏后重发。{node} 上其余 {others} 块 GPU 在同一时段没有增长。',
      },
    },
  },
  'pcie-aer-corrected': {
    title: '{port} 出现 {count} 次已纠正的 PCIe 错误（{kinds}）',
    why: '内核报告 {device} 所在链路出错。错误已纠正，暂无数据丢失；单端口每小时 {rate} 次，若持续高于 10 次就不再是噪声。',
    cost: '目前只是重传，但常是 GPU 掉卡（Xid 79）的前兆。',
    remedy: [
      '查看下挂设备：`sudo lspci -tv`',
      '重新插拔卡、转接卡、retimer 和线缆；必要时更新固件。',
      '换槽确认问题是否跟随卡。',
    ],
    variants: {
      unknown: {
        why: '内核报告该端口有已纠正的错误。采集内容未说明其下挂设备，可能与 GPU 和网卡无关。',
        cost: '若端口通向其他设备，则无影响。',
      },
    },
  },
  'pcie-aer-fatal': {
    title: '致命 PCIe 错误：{port}',
    why: '内核无法纠正 {device} 链路的错误（{count} 次），或无法恢复设备。其后的 GPU 或网卡在复位前不可用。',
    cost: 'GPU 或网卡丢失，直到下次断电重启，作业随之失败。',
    remedy: [
      '将机器断电后再上电；热重启往往无法恢复设备。',
      '查看下挂设备：`sudo lspci -tv`',
      '重新插拔；若再次出现，附上日志更换：`sudo nvidia-bug-report.sh`',
    ],
  },
  'acs-enabled': {
    title: '{count} 个端口的 PCIe ACS 会重定向点对点流量',
    why: '{node} 上 {devices} 之间的端口设置了 ReqRedir 或 CmpltRedir。同一交换芯片下两个设备之间的包会先上行到 CPU 再返回，而不经交换芯片直达。',
    cost: '点对点带宽减半或更低；已解决的案例中：网络只有 65%、启动即挂起、RDMA 以状态 4、5 或 11 失败。',
    remedy: [
      '在 BIOS（及虚拟化选项）中关闭 ACS。',
      'BIOS 无法作用于交换芯片时，每次开机以 root 执行：`for d in $(lspci | cut -d" " -f1); do setpci -s $d ECAP_ACS+0x6.w=0000 2>/dev/null; done`',
      '确认不再有重定向：`sudo lspci -vvv | grep ACSCtl`',
    ],
    variants: {
      guest: {
        title: '{count} 个端口的 PCIe ACS 会重定向点对点流量（虚拟机）',
        why: '{devices} 之间存在 ACS 重定向。虚拟化需要这些标志隔离虚拟机；此处的办法是 ATS（由设备做地址转换），而不是关闭 ACS。',
        remedy: [
          '向云厂商确认 GPU 和网卡是否启用 ATS。',
          '在虚拟机内检查：`sudo lspci -vvv | grep -E "ATSCtl|ACSCtl"`',
          '用显存实测：`ib_write_bw --use_cuda=0`',
        ],
      },
      some: {
        title: '{count} 个 PCIe 端口会重定向点对点流量（ACS），其下挂设备未采集',
        why: '{node} 的一些端口设置了 ReqRedir 或 CmpltRedir。只有位于 GPU 与网卡之间时才有影响；通向 NVSwitch 或磁盘的端口无害。',
        cost: '若位于 GPU 或网卡之上：点对点带宽减半，或挂起。',
        remedy: [
          '完整采集：`sudo lspci -vvv; sudo lspci -tv`',
          '若端口位于 GPU 或网卡之上：在 BIOS 中关闭 ACS。',
          '检查：`sudo lspci -vvv | grep ACSCtl`',
        ],
      },
    },
  },
  'iommu-on': {
    title: 'IOMMU 处于转换模式：{what}，且未设直通',
    why: '启用转换后，{node} 上经 PCIe 的点对点流量要经过 IOMMU。PCIe GPU 上的 NCCL 会在 100% 利用率时挂起、比共享内存更慢，或传输出错误数据。',
    cost: '有 NVLink 时影响很小。没有时：挂起（AMD 上典型表现为恰好两块 GPU），或 P2P 比共享内存还慢。',
    remedy: [
      '若不需要虚拟机，在 BIOS 中关闭 VT-d 或 AMD-Vi。',
      '否则以 `iommu=pt` 启动，或使用 intel_iommu=off、amd_iommu=off。',
      '然后去掉 NCCL_P2P_DISABLE 等规避措施并重新测试。',
    ],
    variants: {
      trouble: {
        title: 'IOMMU 处于转换模式（{what}），且使用 P2P 的作业失败',
        why: '{node} 上使用点对点拷贝的作业失败或结果错误，同时 IOMMU 处于转换模式。在 PCIe GPU 上这是已知原因。',
      },
    },
  },
  'gpu-count-below-expected': {
    title: '只有 {seen} 块 GPU，而 lspci 列出 {expected} 块',
    why: '{node} 的驱动管理 {seen} 块 GPU，总线上有 {expected} 块。缺少：{missing}。',
    cost: '需要全部 GPU 的作业无法启动；在 NVSwitch 主板上 fabric 可能一直处于 In Progress。',
    remedy: [
      '查找掉卡的 GPU：`sudo dmesg -T | grep -E "Xid|NVRM|AER"`',
      '将机器断电后再上电（不是热重启）。',
      '重新插拔；若再次丢失，附上 `sudo nvidia-bug-report.sh` 的结果送修。',
    ],
    variants: {
      capture: {
        title: '只有 {seen} 块 GPU，而该节点的另一份采集有 {expected} 块',
        why: '{node} 最新的采集内容中有 {seen} 块 GPU，较早的一份有 {expected} 块。',
      },
      board: {
        title: '{seen} 块 GPU：是否少了一块？',
        why: '搭载 {product} 的主板有 {expected} 块 GPU，而 {node} 的驱动只有 {seen} 块。也可能是分到 {seen} 块的容器或虚拟机，但并不常见。',
      },
    },
  },
  'gpu-pair-crosses-socket': {
    title: '{count} 对 GPU 只能跨 CPU 插槽互通',
    why: '{node} 上 {pairs} 等 GPU 对没有 NVLink，路径为 SYS：先走 PCIe，再走 CPU 插槽间互连。',
    cost: '它们之间只有几 GB/s。在 Intel 上 NCCL 默认改走共享内存，因为跨插槽的 P2P 更慢。',
    remedy: [
      '让作业使用同一交换芯片或同一插槽下的 GPU：`CUDA_VISIBLE_DEVICES=0,1,2,3`',
      '未经实测不要强制 NCCL_P2P_LEVEL=SYS。',
    ],
  },
  'pcie-maxreadreq-low': {
    title: '{cards} 的 MaxReadReq 为 {bytes}，{other} 为 4096',
    why: '{node} 上同类网卡的 PCIe 读请求大小不一致。没有 relaxed ordering 时，小读请求无法跑满 200 或 400 Gb/s。',
    cost: '这些网卡可能损失百分之几十的速率。',
    remedy: [
      '在 BIOS 中设置，或按网卡厂商指南用 setpci 设置。',
      '虚拟机中可尝试 `NCCL_IB_PCI_RELAXED_ORDERING=1`',
      '检查：`sudo lspci -vvv | grep MaxReadReq`',
    ],
  },
  'bar1-too-small': {
    title: '{count} 块 GPU 的 BAR1 只有 256 MiB，且存在点对点流量',
    why: '{node} 的 {gpus} 只把 256 MiB 显存映射到总线，而作业需要从外部映射（{via}）。',
    cost: '点对点映射失败，或无法使用 GPUDirect RDMA。',
    remedy: [
      '在 BIOS 中开启 Above 4G Decoding 和 Resizable BAR。',
      '带显示输出的专业卡请切换到无显示模式：`displaymodeselector --gpumode`',
      '检查：`nvidia-smi -q | grep -A3 "BAR1 Memory"`',
    ],
  },
}
