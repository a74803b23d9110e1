import type { Finding } from '../model/finding'

/** A kernel setting that differs between nodes, and the findings that have to do with it. */
const related: Readonly<Record<string, readonly string[]>> = {
  ACS: ['acs-enabled', 'gdr-acs-fault', 'busbw-internode-low', 'busbw-pairs-differ'],
  IOMMU: ['iommu-on', 'gdr-acs-fault', 'busbw-internode-low', 'busbw-pairs-differ'],
  peermem: [
    'gdr-not-used',
    'gdr-module-missing',
    'gdr-old-nccl-check',
    'peermem-invalid-context',
    'busbw-internode-low',
  ],
  'active MTU': ['roce-mtu-mismatch', 'busbw-internode-low', 'busbw-collapse-large', 'nccl-qp-connect-failed'],
  memlock: ['nccl-memlock'],
  MaxReadReq: ['pcie-maxreadreq-low', 'busbw-internode-low', 'busbw-pairs-differ'],
  'NIC firmware': ['ib-link-flap', 'ib-error-counters', 'nic-module-trouble', 'nccl-ib-error-12'],
}

/** Raises a difference from a remark to a warning where one of its nodes has a finding that the setting has to do with. */
export function feltSettings(findings: readonly Finding[]): ReadonlyMap<string, Finding> {
  const raised = new Map<string, Finding>()
  for (const finding of findings) {
    if (finding.rule !== 'node-kernel-setting-differs') continue
    const rules = related[String(finding.data['field'])] ?? []
    const felt = findings.some(
      (other) =>
        other.severity !== 'info' &&
        rules.includes(other.rule) &&
        other.nodes.some((node) => finding.nodes.includes(node)),
    )
    if (felt) raised.set(finding.id, { ...finding, severity: 'warning', variant: 'felt' })
  }
  return raised
}
