import { AppError } from '#shared/contract/base/error.ts'
import type { SyncOptions } from '#shared/contract/sync.ts'
import { joinPeriods, missingPeriods, type Horizon, type Period } from '#shared/domain/archive/horizon.ts'
import { secondsPerDay, secondsPerHour } from '#shared/domain/base/durations.ts'
import { english } from '#shared/domain/base/plural.ts'
import type { ArchivePort, ImportResult } from '../archive/index.ts'
import type { Clock, Logger } from '../base/ports.ts'
import { keptFrom, readOptions } from './options.ts'
import { Pace } from './pace.ts'
import { readPages } from './read-pages.ts'
import { missing, notChosen } from './refusals.ts'
import { Slices } from './slices.ts'
import type { Source } from './source.ts'
import type { SyncSummary } from './summary.ts'

export type SyncPorts = {
  readonly archive: ArchivePort
  readonly pruneBodies: (beforeMilliseconds: number) => Promise<void>
  readonly source: Source
  readonly clock: Clock
  readonly logger: Logger
}

type RunContext = SyncPorts & {
  readonly options: SyncOptions
  readonly signal: AbortSignal
  readonly progress: (progress: { fraction: number | null; note: string }) => void
}

type Share = { readonly from: number; readonly size: number }

type Phase = 'news' | 'history' | 'again' | 'details'

const phaseNotes: Record<Phase, string> = {
  news: 'Reading new messages',
  history: 'Reading the history',
  again: 'Rereading messages',
  details: 'Reading metadata and opens',
}

/** The service may count a message a little after its creation, so the last minute never counts as complete. */
const lag = 60
/** The number of records per export, which takes a few megabytes and a few seconds. */
const recordsPerSlice = 16_000
const pageSize = 500
const pagesPerSlice = 16
/** The entire window is exported once an hour. In between, the last day is enough to find new messages. */
const refreshEvery = secondsPerHour
const tries = 3
const longPeriod = 30 * secondsPerDay
/** Problems with the archive, which can’t be solved by reading less from the service. */
const archiveProblems: ReadonlySet<string> = new Set(['disk', 'archive-away', 'archive-full', 'lease-lost'])

/** One sync, which brings the archive up to date with the service. If it is killed, the next one continues from there. */
export class SyncRun {
  readonly #context: RunContext
  readonly #pace: Pace
  readonly #now: number
  #share: Share = { from: 0, size: 1 }
  readonly summary: SyncSummary = { added: 0, changed: 0, problems: 0, failedSlices: 0, erased: 0, pruned: 0 }

  constructor(context: RunContext) {
    this.#context = context
    this.#pace = new Pace(context.clock, context.options.callsPerMinute, context.signal)
    this.#now = Math.floor(context.clock.now() / 1000)
  }

