import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { countOf, warningsOf } from '../support/logs'

const TOO_SMALL =
  /Error while creating shared memory segment|posix_fallocate failed.{0,80}No space left|failed to extend \/dev\/shm\/nccl-/

/** /dev/shm is full or too small for NCCL's segments. */
export const ncclShmTooSmall = defineRule({
  id: 'nccl-shm-too-small',
  area: 'nccl-runtime',
  since: '0.1',
  needs: ['nccl.log'],
  check(node, context) {
    const found = warningsOf(node, TOO_SMALL)
    const first = found[0]
    if (!first) return
    const bytes = found
      .map((one) => Number(/(?:to|size) (\d{1,15})/.exec(one.warning.text)?.[1] ?? NaN))
      .find((size) => Number.isFinite(size))
    context.report({
      severity: 'error',
      variant: bytes === undefined ? 'unsized' : undefined,
      on: [nodeEntity(node)],
      evidence: someOf(found.map((one) => one.source)),
      data: { node: node.name, mebibytes: Math.round(((bytes ?? 0) / 1024 ** 2) * 10) / 10, count: countOf(found) },
    })
  },
})
