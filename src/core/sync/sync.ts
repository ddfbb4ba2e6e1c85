import { english, plural } from '#shared/domain/base/plural.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { ArchivePort } from '../archive/port/archive-port.ts'
import { closingError } from '../base/closing.ts'
import type { JobWork } from '../jobs/jobs.ts'
import type { Clock, Logger } from '../base/ports.ts'
import { defaultSyncOptions, type SyncEstimate, type SyncOptions, type SyncSummary } from './options.ts'
import { SyncRun } from './run.ts'
import type { Source } from './source.ts'

export type SyncPorts = {
  readonly archive: ArchivePort
  readonly source: Source
  readonly clock: Clock
  readonly logger: Logger
  /** Starts a job for a sync that is due by itself; answers when it has ended, well or not. */
  readonly startJob: (work: JobWork) => Promise<void>
}

export type SyncStatus = {
  options: SyncOptions
  running: boolean
  /** Epoch milliseconds; null while paused or before the first choice. */
  nextAt: number | null
  /** How the last one ended in this run of the app. */
  last: { endedAt: number; summary: SyncSummary | null; error: AppError | null } | null
}

type Running = { stop: AbortController; done: Promise<SyncSummary> }

const bytesPerMessage = 800
const messagesPerSecond = 20_000
const secondsPerPage = 0.15

/** The sync of one account: at most one at a time, by itself while the app is open. */
export class Sync {
  readonly #ports: SyncPorts
  #options: SyncOptions
  #running: Running | null = null
  #timer: { cancel(): void } | null = null
  #nextAt: number | null = null
  #last: SyncStatus['last'] = null
  #closed = false

  private constructor(ports: SyncPorts, options: SyncOptions) {
    this.#ports = ports
    this.#options = options
  }

  static async open(ports: SyncPorts): Promise<Sync> {
    const saved = await ports.archive.setting<Partial<SyncOptions>>('sync')
    return new Sync(ports, { ...defaultSyncOptions, ...saved })
  }

  status(): SyncStatus {
    return { options: this.#options, running: this.#running !== null, nextAt: this.#nextAt, last: this.#last }
  }

  async setOptions(change: Partial<SyncOptions>): Promise<void> {
    const options = { ...this.#options, ...change }
    await this.#ports.archive.setSetting('sync', options)
    this.#options = options
    if (options.paused) this.#running?.stop.abort(new AppError('cancelled', 'The sync was paused.'))
    if (this.#timer) this.start()
  }

  /** Syncs now and from then on by itself. */
  start(): void {
    this.#timer?.cancel()
    this.#timer = null
    this.#nextAt = null
    if (this.#closed || this.#options.paused || this.#options.from === null) {
      // Kept, so that a later choice starts it.
      this.#timer = { cancel: () => undefined }
      return
    }
    const lastEnd = this.#last?.endedAt ?? null
    const now = this.#ports.clock.now()
    // A clock set back must not put the next sync off for hours.
    const wait =
      lastEnd === null ? 0 : Math.min(Math.max(0, lastEnd + this.#options.interval - now), this.#options.interval)
    this.#nextAt = now + wait
    this.#timer = this.#ports.clock.after(wait, () => void this.#runByItself())
  }

  /** The work of a job: `jobs.start({ kind: 'sync', work: sync.work })`. Joins a sync that is running already. */
  readonly work: JobWork = async ({ signal, progress }) => {
    const running = this.#running ?? this.#begin(progress)
    const stop = (): void => running.stop.abort(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    try {
      const summary = await running.done
      return { text: sentence(summary), fileToken: null }
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  /** What reading the history from this second on would mean. */
  async estimate(from: number, signal: AbortSignal = new AbortController().signal): Promise<SyncEstimate> {
    const to = Math.floor(this.#ports.clock.now() / 1000)
    const { total } = await this.#ports.source.page({ from, to }, 1, 1, signal)
    if (total === null) return { messages: null, calls: null, seconds: null, bytes: null }
    const pages = this.#options.details ? Math.ceil(total / 500) : 0
    const calls = Math.ceil(total / 16_000) + 1 + pages
    const { callsPerMinute } = this.#options
    const paced = callsPerMinute === null ? 0 : (calls / callsPerMinute) * 60
    const seconds = Math.max(Math.ceil(total / messagesPerSecond + pages * secondsPerPage), Math.ceil(paced))
    return { messages: total, calls, seconds, bytes: total * bytesPerMessage }
  }

  /** Stops at a safe place. */
  async close(): Promise<void> {
    this.#closed = true
    this.#timer?.cancel()
    this.#timer = null
    this.#running?.stop.abort(closingError())
    await this.#running?.done.catch(() => undefined)
  }

  async #runByItself(): Promise<void> {
    if (this.#running === null) await this.#ports.startJob(this.work).catch(() => undefined)
    if (this.#timer && !this.#closed) this.start()
  }

  #begin(progress: Parameters<JobWork>[0]['progress']): Running {
    if (this.#closed) throw new AppError('archive-closed', 'The archive of this account is closed.')
    const stop = new AbortController()
    const { archive, source, clock, logger } = this.#ports
    const run = new SyncRun({ archive, source, clock, logger, options: this.#options, signal: stop.signal, progress })
    const done = run.run().then(
      (summary) => {
        this.#end({ summary, error: null })
        return summary
      },
      (thrown: unknown) => {
        const error = AppError.from(thrown)
        this.#end({ summary: run.summary, error })
        throw error
      },
    )
    return (this.#running = { stop, done })
  }

  #end(outcome: { summary: SyncSummary; error: AppError | null }): void {
    this.#running = null
    this.#last = { endedAt: this.#ports.clock.now(), ...outcome }
  }
}

function sentence({ added, changed, problems, failedSlices }: SyncSummary): string {
  const parts = [`${plural(english, added, 'new message')}, ${plural(english, changed, 'update')}.`]
  if (problems > 0) parts.push(`${plural(english, problems, 'record')} could not be read.`)
  if (failedSlices > 0) parts.push('Some periods could not be read; the next sync tries again.')
  return parts.join(' ')
}
