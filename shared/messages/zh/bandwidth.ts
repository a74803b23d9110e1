import type { RuleTexts } from '../types'

export const bandwidthZh: RuleTexts = {
  'busbw-below-expected': {
    title: '{collective}（{ranks} 块 GPU）：{size} 时 {measured} GB/s，预期约 {expected}',
    why: '在 {ranks} 块 {gpu} 上，该集合通信在此大小的总线带宽（busbw）应为 {low} 到 {high} GB/s；最好的一行只达到典型值的 {percent} %。仅凭数字无法得知原因：请结合其他诊断结果以及未能检查的项目。',
    cost: '通信速度约为该硬件能力的 {percent} %。',
    remedy: [
      '在其他诊断结果中查找未激活的 link、被固定的 NCCL 设置、GPU 间走共享内存以及频率限制。',
      '用更大的范围重新测试：`all_reduce_perf -b 1G -e 16G -f 2 -n 50 -g {ranks}`',
      '采集同一次运行的日志：`NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,ENV,GRAPH,TUNING`',
    ],
    variants: {
      unexplained: {
        why: '在 {ranks} 块 {gpu} 上，该集合通信在此大小的总线带宽（busbw）应为 {low} 到 {high} GB/s；最好的一行只达到典型值的 {percent} %。采集内容中没有任何一项能预测这样的损失：原因不明。',
        remedy: [
          '接下来请针对同一次运行采集：`{next}`',
          '用更大的范围重新测试：`all_reduce_perf -b 1G -e 16G -f 2 -n 50 -g {ranks}`',
        ],
      },
      ring: {
        title:
          '{collective}（{ranks} 块 GPU）：{size} 时 {measured} GB/s，为 ring 的水平，未使用 NVLS{more, plural, =0 {} other {（另有 # 次运行）}}',
        why: 'link 是健康的：这是 ring 的正常值。NVLink SHARP（NVLS）在交换芯片内做归约，本机可达约 {expected} GB/s。',
        cost: '损失该集合通信单节点可达带宽的约 {lost} %。',
        remedy: [
          '检查是否设置了 NCCL_NVLS_ENABLE=0 或固定了 NCCL_ALGO、NCCL 是否低于 2.17、日志中 multicast 绑定是否失败。',
          '采集同一次运行的 `NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,TUNING,NVLS`。',
        ],
      },
    },
  },
  'busbw-internode-low': {
    title: '{collective}（{nodes} 个节点）：{size} 时 {measured} GB/s，网络能力约 {sum}',
    why: '每个节点使用 {nics} 块网卡，每块约 {each} GB/s，合计 {sum} GB/s。本次运行达到其中的 {percent} %。',
    cost: '节点间流量只有网络能力的这一比例。',
    remedy: [
      '在其他诊断结果中检查 GPUDirect RDMA、ACS、NCCL_IB_HCA 以及每个端口的速率。',
      '逐块测试网卡：`ib_write_bw -d <device> --use_cuda=0 --report_gbits -a`',
      '然后用 NCCL_IB_HCA 逐块增加。',
    ],
    variants: {
      unexplained: {
        why: '每个节点使用 {nics} 块网卡，每块约 {each} GB/s，合计 {sum} GB/s。本次运行达到其中的 {percent} %，采集内容中没有任何一项能预测这样的损失：原因不明。',
        remedy: ['接下来请针对同一次运行采集：`{next}`', '然后用 NCCL_IB_HCA 逐块增加网卡。'],
      },
    },
  },
  'wrong-results': {
    title: '{collective}：{rows} 行中有 {count} 个错误值',
    why: 'nccl-tests 会校验收到的数据。出现错误值说明数据在 GPU 之间被破坏：在这台机器上训练会得到错误结果且没有任何提示。',
    cost: '静默的数据损坏。',
    remedy: [
      '先升级 NCCL：2.15.5 关闭 P2P 或 PXN、2.18 使用 LL128、2.27.3 及以后在 Slingshot 上都有过此类问题。',
      '用 `NCCL_PROTO=Simple` 试验；若结果正确，则问题在协议或平台。',
      '若走 PCIe P2P，检查 IOMMU 和 ACS：`cat /proc/cmdline; sudo lspci -vvv | grep -i acsctl`',
      '在已排空的节点上运行 `dcgmi diag -r 3`。',
    ],
  },
  'tests-not-one-communicator': {
    title: '{collective} 的 {copies} 个副本各自运行，每个只有 {ranks} 个 rank',
    why: '每个副本都从 rank 0 开始并有自己的设备列表：它们之间没有通信。最常见的原因是编译时没有启用 MPI，或启动用的 MPI 与编译用的 MPI 不是同一家。',
    cost: '测量无效：只是把单个进程测了多次。',
    remedy: [
      '启用 MPI 重新编译：`make clean; make MPI=1 MPI_HOME=<启动所用 MPI 的路径>`',
      '确认 `ldd all_reduce_perf | grep mpi` 指向该 MPI。',
    ],
    variants: {
      footers: {
        title: '一条命令下有 {copies} 份 {collective} 结果：各进程独立运行',
        why: '一条命令启动了多个进程，而每个进程都打印了自己的页脚；若是同一次运行只会有一份。最常见的原因是编译时没有启用 MPI，或启动用的 MPI 与编译用的 MPI 不是同一家。',
      },
    },
  },
  'busbw-zero-single-rank': {
    title: '{collective} 只有一个 rank：总线带宽为 0 没有意义',
    why: '只有一个 rank 时没有通信对象。按定义总线带宽为 0，in-place 时间只是空调用的时间。',
    remedy: ['使用更多 GPU：`-g <GPU 数>`，或使用带 MPI 的版本。'],
  },
  'busbw-avg-misread': {
    title:
      '平均总线带宽 {average} GB/s 涵盖所有大小；峰值为 {size} 时的 {peak}{more, plural, =0 {} other {（另有 # 次运行）}}',
    why: '页脚是整个扫描范围（此处从 {first} 起）的平均值，取决于测试范围，不能与平台值比较。',
    cost: '无。',
    remedy: ['请看最大的几行，或只测大消息：`-b 1G -e 16G`'],
  },
  'busbw-not-saturated': {
    title: '{collective}：在最后的 {size} 处仍上升 {growth} %{more, plural, =0 {} other {（另有 # 次运行）}}',
    why: '扫描在达到平台之前结束。{last} GB/s 是该大小的值，而不是机器的能力。',
    remedy: ['扩大范围：`-e 16G`'],
  },
  'busbw-collapse-large': {
    title: '{collective}：从 {peakSize} 的 {peak} GB/s 跌到 {lowSize} 的 {low}',
    why: '总线带宽应随大小上升后保持稳定。两列都跌到 {percent} %，说明持续负载下某处撑不住：有损网络拥塞、pause 风暴或过热。',
    cost: '大消息只有较小消息的 {percent} %。',
    remedy: [
      'RoCE 请检查主机和交换机上的 PFC、ECN 和流量类别。',
      '同时观察频率和温度：`nvidia-smi dmon -s pucm`',
      '换一对节点重复，看问题跟随什么。',
    ],
  },
  'busbw-two-node-inflated': {
    title: '两节点 all_reduce：{measured} GB/s，高于网络能力（{sum}）',
    why: '恰好两个节点时，tree 让每个字节只过一次网线而不是两次，因此总线带宽读数可达线速的两倍。这是正常的，但不能用来衡量网络。',
    remedy: ['验收时请用 `NCCL_ALGO=Ring` 运行。'],
  },
  'busbw-above-link-spec': {
    title: 'all_reduce 为 {peak} GB/s，高于 link 的 {rate} GB/s：NVLS 在工作',
    why: '总线带宽按 ring 计算。使用 NVLink SHARP 时由交换芯片求和，经过 {gpu} link 的字节更少，因此读数高于 link 速率。',
    remedy: ['无需处理。'],
  },
  'busbw-pairs-differ': {
    title: '{pairs} 对中有 {slow} 对偏慢：{pair} 为 {worst} GB/s，最好为 {best}',
    why: '同一类的每一对应有相近的数值。{common, select, none {偏慢的对没有共同成员。} other {偏慢的对都包含 {common}。}}',
    cost: '跨所有对的 ring 按最慢的一对运行。',
    remedy: ['查看偏慢的对的共同点：GPU、网卡、线缆或节点。', '在两对之间交换该部件，看损失跟随什么。'],
  },
}
