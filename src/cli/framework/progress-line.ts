import type { Writable } from 'node:stream'

export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number }

/** A line that is overwritten as the work progresses, on terminals only. Pipes, files and cron jobs get no progress. */
export class ProgressLine {
  readonly #stream: Output
  readonly #isShown: boolean
  #isWritten = false

  constructor(stream: Output, env: NodeJS.ProcessEnv) {
    this.#stream = stream
    this.#isShown = stream.isTTY === true && env['TERM'] !== 'dumb'
  }

  show(note: string, fraction: number | null = null): void {
    if (!this.#isShown) return
    const share =
      fraction === null
        ? ''
        : `${Math.floor(fraction * 100)
            .toString()
            .padStart(3)} %  `
    const line = `${share}${note}`.slice(0, Math.max(20, (this.#stream.columns ?? 0) - 1))
    this.#stream.write(`\r\x1b[2K${line}`)
    this.#isWritten = true
  }

  /** Must be called before anything else is written to the terminal. */
  clear(): void {
    if (this.#isWritten) this.#stream.write('\r\x1b[2K')
    this.#isWritten = false
  }
}
