import { ncclEnvironment } from '@shared/formats/nccl/environment'
import { describe, expect, it } from 'vitest'
import { fixture, only, read, sections } from './fixture'

/** `NAME=VALUE (origin)` of everything that a text sets. */
function settings(text: string, name?: string): readonly string[] {
  return sections(text, ncclEnvironment, name).flatMap(({ value }) =>
    value.settings.map(
      (one) => `${one.name}=${one.forwarded ? '?' : one.value} ${one.origin}${one.untrimmed ? ' untrimmed' : ''}`,
    ),
  )
}

describe('what sets a variable', () => {
  it.each([
    [
      'a dump',
      'NCCL_DEBUG=INFO\nCUDA_VISIBLE_DEVICES=0,1\nHOME=/root',
      ['NCCL_DEBUG=INFO environment', 'CUDA_VISIBLE_DEVICES=0,1 environment'],
    ],
    [
      'a dump with blanks in a value',
      'NCCL_A=1\nNCCL_B=a b\nNCCL_C=2',
      ['NCCL_A=1 environment', 'NCCL_B=a b environment', 'NCCL_C=2 environment'],
    ],
    [
      'export',
      'export NCCL_DEBUG=INFO NCCL_IB_HCA="mlx5_0,mlx5_1" # why',
      ['NCCL_DEBUG=INFO export', 'NCCL_IB_HCA=mlx5_0,mlx5_1 export'],
    ],
    ['declare', 'declare -x NCCL_DEBUG="WARN"', ['NCCL_DEBUG=WARN export']],
    ['a shell trace', "+ export NCCL_DEBUG='INFO'", ['NCCL_DEBUG=INFO export']],
    ['unset', 'export NCCL_A=1\nunset NCCL_PROTO', ['NCCL_A=1 export', 'NCCL_PROTO= export']],
    [
      'a prefix',
      'NCCL_ALGO=Ring NCCL_PROTO=Simple ./build/all_reduce_perf -b 8',
      ['NCCL_ALGO=Ring export', 'NCCL_PROTO=Simple export'],
    ],
    ['a prefix behind a prompt', 'root@gn-a07:~# NCCL_ALGO=Ring mytool', ['NCCL_ALGO=Ring export']],
    [
      'mpirun -x',
      'mpirun -np 2 -x NCCL_NET_GDR_LEVEL=PHB -x NCCL_DEBUG ./a',
      ['NCCL_NET_GDR_LEVEL=PHB mpirun', 'NCCL_DEBUG=? mpirun'],
    ],
    [
      'mpirun over lines',
      'mpirun -np 2 \\\n  --bind-to none \\\n  -x NCCL_IB_HCA=mlx5 \\\n  -x UCX_NET_DEVICES=mlx5_0:1 \\\n  ./a',
      ['NCCL_IB_HCA=mlx5 mpirun', 'UCX_NET_DEVICES=mlx5_0:1 mpirun'],
    ],
    [
      'docker run',
      'docker run -e NCCL_SHM_DISABLE=1 --env=NCCL_DEBUG=WARN img',
      ['NCCL_SHM_DISABLE=1 environment', 'NCCL_DEBUG=WARN environment'],
    ],
    ['srun --export', 'srun --export=ALL,NCCL_DEBUG=INFO ./x', ['NCCL_DEBUG=INFO export']],
    [
      'docker inspect',
      '   "Env": [\n     "NCCL_VERSION=2.19.3-1",\n     "NVIDIA_VISIBLE_DEVICES=all"\n   ]',
      ['NCCL_VERSION=2.19.3-1 environment', 'NVIDIA_VISIBLE_DEVICES=all environment'],
    ],
    [
      'a pod spec',
      '  - name: NCCL_DEBUG\n    value: "INFO"\n  - name: OTHER\n    value: x\n  - name: NCCL_IB_DISABLE\n    value: "0"',
      ['NCCL_DEBUG=INFO environment', 'NCCL_IB_DISABLE=0 environment'],
    ],
    ['a flow pair', '- {name: NCCL_DEBUG, value: "INFO"}', ['NCCL_DEBUG=INFO environment']],
    [
      'a map',
      'env:\n  NCCL_DEBUG: INFO\n  NCCL_ALGO: "Ring,Tree"',
      ['NCCL_DEBUG=INFO environment', 'NCCL_ALGO=Ring,Tree environment'],
    ],
    ['compose', 'environment:\n  - NCCL_P2P_LEVEL=NVL', ['NCCL_P2P_LEVEL=NVL environment']],
    ['a unit file', 'Environment="NCCL_DEBUG=INFO"', ['NCCL_DEBUG=INFO environment']],
  ])('%s', (_name, text, expected) => {
    expect(settings(text)).toEqual(expected)
  })
})

