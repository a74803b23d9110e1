import { captureScript, captureSteps } from '@shared/derive/capture-steps'
import { needTests } from '@shared/rules/needs'
import { exitStatus } from '../exit-status'
import type { Io } from '../io'

/** Says who and what a node is; no rule needs them by name. */
const always = ['date', 'uname -a', 'nvidia-smi', 'ibdev2netdev -v', 'ulimit -l']

/** `lanescope collect`: the shell script that captures on a node everything that the rules look at. */
export function collect(io: Io): number {
  io.out(collectScript())
  return exitStatus.fine
}

export function collectScript(): string {
  return captureScript(
    captureSteps([
      ...always.map((capture) => ({ rule: '', capture })),
      ...Object.values(needTests).map(({ capture }) => ({ rule: '', capture })),
    ]),
  )
}
