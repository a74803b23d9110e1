import type { MessageData } from '../../model/finding'
import type { Run } from '../../model/run'
import type { SourceRef } from '../../model/source'
import type { GigabytesPerSecond } from '../../model/units'
import type { RunVerdict } from '../run-verdict'

/** What can keep a run below its hardware. Texts in shared/messages/ui/diagnosis.ts under `diag.cause.`. */
export type BottleneckKey =
  | 'ring-without-nvls'
  | 'protocol-ll'
  | 'protocol-ll128'
  | 'tree-pinned'
  | 'few-channels'
  | 'small-buffers'
  | 'few-threads'
  | 'pcie-p2p'
  | 'shared-memory'
  | 'network-inside-node'
  | 'lanes-down'
  | 'clocks'
  | 'no-interface'
  | 'sockets'
  | 'no-gdr'
  | 'redirected-dma' // ACS or IOMMU: peer traffic goes over the CPU
  | 'one-nic'
  | 'few-nics'
  | 'slow-port'
  | 'bond-single-qp'

export type ClueKey =
  | 'set' // {name}={value} reached NCCL
  | 'not-set' // NCCL reads {name} in every such job and the log does not show it
  | 'via' // two ranks of a host are joined via {via}
  | 'channels' // NCCL used {count} channels
  | 'channels-default' // few channels, but nothing pins them: NCCL plans few on a slow path
  | 'choice' // NCCL chose {algorithm} with {protocol}
  | 'links' // {active} of {wired} links of {gpu} are active
  | 'links-whole'
  | 'pair' // the matrix joins {pair} by {token}
  | 'said' // NCCL says: {text}
  | 'version' // NCCL {version} has no NVLS
  | 'network' // the job uses network {network}
  | 'gdr' // connections between nodes carry GDRDMA
  | 'no-gdr' // connections between nodes carry no GDRDMA
  | 'nics' // {used} of {known} adapters carry the traffic
  | 'ports' // ports run at {rates} Gb/s
  | 'acs' // ACS redirects at {ports} bridges
  | 'iommu' // kernel command line {value}
  | 'bond' // {device} is a bond
  | 'load' // clocks under load: {reason}
  | 'finding' // the finding {rule} (data and lines are the finding's)

/** One observation that speaks for or against a cause, with its lines. */
export interface Clue {
  readonly key: ClueKey
  readonly data: MessageData
  readonly sources: readonly SourceRef[]
}

/** What a run of this machine gives with this bottleneck, at the judged size. */
export interface PredictedBandwidth {
  readonly low: GigabytesPerSecond
  readonly high: GigabytesPerSecond
  /** `measured`: the same setting on this product; `derived`: the model, another product or interpolation. */
  readonly basis: 'measured' | 'derived'
}

/**
 * `explains`: the capture shows it and the figure fits; `possible`: nothing shows it, nothing rules it out, and the figure fits;
 * `present`: the capture shows it, but it would give another figure; `ruled-out`: the capture shows the opposite.
 */
export type BottleneckStanding = 'explains' | 'possible' | 'present' | 'ruled-out'

export interface Bottleneck {
  readonly key: BottleneckKey
  readonly standing: BottleneckStanding
  readonly predicted?: PredictedBandwidth
  readonly for: readonly Clue[]
  readonly against: readonly Clue[]
  /** Commands whose output would settle it; `<...>` is to be filled in. */
  readonly settle: readonly string[]
  /** Rules that judge the same thing. */
  readonly rules: readonly string[]
}

export interface RunBottlenecks {
  readonly run: Run
  readonly verdict: RunVerdict
  /** Below what the machine gives; undefined where nothing is expected of it. */
  readonly short?: boolean
  /** Most likely first. */
  readonly bottlenecks: readonly Bottleneck[]
}

/** A cause before it is weighed against the measured figure. */
export interface Candidate {
  readonly key: BottleneckKey
  readonly predicted?: PredictedBandwidth
  readonly for?: readonly Clue[]
  /** Any of these rules the cause out. */
  readonly against?: readonly Clue[]
}
