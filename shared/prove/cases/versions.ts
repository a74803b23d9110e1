import { dmesg, gpuList, lines, ncclLog, ncclTests } from '../texts'
import type { ProofCase } from '../types'

const h100 = 'NVIDIA H100 80GB HBM3'
const GiB = 1024 ** 3
const environment = '$ env | grep NCCL\nNCCL_ALGO=Ring\nNCCL_DEBUG=INFO\n'
const smi = (cuda: string): string =>
  lines([
    '$ nvidia-smi --version',
    'NVIDIA-SMI version  : 535.129.03',
    'DRIVER version      : 535.129.03',
    `CUDA Version        : ${cuda}`,
  ])
const log = (version: string, driver: number, initComplete: boolean): string =>
  ncclLog({ ranks: 2, version, initComplete }).replace('cudaDriverVersion 13000', `cudaDriverVersion ${driver}`)
const run = (version: string, settings: Record<string, string | number>, wrong: number): string =>
  ncclTests({
    gpu: h100,
    count: 2,
    rows: [[GiB, 30]],
    wrong,
    between: [ncclLog({ ranks: 2, version, settings }).trimEnd()],
  })

export const versionsCases: readonly ProofCase[] = [
  {
    rule: 'driver-library-mismatch',
    kind: 'fires',
    title: 'nvidia-smi says it',
    severity: 'error',
    files: {
      'gn-a07/smi.txt':
        '$ nvidia-smi\nFailed to initialize NVML: Driver/library version mismatch\nNVML library version: 535.154\n',
    },
  },
  {
    rule: 'driver-library-mismatch',
    kind: 'fires',
    title: 'the kernel says it',
    severity: 'error',
    files: {
      'gn-a07/dmesg.txt': dmesg(
        'NVRM: API mismatch: the client has the version 535.154.05, but',
        'NVRM: this kernel module has the version 535.129.03.  Please',
        'NVRM: make sure that this kernel module and all NVIDIA driver',
        'NVRM: components have the same version.',
      ),
    },
  },
  {
    rule: 'driver-library-mismatch',
    kind: 'silent',
    title: 'a list that works',
    files: { 'gn-a07/gpus.txt': gpuList(h100, 8) },
  },
  {
    rule: 'driver-library-mismatch',
    kind: 'missing',
    title: 'neither tool nor kernel log',
    files: { 'gn-a07/env.txt': environment },
  },

  {
    rule: 'cuda-newer-than-driver',
    kind: 'fires',
    title: 'CUDA 13 on a driver of 12.2',
    severity: 'error',
    files: { 'gn-a07/run.txt': log('2.28.9+cuda13.0', 12020, false), 'gn-a07/smi.txt': smi('12.2') },
  },
  {
    rule: 'cuda-newer-than-driver',
    kind: 'silent',
    title: 'a newer minor release of the same major',
    files: { 'gn-a07/run.txt': log('2.28.9+cuda12.9', 12020, true), 'gn-a07/smi.txt': smi('12.2') },
  },
  {
    rule: 'cuda-newer-than-driver',
    kind: 'silent',
    title: 'a compatibility package inside the container',
    files: { 'gn-a07/run.txt': log('2.28.9+cuda13.0', 13000, true), 'gn-a07/smi.txt': smi('12.2') },
  },
  { rule: 'cuda-newer-than-driver', kind: 'missing', title: 'no log', files: { 'gn-a07/gpus.txt': gpuList(h100, 8) } },

  {
    rule: 'nccl-version-known-bad',
    kind: 'fires',
    title: '2.15.5 with P2P off and wrong values',
    severity: 'warning',
    files: { 'gn-a07/run.txt': run('2.15.5+cuda11.8', { NCCL_P2P_DISABLE: '1' }, 12) },
  },
  {
    rule: 'nccl-version-known-bad',
    kind: 'silent',
    title: '2.15.5 with right values',
    files: { 'gn-a07/run.txt': run('2.15.5+cuda11.8', { NCCL_P2P_DISABLE: '1' }, 0) },
  },
  {
    rule: 'nccl-version-known-bad',
    kind: 'silent',
    title: 'wrong values with another release',
    files: { 'gn-a07/run.txt': run('2.28.9+cuda13.0', { NCCL_P2P_DISABLE: '1' }, 12) },
  },
  {
    rule: 'nccl-version-known-bad',
    kind: 'missing',
    title: 'no version',
    files: { 'gn-a07/gpus.txt': gpuList(h100, 8) },
  },
]
