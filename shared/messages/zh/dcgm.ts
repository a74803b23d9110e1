import type { RuleTexts } from '../types'

export const dcgmZh: RuleTexts = {
  'dcgm-wrong-field-ids': {
    title: '字段 205 和 206 不是 NVLink 流量',
    why: '205（ACCDT）是进程计费记录，dmon 始终显示 N/A；206（ECUTL）是视频编码器负载，在计算节点上为 0。没有任何 DCGM 版本把这两个 id 用于 NVLink，尽管有公开指南这样写。',
    cost: '把 0 和 N/A 误读为“没有 NVLink 流量”。',
    remedy: [
      '采样 NVLink 和 PCIe：`dcgmi dmon -e 1011,1012,1009,1010 -d 1000`',
      '1011 和 1012 是整块 GPU 每秒发送和接收的字节数。-d 的单位是毫秒。',
    ],
    variants: {
      interval: {
        title: '字段 205 和 206 不是 NVLink 流量，而且 -d {interval} 表示 {interval} 毫秒',
        remedy: [
          '采样 NVLink 和 PCIe：`dcgmi dmon -e 1011,1012,1009,1010 -d 1000`',
          '-d 以毫秒计：{interval} 意味着每块 GPU 每秒最多一千行。低于 100 毫秒时 profiling 字段会重复或为空。',
        ],
      },
      counter: {
        title: '{metric} 被声明为 counter，实际是速率',
        why: 'profiling 字段本身就是每秒字节数。声明为 counter 后，面板会对速率再求速率。',
        cost: '图表失去意义。',
        remedy: ['在 exporter 的 CSV 文件中将 PROF 字段声明为 gauge。', '重启 exporter。'],
      },
    },
  },
  'dcgm-field-unsupported': {
    title: '{fields} 没有数值：{product} 或该 DCGM 不提供',
    why: '这些列始终为 N/A。这不是 0：此处没有测量该字段。',
    cost: '无。',
    remedy: [
      'NVLink 用 1011 和 1012，PCIe 用 1009 和 1010。',
      'profiling 字段需要数据中心 GPU、管理员权限和 DCGM 的 profiling 模块。',
    ],
    variants: { message: { title: 'DCGM 不提供该字段：{text}', why: '这是 DCGM 自己的说明。没有测量值不等于 0。' } },
  },
  'dcgm-prof-locked': {
    title: '计数器被其他 profiler 占用',
    why: 'profiling 计数器同一时间只能被一个工具读取。nsys、ncu 或 CUPTI 运行时，DCGM 得不到数据。',
    cost: '此期间没有 profiling 指标。',
    remedy: ['分析时暂停 DCGM：`dcgmi profile --pause`，之后 `dcgmi profile --resume`'],
  },
  'dcgm-nvlink-idle': {
    title: 'GPU 在工作，而 NVLink 流量在 {samples} 个采样中始终为 0',
    why: '{node} 的 GPU 忙碌，NVLink 计数始终为零，而日志显示 rank 之间走共享内存。',
    cost: '流量走 PCIe 和主机内存。',
    remedy: [
      '在其他诊断结果中查找原因：P2P 被禁用、容器之间互不可见。',
      'exporter 权限不足时计数可能为零：用 `sudo dcgmi dmon -e 1011,1012 -d 1000` 核对',
    ],
  },
  'dcgm-nvlink-down': {
    title: '{gpu}：DCGM 显示 {count} 条 link 断开（{links}）',
    why: '{product} 应有这些 link，而 DCGM 报告它们断开。',
    cost: '与 inactive link 相同：到每个 peer 的带宽按比例下降，整个节点受最慢的 GPU 拖累。',
    remedy: [
      '与 `nvidia-smi nvlink -s` 比较',
      '查找 Xid 74、144-150 和 SXid：`sudo dmesg -T | grep -E "Xid|SXid"`',
      '排空、重置（`nvidia-smi -r`）后再看。',
    ],
    variants: {
      unbridged: {
        title: '{gpu}：DCGM 把没有 bridge 的卡的 link 报为断开',
        why: '{product} 此处没有 bridge，不可能有激活的 link，DCGM 仍会告警。',
        cost: '无。',
        remedy: [
          '对这些卡关闭 NVLink 监控：`dcgmi health -s a`，不含 NVLink',
          '没有损坏。',
          '若购买了 bridge，请断电后安装。',
        ],
      },
    },
  },
  'dcgm-xid-gauge-stale': {
    title: 'exporter 中的 Xid {code} 在内核日志中没有对应记录',
    why: '该指标在 exporter 重启前一直保留最后一个代码。采集到的 {node} 内核日志中没有它。',
    cost: '无。',
    remedy: ['用 `sudo dmesg -T | grep Xid` 确认', '告警请改用 DCGM_EXP_XID_ERRORS_COUNT。'],
    variants: {
      harmless: {
        title: 'exporter 中的 Xid {code}：多为程序错误，重启前一直保留',
        why: '该指标在 exporter 重启前一直保留最后一个代码，而这个代码多由程序引起。没有采集内核日志，无法得知时间。',
      },
    },
  },
  'dcgm-diag-fail': {
    title: 'DCGM 诊断：{test} {status}（{where}）',
    why: '诊断信息：{text}',
    cost: '取决于失败的项目。',
    remedy: [
      '按信息所指处理；若有相应采集，内存、散热、PCIe 和 NVLink 会有各自的诊断结果。',
      '在已排空的节点上重新运行：`dcgmi diag -r 3`',
    ],
    variants: {
      silent: { why: '采集内容中只有结果，没有说明。' },
      'no-links': {
        title: 'DCGM 诊断：{test} {status}，但只涉及这些卡没有的 link',
        why: '该测试的每条信息都是 NVLink 断开，而这些卡没有 NVLink，或没有 bridge。DCGM 2.4 和之后的一些版本会让所有此类机器失败。',
        cost: '无。',
        remedy: ['使用较新的 DCGM，或对这些卡跳过 NVLink 检查。', '没有损坏。'],
      },
    },
  },
  'ecc-uncorrected': {
    title: '{gpu}：驱动加载以来有 {count} 个不可纠正的内存错误',
    why: '{gpu} 的显存数据丢失。访问到这些数据的程序已被终止（Xid 48、94 或 95）。',
    cost: '正在运行的作业崩溃。',
    remedy: [
      '排空节点并重置 GPU：`nvidia-smi -r`',
      '检查 `nvidia-smi -q -d ECC,ROW_REMAPPER` 并运行 `dcgmi diag -r 3`',
      '若再次出现，请送修。',
    ],
    variants: {
      aggregate: {
        title: '{gpu}：累计 {count} 个不可纠正的 SRAM 错误',
        why: 'SRAM 没有备用行，错误比 DRAM 更容易重复。累计值无法说明发生时间。',
        cost: '目前无。',
        remedy: [
          '持续观察：`nvidia-smi -q -d ECC`',
          '查找 Xid 48、94、95：`sudo dmesg -T | grep Xid`',
          '若增长，请送修。',
        ],
      },
      threshold: {
        title: '{gpu}：SRAM 错误超过阈值',
        why: 'GPU 自身报告不可纠正的 SRAM 错误已超过允许值。',
        cost: '该 GPU 应更换。',
        remedy: ['排空节点。', '保留 `sudo nvidia-bug-report.sh` 的日志', '送修。'],
      },
    },
  },
  'row-remap-pending': {
    title: '{gpu}：有行重映射等待重置',
    why: '一行显存失效，备用行已就绪，但要到下次重置才生效。目前不可纠正的重映射为 {count} 次。',
    cost: '在此之前错误可能再次出现。',
    remedy: ['排空节点并重置 GPU（`nvidia-smi -r`）或重启。', '确认 Pending 为 No：`nvidia-smi -q -d ROW_REMAPPER`'],
  },
  'row-remap-failed': {
    title: '{gpu}：重映射失败，显存已没有备用行',
    why: 'GPU 无法替换失效的显存行。',
    cost: '该 GPU 寿命已尽。',
    remedy: ['排空节点，停止使用该 GPU。', '用 `sudo nvidia-bug-report.sh` 收集日志送修。'],
    variants: {
      growing: {
        title: '{gpu}：不可纠正的行重映射从 {before} 增至 {count}',
        why: '两次采集之间又有显存行失效。已解决的案例中，重启几分钟后继续增长，最终更换了 GPU。',
      },
      xid: {
        title: '{gpu}：Xid 64，行无法重映射',
        why: '驱动报告显存行重映射失败。',
        cost: '内存错误会再次出现。',
        remedy: [
          '排空节点，重置 GPU 后再看：`nvidia-smi -q -d ROW_REMAPPER`',
          '若 Remapping Failure 为 Yes 或重映射增长，请送修。',
        ],
      },
    },
  },
  'clocks-power-capped': {
    title: '{gpu} 运行在功耗上限（{draw}/{limit} W）',
    why: '满载时由功耗上限决定频率，这是此类 GPU 的正常行为。',
    cost: '与相同上限的 GPU 相比没有损失。',
    remedy: ['无需处理。'],
    variants: {
      low: {
        title: '{gpu}：{draw}/{limit} W 时功耗限制已生效',
        why: '远低于上限时频率就被限制：限制来自 GPU 上限以外的因素，例如电源或 BMC。',
        cost: '频率低 10 到 50 %；一块这样的 GPU 会拖慢所有 rank。',
        remedy: [
          '在负载下查看 `nvidia-smi -q -d POWER,PERFORMANCE`。',
          '检查电源和 BMC 的功耗策略。',
          '恢复默认上限：`sudo nvidia-smi -pl <默认值>`',
        ],
      },
      limit: {
        title: '{gpu}：功耗上限 {limit} W，其他 GPU 为 {usual} W',
        why: '{node} 中有一块 GPU 的上限低于其他，频率会先下降，所有集合通信都要等它。',
        cost: '以最慢的 GPU 为准。',
        remedy: [
          '比较：`nvidia-smi -q -d POWER`',
          '恢复默认值：`sudo nvidia-smi -pl <默认值>`',
          '检查 BMC 的功耗策略。',
        ],
      },
    },
  },
  'clocks-hw-slowdown': {
    title: '{gpu}：{reason} 生效（{temperature}），{samples} 个采样中有 {hits} 个',
    why: '为保护硬件而降频：过热、服务器的 power brake，或电源故障。',
    cost: '频率减半甚至更低，所有 rank 都要等这块 GPU。',
    remedy: [
      '检查散热、风扇和灰尘；比较各 GPU 的温度。',
      'power brake：检查电源线、电源冗余和 BMC 的功耗策略。',
      '持续观察：`nvidia-smi dmon -s pucm`',
    ],
    variants: { untold: { title: '{gpu}：{reason} 生效，{samples} 个采样中有 {hits} 个' } },
  },
  'clocks-locked-low': {
    title: '{gpus}：应用时钟 {low} MHz，其他 GPU 为 {usual} MHz',
    why: '{node} 的部分 GPU 被设置了较低的应用时钟。',
    cost: '以最慢的 GPU 为准。',
    remedy: ['恢复时钟：`sudo nvidia-smi -rgc; sudo nvidia-smi -rac`'],
  },
  'persistence-off': {
    title: '{count} 块 GPU 未开启持久模式',
    why: '没有程序使用 GPU 时驱动会卸载：首次启动慢、频率稳定晚，HGX 主板还要重新建立 fabric。',
    cost: '每次启动多几秒。',
    remedy: ['运行守护进程：`sudo systemctl enable --now nvidia-persistenced`'],
  },
  'mig-enabled': {
    title: '{gpus} 已启用 MIG',
    why: 'MIG 实例之间没有 PCIe 或 NVLink 的 peer-to-peer，也没有 NVLS。这些 GPU 的 link 和拓扑信息没有意义。',
    cost: '单实例工作不受影响。',
    remedy: ['若要跨多块 GPU 使用 NCCL：排空后 `sudo nvidia-smi -mig 0`'],
    variants: {
      job: {
        title: '在启用 MIG 的 GPU（{gpus}）上运行多 GPU 作业',
        why: 'MIG 实例之间没有 PCIe 或 NVLink 的 peer-to-peer：NCCL 不支持，或只能走主机内存。',
        cost: '作业失败，或以主机内存的速度运行。',
      },
    },
  },
}
