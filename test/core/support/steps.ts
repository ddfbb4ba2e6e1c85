import { subscribe } from 'node:diagnostics_channel'
import { basename } from 'node:path'
import { watchFiles } from './failing-files.ts'

/** The program ends before its n-th step whose name holds this text, which may be empty. It never does where n is 0. */
export type KillPoint = { readonly step: string; readonly nth: number }

/** Counts what a program does to the world, and kills it as a power failure would: at once, in the middle of everything. */
export class Steps {
  readonly #point: KillPoint
  /** The timers of an app keep no process alive. */
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

  /** Every call to the disk about these files is a step, such as `rename send.json` or `writev ID.part`. */
  watchFiles(isOurs: (path: string) => boolean): void {
    watchFiles(({ name, path }) => {
      if (isOurs(path)) this.take(`${name} ${shortName(path)}`)
      return null
    })
  }

  /** A call to the service is three steps: before it leaves, once all of it has left, and once its answer begins. */
  watchCalls(): void {
    subscribe('undici:request:create', () => this.take('call'))
    subscribe('undici:request:bodySent', () => this.take('sent'))
    subscribe('undici:request:headers', () => this.take('answered'))
  }

  /** For a program that has come to its end: prints how many there were. */
  end(): void {
    clearInterval(this.#alive)
    process.stdout.write(`steps ${this.#all}\n`)
  }
}

/** Without what differs from run to run. */
function shortName(path: string): string {
  return basename(path)
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'ID')
    .replace(/\.part-.*/, '.part')
}
