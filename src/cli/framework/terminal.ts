import type { Readable } from 'node:stream'
import type { StartKeychain } from '#core/keychain/index.ts'
import { InterruptedError } from './failures.ts'
import { ProgressLine, type Output } from './progress-line.ts'

type Input = Readable & { readonly isTTY?: boolean }

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

type Surroundings = {
  readonly stdin: Input
  readonly stdout: Output
  readonly stderr: Output
  readonly env: NodeJS.ProcessEnv
  readonly cwd: () => string
  on(signal: (typeof signals)[number], listener: () => void): unknown
}

/** The terminal and the folder in which a command was run. */
export class Terminal {
  readonly env: NodeJS.ProcessEnv
  /** The folder against which relative paths are resolved. */
  readonly folder: string
  readonly progress: ProgressLine
  /** Starts the keychain process in a program that is not Node; null in Node. */
  readonly forkKeychain: ((code: URL) => StartKeychain) | null
  readonly #surroundings: Surroundings
  readonly #interrupted = new AbortController()
  #isWatching = false
  #since = 0

  constructor(
    { forkKeychain = null }: Partial<Pick<Terminal, 'forkKeychain'>> = {},
    surroundings: Surroundings = process,
  ) {
    const { stderr, env } = surroundings
    this.#surroundings = surroundings
    this.env = env
    this.folder = typedIn(surroundings)
    this.forkKeychain = forkKeychain
    this.progress = new ProgressLine(stderr, env)
  }

  /** A getter, because Node opens a process stream when its property is first read, and few commands need stdin. */
  get stdin(): Input {
    return this.#surroundings.stdin
  }

  get stdout(): Output {
    return this.#surroundings.stdout
  }

  get stderr(): Output {
    return this.#surroundings.stderr
  }

  /** Prints a sentence for the user on stderr, because stdout is for results. */
  say(sentence: string): void {
    this.progress.clear()
    this.stderr.write(`${sentence}\n`)
  }

  get canAsk(): boolean {
    return this.stdin.isTTY === true && this.stderr.isTTY === true
  }

  /** Whether a person typed the command and reads its result, as opposed to a script, a pipe or a cron job. */
  get isInteractive(): boolean {
    return this.stdout.isTTY === true && this.stdin.isTTY === true
  }

  /** How many characters fit on a line of the result. */
  get width(): number {
    return this.stdout.columns || 120
  }

  /** Returns the text that the second Ctrl+C prints before it ends the command immediately. */
  lastWords: (() => Promise<string>) | null = null

  /** Aborted by the first Ctrl+C or signal, for work that ends at a safe point. The second ends the process immediately. */
  interrupted(): AbortSignal {
    if (!this.#isWatching) {
      this.#isWatching = true
      for (const signal of signals) this.#surroundings.on(signal, () => void this.#interrupt())
    }
    return this.#interrupted.signal
  }

  async #interrupt(): Promise<void> {
    const { signal } = this.#interrupted
    if (!signal.aborted) {
      this.#since = performance.now()
      this.#interrupted.abort(new InterruptedError())
      return
    }
    if (performance.now() - this.#since < sameSignalMilliseconds) return
    const { leave } = await import('./leave.ts')
    const words = (await this.lastWords?.()) ?? ''
    this.stdout.write(words, () => leave(130))
  }
}

/** npm passes on the Ctrl+C that the terminal has already sent, so a second one this soon is a duplicate. */
const sameSignalMilliseconds = 1000

/** npm runs scripts in the project’s folder and provides the folder in which the command was typed. */
function typedIn({ env, cwd }: Surroundings): string {
  const isScript = env['npm_lifecycle_event'] !== undefined && env['npm_package_name'] === 'mailroom'
  return (isScript ? env['INIT_CWD'] : undefined) ?? cwd()
}
