import { dmesg, gpuList } from '../texts'
import type { ProofCase } from '../types'

const h100 = 'NVIDIA H100 80GB HBM3'
const gpus = { 'gn-a07/gpus.txt': gpuList(h100, 8) }
const log = (...texts: string[]): Record<string, string> => ({ 'gn-a07/dmesg.txt': dmesg(...texts) })
const xid = (code: number, rest: string): string => `NVRM: Xid (PCI:0000:5d:00): ${code}, ${rest}`
const quiet = log(
  'nvidia-nvlink: Nvlink Core is being initialized, major device number 236',
  xid(31, 'pid=4242, name=python3, Ch 00000008, intr 00000000. MMU Fault'),
)
const sxid = (rest: string): string => `nvidia-nvswitch3: SXid (PCI:0000:05:00.0): ${rest}`

export const xidCases: readonly ProofCase[] = [
  {
    rule: 'xid-hardware',
    kind: 'fires',
    title: 'double-bit ECC',
    severity: 'error',
    files: log(xid(48, 'pid=4242, name=python3, DBE (double bit error) on FBPA 3')),
  },
  { rule: 'xid-hardware', kind: 'silent', title: 'a fault of the program', files: quiet },
  { rule: 'xid-hardware', kind: 'missing', title: 'no kernel log', files: gpus },

  {
    rule: 'xid-off-bus',
    kind: 'fires',
    title: 'Xid 79',
    severity: 'error',
    files: log(xid(79, 'pid=0, GPU has fallen off the bus.')),
  },
  { rule: 'xid-off-bus', kind: 'silent', title: 'another Xid', files: quiet },
  { rule: 'xid-off-bus', kind: 'missing', title: 'no kernel log', files: gpus },

  {
    rule: 'xid-nvlink',
    kind: 'fires',
    title: 'Xid 145 Fatal',
    severity: 'error',
    files: log(
      xid(145, 'RLW_RXPIPE Fatal XC0 i0 Link 07 (0x04070142 0x00000008 0x00000000 0x00000000 0x00000000 0x00000000)'),
    ),
  },
  {
    rule: 'xid-nvlink',
    kind: 'silent',
    title: 'one Nonfatal',
    files: log(
      xid(
        145,
        'RLW_RXPIPE Nonfatal XC0 i0 Link 07 (0x04070142 0x00000008 0x00000000 0x00000000 0x00000000 0x00000000)',
      ),
    ),
  },
  { rule: 'xid-nvlink', kind: 'missing', title: 'no kernel log', files: gpus },

  { rule: 'xid-application', kind: 'fires', title: 'MMU fault', severity: 'info', files: quiet },
  {
    rule: 'xid-application',
    kind: 'silent',
    title: 'hardware only',
    files: log(xid(48, 'pid=4242, name=python3, DBE (double bit error) on FBPA 3')),
  },
  { rule: 'xid-application', kind: 'missing', title: 'no kernel log', files: gpus },

  {
    rule: 'xid-secondary',
    kind: 'fires',
    title: '45 after 145',
    severity: 'info',
    files: log(
      xid(145, 'RLW_RXPIPE Fatal XC0 i0 Link 07 (0x04070142 0x00000008 0x0 0x0 0x0 0x0)'),
      xid(45, 'pid=4242, name=python3, Ch 00000003 caused by previous Xid 145'),
    ),
  },
  {
    rule: 'xid-secondary',
    kind: 'silent',
    title: 'one alone',
    files: log(xid(48, 'pid=4242, name=python3, DBE (double bit error) on FBPA 3')),
  },
  { rule: 'xid-secondary', kind: 'missing', title: 'no kernel log', files: gpus },

  {
    rule: 'sxid-fatal',
    kind: 'fires',
    title: 'link from active to down',
    severity: 'error',
    files: log(
      sxid('20034, Fatal, Link 30 LTSSM Fault Up'),
      sxid('20034, Severity 1 Engine instance 30 Sub-engine instance 00'),
    ),
  },
  {
    rule: 'sxid-fatal',
    kind: 'silent',
    title: 'corrected',
    files: log(sxid('12028, Non-fatal, Link 32 egress non-posted PRIV error (First)')),
  },
  { rule: 'sxid-fatal', kind: 'missing', title: 'no kernel log', files: gpus },

  {
    rule: 'sxid-nonfatal',
    kind: 'fires',
    title: 'corrected',
    severity: 'info',
    files: log(sxid('12028, Non-fatal, Link 32 egress non-posted PRIV error (First)')),
  },
  { rule: 'sxid-nonfatal', kind: 'silent', title: 'no switch line', files: quiet },
  { rule: 'sxid-nonfatal', kind: 'missing', title: 'no kernel log', files: gpus },
]