describe('what only mentions a variable', () => {
  it.each([
    'Please set NCCL_P2P_DISABLE=1 to probe.',
    'NCCL_P2P_DISABLE=1 fixed it for us.',
    'NCCL_DEBUG=INFO shows nothing.',
    'export NCCL_P2P_DISABLE=1 and run again',
    'We tried:\n- NCCL_P2P_DISABLE=1\n- NCCL_IB_DISABLE=1',
    'NCCL_P2P_DISABLE: disables the direct path',
    '(run with NCCL_DEBUG=INFO for details)',
    '`NCCL_IB_HCA=mlx5`',
    'if (getenv("NCCL_DEBUG") == NULL)',
  ])('%s', (text) => {
    expect(settings(text)).toEqual([])
  })
})

describe('nccl.conf', () => {
  const CONF = '# site\nNCCL_IB_HCA = mlx5_0\nexport NCCL_DEBUG=INFO\nNCCL_SOCKET_IFNAME==eth0\nNCCL_X="1"\n'
  const read_ = (origin: string): readonly string[] => [
    `NCCL_IB_HCA= mlx5_0 ${origin} untrimmed`,
    `NCCL_DEBUG=INFO ${origin} untrimmed`,
    `NCCL_SOCKET_IFNAME==eth0 ${origin}`,
    `NCCL_X="1" ${origin} untrimmed`,
  ]

  it.each([
    ['a command', `$ cat /etc/nccl.conf\n${CONF}`, 'system-conf', undefined],
    ['a command of a user', `$ cat ~/.nccl.conf\n${CONF}`, 'user-conf', undefined],
    [
      'a bug report title',
      `*** /etc/nccl.conf\n*** ls: -rw-r--r-- 1 root root 80 2026-01-01 /etc/nccl.conf\n${CONF}`,
      'system-conf',
      undefined,
    ],
    ['a heading of head', `==> /etc/nccl.conf <==\n${CONF}`, 'system-conf', undefined],
    ['the file name', CONF, 'unknown-conf', 'nccl.conf'],
  ])('known by %s', (_name, text, origin, file) => {
    expect(settings(text, file)).toEqual(read_(origin))
  })

  it('keeps two files apart', () => {
    expect(settings('# /etc/nccl.conf\nNCCL_A=1\n# /root/.nccl.conf\nNCCL_B=2\n')).toEqual([
      'NCCL_A=1 system-conf',
      'NCCL_B=2 user-conf',
    ])
  })
})

describe('around it', () => {
  it('knows a whole dump by its command', () => {
    expect(only('$ env | grep NCCL\nNCCL_A=1\nNCCL_B=2\n$ ls', ncclEnvironment).whole).toBe(true)
    expect(only('NCCL_A=1\n', ncclEnvironment).whole).toBe(false)
  })

  it('takes the settings of a command and leaves the command to the run below', () => {
    const { parsed } = read(fixture('nccl/all_reduce_perf-p2p-disabled.txt'))
    const run = parsed.find(({ format }) => format === 'nccl/tests')
    expect(settings(fixture('nccl/all_reduce_perf-p2p-disabled.txt'))).toEqual([
      'NCCL_DEBUG=INFO export',
      'NCCL_P2P_DISABLE=1 export',
    ])
    expect(run?.hint.command).toContain('./build/all_reduce_perf -b 1M -e 256M')
  })
})
