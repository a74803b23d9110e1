import type { SettingOrigin } from '../../model/nccl'

/** One assignment that a line proves. */
export interface EnvironmentSetting {
  readonly line: number
  readonly name: string
  /** As written, quotes of a shell or YAML removed; nccl.conf values are untouched. */
  readonly value: string
  readonly origin: SettingOrigin
  /** `unset NAME` or an empty assignment. */
  readonly empty?: boolean
  /** `mpirun -x NAME` alone: the value of the launching shell is forwarded, not known here. */
  readonly forwarded?: boolean
  /** Blanks around = or quotes inside a nccl.conf line: NCCL takes them as part of name or value. */
  readonly untrimmed?: boolean
}

/** Settings of one stretch of text: an env dump, a script, a conf file. */
export interface NcclEnvironment {
  readonly settings: readonly EnvironmentSetting[]
  /** `dump`: env output or nccl.conf read whole, so that a name not listed was not set there. */
  readonly whole: boolean
  /** Path of the conf file if the text names one. */
  readonly path?: string
}
