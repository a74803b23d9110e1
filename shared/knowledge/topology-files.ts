/**
 * Topology and graph files that images of cloud providers ship, by a word of their path. `counts` are the GPU counts that the file was
 * made for. Source: Azure azhpc-images topology/, aws-ofi-nccl topology/.
 */
export interface ProvidedFile {
  readonly word: string
  readonly shape: string
  readonly gpuIds: readonly string[]
  readonly counts: readonly number[]
}

const a100Sxm = ['a100-sxm-40', 'a100-sxm-80']

const provided: readonly ProvidedFile[] = [
  { word: 'ndv2', shape: 'Azure ND40rs_v2', gpuIds: ['v100-sxm2-16', 'v100-sxm2-32'], counts: [8] },
  { word: 'ndv4', shape: 'Azure ND A100 v4', gpuIds: a100Sxm, counts: [8] },
  { word: 'ndv5', shape: 'Azure ND H100/H200 v5', gpuIds: ['h100-sxm-80', 'h200-sxm'], counts: [8] },
  { word: 'ncv4', shape: 'Azure NC96 A100 v4', gpuIds: ['a100-pcie-80'], counts: [4] },
  { word: 'nc96v4', shape: 'Azure NC96 A100 v4', gpuIds: ['a100-pcie-80'], counts: [4] },
  { word: 'nc48v4', shape: 'Azure NC48 A100 v4', gpuIds: ['a100-pcie-80'], counts: [2] },
  { word: 'p4d', shape: 'AWS p4d.24xlarge', gpuIds: a100Sxm, counts: [8] },
  { word: 'p4de', shape: 'AWS p4de.24xlarge', gpuIds: a100Sxm, counts: [8] },
  { word: 'p5', shape: 'AWS p5.48xlarge', gpuIds: ['h100-sxm-80', 'h200-sxm'], counts: [8] },
  { word: 'p5en', shape: 'AWS p5en.48xlarge', gpuIds: ['h200-sxm'], counts: [8] },
  { word: 'g5', shape: 'AWS g5.48xlarge', gpuIds: ['a10g'], counts: [8] },
]

/** The provider's machine that a path such as `/opt/microsoft/ncv4/topo.xml` or `ndv4-topo.xml` was made for. */
export function providedFile(path: string): ProvidedFile | undefined {
  const words = path.toLowerCase().split(/[^a-z0-9]+/)
  return provided.find((entry) => words.includes(entry.word))
}
