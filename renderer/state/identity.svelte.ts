import { canOpen, call } from './bridge'
import { notes } from './notes.svelte'
import { session } from './session.svelte'

/**
 * Names and merges that the user changes (or undoes) are judged again by the worker: two documents of one machine join, a
 * rule over nodes may answer otherwise. Runs for the life of the page.
 */
export function followIdentity(): void {
  let last = { names: notes.now.names, merges: notes.now.merges }
  $effect.root(() => {
    $effect(() => {
      const { names, merges } = notes.now
      if (names === last.names && merges === last.merges) return
      last = { names, merges }
      if (!canOpen() || session.reading || !session.view) return
      void call('session.identify', { names, merges }).then((view) => {
        if (view && last.names === names && last.merges === merges) session.take(view, false)
      })
    })
  })
}
