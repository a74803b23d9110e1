import { main } from '@cli/main'
import type { Io } from '@cli/io'

export interface CliResult {
  readonly status: number
  readonly out: string
  readonly err: string
}

/** Runs the command line in this process, with what it prints caught. */
export async function runCli(
  argv: readonly string[],
  options: Partial<Io> & { readonly input?: string } = {},
): Promise<CliResult> {
  let out = ''
  let err = ''
  const { input = '', ...io } = options
  async function* standardInput(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(input)
  }
  const status = await main(argv, {
    out: (text) => (out += text),
    err: (text) => (err += text),
    standardInput: standardInput(),
    inputIsTerminal: false,
    colour: false,
    locale: 'C.UTF-8',
    ...io,
  })
  return { status, out, err }
}
