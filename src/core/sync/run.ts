import { AppError } from '#shared/contract/base/error.ts'
import { missingPeriods, type Horizon, type Period } from '#shared/domain/archive/horizon.ts'
import type { Message } from '#shared/domain/messages/record.ts'
import type { ArchivePort, HorizonChange, ImportResult } from '../archive/port/archive-port.ts'
import type { Clock, Logger } from '../base/ports.ts'
import type { SyncOptions, SyncPhase, SyncSummary } from './options.ts'
import { Pace } from './pace.ts'
import { Slices } from './slices.ts'
import type { Source } from './source.ts'

export type RunContext = {
  readonly archive: ArchivePort
  readonly source: Source
  readonly clock: Clock
  readonly logger: Logger
  readonly options: SyncOptions
  readonly signal: AbortSignal
  readonly progress: (progress: { fraction: number | null; note: string }) => void
}

const day = 86_400
/** A message may be counted by the service a little after it was created: the last minute is never called complete. */
const lag = 60
/** Records of one export: a few megabytes, some seconds. */
const recordsPerSlice = 16_000
const pageSize = 500
const pagesPerSlice = 16
/** The whole window is exported once an hour; in between the last day is enough for what is new. */
const refreshEvery = 3600
const tries = 3
const longPeriod = 30 * day

/** One sync, from what the archive has to what the service has. Killed at any point, the next one goes on from there. */
export class SyncRun {
  readonly #context: RunContext
  readonly #pace: Pace
  readonly #now: number
  readonly summary: SyncSummary = { added: 0, changed: 0, problems: 0, failedSlices: 0, pruned: 0 }

  constructor(context: RunContext) {
    this.#context = context
    this.#pace = new Pace(context.clock, context.options.callsPerMinute, context.signal)
    this.#now = Math.floor(context.clock.now() / 1000)
  }

