import { notes } from './notes.svelte'

const ids = $derived(new Set(notes.now.mutes.map(({ finding }) => finding)))

/** Ids of the findings that the user muted. */
export function mutedIds(): ReadonlySet<string> {
  return ids
}
