import { readCommandLine, readTitle } from '@shared/segment/command-line'
import { describe, expect, it } from 'vitest'

describe('command lines', () => {
  it.each([
    ['$ nvidia-smi topo -m', 'nvidia-smi topo -m'],
    ['# $ nvidia-smi -q', 'nvidia-smi -q'],
    ['root@gn-a07:~# lspci -vvv', 'lspci -vvv'],
    ['[ops@node01 logs]$ cat /etc/nccl.conf', 'cat /etc/nccl.conf'],
    ['(base) ops@node01:/data$ ibstat', 'ibstat'],
    ['+ nvidia-smi nvlink -s', 'nvidia-smi nvlink -s'],
    ['===== nvidia-smi -L =====', 'nvidia-smi -L'],
    ['/usr/bin/lspci -nntv', '/usr/bin/lspci -nntv'],
    ['numactl -H', 'numactl -H'],
  ])('reads %j', (line, command) => {
    expect(readCommandLine(line)?.command).toBe(command)
  })

  it('names user and host of a prompt', () => {
    expect(readCommandLine('ops@gn-a07:~$ ibstat')).toEqual({ command: 'ibstat', user: 'ops', host: 'gn-a07' })
  })

  it.each([
    'GPU 0: NVIDIA H200 (UUID: GPU-1)',
    '# nThread 1 nGpus 2 minBytes 8',
    'Legend:',
    'the nvidia-smi output was odd, see below',
    '-[0000:00]-+-00.0  x',
  ])('takes no other text for a command: %j', (line) => {
    expect(readCommandLine(line)).toBeNull()
  })

  it('reads the file heading of a bug report as a title', () => {
    expect(readTitle('*** /etc/nccl.conf')).toBe('/etc/nccl.conf')
    expect(readTitle('GPU Topology:')).toBe('GPU Topology')
  })
})
