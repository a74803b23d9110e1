import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

export interface CollectEnv {
  readonly source: 'pytorch' | 'vllm' | 'sglang' | 'unknown'
  readonly driver?: AtLine<string>
  /** CUDA of the runtime or toolkit. */
  readonly cuda?: AtLine<string>
  /** CUDA that PyTorch was built with. */
  readonly cudaBuild?: AtLine<string>
  readonly pytorch?: AtLine<string>
  readonly nccl?: AtLine<string>
  readonly gpus: readonly { readonly indices: readonly number[]; readonly name: string; readonly line: number }[]
  readonly os?: AtLine<string>
  readonly hypervisor?: AtLine<string>
  readonly ulimit?: AtLine<string>
  readonly facts: readonly { readonly key: string; readonly value: string; readonly line: number }[]
}

export const collectEnv = defineBlockFormat<CollectEnv>({
  id: 'host/collect-env',
  title: 'Environment report of a framework',
  command: 'python -m torch.utils.collect_env',
  example: 'Collecting environment information...',
  anchors: [
    'Collecting environment information',
    'PyTorch version:',
    'CUDA runtime version:',
    'Nvidia driver version:',
    'NCCL Version',
    'vLLM Version',
    'CUDA available:',
    'CUDA Driver Version',
  ],
  begins: () => false,
  parse: () => null,
})