  async run(): Promise<SyncSummary> {
    const { archive, options, pruneBodies, source } = this.#context
    const from = this.#wantedFrom()
    const horizon = await this.#horizonNow(from)
    await this.#news(from, horizon)
    await this.#history(from)
    if (options.details) await this.#details(from)
    // A user who meanwhile chose to keep messages longer must not lose them.
    const { keepDays } = await readOptions(archive)
    if (keepDays !== null) {
      const before = keptFrom(keepDays, this.#now, source)
      this.summary.pruned = await archive.prune(before, this.#context)
      await pruneBodies(before * 1000)
    }
    await archive.moveHorizon({ lastSync: this.#now })
    return this.summary
  }

  /** Reads only these periods again, whether or not the archive already has them. */
  async readAgain(periods: readonly Period[]): Promise<SyncSummary> {
    const { archive, options } = this.#context
    const from = this.#wantedFrom()
    await this.#horizonNow(from)
    const wanted = joinPeriods(periods)
      .map((period) => ({ from: Math.max(period.from, from), to: Math.min(period.to, this.#now) }))
      .filter((period) => period.from <= period.to)
      .reverse()
    const size = options.details ? 0.5 : 1
    await this.#inTurn(wanted, { from: 0, size }, (period) =>
      this.#readSlices('again', period, (slice) => this.#export(slice)),
    )
    if (!options.details) return this.summary
    const { detailGaps } = await archive.horizon()
    const gaps = wanted.flatMap((period) => missingPeriods(missingPeriods(detailGaps, period), period))
    await this.#inTurn(gaps, { from: size, size }, (gap) =>
      this.#readSlices('details', gap, (slice) => this.#pages(slice)),
    )
    return this.summary
  }

  /** Reads the periods one after another. Each advances the progress by an equal part of this share. */
  async #inTurn(periods: readonly Period[], share: Share, read: (period: Period) => Promise<unknown>): Promise<void> {
    const size = share.size / periods.length
    for (const [at, period] of periods.entries()) {
      this.#share = { from: share.from + at * size, size }
      await read(period)
    }
  }

  #wantedFrom(): number {
    const { source, options } = this.#context
    const { from, keepDays } = options
    if (from === null) throw notChosen()
    return keepDays === null ? from : Math.max(from, keptFrom(keepDays, this.#now, source))
  }

  async #horizonNow(from: number): Promise<Horizon> {
    const { archive, logger } = this.#context
    if ((await archive.setting<number>('wantedFrom')) !== from) await archive.setSetting('wantedFrom', from)
    const horizon = await archive.horizon()
    const { completeUntil, lastSync } = horizon
    if (Math.max(completeUntil ?? 0, lastSync ?? 0) <= this.#now) return horizon
    logger.log('warn', 'The clock was set back. Reading the newest messages again.', { lastSync, now: this.#now })
    await archive.uncoverAfter(this.#now - lag)
    return { ...(await archive.horizon()), opensRefreshedUntil: null }
  }

  /** Reads new messages, and the current state of messages from the last days, newest first. */
  async #news(from: number, { completeUntil, opensRefreshedUntil }: Horizon): Promise<void> {
    // The window is counted back from the last time it was read, so that opens are included even if no sync ran since.
    const since = Math.min(opensRefreshedUntil ?? this.#now, this.#now)
    const windowStart = Math.max(from, since - this.#context.options.windowDays * secondsPerDay)
    const fresh = opensRefreshedUntil !== null && this.#now - opensRefreshedUntil < refreshEvery
    const start =
      fresh && completeUntil !== null ? Math.max(from, Math.min(completeUntil, this.#now - secondsPerDay)) : windowStart
    // The service’s clock may be ahead of ours. Messages dated in our future are read but do not count as complete.
    const whole = await this.#readSlices('news', { from: start, to: this.#now + secondsPerDay }, (slice) =>
      this.#export(slice),
    )
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
    // The lists are joined, because a period that was never read is in both.
    for (const gap of joinPeriods([...older, ...gaps]).reverse()) {
      await this.#readSlices('history', gap, (slice) => this.#export(slice))
    }
  }

  async #details(from: number): Promise<void> {
    const { detailGaps } = await this.#context.archive.horizon()
    const wanted = detailGaps.filter(({ to }) => to >= from).reverse()
    for (const gap of wanted) await this.#readSlices('details', gap, (slice) => this.#pages(slice))
  }

  /** `read` returns how many records a slice contained. Returns false if a slice had to be skipped. */
  async #readSlices(phase: Phase, period: Period, read: (slice: Period) => Promise<number>): Promise<boolean> {
    const wanted = phase === 'details' ? (pageSize * pagesPerSlice) / 2 : recordsPerSlice
    const slices = new Slices(period, wanted, phase === 'news' ? period.to - period.from + 1 : secondsPerDay)
    const announced = phase === 'news' ? null : await this.#announced(period)
    let seen = 0
    let failures = 0
    let whole = true
    for (let slice = slices.next(); slice !== null; slice = slices.next()) {
      const passed = (period.to - slice.to) / (period.to - period.from + 1)
      this.#report(phase, slice, phase === 'news' ? null : announced ? Math.min(1, seen / announced) : passed)
      try {
        await this.#pace.turn()
        const records = await read(slice)
        seen += records
        slices.done(slice, records)
        failures = 0
      } catch (thrown) {
        const error = this.#temporary(thrown)
        if (++failures < tries && slices.shorten(slice)) continue
        this.#context.logger.log('warn', 'Part of the history could not be read.', {
          ...slice,
          code: error.code,
          ...error.details,
        })
        this.summary.failedSlices++
        whole = false
        slices.skip(slice)
        // A second failed slice means that the service has a problem. The next sync continues here.
        if (this.summary.failedSlices > 1) throw error
        failures = 0
      }
    }
    return whole
  }

  /** A long period’s message count, for steady progress. Null if the count is unknown or the period is short. */
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

  /** Returns an error that a retry may overcome; throws any other error, which ends the sync. */
  #temporary(thrown: unknown): AppError {
    this.#context.signal.throwIfAborted()
    const error = AppError.from(thrown)
    const again = error.retryable || error.code === 'incomplete-export' || error.code === 'records-missing'
    if (!again || archiveProblems.has(error.code)) throw error
    return error
  }

  async #export(slice: Period): Promise<number> {
    const { archive, source, signal } = this.#context
    const importer = archive.importer()
    let records = 0
    let problems = 0
    let isComplete = true
    try {
      for await (const batch of source.exportAll(slice, signal)) {
        problems += batch.problems
        isComplete = batch.isComplete
        records += batch.messages.length
        await importer.add(batch.messages)
        signal.throwIfAborted()
      }
      if (!isComplete) await this.#checkCount(slice, records + problems)
      // The period counts as read only together with its last records.
      await importer.finish({ covered: { from: slice.from, to: Math.min(slice.to, this.#now - lag) } })
      signal.throwIfAborted()
    } finally {
      this.#count(importer.total)
    }
    this.summary.problems += problems
    return records
  }

  /** Without a declared length or a recognisable end, only the count shows whether an export was cut short. */
  async #checkCount(slice: Period, records: number): Promise<void> {
    await this.#pace.turn()
    const { total } = await this.#context.source.page(slice, 1, 1, this.#context.signal)
    if (total !== null && total > records) throw missing(total, records)
  }

  async #pages(slice: Period): Promise<number> {
    const { source, signal } = this.#context
    const turn = (): Promise<void> => this.#pace.turn()
    const { messages, problems } = await readPages(slice, { source, pageSize, signal, turn })
    const { added } = await this.#context.archive.import(messages, { detailsCovered: slice })
    // These records complete messages that were just read, so for the user nothing has changed.
    this.#count({ added, changed: 0, erased: 0 })
    signal.throwIfAborted()
    this.summary.problems += problems
    return messages.length
  }

  #count({ added, changed, erased }: Pick<ImportResult, 'added' | 'changed' | 'erased'>): void {
    this.summary.added += added
    this.summary.changed += changed
    this.summary.erased += erased
  }

  #report(phase: Phase, slice: Period, fraction: number | null): void {
    const day = new Date(Math.min(slice.to, this.#now) * 1000).toISOString().slice(0, 10)
    const { added, changed } = this.summary
    const counts = `${english.number(added)} new, ${english.number(changed)} updated.`
    const { from, size } = this.#share
    this.#context.progress({
      fraction: fraction === null ? null : from + size * fraction,
      note: `${phaseNotes[phase]}, at ${day}. ${counts}`,
    })
  }
}
