import { gpuField } from '../../model/gpu'
import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { productOf } from '../support/links'
import { countOf, warningsOf } from '../support/logs'
import { NVLS_BIND } from '../support/messages'

/** 1 invalid argument, 401 not permitted in the present state, 802 system not yet initialized. */
const CUDA_STATE =
  /Cuda failure (?:(?:1|401|802)\b|'(?:invalid argument|operation not permitted|the operation cannot be|system not yet))/

/** NVLink SHARP could not be set up: the fabric or its manager is not in order. */
export const ncclNvlsBindFailed = defineRule({
  id: 'nccl-nvls-bind-failed',
  area: 'nccl-runtime',
  since: '0.1',
  needs: ['nccl.log'],
  check(node, context) {
    const products = node.gpus.map(productOf)
    if (products.length > 0 && products.every((product) => product && !product.nvlsCapable))
      return context.notApplicable('no-nvls')
    const bind = warningsOf(node, NVLS_BIND, 'any')
    const cuda = warningsOf(node, CUDA_STATE).filter((one) => /nvls\.cc/.test(one.warning.file ?? ''))
    const found = [...bind, ...cuda]
    if (found.length === 0) return
    const stopped = found.some((one) => one.warning.level === 'WARN')
    const fabric = node.gpus.slice(0, 2).flatMap((gpu) => gpuField(gpu, 'fabric.state')?.source ?? [])
    context.report({
      severity: stopped ? 'error' : 'warning',
      variant: stopped ? undefined : 'proceeds',
      on: [nodeEntity(node)],
      evidence: someOf([...found.map((one) => one.source), ...fabric]),
      data: { node: node.name, count: countOf(found) },
    })
  },
})
