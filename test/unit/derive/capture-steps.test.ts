import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { captureScript, captureSteps } from '../../../shared/derive/capture-steps'
import { needTests } from '../../../shared/rules/needs'
import { analyse } from '../../../shared/pipeline/analyse'
import { readText } from '../../support/reading'

const row = (rule: string, capture: string) => ({ rule, capture })
const rows = [
  row('one', 'nvidia-smi -q'),
  row('two', 'nvidia-smi -q; sudo dmesg -T'),
  row('three', 'nvidia-smi -q; nvidia-smi -q; nvidia-smi nvlink -e  (twice, some minutes apart, under load)'),
  row('four', 'NCCL_DEBUG=INFO (run the job again)\nall_reduce_perf -g <GPUs>'),
]

describe('captureSteps', () => {
  it('names each command once with the rules that wait for it, the most useful first', () => {
    expect(captureSteps(rows)).toEqual([
      { command: 'nvidia-smi -q', when: undefined, rules: ['one', 'two', 'three'] },
      { command: 'sudo dmesg -T', when: undefined, rules: ['two'] },
      { command: 'nvidia-smi nvlink -e', when: 'twice, some minutes apart, under load', rules: ['three'] },
      { command: 'NCCL_DEBUG=INFO', when: 'run the job again', rules: ['four'] },
      { command: 'all_reduce_perf -g <GPUs>', when: undefined, rules: ['four'] },
    ])
  })
  it('gives nothing for nothing', () => expect(captureSteps([row('one', '')])).toEqual([]))
})

describe('captureScript', () => {
  it('leaves to a person what a shell cannot do', () => {
    const script = captureScript(captureSteps(rows))
    expect(script).toContain('#   NCCL_DEBUG=INFO  (run the job again)\n')
    expect(script).toContain('#   all_reduce_perf -g <GPUs>\n')
    expect(script.split('\n').filter((line) => line !== '' && !/^(?:#|echo )/.test(line))).toEqual([
      'hostname',
      'nvidia-smi -q',
      'sudo -n dmesg -T',
    ])
  })

  it.skipIf(process.platform === 'win32')('is a script that a shell takes, for every need of the rules', () => {
    const all = captureSteps(Object.values(needTests).map(({ capture }) => row('any', capture)))
    const { status, stderr } = spawnSync('sh', ['-n'], { input: captureScript(all), encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  })

  it.skipIf(process.platform === 'win32')('writes what is read again under the name of its host', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lanescope-collect-'))
    try {
      const fake = (name: string, text: string): void => {
        writeFileSync(join(folder, name), `#!/bin/sh\ncat <<'END'\n${text}\nEND\n`)
        chmodSync(join(folder, name), 0o755)
      }
      fake('hostname', 'gn-a07')
      fake('nvidia-smi', 'GPU 0: NVIDIA H200 (UUID: GPU-07000000-1111-2222-3333-444400000000)')
      const script = captureScript(captureSteps([row('one', 'nvidia-smi -L; no-such-program')]))
      const { stdout } = spawnSync('sh', ['-c', `{\n${script}} 2>&1`], {
        encoding: 'utf8',
        env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` },
      })
      const { nodes } = analyse([readText(stdout, 'captures.txt')])
      expect(nodes.map(({ name, gpus }) => [name, gpus.length])).toEqual([['gn-a07', 1]])
      expect(stdout).toMatch(/no-such-program.*not found/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
