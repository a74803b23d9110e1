/** Variables that bear on GPU communication. Others of a dump are passed over. */
const RELEVANT =
  /^(?:\w{0,20}NCCL_\w{1,60}|CUDA_VISIBLE_DEVICES|CUDA_DEVICE_ORDER|NVIDIA_VISIBLE_DEVICES|NVSHMEM_\w{1,60}|FI_\w{1,60}|UCX_\w{1,60}|GLOO_\w{1,60}|OMPI_MCA_\w{1,80}|TORCH_DISTRIBUTED_DEBUG|LD_LIBRARY_PATH|LD_PRELOAD|HSA_\w{1,60}|MPICH_\w{1,60}|(?:CCL|NCC|NCL)_\w{1,60}|CUDA_LAUNCH_BLOCKING|CUDA_DEVICE_MAX_CONNECTIONS)$/

export function isRelevant(name: string): boolean {
  return RELEVANT.test(name)
}

/** A setting that may begin a block: named by NCCL's own prefix, or a variable that nothing else means. */
export function mayBegin(name: string): boolean {
  // `CCL_` is how a lost first letter looks.
  return name.includes('NCCL_') || /^CCL_[A-Z]/.test(name) || name === 'CUDA_VISIBLE_DEVICES' || name === 'FI_PROVIDER'
}

export interface Found {
  readonly name: string
  readonly value: string
  readonly empty?: boolean
  readonly forwarded?: boolean
}

export function assignment(word: string): Found | undefined {
  const at = word.indexOf('=')
  if (at <= 0) return undefined
  const name = word.slice(0, at)
  if (!/^[A-Za-z_]\w{0,99}$/.test(name)) return undefined
  const value = word.slice(at + 1)
  return value === '' ? { name, value, empty: true } : { name, value }
}
