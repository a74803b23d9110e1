import type { RuleTexts } from '../types'
import { ncclEnvNetworkZh } from './nccl-env-network'

const everywhere =
  '检查所有可能设置它的位置：作业脚本、`/etc/nccl.conf`、`~/.nccl.conf`、镜像的 ENV、调度器 prolog：`env | grep NCCL; cat /etc/nccl.conf ~/.nccl.conf`'

export const ncclEnvZh: RuleTexts = {
  'nccl-unknown-variable': {
    title: '{name}：没有任何 NCCL 版本读取该名称，被静默忽略',
    why: '已设置 {name}={value}，但 NCCL 2.3 到 2.30 的任何版本都不读取该变量，也不属于任何已知插件或框架。NCCL 从不报告不认识的名称，因此日志中不会有任何提示。',
    cost: '该设置没有任何作用，而设置者以为它生效了。',
    remedy: [
      '删除它，或改成真正想用的名称。',
      '确认日志中有回显：`NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,ENV` 会对读取到的变量打印 “set by environment to”。',
    ],
    variants: {
      near: {
        title: '{name}：没有任何 NCCL 版本读取该名称，被静默忽略；最接近的真实名称：{best}',
        why: '已设置 {name}={value}，但 NCCL 2.3 到 2.30 的任何版本都不读取该变量，也不属于任何已知插件或框架。最接近的真实名称：{nearest}。NCCL 从不报告不认识的名称，因此日志中不会有任何提示。',
      },
      prefix: {
        title: '{name}：前缀不是 NCCL_，被静默忽略；应为 {best}',
        why: '{name}={value} 的前缀少了字母，NCCL 看不到它。最接近的真实名称：{nearest}。',
        cost: '该设置没有任何作用。曾有站点把 NCCL_NET_GDR_LEVEL 写成 CCL_NET_GDR_LEVEL，小消息带宽损失长达数月。',
      },
    },
  },
  'nccl-deprecated-variable': {
    title: '{name} 在 NCCL {removed} 中已移除，现在不起作用',
    why: '{name}={value} 来自旧的调优指南，NCCL {removed} 及之后版本不再读取。',
    cost: '本身没有影响，但会让人误以为它生效。',
    remedy: ['删除该设置。'],
    variants: {
      replaced: {
        title: '{name} 在 NCCL {removed} 中已移除，由 {replacement} 取代',
        remedy: ['删除该设置；若仍需要该效果，请使用 {replacement}。'],
      },
      alias: {
        title: '{name} 是 {replacement} 的旧别名',
        why: '{name}={value} 仍会被读取，但仅当新名称未设置时有效。',
        remedy: ['改用 {replacement}，更好的做法是让 NCCL 自行决定 channel 数。'],
      },
      'launch-mode': {
        title: 'NCCL_LAUNCH_MODE=GROUP 自 NCCL 2.9 起已弃用',
        why: '它改变单进程多 GPU 时的 kernel 启动方式，是针对旧驱动的临时办法。',
        remedy: ['删除该设置。'],
      },
      'numeric-level': {
        title: '{name}={value} 使用了旧的数字写法',
        why: 'NCCL 2.3 的数字仍可用：0 为 LOC，1 为 PIX，2 为 PXB，3 为 PHB，4 及以上为 SYS。数字无法表示新增级别，也容易误读。',
        remedy: ['改写为大写单词：PIX、PXB、PHB 或 SYS。'],
      },
    },
  },
  'nccl-value-invalid': {
    title: '{name}={value} 不是 NCCL 能按原意读取的值',
    why: 'NCCL 用 strtoll 读取整数，用精确比较读取单词，大多数错误不会报错。',
    cost: '该设置的实际效果与本意不同，或没有效果。默认值：{default}。',
    remedy: ['改为可接受的写法：{accepted}', everywhere],
    variants: {
      'not-a-number': {
        title: '{name}={value} 被读作 0：NCCL 只接受数字',
        why: 'NCCL 将该变量解析为整数。true、yes、on 等单词开头没有数字，结果为 0。',
        remedy: ['写成数字：`{name}=1`', everywhere],
      },
      'trailing-text': {
        title: '{name}={value} 被读作 {read}：数字后的文本被丢弃',
        why: 'NCCL 将该变量解析为普通整数，不认识 K、M、s 等后缀。',
        remedy: ['写完整数字，例如字节数写 `8388608` 而不是 8M。', everywhere],
      },
      octal: {
        title: '{name}={value} 被读作 {read}：前导 0 表示八进制',
        remedy: ['去掉前导零。', everywhere],
      },
      'out-of-range': {
        title: '{name}={value} 超出 64 位范围：使用默认值',
      },
      'outside-accepted': {
        title: '{name}={value} 超出 NCCL 接受的范围（{accepted}）',
        why: '该数字会被读取，但依版本不同会被截断、忽略或当作其他值。',
      },
      'not-exactly-one': {
        title: '{name}={value}：只有恰好为 1 才生效',
        why: '该开关与 1 比较，其他任何数字都保持原状。',
        remedy: ['若确实需要，写 `{name}=1`，否则删除。', everywhere],
      },
      'unknown-level': {
        title: '{name}={value} 不是有效级别，被忽略',
        why: '级别按大写精确比较。其他写法会被忽略，日志中没有任何提示，仍使用默认值。',
      },
      'unknown-word': {
        title: '{name}={value}：NCCL 不认识该单词',
      },
      'words-ignored': {
        title: '{name}={value}：列表中有一部分不被识别而被忽略',
      },
      'init-fails': {
        title: '{name}={value} 会使 NCCL 2.24 及之后版本在 init 时失败',
        why: '自 NCCL 2.24 起，未知单词或缺少函数名的分组都是错误：“Unrecognized element token”，invalid usage。旧版本会忽略。',
        cost: '作业无法启动。',
      },
      'blank-in-list': {
        title: '{name}：列表中有空格，空格后的条目匹配不到任何设备',
        why: 'NCCL 按逗号拆分 “{value}”，不去除空格。以空格开头的条目会连同空格一起比较。',
        remedy: ['列表中不要写空格。', everywhere],
      },
      'late-caret': {
        title: '{name}={value}：^ 和 = 只在最开头有效',
        why: '开头的一个 ^ 表示排除全部条目，开头的一个 = 表示全部按完整名称匹配。写在列表中间会被当作名称的一部分，匹配不到任何设备。',
        remedy: ['排除写 `^a,b`，完整名称写 `=a,b`，两者同时写 `^=a,b`。', everywhere],
      },
      merge: {
        title: 'NCCL 无法合并 NCCL_NET_FORCE_MERGE 指定的网卡',
        why: '日志显示 “Could not force merge”：列表中的名称不是 {node} 的网卡，或列表中的端口无法合并。',
        cost: '网卡保持独立，规划与要求不同。',
        remedy: ['在作业实际运行处列出名称：`ibv_devinfo -l`', everywhere],
      },
      said: {
        title: 'NCCL 报告：{name} 的值 {value} 无效，使用默认值 {default}',
        why: '日志中有 “Invalid value ... using default” 一行。',
        remedy: ['写可接受的数字，或删除该设置。', everywhere],
      },
    },
  },
  'nccl-algo-pinned': {
    title: 'NCCL_ALGO={value} 固定了算法，NCCL 无法自行选择',
    why: 'NCCL 会按消息大小和拓扑在 Ring、Tree、NVLS 等之间选择。固定列表适合有此要求的测试，不适合生产。它对 send/recv 和 all-to-all 没有影响。',
    cost: '单节点八卡 H100 用 Ring 代替 NVLS：约 370 GB/s，而可达 480。两卡 H200 在 1 GiB 时，Tree 为默认的 1.04 倍。',
    remedy: ['生产环境中取消设置；仅在需要它的测试中保留。', everywhere],
    variants: {
      'two-nodes': {
        title: '两台主机上 NCCL_ALGO={value}：测试网络的常用做法',
        why: '两台主机时默认算法（Tree）的读数可达线路的两倍。Ring 直接测量网络本身，因此验收测试会要求使用它。',
        remedy: ['测试中无需处理；生产环境请取消设置。'],
      },
      unsuited: {
        title: 'NCCL_ALGO={value} 不适用于本机或该集合通信',
        why: 'NVLS 需要 Hopper 或更新产品及 NVSwitch，NVLSTree 需要多节点，Tree 只用于 all-reduce。自 NCCL 2.24 起不再静默回退：没有可用算法的函数会失败。',
        cost: '2.24 及之后报 “No algorithm/protocol available” 并停止，之前则使用其他算法。',
      },
      refused: {
        title: 'NCCL_ALGO={value}：NCCL 拒绝该值并停止',
        why: '该作业的日志中有 “Unrecognized element token” 或 “No algorithm/protocol available”：自 NCCL 2.24 起会以 invalid usage 结束 init 或首个集合通信。',
        cost: '作业无法运行。',
        remedy: [
          '取消 NCCL_ALGO，或使用该版本支持的单词：Tree、Ring、CollnetDirect、CollnetChain、NVLS、NVLSTree、PAT。',
          everywhere,
        ],
      },
    },
  },
  'nccl-proto-ll-pinned': {
    title: 'NCCL_PROTO={value} 不含 Simple，即大消息所用的协议',
    why: 'LL 每四字节附带一个标志，传输内容只有一半是有效数据，适合小消息。NCCL 会自行切换协议。',
    cost: '大消息最多只有一半带宽；两卡 H200 在 1 GiB 实测为默认的 38 %。',
    remedy: ['取消 NCCL_PROTO。若当初是为了规避挂起，请改为升级 NCCL。', everywhere],
    variants: {
      measured: {
        title: 'NCCL_PROTO={value} 不含 Simple：本次运行最高只到 {best} GB/s',
        why: 'LL 每四字节附带一个标志，传输内容只有一半是有效数据，适合小消息。本次运行最大的几行最高为 {best} GB/s。',
      },
      ll128: {
        title: 'NCCL_PROTO={value}：所有大小都用 LL128',
        why: 'LL128 在 128 字节中携带 120 字节有效数据，要求 128 字节写入保持顺序。节点内的 NVLink 满足，其他路径未必。',
        cost: '两卡 H200 在 1 GiB 实测为默认的 94 %。顺序无法保证时会挂起或数据错误。',
      },
      wrong: {
        title: 'NCCL_PROTO={value}，且同一次运行出现错误结果',
        why: '协议被固定的这次运行统计到错误值。LL128 在不保证 128 字节写入顺序的路径上会破坏数据。',
        cost: '训练数据被静默破坏。',
        remedy: ['取消 NCCL_PROTO 后重跑；再用 `NCCL_PROTO=Simple` 试验。', everywhere],
      },
    },
  },
  'nccl-p2p-disabled': {
    title: '{name}={value}：在有 NVLink 的机器上关闭了 P2P',
    why: '关闭 P2P 后，{node} 上由 NVLink 相连的 rank 只能经主机内存（SHM）交换数据，若 SHM 也关闭则走网络。该设置往往是临时规避办法的残留。',
    cost: '只剩十分之一甚至更少：两卡 H200 实测 27，而默认约 300 GB/s；SHM 也关闭时为 3 GB/s；A100 上为几十，而正常约 220 GB/s。',
    remedy: [
      '取消 {name}。',
      everywhere,
      '若当初是因为 P2P 挂起而设置：检查 ACS 和 IOMMU：`sudo lspci -vvv | grep -i acsctl; cat /proc/cmdline`',
    ],
    variants: {
      pcie: {
        title: '{name}={value}：同一 PCIe 交换芯片下的 GPU 之间关闭了 P2P',
        why: 'NCCL 本可在 {node} 同一 PCIe 交换芯片下的 GPU 之间使用 P2P。关闭后数据经主机内存中转。',
        cost: '取决于机器：主机内存需要两次拷贝和 CPU 带宽。',
      },
      far: {
        title: '{name}={value}：P2P 已关闭，但这些 GPU 之间 NCCL 默认也很少使用 P2P',
        why: '{node} 的 GPU 经主桥或跨 socket 相连。NCCL 默认不在该距离上使用 P2P（AMD 上仅两块 GPU 时除外）。',
        cost: '很小或没有。',
      },
      impossible: {
        title: '{name}={value}：这些 GPU 本来就没有 P2P',
        why: '标准驱动不为这些 GPU 提供 P2P，无论是否设置，NCCL 都走主机内存。',
        cost: '无。',
        remedy: ['无需处理。'],
      },
      unknown: {
        title: '{name}={value}：P2P 已关闭',
        why: '采集内容未显示 {node} 的 GPU 如何相连，因此损失未知。若有 NVLink，将损失九成带宽。',
        cost: '若 GPU 以 NVLink 相连，只剩十分之一带宽；若经主桥的 PCIe 相连，损失很小。',
      },
      loopback: {
        title: '{name}={value} 且 SHM 关闭：节点内网卡测试',
        why: 'P2P 与 SHM 均关闭，且使用 RDMA 网络：{node} 上 GPU 之间的数据有意经由网卡。',
        cost: '在此类测试中无影响；在生产中只剩十分之一带宽。',
        remedy: ['测试结束后取消这两个设置。'],
      },
    },
  },
  'nccl-p2p-level-forced': {
    title: 'NCCL_P2P_LEVEL={value} 允许跨主桥的 P2P',
    why: 'NCCL 默认在 PXB 以内使用 P2P（AMD 上两块 GPU 时到 SYS）。{level} 允许经过 CPU，有的机器受益，有的变慢。',
    cost: '两种都测量之前无法得知。',
    remedy: ['在有无该设置的情况下各跑一次相同测试，保留较快者。', everywhere],
    variants: {
      intel: {
        title: 'NCCL_P2P_LEVEL={value} 强制在 Intel 主桥上使用 P2P',
        why: '{node} 的 GPU 只有 PCIe，且 CPU 为 Intel：跨主桥或跨 socket 的 P2P 往往比共享内存慢。',
        cost: '八卡 L20 上 all-to-all 比共享内存更慢。',
      },
    },
  },
  'nccl-shm-disabled': {
    title: 'NCCL_SHM_DISABLE=1：没有共享内存，节点内流量走网络',
    why: '{node} 上没有 P2P 的 rank 依靠主机内存通信。共享内存也关闭后，NCCL 会把数据从网卡发出再收回，或走 TCP。',
    cost: '两卡 H200 在 P2P 也关闭时实测 3，而默认 269 GB/s。',
    remedy: ['取消 NCCL_SHM_DISABLE。若是 /dev/shm 太小，请扩大：`--shm-size=1g` 或 `--ipc=host`', everywhere],
    variants: {
      net: {
        title: 'NCCL_SHM_DISABLE=1：同一主机的 rank 之间走网络（{via}）',
      },
      nvlink: {
        title: 'NCCL_SHM_DISABLE=1：所有 GPU 以 NVLink 相连时没有影响',
        why: '{node} 的 GPU 之间 NCCL 使用 NVLink P2P，不需要共享内存。一旦失去 P2P，该设置就会造成损失。',
        cost: '目前无影响。',
      },
      loopback: {
        title: 'NCCL_SHM_DISABLE=1 且 P2P 关闭：节点内网卡测试',
        why: 'P2P 与 SHM 均关闭，且使用 RDMA 网络：{node} 上 GPU 之间的数据有意经由网卡。',
        cost: '在此类测试中无影响。',
        remedy: ['测试结束后取消这两个设置。', everywhere],
      },
    },
  },
  'nccl-channels-pinned': {
    title: '{name}={value}：NCCL 无法按自身规划使用 channel',
    why: 'NCCL 根据拓扑决定 channel、线程和缓冲区，该值覆盖了其规划。',
    cost: '两卡 H200 上与默认相比：4 个 channel 为 25 %，1 个 channel 为 6 %，64 KiB 缓冲区为 32 %。',
    remedy: ['取消设置后重新测量。', everywhere],
    variants: {
      max: {
        title: '{name}={value}：最多 {value} 个 channel',
        why: '一个 channel 即一个 CUDA block，约可搬运 20 GB/s。NVLink 和多块网卡需要多个 channel 并行（两卡 H200 为 24 个）。',
      },
      min: {
        title: '{name}={value}：至少 {value} 个 channel',
        why: '超过 NCCL 规划的 channel 会占用计算 kernel 的 SM。基准测试中常用 16 到 32。',
        cost: '与通信并行的计算会变慢。',
      },
      threads: {
        title: '{name}={value}：每个 block 的线程少于 NCCL 的默认值',
        why: 'NCCL 每个 block 使用 256 或 512 线程。更少的线程使每个 channel 搬运更少数据；旧版本中 64 曾导致接收顺序错误。',
        cost: '每个 channel 的带宽下降。',
      },
      buffer: {
        title: '{name}={value}：缓冲区为 {value} 字节，而默认为 4 MiB',
        why: 'Simple 协议按该缓冲区把消息切片。小于 1 MiB 时切片太短，无法填满 link。',
        cost: '两卡 H200 上设为 65536 时实测为默认的 32 %。',
      },
      chunk: {
        title: '{name}={value}：send/recv 的网络块大小不是 131072',
        why: '它决定 send/recv 单个网络消息的大小，所有 rank 必须一致。',
        cost: '取决于网络。',
      },
    },
  },
  ...ncclEnvNetworkZh,
}
