import { sessionView, type SessionView } from '../../../shared/derive/session-view'
import type { Finding } from '../../../shared/model/finding'
import {
  at,
  communicator,
  document,
  finding,
  node,
  notChecked,
  outcome,
  run,
  session,
  setting,
  xid,
} from '../../builders/session'

const deadLinks = (name: string): Finding =>
  finding('nvlink-inactive', name, {
    on: [{ kind: 'gpu', id: `${name}/gpu3`, label: 'GPU3' }],
    evidence: [at(`${name}/nvlink-s.txt`, 70, 71), at(`${name}/topo-m.txt`, 6)],
    data: { gpu: 'GPU3', active: 16, due: 18, links: '11, 12', percent: 11 },
    folds: [
      finding('nvlink-asymmetric-pair', name, { severity: 'warning', evidence: [at(`${name}/topo-m.txt`, 6)] }),
      finding('busbw-below-expected', name, { severity: 'warning', evidence: [at(`${name}/all_reduce_perf.txt`, 44)] }),
    ],
  })

const gaps = (name: string) => [
  notChecked('acs-enabled', name, { needs: ['pci.acs'], capture: 'sudo lspci -vvv' }),
  notChecked('xid-nvlink', name, { needs: ['kernel-log'], capture: 'sudo dmesg -T' }),
  notChecked('nvlink-crc-errors', name, { needs: ['two-captures'], capture: 'nvidia-smi nvlink -e' }),
  notChecked('fabric-manager-version-mismatch', name, {
    needs: ['fabric-manager'],
    capture: 'nv-fabricmanager --version',
  }),
  notChecked('gdr-module-missing', name, { needs: ['host.modules'], capture: 'lsmod' }),
]

/** 32 nodes, of which five are odd in five ways. */
function rack(): SessionView {
  const names = Array.from({ length: 32 }, (_, i) => `gn-a${String(i + 1).padStart(2, '0')}`)
  const nodes = names.map((name) => {
    if (name === 'gn-a23') return node(name, { gpus: 7, nics: 9 })
    if (name === 'gn-a07') return node(name, { nics: 9, gpu: (i) => (i === 3 ? { dead: [11, 12] } : {}) })
    if (name === 'gn-a11') return node(name, { nics: 9, nic: (i) => (i === 2 ? { state: 'Down' } : {}) })
    if (name === 'gn-a19')
      return node(name, { nics: 9, driver: '570.133.20', nccl: '2.26.2', fabricManager: '570.133.20' })
    if (name === 'gn-a30')
      return node(name, {
        nics: 0,
        topology: false,
        driver: undefined,
        nccl: undefined,
        fabricManager: undefined,
        gpu: () => ({ links: 0 }),
      })
    return node(name, { nics: 9 })
  })
  const measured = names.filter((name) => name !== 'gn-a23' && name !== 'gn-a30')
  return sessionView(
    session({
      nodes,
      runs: measured.map((name, i) => run(`run-${name}`, [name], { peak: name === 'gn-a07' ? 421 : 478 + (i % 4) })),
      communicators: [
        communicator('comm-1', ['gn-a07'], {
          settings: [
            setting('NCCL_IB_GID_INDX', '3', { origin: 'log' }),
            setting('NCCL_DEBUG', 'INFO', { origin: 'log' }),
          ],
          rings: [{ channel: 0, order: [0, 1, 2, 3, 4, 5, 6, 7], source: at('nccl.log', 80) }],
        }),
      ],
      findings: [
        finding('gpu-missing', 'gn-a23', { evidence: [at('gn-a23/dmesg.txt', 812)] }),
        deadLinks('gn-a07'),
        finding('pcie-width-downgraded', 'gn-a07', {
          on: [{ kind: 'gpu', id: 'gn-a07/gpu6', label: 'GPU6' }],
          evidence: [at('gn-a07/nvidia-smi-q.txt', 512)],
          data: { gpu: 'GPU6', width: 8, max: 16 },
        }),
        finding('nic-port-down', 'gn-a11', { evidence: [at('gn-a11/ibstat.txt', 27)] }),
        finding('version-mix-over-nodes', 'gn-a19', {
          severity: 'warning',
          evidence: [at('gn-a19/nvidia-smi-q.txt', 5)],
        }),
        finding('nccl-unknown-variable', 'gn-a07', {
          severity: 'warning',
          on: [{ kind: 'setting', id: 'NCCL_IB_GID_INDX', label: 'NCCL_IB_GID_INDX' }],
          evidence: [at('nccl.log', 12)],
          data: { name: 'NCCL_IB_GID_INDX', nearest: 'NCCL_IB_GID_INDEX' },
        }),
        finding('nccl-debug-leftover', 'gn-a07', { severity: 'info', evidence: [at('nccl.log', 13)] }),
      ],
      notChecked: names.flatMap(gaps),
      outcomes: names.flatMap((name) => [
        outcome('p2p-disabled', name, 'passed'),
        outcome('ecc-uncorrected', name, 'passed'),
        outcome('nvlink-bridge-missing', name, 'not-applicable', 'SXM board'),
      ]),
      documents: names.map((name) =>
        document(`${name}/nvidia-smi-q.txt`, {
          lines: 1804,
          unrecognisedLines: name === 'gn-a07' ? 12 : 0,
          unrecognised: name === 'gn-a07' ? [{ line: 1790, endLine: 1801 }] : [],
          sections: [
            {
              format: 'nvidia-smi/query-text',
              line: 1,
              endLine: 1780,
              quality: name === 'gn-a07' ? 'partial' : 'full',
              linesUsed: 1700,
              linesTotal: 1700,
              notes: [],
            },
          ],
        }),
      ),
    }),
  )
}

function one(): SessionView {
  const name = 'gn-a07'
  return sessionView(
    session({
      nodes: [
        node(name, {
          nics: 9,
          gpu: (i) => ({
            ...(i === 3 ? { dead: [11, 12] } : {}),
            values: { 'power.draw': `${600 + i * 7} W`, 'temperature.gpu': `${55 + i}` },
          }),
          events: [
            xid(74, { bootSeconds: 5021, count: 3, gpu: `${name}/gpu3` }),
            xid(31, { bootSeconds: 90210, gpu: `${name}/gpu1` }),
          ],
        }),
      ],
      runs: [run('run-1', [name], { peak: 421 })],
      findings: [deadLinks(name)],
      notChecked: gaps(name),
    }),
  )
}

export const cases: Readonly<Record<string, () => SessionView | null>> = {
  rack,
  one,
  nothing: () => null,
  /** A document longer than a browser can scroll. */
  huge: () => sessionView(session({ documents: [document('train.log', { lines: 6_000_000, bytes: 500_000_000 })] })),
  empty: () => sessionView(session({ documents: [document('notes.txt', { unrecognisedLines: 40 })] })),
}
