import { readAsNccl } from '../../knowledge/nccl-values'
import { settingUse } from '../../knowledge/setting-use'
import { jobsOfNode, type Job } from '../../model/jobs'
import type { Setting } from '../../model/nccl'
import type { Node } from '../../model/node'
import { defineRule } from '../../model/rule'
import { echoedOnNode, resolveSettings } from '../../model/settings'
import type { SourceRef } from '../../model/source'
import { communicatorEntity, runEntity, settingEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { settingScopes, type SettingScope } from '../support/settings'

interface Unapplied {
  readonly place: Setting
  /** What the log shows in its stead; undefined where it shows nothing. */
  readonly logged?: Setting
}

/** A variable is set in the environment, a script or a conf file, and the log of the job shows that NCCL never had it. */
export const ncclEnvNotApplied = defineRule({
  id: 'nccl-env-not-applied',
  area: 'cross-capture',
  since: '0.1',
  needs: ['nccl.settings', 'nccl.log'],
  firesOnAbsence: 'that the log does not echo the variable is the finding',
  check(node, context) {
    let judged = 0
    for (const scope of settingScopes(node, context.facts)) {
      const { job } = scope
      if (!job || job.communicators.length === 0) continue
      judged++
      const alone = jobsOfNode(node, context.facts).length === 1
      const unapplied = [...scope.all.values()].flatMap(({ seen }) => unappliedOf(seen, scope, job, alone) ?? [])
      const first = unapplied[0]
      if (!first) continue
      const echoes = job.communicators.flatMap((communicator) => echoedOnNode(communicator, node))
      context.report({
        severity: 'warning',
        variant: unapplied.every(({ logged }) => logged) ? 'other-value' : undefined,
        on: [
          ...unapplied.slice(0, 8).map(({ place }) => settingEntity(place.name)),
          ...job.communicators.slice(0, 4).map(communicatorEntity),
          ...job.runs.map(runEntity),
        ],
        evidence: someOf([
          ...unapplied.flatMap(({ place, logged }): readonly SourceRef[] => [
            place.source,
            ...(logged ? [logged.source] : []),
          ]),
          ...echoes.slice(0, 2).map(({ source }) => source),
          ...job.communicators.flatMap((one) => one.channels?.source ?? []).slice(0, 1),
        ]),
        data: {
          node: node.name,
          count: unapplied.length,
          names: unapplied
            .slice(0, 6)
            .map(({ place }) => place.name)
            .join(', '),
          name: first.place.name,
          value: first.place.value,
          logged: first.logged?.value ?? '',
        },
      })
    }
    if (judged === 0) context.notChecked(['nccl.log'], 'NCCL_DEBUG=INFO (run the job again)')
  },
})

function unappliedOf(
  seen: readonly Setting[],
  { node, version }: SettingScope,
  job: Job,
  alone: boolean,
): Unapplied | undefined {
  const documents = new Set(job.spans.map(({ document }) => document))
  const places = seen.filter(
    ({ origin, source }) =>
      origin !== 'log' &&
      // A script in a file of its own belongs to the only job of the machine, never to one of several.
      (alone || !(origin === 'export' || origin === 'mpirun') || documents.has(source.document)),
  )
  const place = resolveSettings(places)[0]?.winner
  if (!place || place.empty === true || place.value === '' || /[$`]/.test(place.value)) return undefined
  const logged = seen.find((setting) => setting.origin === 'log')
  if (logged) {
    // A conf file that the environment overrides is no fault; a value that no place explains is.
    const strong = place.origin === 'environment' || place.origin === 'export' || place.origin === 'mpirun'
    const canonical = (value: string): string =>
      String(readAsNccl(place.name, value, version).value ?? value).toLowerCase()
    if (!strong || places.some((other) => canonical(other.value) === canonical(logged.value))) return undefined
    return { place, logged }
  }
  const use = settingUse(place.name, place.value, ownPart(job, node, place.name))
  return use.state === 'not-read' && use.due ? { place } : undefined
}

/**
 * The job as this machine's processes print it: ranks elsewhere may have been given what these were not. Where none of them echoes
 * anything, another rank's echo shows that the log carries settings at all.
 */
function ownPart(job: Job, node: Node, name: string): Job {
  return {
    ...job,
    communicators: job.communicators.map((communicator) => {
      const own = echoedOnNode(communicator, node)
      const other = own.length === 0 ? communicator.settings.find((setting) => setting.name !== name) : undefined
      return {
        ...communicator,
        settings: other ? [other] : own,
        ranks:
          communicator.nodes.length > 1
            ? communicator.ranks.filter((rank) => rank.node === node.id)
            : communicator.ranks,
      }
    }),
  }
}
