import type { Format } from '../../model/format'
import { dcgmConfig } from './config'
import { dcgmDiagFragment } from './diag-fragment'
import { dcgmDiag } from './diag'
import { dcgmDiagJson } from './diag-json'
import { dcgmDiscovery } from './discovery'
import { dcgmDiscoveryDevice } from './discovery-device'
import { dcgmDiscoveryHierarchy } from './discovery-hierarchy'
import { dcgmDmon } from './dmon'
import { dcgmDmonCommand } from './dmon-command'
import { dcgmDmonList } from './dmon-list'
import { dcgmError } from './error'
import { dcgmExporter } from './exporter'
import { dcgmExporterFields } from './exporter-fields'
import { dcgmGroupList } from './group-list'
import { dcgmHealthJson } from './health-json'
import { dcgmHealth } from './health'
import { dcgmHealthWatches } from './health-watches'
import { dcgmHostengineLog } from './hostengine-log'
import { dcgmNvlinkErrors } from './nvlink-errors'
import { dcgmNvlinkErrorsJson } from './nvlink-errors-json'
import { dcgmNvlinkStatus } from './nvlink-status'
import { dcgmPolicy } from './policy'
import { dcgmStats } from './stats'
import { dcgmTopology } from './topology'
import { dcgmVersion } from './version'

/** Most specific first: the segmenter asks in this order. */
export const dcgmFormats: readonly Format[] = [
  dcgmDiagJson,
  dcgmNvlinkErrorsJson,
  dcgmNvlinkStatus,
  dcgmNvlinkErrors,
  dcgmDmonList,
  dcgmDmonCommand,
  dcgmDmon,
  dcgmDiag,
  dcgmDiagFragment,
  dcgmHealth,
  dcgmHealthJson,
  dcgmHealthWatches,
  dcgmTopology,
  dcgmDiscovery,
  dcgmDiscoveryHierarchy,
  dcgmDiscoveryDevice,
  dcgmGroupList,
  dcgmStats,
  dcgmConfig,
  dcgmPolicy,
  dcgmExporter,
  dcgmExporterFields,
  dcgmHostengineLog,
  dcgmVersion,
  dcgmError,
]
