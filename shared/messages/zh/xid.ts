import type { RuleTexts } from '../types'

export const xidZh: RuleTexts = {
  'xid-hardware': {
    title: '{place} 出现 Xid {code}{count, plural, one {} other {，共 # 次}}',
    why: '{meaning}（{name}）。',
    cost: '在处理之前，该 GPU 上的作业会失败或挂起。',
    remedy: [
      'NVIDIA 目录对该代码的建议：{action}',
      '先处理一组中的第一个 Xid，后面的多为其后果：`sudo dmesg -T | grep -E "Xid|SXid"`',
      '若在同一 GPU 上再次出现：排空节点，运行 `dcgmi diag -r 3`，并用 `sudo nvidia-bug-report.sh` 收集日志送修。',
    ],
    variants: {
      unknown: {
        why: '该代码不在本版本的表中。',
        remedy: [
          '请在 NVIDIA 的 Xid 目录中查询该代码。',
          '采集其前后的日志：`sudo dmesg -T`',
          '保留 `sudo nvidia-bug-report.sh` 的日志。',
        ],
      },
      recovery: {
        title: '{place}：驱动要求“{action}”',
        why: 'nvidia-smi 显示的 recovery action 不是 None：GPU 遇到了自身无法清除的错误。',
        remedy: [
          '按要求执行：{action}。',
          '查找导致它的 Xid：`sudo dmesg -T | grep Xid`',
          '再次确认：`nvidia-smi -q | grep -i recovery`',
        ],
      },
    },
  },
  'xid-off-bus': {
    title: '{place} 从总线上掉线',
    why: '该 GPU 在 PCIe 上不再响应。断电重启之前驱动无法访问它；NVSwitch 对端会记录 SXid 20034，nvidia-smi 也可能因此不显示其他 GPU。',
    cost: '在冷启动之前该 GPU 不可用，节点上的作业全部受影响。',
    remedy: [
      '完全断电后再上电；热重启往往不够。',
      '检查电源线、插接情况和服务器固件。',
      '若同一 GPU 再次发生，用 `sudo nvidia-bug-report.sh` 收集日志送修。',
    ],
  },
  'xid-nvlink': {
    title: 'Xid {code}：{place} 发生致命 NVLink 错误，link {links}',
    why: '无法修复的 NVLink 错误。{meaning}',
    cost: '使用该 link 的所有 rank 都会失败；部分机器上所有集合通信挂起直到重启。',
    remedy: [
      '在已排空的节点上重置 GPU 或重启，然后采集 `nvidia-smi nvlink -s` 和 `nvidia-smi nvlink -e`。',
      '检查 link 的两端：问题可能在对端或交换芯片。`nvidia-smi nvlink -R`',
      '若再次出现，附上 `sudo nvidia-bug-report.sh` 的日志提交工单。',
    ],
    variants: {
      origin: {
        title: 'Xid {code}：{place} 失去了 NVLink，另有 {others} 块 GPU 受其影响',
        why: '{node} 的多块 GPU 报告 NVLink 错误，而 {place} 的代码与众不同。{meaning} 其他 GPU 的报告由此引起。',
      },
      'no-link': { title: 'Xid {code}：{place} 发生 NVLink 错误' },
      nonfatal: {
        title: 'Xid {code}：{place} 有 {count} 次已修复的 NVLink 错误，link {links}',
        why: '日志标明 Nonfatal：驱动逐一修复，但在反复出现。{meaning}',
        cost: '短暂停顿；可能演变为致命错误。',
      },
    },
  },
  'xid-application': {
    title: '{place} 出现 Xid {code}：很可能是程序（{programs}）的问题',
    why: '{meaning}。多数情况下是程序做了 GPU 拒绝的操作，GPU 本身正常。',
    remedy: [
      '调试程序，例如使用 `compute-sanitizer <program>`。',
      '若其他程序在同一 GPU 上也出现，运行 `dcgmi diag -r 3`。',
    ],
    variants: {
      follows: {
        title: '{place} 在不同程序（{programs}）下都出现 Xid {code}',
        why: '{meaning}。多个程序在同一 GPU 上都出现时，通常不是单个程序的问题。',
        remedy: ['排空节点并运行 `dcgmi diag -r 3`。', '更换作业所在的 GPU：若问题跟随 GPU，则更换该 GPU。'],
      },
    },
  },
  'xid-secondary': {
    title: '{place} 的 Xid {code} 由 Xid {cause} 引起',
    why: '它是后果：首个错误之后关闭 channel，或给出恢复动作。',
    remedy: ['请处理 Xid {cause}。'],
  },
  'sxid-fatal': {
    title: 'SXid {code}：{place} 端口 {ports} 发生致命错误',
    why: 'NVSwitch 丢失了端口或自身状态。{meaning}',
    cost: '其后的 GPU 在重置之前失去 fabric。',
    remedy: [
      '若同时有 GPU 从总线掉线（Xid 79），请先处理它：交换芯片只是报告其断开的 link。',
      '重置该分区的所有 GPU 或重启：`nvidia-smi -r`',
      '若再次出现，附上 `sudo nvidia-bug-report.sh` 的日志提交工单。',
    ],
  },
  'sxid-nonfatal': {
    title: 'SXid {code}：{place} 端口 {port} 有 {count} 次已纠正的错误',
    why: 'NVSwitch 已纠正这些错误。{meaning}',
    remedy: ['观察是否总是同一端口产生。'],
    variants: {
      storm: {
        title: 'SXid {code}：{place} 端口 {port} 有 {count} 次已纠正的错误，约每小时 {rate} 次',
        why: 'NVSwitch 的一个端口持续产生错误。虽已纠正，但按此频率该 link 值得怀疑。{meaning}',
        remedy: ['在 Fabric Manager 日志中找到该端口对应的 GPU，检查其 link：`nvidia-smi nvlink -e`'],
      },
    },
  },
}
