/** `nvidia-smi topo -p2p`: GPUs only. A cell is `X OK CNS GNS TNS NS DR U`, or '' when the capture does not show it. */
export interface P2pMatrix {
  readonly devices: readonly { readonly name: string; readonly index: number; readonly line?: number }[]
  readonly cells: readonly (readonly string[])[]
  /**
   * What was asked; the output does not print it, so it is known only with the command line above. `n` and `a` are not OK
   * between GPUs without NVLink by design: without it draw no conclusion.
   */
  readonly asked?: 'read' | 'write' | 'nvlink' | 'atomics' | 'pcie'
  readonly damaged: boolean
  readonly headerLine?: number
}

/** Sentences of `topo -i A -n L`, `topo -i A,B -p`, `topo -c N`, `topo -gnid`, `topo -nic`. */
export interface TopoSentence {
  readonly kind: 'nearest' | 'path' | 'cpu-affinity' | 'other'
  readonly text: string
  readonly line: number
  readonly endLine: number
  readonly gpus: readonly number[]
}
export interface TopoSentences {
  readonly sentences: readonly TopoSentence[]
}
