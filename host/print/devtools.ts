import { spawn, type ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { PrintProblem } from './problem'

/** A Chromium that is told what to do over two pipes: no port is opened, and nothing else can reach it. */
export interface DevTools {
  call(
    method: string,
    params?: Readonly<Record<string, unknown>>,
    session?: string,
  ): Promise<Readonly<Record<string, unknown>>>
  /** Resolves when the event comes; ask before what causes it. */
  once(method: string, session?: string): Promise<void>
  end(): Promise<void>
}

interface Message {
  readonly id?: number
  readonly method?: string
  readonly sessionId?: string
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly message?: string }
}

export function startDevTools(program: string, words: readonly string[], limitMs: number): DevTools {
  const child = spawn(program, [...words, '--remote-debugging-pipe'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    timeout: limitMs,
  })
  const waiting = new Map<number, { done(result: Readonly<Record<string, unknown>>): void; fail(error: Error): void }>()
  const events = new Map<string, (() => void)[]>()
  let said = ''
  let calls = 0
  let failure: Error | undefined

  const failAll = (error: Error): void => {
    failure ??= error
    for (const { fail } of waiting.values()) fail(error)
    waiting.clear()
  }
  child.stderr?.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-4000)))
  child.on('error', (error) => failAll(new PrintProblem(`${program} could not be started: ${error.message}`)))
  child.on('exit', (code, signal) => {
    const why = said.trim().split('\n').at(-1) ?? ''
    failAll(
      new PrintProblem(
        `${program} ended before it had printed (${code ?? signal ?? 'stopped'})${why === '' ? '' : `: ${why}`}`,
      ),
    )
  })
  const { input, output } = pipes(child)
  input.on('error', () => undefined)
  readMessages(output, (message) => {
    if (message.id !== undefined) {
      const waiter = waiting.get(message.id)
      waiting.delete(message.id)
      if (message.error)
        waiter?.fail(new PrintProblem(`${program} refused: ${message.error.message ?? 'no reason given'}`))
      else waiter?.done(message.result ?? {})
      return
    }
    const key = `${message.sessionId ?? ''} ${message.method ?? ''}`
    for (const notify of events.get(key)?.splice(0) ?? []) notify()
  })

  return {
    call: (method, params = {}, session) =>
      new Promise((done, fail) => {
        if (failure) return fail(failure)
        const id = ++calls
        waiting.set(id, { done, fail })
        input.write(
          `${JSON.stringify({ id, method, params, ...(session === undefined ? {} : { sessionId: session }) })}\0`,
        )
      }),
    once: (method, session) =>
      new Promise((done) => {
        const key = `${session ?? ''} ${method}`
        events.set(key, [...(events.get(key) ?? []), done])
      }),
    async end() {
      // Asked to, it ends its own children too, which else go on writing to their folder for a moment.
      if (child.exitCode === null && failure === undefined)
        input.write(`${JSON.stringify({ id: ++calls, method: 'Browser.close' })}\0`)
      await endOf(child)
    },
  }
}

function pipes(child: ChildProcess): { readonly input: Writable; readonly output: Readable } {
  const [, , , input, output] = child.stdio
  if (!input || !output || !('write' in input) || !('read' in output)) throw new PrintProblem('no pipes to the browser')
  return { input, output }
}

/** Messages end with a zero byte; a long one comes in many pieces. */
function readMessages(output: Readable, take: (message: Message) => void): void {
  let pieces: Buffer[] = []
  output.on('data', (chunk: Buffer) => {
    let from = 0
    for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, from)) {
      pieces.push(chunk.subarray(from, at))
      const text = Buffer.concat(pieces).toString('utf8')
      pieces = []
      from = at + 1
      take(JSON.parse(text) as Message)
    }
    if (from < chunk.length) pieces.push(chunk.subarray(from))
  })
}

/** Waits for the end: the folder that it writes to is removed afterwards. */
function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return Promise.resolve()
  return new Promise((done) => {
    const impatient = setTimeout(() => child.kill('SIGKILL'), 5000)
    child.once('exit', () => {
      clearTimeout(impatient)
      done()
    })
  })
}
