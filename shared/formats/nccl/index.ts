import type { Format } from '../../model/format'
import { ncclEnvironment } from './environment'
import { ncclGraphXml } from './graph-xml'
import { ncclInspector } from './inspector'
import { ncclInspectorPrometheus } from './inspector-prometheus'
import { ncclLog } from './log'
import { ncclRas } from './ras'
import { ncclRasJson } from './ras-json'
import { ncclTests } from './tests'
import { ncclTestsJson } from './tests-json'
import { ncclTopologyXml } from './topology-xml'

/** Formats of NCCL and nccl-tests; the log claims its lines before any block sees them. */
export const ncclFormats: readonly Format[] = [
  ncclLog,
  ncclInspector,
  ncclInspectorPrometheus,
  ncclTests,
  ncclTestsJson,
  ncclTopologyXml,
  ncclGraphXml,
  ncclRas,
  ncclRasJson,
  ncclEnvironment,
]
