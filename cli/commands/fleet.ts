import { fleetOf, pairMaps } from '@shared/derive/fleet'
import type { Language } from '@shared/messages'
import { exitStatus } from '../exit-status'
import type { Io } from '../io'
import { fleetText, jsonFleet } from '../output/fleet'
import { readInputs } from '../read-inputs'
import { refuseMissing, UsageError } from '../usage'

export interface FleetOptions {
  readonly lang: Language
  readonly json?: boolean
}

/** `lanescope fleet PATH...`: every node against the majority. Exit status 1 when one differs, 0 when none does. */
export async function fleet(
  paths: readonly string[],
  options: FleetOptions,
  io: Io,
  commands: readonly string[],
): Promise<number> {
  refuseMissing(paths, commands)
  const { session, documents } = await readInputs(paths, { standardInput: io.standardInput })
  documents.close()
  if (session.nodes.length === 0) throw new UsageError('no node was recognised')
  const found = fleetOf(session)
  const pairs = pairMaps(session.runs)
  if (options.json) io.out(`${JSON.stringify(jsonFleet(found, pairs, session, options.lang), null, 2)}\n`)
  else io.out(fleetText(found, pairs, session, options.lang, io))
  return found.odd > 0 || pairs.some(({ culprits }) => culprits.length > 0) ? exitStatus.found : exitStatus.fine
}
