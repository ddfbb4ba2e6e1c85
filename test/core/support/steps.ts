import { subscribe } from 'node:diagnostics_channel'
import { basename } from 'node:path'
import { watchFiles } from './failing-files.ts'

/**
 * The program is killed before the n-th step whose name contains this text. An empty text matches every step; if n is
 * 0, the program is never killed.
 */
export type KillPoint = { readonly step: string; readonly nth: number }

/**
 * Counts a program’s calls to disk and network, and kills it as a power failure would: immediately, without any
 * cleanup.
 */
export class Steps {
  readonly #point: KillPoint
  /** The app’s timers do not keep a process alive. */
  readonly #alive = setInterval(() => undefined, 60_000)
  #all = 0
  #matching = 0

  constructor(point: KillPoint) {
    this.#point = point
  }

  readonly take = (name: string): void => {
    this.#all += 1
    if (process.env['PRINT_STEPS'] !== undefined) process.stderr.write(`${this.#all} ${name}\n`)
    if (name.includes(this.#point.step) && ++this.#matching === this.#point.nth) process.kill(process.pid, 'SIGKILL')
  }

  /** Every file-system call on these files is a step, such as `rename send.json` or `writev ID.part`. */
  watchFiles(isOurs: (path: string) => boolean): void {
    watchFiles(({ name, path }) => {
      if (isOurs(path)) this.take(`${name} ${shortName(path)}`)
      return null
    })
  }

  /**
   * A call to the service is three steps: before it is sent, once it has been sent completely, and once its response
   * begins.
   */
  watchCalls(): void {
    subscribe('undici:request:create', () => this.take('call'))
    subscribe('undici:request:bodySent', () => this.take('sent'))
    subscribe('undici:request:headers', () => this.take('answered'))
  }

  /** Called when the program finishes: prints the number of steps. */
  end(): void {
    clearInterval(this.#alive)
    process.stdout.write(`steps ${this.#all}\n`)
  }
}

/** A path without the parts that differ between runs. */
function shortName(path: string): string {
  return basename(path)
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'ID')
    .replace(/\.part-.*/, '.part')
}
