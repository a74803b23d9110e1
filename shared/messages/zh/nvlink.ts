import type { RuleTexts } from '../types'

export const nvlinkZh: RuleTexts = {
  'nvlink-inactive': {
    title: '{gpu}：{due} 条 NVLink 中只有 {active} 条正常，link {links} 未激活',
    why: '{product} 在这类主板上应有 {due} 条 link，而 {node} 的 {gpu} 只有 {active} 条。相邻 link 正常而某条 inactive，说明是硬件或 fabric 故障，而不是节能状态：link 空闲时不会断开。',
    cost: '该 GPU 到每个 peer 的流量减少 {dead}/{due}。NCCL 按最慢的 GPU 规划 channel，因此整个节点都会变慢（6 条 link 断 2 条，性能损失约三分之一）。',
    remedy: [
      '排空节点，重置 GPU（`nvidia-smi -r`）或重启，然后重新采集 `nvidia-smi nvlink -s`。',
      '查看该 GPU 是否有 Xid 74、144-150，交换芯片是否有 SXid：`sudo dmesg -T | grep -E "Xid|SXid"`',
      '在已排空的节点上运行 `dcgmi diag -r 2`。',
      '若仍未恢复：重新插拔 bridge 或托盘，再用 `sudo nvidia-bug-report.sh` 收集日志并送修。',
    ],
  },
}
