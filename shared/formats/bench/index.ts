import type { Format } from '../../model/format'
import { nvbandwidth } from './nvbandwidth'
import { nvbandwidthJson } from './nvbandwidth-json'
import { p2pLatency } from './p2p-latency'
import { perftest } from './perftest'

/** Point-to-point benchmarks. */
export const benchFormats: readonly Format[] = [nvbandwidth, nvbandwidthJson, p2pLatency, perftest]
