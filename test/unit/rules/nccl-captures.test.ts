import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { analyse } from '@shared/pipeline/analyse'
import type { Session } from '@shared/model/session'
import { describe, expect, it } from 'vitest'
import { readText } from '../../support/reading'
import { sharedFolder, withoutShared } from '../../support/shared-folder'

const captures = join(sharedFolder() ?? '.', 'captures')

function read(...paths: readonly string[]): Session {
  return analyse(
    paths.map((path) => readText(readFileSync(join(captures, path), 'utf8'), path, [path.split('/')[0] ?? ''])),
  )
}

/** `rule severity` of what is above information, consequences included. */
function alarms(session: Session): readonly string[] {
  return session.findings
    .flatMap((finding) => [finding, ...finding.folds])
    .filter((finding) => finding.severity !== 'info' && finding.rule.startsWith('nccl-'))
    .map((finding) => `${finding.rule} ${finding.severity}`)
    .sort()
}

/** What each setting of the captures' README must give; files that are not listed must give nothing. */
const expected: Readonly<Record<string, readonly string[]>> = {
  'h200x2-node-a/all_reduce_perf-tuning-guide-env.txt': [
    'nccl-algo-pinned warning',
    'nccl-proto-ll-pinned warning',
    'nccl-unknown-variable warning',
  ],
  'h200x2-node-a/all_reduce_perf-p2p-disabled.txt': ['nccl-p2p-disabled error', 'nccl-shm-inside-node error'],
  'h200x2-node-a/all_reduce_perf-p2p-and-shm-disabled.txt': [
    'nccl-net-inside-node error',
    'nccl-p2p-disabled error',
    'nccl-shm-disabled error',
  ],
  'h200x2-node-a/all_reduce_perf-wrong-ifname.txt': ['nccl-socket-ifname-bad error'],
  'h200x2-node-b/all_reduce_perf-max-nchannels-1.txt': ['nccl-channels-pinned warning'],
}

describe.skipIf(withoutShared)('NCCL rules on our own captures (skipped without the shared folder)', () => {
  const files = withoutShared
    ? []
    : ['h200x2-node-a', 'h200x2-node-b'].flatMap((node) =>
        readdirSync(join(captures, node)).map((file) => `${node}/${file}`),
      )

  it.each(files)('%s by itself', (file) => {
    expect(alarms(read(file))).toEqual(expected[file] ?? [])
  })

  it('folds what P2P off explains, run by run, when all files of a node are read together', () => {
    const session = read(...files.filter((file) => file.startsWith('h200x2-node-a/')))
    const cause = session.findings.find((finding) => finding.rule === 'nccl-p2p-disabled')
    const folded = cause?.folds.map((finding) => finding.rule) ?? []
    expect(folded).toContain('nccl-shm-inside-node')
    expect(folded).toContain('nccl-net-inside-node')
    expect(folded).toContain('busbw-below-expected')
    // The run with NCCL_PROTO=LL has a cause of its own.
    const own = new Set(cause?.on.filter((entity) => entity.kind === 'run').map((entity) => entity.id))
    for (const fold of cause?.folds ?? []) {
      const runs = fold.on.filter((entity) => entity.kind === 'run').map((entity) => entity.id)
      expect(runs.every((id) => own.has(id))).toBe(true)
    }
  })
})
