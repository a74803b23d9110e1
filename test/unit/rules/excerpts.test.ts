import { analyse } from '@shared/pipeline/analyse'
import type { Session } from '@shared/model/session'
import { describe, expect, it } from 'vitest'
import { readText } from '../../support/reading'

/** What people quote in tickets: parts of outputs, masked, without head or foot. */
function read(...lines: readonly string[]): Session {
  return analyse([readText(`${lines.join('\n')}\n`, 'ticket.txt', [])])
}

const names = (session: Session) => session.nodes.flatMap((node) => node.gpus.map((gpu) => gpu.name?.value))

describe('GPU lists as tickets quote them', () => {
  it('reads masked and missing UUIDs', () => {
    expect(names(read('GPU 0: NVIDIA A40 (UUID: GPU-xxxx)', 'GPU 1: NVIDIA A40 (UUID: ...)'))).toEqual([
      'NVIDIA A40',
      'NVIDIA A40',
    ])
    expect(names(read('GPU 0: NVIDIA H200 (...)', 'GPU 1: NVIDIA H200 (...)'))).toEqual(['NVIDIA H200', 'NVIDIA H200'])
    expect(names(read('$ nvidia-smi -L', 'GPU 0: Tesla T4'))).toEqual(['Tesla T4'])
  })

  it('takes no sentence for a list', () => {
    expect(names(read('GPU 0: NVIDIA says this is normal, see below.', 'GPU 1: broken'))).toEqual([])
    expect(names(read('GPU 0: Tesla T4'))).toEqual([])
  })

  it('reads the GPU part of an environment report by itself', () => {
    expect(names(read('GPU models and configuration:', 'GPU 0: NVIDIA RTX A6000', 'GPU 1: NVIDIA RTX A6000'))).toEqual([
      'NVIDIA RTX A6000',
      'NVIDIA RTX A6000',
    ])
  })
})

describe('benchmarks cut to a few lines', () => {
  it('does not take the first line of a rank list for the whole', () => {
    const session = read(
      '#  Rank  0 Group  0 Pid  11111 on   gn-a07 device  0 [0x19] NVIDIA H100 80GB HBM3',
      '     8388608       2097152     float     sum      -1     992.6    8.45   16.20      0     986.0    8.51   16.31      0',
      '    16777216       4194304     float     sum      -1    1334.9   12.57   24.09      0    1336.5   12.55   24.06      0',
    )
    expect(session.runs[0]?.ranks).not.toBe(1)
    expect(session.findings.map((finding) => finding.rule)).not.toContain('busbw-zero-single-rank')
  })
})

describe('settings that do not explain', () => {
  const log = [
    'gn-a07:100:101 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/RoCE [RO]; OOB eth0:192.0.2.10<0>',
    'gn-a07:100:101 [0] NCCL INFO Using network IB',
    "gn-a07:100:101 [0] NCCL INFO NET/IB : GPU Direct RDMA Disabled for HCA 0 'mlx5_0'",
    'gn-a07:100:101 [0] NCCL INFO Channel 00/0 : 1[0] -> 0[0] [receive] via NET/IB/0',
    'gn-a08:100:101 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[0] [receive] via NET/IB/0',
  ]
  const top = (session: Session) =>
    session.findings.filter((finding) => finding.rule.startsWith('gdr-')).map((finding) => finding.rule)

  it('leaves missing GPUDirect RDMA at the top where NCCL_NET_GDR_LEVEL asks for more of it', () => {
    expect(top(read('gn-a07:100:101 [0] NCCL INFO NCCL_NET_GDR_LEVEL set by environment to SYS', ...log))).toContain(
      'gdr-not-used',
    )
  })

  it('folds it where the setting turns it off', () => {
    const session = read(
      'gn-a07:100:101 [0] NCCL INFO NCCL_NET_GDR_LEVEL set by environment to LOC',
      ...log.slice(0, 4),
    )
    expect(top(session)).toEqual(['gdr-level-forced'])
  })
})
