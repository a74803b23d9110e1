/** What the view on screen does for the commands of the window; it registers while it is mounted. */
export interface ViewCommands {
  find?(): void
  findNext?(): void
  /** Copies what the view shows, as text. */
  exportView?(): void
}

let current: ViewCommands = {}

export function viewCommands(): ViewCommands {
  return current
}

/** Call inside `$effect`: its clean-up takes the commands away again. */
export function registerViewCommands(commands: ViewCommands): () => void {
  current = commands
  return () => {
    if (current === commands) current = {}
  }
}
