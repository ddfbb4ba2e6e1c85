import { spawn, type ChildProcess } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { PassThrough, Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { cleanEnvironment } from '#test/support/environment/clean-environment.ts'
import { builtCli } from '#test/support/worker-code.ts'
import { Terminal } from '../../../src/cli/framework/terminal.ts'
import { runMailroom } from '../../../src/cli/mailroom.ts'

type Options = { readonly env?: NodeJS.ProcessEnv; readonly input?: string }

/** `isTerminal`: there is a user at a terminal, who types the text in `type`. */
type InsideOptions = Omit<Options, 'input'> & { readonly input?: string | Readable; readonly isTerminal?: boolean }

export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

type Started = {
  readonly interrupt: () => void
  readonly type: (keys: string) => void
  /** The output so far. */
  readonly said: () => string
  readonly ended: Promise<Ended>
}

/** Runs the command line in the test’s process, without a terminal unless `isTerminal` is set. */
export function startCli(args: readonly string[], { env, input, isTerminal = false }: InsideOptions = {}): Started {
  const signals = new EventEmitter()
  const [stdout, stderr] = [new Collected(isTerminal), new Collected(isTerminal)]
  const typed = Object.assign(new PassThrough(), { isTTY: true })
  const terminal = new Terminal(undefined, {
    stdin: isTerminal
      ? typed
      : input instanceof Readable
        ? input
        : Readable.from(input === undefined ? [] : [Buffer.from(input)]),
    stdout,
    stderr,
    env: { ...cleanEnvironment(), ...env },
    cwd: () => process.cwd(),
    on: (signal, listener) => signals.on(signal, listener),
  })
  const ended = runMailroom(args, terminal).then((code) => ({ code, stdout: stdout.text(), stderr: stderr.text() }))
  return {
    interrupt: () => signals.emit('SIGINT'),
    type: (keys) => void typed.write(keys),
    said: () => stderr.text(),
    ended,
  }
}

export function runCli(args: readonly string[], options?: InsideOptions): Promise<Ended> {
  return startCli(args, options).ended
}

type Spawned = {
  readonly process: ChildProcess
  /** The output so far. */
  readonly said: () => string
  readonly ended: Promise<Ended>
}

/** Runs the command line in a separate process, without a terminal. */
export function spawnCli(
  args: readonly string[],
  { env, input, program = builtCli }: Options & { readonly program?: string } = {},
): Spawned {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...cleanEnvironment(), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const stderr = new Collected(false)
  child.stderr.pipe(stderr)
  const ended = Promise.all([once(child, 'close'), text(child.stdout)]).then(([[code], stdout]) => ({
    code: code as number | null,
    stdout,
    stderr: stderr.text(),
  }))
  return { process: child, said: () => stderr.text(), ended }
}

class Collected extends Writable {
  readonly isTTY: boolean
  readonly #parts: Buffer[] = []

  constructor(isTTY: boolean) {
    super()
    this.isTTY = isTTY
  }

  override _write(part: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#parts.push(part)
    done()
  }

  text(): string {
    return Buffer.concat(this.#parts).toString()
  }
}
