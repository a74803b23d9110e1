import type { NotCheckedRow } from './findings'

/** One thing to do so that more can be checked. */
export interface CaptureStep {
  /** As it is typed: `nvidia-smi -q`, or what to set for the next run of the job: `NCCL_DEBUG=INFO`. */
  readonly command: string
  /** `run the job again`, `twice, some minutes apart, under load`: it takes a person, a script cannot do it. */
  readonly when?: string
  /** Rules that look at it. */
  readonly rules: readonly string[]
}

/** A capture is `command`, `command  (when)`, several of these joined by `; `, or one a line. */
const PIECE = /^(.*?)(?:\s+\(([^()]*)\))?$/

/** Each command of the gaps once, the one that most rules wait for first. */
export function captureSteps(rows: readonly Pick<NotCheckedRow, 'rule' | 'capture'>[]): readonly CaptureStep[] {
  const steps = new Map<string, { command: string; when?: string; rules: Set<string> }>()
  for (const { rule, capture } of rows) {
    for (const piece of capture.split(/\n|; /)) {
      const key = piece.trim()
      if (key === '') continue
      const [, command = key, when] = PIECE.exec(key) ?? []
      const step = steps.get(key) ?? { command, when, rules: new Set<string>() }
      step.rules.add(rule)
      steps.set(key, step)
    }
  }
  return [...steps.values()]
    .map(({ command, when, rules }) => ({ command, when, rules: [...rules] }))
    .sort((a, b) => b.rules.length - a.rules.length)
}

/** What a shell can run as it stands; placeholders, settings of a job and what needs the right moment are for a person. */
const runnable = ({ command, when }: CaptureStep): boolean =>
  (when === undefined || when === 'prints the time') && /^(?:sudo )?[a-z]/.test(command) && !/[<>]|^the /.test(command)

/**
 * A shell script of these steps: each output under a `# $ command` heading, which is how it is told apart when it is read again. A
 * program that is missing or fails says so in the output, and the rest goes on.
 */
export function captureScript(steps: readonly CaptureStep[]): string {
  const byHand = steps.filter((step) => !runnable(step))
  const lines = [
    '#!/bin/sh',
    '# Run on the node: sh collect.sh > "$(hostname)-captures.txt" 2>&1',
    ...(byHand.length > 0 ? ['#', '# Not in this script, since it takes the right moment:'] : []),
    ...byHand.map(({ command, when }) => `#   ${command}${when === undefined ? '' : `  (${when})`}`),
    ...[{ command: 'hostname' }, ...steps.filter(runnable)].flatMap(({ command }) => [
      '',
      `echo '# $ ${command.replaceAll("'", "'\\''")}'`,
      // Without a terminal a password cannot be asked for.
      command.replace(/^sudo /, 'sudo -n '),
    ]),
  ]
  return `${lines.join('\n')}\n`
}
