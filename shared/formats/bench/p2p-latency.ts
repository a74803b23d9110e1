import { defineBlockFormat } from '../../model/format'
import type { P2pLatencyTest } from './bench-types'

export const p2pLatency = defineBlockFormat<P2pLatencyTest>({
  id: 'bench/p2p-latency',
  title: 'p2pBandwidthLatencyTest',
  command: 'p2pBandwidthLatencyTest',
  example: '[P2P (Peer-to-Peer) GPU Bandwidth Latency Test]',
  anchors: ['P2P (Peer-to-Peer) GPU'],
  begins: () => false,
  parse: () => null,
})
