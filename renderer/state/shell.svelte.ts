/** Which floating layers of the frame are open. */
class Shell {
  palette = $state(false)
  keys = $state(false)
  about = $state(false)
  prove = $state(false)
  notes = $state(false)
}

export const shell = new Shell()
