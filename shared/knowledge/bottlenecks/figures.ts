import type { PredictedBandwidth } from './types'

/**
 * What a bottleneck leaves. Measured on two H200 behind NVSwitch, all_reduce, 64 MiB to 1 GiB, NCCL 2.28.9: LL 123.7 and LL128 308.8
 * of 329.8 GB/s, 64 KiB buffers 104.9, 1 and 4 channels 20.9 and 82.0, shared memory 26.5 to 27.5, TCP inside the node 3.0, Tree
 * 341.5. Other products and values are derived from these and from published results (docs/rules.md names them).
 */

const hopper = (architecture: string | undefined): boolean => architecture === 'Hopper'

export function lowLatencyProtocol(base: number, architecture: string | undefined): PredictedBandwidth {
  return hopper(architecture)
    ? { low: base * 0.33, high: base * 0.45, basis: 'measured' }
    : { low: base * 0.25, high: base * 0.55, basis: 'derived' }
}

export function ll128Protocol(base: number, architecture: string | undefined): PredictedBandwidth {
  return { low: base * 0.88, high: base * 0.97, basis: hopper(architecture) ? 'measured' : 'derived' }
}

/** One channel moves about 21 GB/s over NVLink on Hopper; other generations are taken wider. */
export function channelLimit(count: number, base: number, architecture: string | undefined): PredictedBandwidth {
  const [low, high] = hopper(architecture) ? [19, 22.5] : architecture === 'Blackwell' ? [18, 45] : [10, 23]
  return {
    low: Math.min(count * low, base),
    high: Math.min(count * high, base),
    basis: hopper(architecture) ? 'measured' : 'derived',
  }
}

const DEFAULT_BUFFER = 4 * 1024 ** 2

/** From 0.32 at 64 KiB to 1 at the default of 4 MiB, straight over the logarithm of the size. */
export function bufferLimit(bytes: number, base: number): PredictedBandwidth {
  const share = 1 - (Math.log2(DEFAULT_BUFFER / bytes) * (1 - 0.32)) / 6
  const typical = Math.min(1, Math.max(0.03, share))
  const point = bytes === 65536
  return {
    low: base * typical * (point ? 0.9 : 0.75),
    high: Math.min(base, base * typical * (point ? 1.1 : 1.25)),
    basis: point ? 'measured' : 'derived',
  }
}

/** Every byte goes down to host memory and up again. */
export function sharedMemory(generation: number): PredictedBandwidth {
  if (generation >= 5) return { low: 15, high: 38, basis: 'measured' }
  return generation === 4 ? { low: 6, high: 25, basis: 'derived' } : { low: 3, high: 11, basis: 'derived' }
}

/** Peer access over PCIe, without host memory. */
export function pciePeer(generation: number): PredictedBandwidth {
  if (generation >= 5) return { low: 30, high: 50, basis: 'derived' }
  return generation === 4 ? { low: 15, high: 26, basis: 'derived' } : { low: 5, high: 12, basis: 'derived' }
}

/** TCP between two GPUs of one host. */
export const loopbackTcp: PredictedBandwidth = { low: 1, high: 6, basis: 'measured' }

/** TCP between hosts: 6 to 11 GB/s per 100G adapter at best, with one thread far less. */
export function tcpBetweenNodes(wire: number): PredictedBandwidth {
  return { low: 0.3, high: Math.max(1, Math.min(wire * 0.9, 12)), basis: 'derived' }
}

export function share(base: number, low: number, high: number): PredictedBandwidth {
  return { low: base * low, high: base * high, basis: 'derived' }
}
