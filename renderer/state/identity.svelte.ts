import { canOpen, call } from './bridge'
import { notes } from './notes.svelte'
import { session } from './session.svelte'

/**
 * Names and merges that the user changes (or undoes) are judged again by the worker: two documents of one machine join, a
 * rule over nodes may answer otherwise. Runs for the life of the page.
 */
export function followIdentity(): void {
  let last = { names: notes.now.names, merges: notes.now.merges, apart: notes.now.apart }
  $effect.root(() => {
    $effect(() => {
      const { names, merges, apart } = notes.now
      if (names === last.names && merges === last.merges && apart === last.apart) return
      last = { names, merges, apart }
      if (!canOpen() || session.reading || !session.view) return
      void call('session.identify', { names, merges, ...(apart ? { apart } : {}) }).then((view) => {
        if (view && last.names === names && last.merges === merges && last.apart === apart) session.take(view, false)
      })
    })
  })
}
