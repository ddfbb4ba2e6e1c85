import { styleText } from 'node:util'
import type { StartKeychain } from '#core/keychain/index.ts'
import { InterruptedError } from './failures.ts'
import { ProgressLine } from './progress-line.ts'

type Style = Parameters<typeof styleText>[0]

/** What a command knows of the place it was typed in. */
export class Terminal {
  readonly env: NodeJS.ProcessEnv
  /** The folder that relative paths start in. */
  readonly folder: string
  readonly progress: ProgressLine
  /** How the keychain's process is started, where it is not as Node starts one. */
  readonly forkKeychain: ((code: URL) => StartKeychain) | null
  readonly #interrupted = new AbortController()
  #isWatching = false
  #since = 0

  constructor({ forkKeychain = null }: Partial<Pick<Terminal, 'forkKeychain'>> = {}) {
    const { env } = process
    this.env = env
    this.folder = typedIn(env)
    this.forkKeychain = forkKeychain
    this.progress = new ProgressLine(process.stderr, env)
  }

  /** A sentence for the user, on stderr: stdout is for results. */
  say(sentence: string): void {
    this.progress.clear()
    process.stderr.write(`${sentence}\n`)
  }

  /** Whether somebody sits there to be asked. */
  get canAsk(): boolean {
    return process.stdin.isTTY && process.stderr.isTTY
  }

  /** Coloured for a terminal, plain elsewhere and where NO_COLOR is set. */
  style(style: Style, text: string): string {
    return styleText(style, text, { stream: process.stdout })
  }

  /** Aborted by the first Ctrl+C or signal, for work that ends at a safe place. The second one does not wait. */
  interrupted(): AbortSignal {
    if (!this.#isWatching) {
      this.#isWatching = true
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void this.#interrupt())
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
    leave(130)
  }
}

/** npm passes on the Ctrl+C that the terminal already sent: a second one this soon is the same one. */
const sameSignalMilliseconds = 1000

/** npm runs scripts in the project's folder, and names the one the command was typed in. */
function typedIn(env: NodeJS.ProcessEnv): string {
  const isScript = env['npm_lifecycle_event'] !== undefined && env['npm_package_name'] === 'mailroom'
  return (isScript ? env['INIT_CWD'] : undefined) ?? process.cwd()
}