  async run(): Promise<SyncSummary> {
    const { archive, options } = this.#context
    const from = this.#wantedFrom()
    const horizon = await this.#horizonNow(from)
    await this.#news(from, horizon)
    await this.#history(from)
    if (options.details) await this.#details(from)
    if (options.keepDays !== null) {
      this.summary.pruned = await archive.prune(this.#now - options.keepDays * day, this.#context)
    }
    await archive.moveHorizon({ lastSync: this.#now })
    return this.summary
  }

  #wantedFrom(): number {
    const { from, keepDays } = this.#context.options
    if (from === null) throw new AppError('sync-not-chosen', 'Choose first how far back this account is to be read.')
    return keepDays === null ? from : Math.max(from, this.#now - keepDays * day)
  }

  async #horizonNow(from: number): Promise<Horizon> {
    const { archive, logger } = this.#context
    if ((await archive.setting<number>('wantedFrom')) !== from) await archive.setSetting('wantedFrom', from)
    const horizon = await archive.horizon()
    const { completeUntil, lastSync } = horizon
    if (Math.max(completeUntil ?? 0, lastSync ?? 0) <= this.#now) return horizon
    logger.log('warn', 'The clock was set back: the newest messages are read again.', { lastSync, now: this.#now })
    await archive.uncoverAfter(this.#now - lag)
    return { ...(await archive.horizon()), opensRefreshedUntil: null }
  }

  /** What is new, and what became of the messages of the last days: with the newest first, and beyond now. */
  async #news(from: number, { completeUntil, opensRefreshedUntil }: Horizon): Promise<void> {
    // From when the last days were read last: what was opened since, while nobody synced, belongs to them too.
    const since = Math.min(opensRefreshedUntil ?? this.#now, this.#now)
    const windowStart = Math.max(from, since - this.#context.options.windowDays * day)
    const fresh = opensRefreshedUntil !== null && this.#now - opensRefreshedUntil < refreshEvery
    const start =
      fresh && completeUntil !== null ? Math.max(from, Math.min(completeUntil, this.#now - day)) : windowStart
    // The service's clock may be ahead of ours; what it dates in our future is read, and not called complete.
    const whole = await this.#readSlices('news', { from: start, to: this.#now + day }, async (slice) => {
      const covered = { from: slice.from, to: Math.min(slice.to, this.#now - lag) }
      return this.#export(slice, { covered })
    })
    if (whole && !(fresh && start > windowStart)) {
      await this.#context.archive.moveHorizon({ opensRefreshedUntil: this.#now })
    }
  }

  async #history(from: number): Promise<void> {
    const { gaps, completeFrom, completeUntil } = await this.#context.archive.horizon()
    const older =
      completeFrom === null
        ? []
        : missingPeriods([{ from: completeFrom, to: completeUntil! }], { from, to: this.#now - lag })
    for (const gap of [...older, ...gaps].sort((a, b) => b.to - a.to)) {
      await this.#readSlices('history', gap, (slice) => this.#export(slice, { covered: slice }))
    }
  }

  async #details(from: number): Promise<void> {
    const { detailGaps } = await this.#context.archive.horizon()
    const wanted = detailGaps.filter(({ to }) => to >= from).reverse()
    for (const gap of wanted) await this.#readSlices('details', gap, (slice) => this.#pages(slice))
  }

  /** False when a slice was left out. `read` answers how many records a slice held. */
  async #readSlices(phase: SyncPhase, period: Period, read: (slice: Period) => Promise<number>): Promise<boolean> {
    const wanted = phase === 'details' ? (pageSize * pagesPerSlice) / 2 : recordsPerSlice
    const slices = new Slices(period, wanted, phase === 'news' ? period.to - period.from + 1 : day)
    const announced = phase === 'news' ? null : await this.#announced(period)
    let seen = 0
    let failures = 0
    let whole = true
    for (let slice = slices.next(); slice !== null; slice = slices.next()) {
      const passed = (period.to - slice.to) / (period.to - period.from + 1)
      this.#tell(phase, slice, phase === 'news' ? null : announced ? Math.min(1, seen / announced) : passed)
      try {
        await this.#pace.turn()
        const records = await read(slice)
        seen += records
        slices.done(slice, records)
        failures = 0
      } catch (thrown) {
        const error = this.#passing(thrown)
        if (++failures < tries && slices.shorten(slice)) continue
        this.#context.logger.log('warn', 'A part of the history could not be read.', {
          ...slice,
          code: error.code,
          ...error.details,
        })
        this.summary.failedSlices++
        whole = false
        slices.skip(slice)
        // Twice in a row is no longer a bad slice but a bad day: the next sync goes on here.
        if (this.summary.failedSlices > 1) throw error
        failures = 0
      }
    }
    return whole
  }

  /**
   * How many messages a long period holds: all of them may lie in its last days, and progress told by the calendar would
   * stand still while they are read. Null where the service does not say, which is no reason to stop.
   */
  async #announced(period: Period): Promise<number | null> {
    if (period.to - period.from < longPeriod) return null
    const { source, signal } = this.#context
    try {
      await this.#pace.turn()
      return (await source.page(period, 1, 1, signal)).total
    } catch {
      signal.throwIfAborted()
      return null
    }
  }

  /** Failures that another try may mend; others end the sync. */
  #passing(thrown: unknown): AppError {
    this.#context.signal.throwIfAborted()
    const error = AppError.from(thrown)
    const again = error.retryable || error.code === 'incomplete-export' || error.code === 'records-missing'
    if (!again || error.code === 'disk') throw error
    return error
  }

  async #export(slice: Period, horizon: HorizonChange): Promise<number> {
    const { archive, source, signal } = this.#context
    const importer = archive.importer()
    let records = 0
    let problems = 0
    let proved = true
    try {
      for await (const batch of source.exportAll(slice, signal)) {
        problems += batch.problems
        proved = batch.proved
        records += batch.messages.length
        await importer.add(batch.messages)
        signal.throwIfAborted()
      }
      if (!proved) await this.#checkCount(slice, records + problems)
      // With the last records, and only with them, the period counts as read.
      await importer.finish(horizon)
      signal.throwIfAborted()
    } finally {
      this.#count(importer.total)
    }
    this.summary.problems += problems
    return records
  }

  /** An answer without a length and an end cannot be told from one that broke off, except by counting. */
  async #checkCount(slice: Period, records: number): Promise<void> {
    await this.#pace.turn()
    const { total } = await this.#context.source.page(slice, 1, 1, this.#context.signal)
    if (total !== null && total > records) throw missing(total, records)
  }

  /** Pages may shift while they are read: the slice counts only when all that were announced were seen. */
  async #pages(slice: Period): Promise<number> {
    const { source, signal } = this.#context
    const seen = new Map<string, Message>()
    let problems = 0
    let total: number | null = null
    for (let page = 1; ; page++) {
      if (page > 1) await this.#pace.turn()
      const answer = await source.page(slice, page, pageSize, signal)
      const before = seen.size
      for (const message of answer.messages) seen.set(`${message.id}\0${message.email}`, message)
      problems += answer.problems
      total = answer.total ?? total
      const empty = answer.messages.length + answer.problems === 0
      if (empty || seen.size + problems >= (total ?? Infinity)) break
      if (seen.size === before && answer.problems === 0) break
    }
    if (total !== null && seen.size + problems < total) throw missing(total, seen.size + problems)
    const { added } = await this.#context.archive.import([...seen.values()], { detailsCovered: slice })
    // They complete what was read a moment ago: to the user no message changed.
    this.#count({ added, changed: 0 })
    signal.throwIfAborted()
    this.summary.problems += problems
    return seen.size
  }

  #count({ added, changed }: Pick<ImportResult, 'added' | 'changed'>): void {
    this.summary.added += added
    this.summary.changed += changed
  }

  #tell(phase: SyncPhase, slice: Period, fraction: number | null): void {
    const notes = { news: 'Reading what is new', history: 'Reading the history', details: 'Reading metadata and opens' }
    const until = new Date(Math.min(slice.to, this.#now) * 1000).toISOString().slice(0, 10)
    this.#context.progress({
      fraction,
      note: `${notes[phase]}, at ${until}. ${number(this.summary.added)} new, ${number(this.summary.changed)} updated.`,
    })
  }
}

function missing(total: number, records: number): AppError {
  return new AppError('records-missing', 'The service announced more messages than it gave.', {
    retryable: true,
    details: { total, records },
  })
}

function number(count: number): string {
  return count.toLocaleString('en')
}
