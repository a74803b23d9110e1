import type { ResolvedSetting } from '../../../model/settings'
import type { FactKind, Subject } from '../types'
import type { Context } from './collect'
import { nodeSettings, scopesOf } from './scopes'

/** Settings in force: those of the machine, and those of each job under its document. */
export function settingFacts(context: Context): void {
  const { node, session, naming } = context
  const own = nodeSettings(node, session)
  if (own.length > 0 || node.parsed.some(({ format }) => format === 'nccl/environment'))
    context.complete('settings:node')
  for (const setting of own) add(context, setting, 'settings:node', undefined)
  for (const scope of scopesOf(node, session)) {
    const key = naming.scope(scope.key)
    const list = `settings:${key}`
    if (scope.complete) context.complete(list)
    for (const setting of scope.settings) add(context, setting, list, { kind: 'scope', id: key, label: scope.label })
  }
}

/** Set by launchers for one process, or naming one machine. */
const PROCESS_OWN = /^(?:OMPI_MCA_(?:ess|orte|pmix|opal|prte|mpi_|plm|initial)|PMIX_|NCCL_COMM_ID$|NCCL_HOSTID$)/

function add(context: Context, setting: ResolvedSetting, list: string, subject: Subject | undefined): void {
  const { name, value, winner } = setting
  const kind: FactKind = PROCESS_OWN.test(name) || /\bGPU-[0-9a-f]{8}-/i.test(value) ? 'identity' : 'configuration'
  context.add({
    key: `${list}:${name}`,
    name: 'setting',
    term: name,
    subject,
    area: 'setting',
    kind,
    value: winner.empty ? '' : value,
    entity: name,
    sources: [winner.source],
    listed: list,
    capture: "env | grep -E '^NCCL_'; cat /etc/nccl.conf",
  })
}
