/** `ncclras` (2.24+): state of a running job. */
export interface NcclRas {
  readonly form: 'text' | 'json'
  readonly ncclVersion?: string
  readonly cudaRuntime?: string
  readonly cudaDriver?: string
  readonly timestamp?: string
  readonly nodes?: number
  readonly processes?: number
  readonly gpus?: number
  readonly communicators: readonly RasCommunicator[]
  readonly problems: readonly RasProblem[]
}

export interface RasCommunicator {
  readonly line: number
  readonly hash?: string
  /** Communicators in this row of the text table (rows group equal ones). */
  readonly count: number
  readonly ranks?: number
  readonly missingRanks?: number
  readonly status?: string
  readonly errors?: string
}

export interface RasProblem {
  readonly line: number
  readonly kind: 'INCOMPLETE' | 'MISMATCH' | 'TIMEOUT' | 'DEAD' | 'ERROR' | 'other'
  readonly communicator?: string
  readonly text: string
}
