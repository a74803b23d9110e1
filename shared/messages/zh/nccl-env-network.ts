import type { RuleTexts } from '../types'

const everywhere =
  '检查所有可能设置它的位置：作业脚本、`/etc/nccl.conf`、`~/.nccl.conf`、镜像的 ENV、调度器 prolog：`env | grep NCCL; cat /etc/nccl.conf ~/.nccl.conf`'

/** 网络、NIC、拓扑文件和调试类设置。 */
export const ncclEnvNetworkZh: RuleTexts = {
  'nccl-socket-ifname-bad': {
    title: 'NCCL_SOCKET_IFNAME={value} 在 {node} 上匹配不到任何接口',
    why: 'NCCL 找不到用于启动的接口并停止（“no socket interface found”，invalid usage）。不同机器和容器的接口名称并不相同。',
    cost: '作业无法启动。',
    remedy: [
      '在作业实际运行处（容器内）列出接口：`ip -br addr`',
      '写出集群接口的完整名称 `NCCL_SOCKET_IFNAME==eth0`，或排除本地接口 `NCCL_SOCKET_IFNAME=^docker,lo,veth,virbr`。只写 `^docker0` 会重新引入 lo。',
      everywhere,
    ],
    variants: {
      unset: {
        title: 'NCCL 在 {node} 上找不到网络接口',
        why: '日志显示没有找到 socket 接口，且采集中没有 NCCL_SOCKET_IFNAME。容器没有网络时也会如此。',
      },
      local: {
        title: 'NCCL 通过 {interface}（{address}）启动，其他主机无法到达',
        why: 'rank 分布在多台主机上，而 {node} 的 bootstrap 监听在本机的回环、网桥或 overlay 接口上。',
        cost: 'init 挂起，或以 connection refused 结束。',
      },
    },
  },
}
