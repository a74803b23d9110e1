import type { Format } from '../../model/format'
import { dmon } from './dmon'
import { gpuList } from './list'
import { nvlinkCapabilities } from './nvlink-capabilities'
import { nvlinkErrors } from './nvlink-errors'
import { nvlinkInfo } from './nvlink-info'
import { nvlinkOther } from './nvlink-other'
import { nvlinkPci } from './nvlink-pci'
import { nvlinkRemote } from './nvlink-remote'
import { nvlinkSentence } from './nvlink-sentence'
import { nvlinkStatus } from './nvlink-status'
import { nvlinkThroughput } from './nvlink-throughput'
import { pmon } from './pmon'
import { queryCsv } from './query-csv'
import { queryText } from './query-text'
import { queryXml } from './query-xml'
import { smiError } from './command-error'
import { smiTable } from './table'
import { smiVersion } from './version'
import { topoMatrix } from './topo-matrix'
import { topoP2p } from './topo-p2p'
import { topoSentences } from './topo-sentences'

/** Most specific first: where two could begin at one line, the first of them gets it. */
export const nvidiaSmiFormats: readonly Format[] = [
  queryXml,
  queryText,
  smiTable,
  topoP2p,
  topoMatrix,
  topoSentences,
  nvlinkErrors,
  nvlinkRemote,
  nvlinkPci,
  nvlinkCapabilities,
  nvlinkThroughput,
  nvlinkStatus,
  nvlinkSentence,
  nvlinkInfo,
  nvlinkOther,
  gpuList,
  queryCsv,
  pmon,
  dmon,
  smiVersion,
  smiError,
]
