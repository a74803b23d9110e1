import type { RuleTexts } from '../types'

const everywhere =
  'Look at every place that may set it: the job script, `/etc/nccl.conf`, `~/.nccl.conf`, ENV of the image, the scheduler prolog: `env | grep NCCL; cat /etc/nccl.conf ~/.nccl.conf`'

/** Settings of networks, NICs, topology files and debugging. */
export const ncclEnvNetworkEn: RuleTexts = {
  'nccl-socket-ifname-bad': {
    title: 'NCCL_SOCKET_IFNAME={value} names no interface of {node}',
    why: 'NCCL found no interface to start with and stopped ("no socket interface found", invalid usage). Interface names differ between machines and containers.',
    cost: 'The job does not start.',
    remedy: [
      'List the interfaces where the job runs (in the container): `ip -br addr`',
      'Name the cluster interface exactly, `NCCL_SOCKET_IFNAME==eth0`, or exclude the local ones, `NCCL_SOCKET_IFNAME=^docker,lo,veth,virbr`. `^docker0` alone lets lo in again.',
      everywhere,
    ],
    variants: {
      unset: {
        title: 'NCCL found no network interface on {node}',
        why: 'The log says that no socket interface was found, and no capture shows NCCL_SOCKET_IFNAME. A container without a network gives the same.',
      },
      local: {
        title: 'NCCL starts over {interface} ({address}), which other hosts cannot reach',
        why: 'The ranks are on several hosts, and the bootstrap of {node} listens on a loopback, bridge or overlay interface of its own.',
        cost: 'Init hangs or ends with connection refused.',
      },
    },
  },
}
