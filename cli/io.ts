/** The terminal as the commands see it; tests hand in their own. */
export interface Io {
  out(text: string): void
  err(text: string): void
  readonly standardInput: AsyncIterable<Uint8Array>
  readonly inputIsTerminal: boolean
  /** Whether colour may be used on standard output. */
  readonly colour: boolean
  /** Width of the terminal; undefined when the output is no terminal. */
  readonly columns?: number
  /** Language of the environment, e.g. `zh_CN.UTF-8`. */
  readonly locale: string
}

export function processIo(): Io {
  const { stdout, stderr, stdin, env } = process
  // `lanescope ... | head` closes the pipe early: that is no error of ours.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    standardInput: stdin,
    inputIsTerminal: stdin.isTTY === true,
    colour: wantsColour(stdout.isTTY === true, env),
    columns: stdout.isTTY ? stdout.columns : undefined,
    locale: env['LC_ALL'] ?? env['LC_MESSAGES'] ?? env['LANG'] ?? '',
  }
}

/** https://no-color.org: any non-empty NO_COLOR switches it off, whatever else says on. */
export function wantsColour(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): boolean {
  if (env['NO_COLOR']) return false
  if (env['FORCE_COLOR'] !== undefined) return env['FORCE_COLOR'] !== '0'
  return isTerminal && env['TERM'] !== 'dumb'
}
