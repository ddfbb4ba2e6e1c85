import { AppError } from '#shared/contract/base/error.ts'
import type { SyncEstimate, SyncOptions } from '#shared/contract/sync.ts'
import { closingError } from '../base/closing.ts'
import { Queue } from '../base/queue.ts'
import type { Period } from '#shared/domain/archive/horizon.ts'
import type { SyncTurn } from '../archive/index.ts'
import type { JobWork } from '../jobs/index.ts'
import { estimateOf } from './estimate.ts'
import { readOptions, writeOptions } from './options.ts'
import { elsewhere, mayOnlyRead, movingError, notChosen, type TeamLease } from './refusals.ts'
import { SyncRun, type SyncPorts } from './run.ts'
import { followSync, untilEnded, type RunningSync } from './running-sync.ts'
import { readAgainSentence, sentence, type SyncSummary } from './summary.ts'

type AutomaticPorts = SyncPorts & {
  /** Starts a job for an automatic sync. Resolves when the job has ended, successfully or not. */
  readonly startJob: (work: JobWork) => Promise<void>
  /** Calls the listener when the account’s key is replaced. Returns a function that removes the listener. */
  readonly onKey: (listener: () => void) => () => void
  /** For a team archive: coordinates which Mailroom syncs it. */
  readonly turn: SyncTurn | null
  /** Called when another Mailroom has started or stopped syncing. */
  readonly onLease: () => void
}

type State = {
  options: SyncOptions
  running: boolean
  /** Epoch milliseconds; null if no sync is scheduled, such as while paused or while another Mailroom syncs. */
  nextAt: number | null
  /** The end of the last sync since the app started. */
  last: { endedAt: number; summary: SyncSummary | null; error: AppError | null } | null
  lease: TeamLease | null
}

/** How often a Mailroom checks whether it may sync a team archive. */
const turnAskedEvery = 3000

/** Problems with a team archive that go away without user action. */
const passingProblems: ReadonlySet<string> = new Set(['archive-away', 'lease-lost'])

/** Problems that may be solved by replacing the key. */
const keyProblems: ReadonlySet<string> = new Set(['key-missing', 'wrong-credentials', 'forbidden'])

/** One account’s sync: never more than one at a time, and automatic while the app is open. */
export class Sync {
  readonly #ports: AutomaticPorts
  #options: SyncOptions
  #running: RunningSync | null = null
  #timer: { cancel(): void } | null = null
  #nextAt: number | null = null
  #last: State['last'] = null
  #closed = false
  /** Whether the key has been replaced since the last sync began. */
  #hasNewKey = false
  readonly #forgetKeys: () => void
  readonly #forgetTurns: (() => void) | undefined
  #lease: TeamLease | null = null
  /** Whether the archive is being moved. */
  #isHeld = false
  /** The number of jobs that need the turn or wait for it. */
  #jobs = 0
  /** Makes sure that the turn is not given up while it is being taken. */
  readonly #turns = new Queue()
  readonly #changes = new Queue()

  private constructor(ports: AutomaticPorts, options: SyncOptions) {
    this.#ports = ports
    this.#options = options
    this.#forgetKeys = ports.onKey(() => {
      this.#hasNewKey = true
      if (this.#timer && this.#running === null) this.start()
    })
    this.#forgetTurns = ports.turn?.onFree(() => {
      if (this.#timer && this.#running === null && this.#lease?.mine !== true) void this.#runAutomatically()
    })
  }

  static async open(ports: AutomaticPorts): Promise<Sync> {
    return new Sync(ports, await readOptions(ports.archive))
  }

  status(): State {
    const running = this.#running !== null
    return { options: this.#options, running, nextAt: this.#nextAt, last: this.#last, lease: this.#lease }
  }

  /** Changes are made one after another, so that none overwrites an earlier one. */
  setOptions(change: Partial<SyncOptions>): Promise<void> {
    return this.#changes.add(() => this.#setOptions(change))
  }

  async #setOptions(change: Partial<SyncOptions>): Promise<void> {
    // Another Mailroom may have changed a team’s options, so they are read from the archive.
    const current = this.#ports.turn ? await readOptions(this.#ports.archive) : this.#options
    const options = { ...current, ...change }
    await writeOptions(this.#ports.archive, options)
    this.#options = options
    if (options.paused) this.#running?.stop.abort(new AppError('cancelled', 'The sync was paused.'))
    if (options.paused) await this.#giveUpTurn()
    if (this.#timer) this.start()
  }

  /**
   * Starts automatic syncs, or schedules them again. The first one begins once the interval since the last sync is
   * over, or immediately if there was no sync.
   */
  start(): void {
    this.#timer?.cancel()
    this.#timer = null
    this.#nextAt = null
    if (this.#closed || !this.#mayBegin()) {
      // A timer that never fires marks the sync as started, so that choosing a period later begins the first sync.
      this.#timer = { cancel: () => undefined }
      if (this.#ports.turn && !this.#closed) this.#askLater()
      return
    }
    const { interval } = this.#options
    const now = this.#ports.clock.now()
    if (passingProblems.has(this.#last?.error?.code ?? '')) return this.#askLater()
    const lastEnd = this.#isWorthAnotherTry() ? null : (this.#last?.endedAt ?? null)
    // Waits at most one interval: setting the clock back must not delay the next sync for hours.
    const wait = lastEnd === null ? 0 : Math.min(Math.max(0, lastEnd + interval - now), interval)
    this.#nextAt = now + wait
    this.#timer = this.#ports.clock.after(wait, () => void this.#runAutomatically())
  }

  /** Runs as a job and joins a sync that is already running. It is no error if another Mailroom syncs the team archive. */
  readonly work: JobWork = ({ signal, progress }) =>
    this.#inTurn(async (other) => {
      if (other) return { text: elsewhere(other).message, fileToken: null }
      while (this.#running?.kind === 'again') await untilEnded(this.#running, signal)
      const running = this.#running ?? this.#begin('sync', progress, (run) => run.run())
      return { text: sentence(await followSync(running, signal)), fileToken: null }
    })

  /** A job that reads periods again, after any sync already running. */
  readAgain(periods: readonly Period[]): JobWork {
    if (this.#options.from === null) throw notChosen()
    return ({ signal, progress }) =>
      this.#inTurn(async (other) => {
        if (other) throw elsewhere(other)
        // Checked again after each wait, because several calls may have waited for the same sync to end.
        while (this.#running !== null) await untilEnded(this.#running, signal)
        const running = this.#begin('again', progress, (run) => run.readAgain(periods))
        return { text: readAgainSentence(await followSync(running, signal)), fileToken: null }
      })
  }

  /** Estimates what it would take to read the history from this second on. */
  async estimate(from: number, signal: AbortSignal = new AbortController().signal): Promise<SyncEstimate> {
    const to = Math.floor(this.#ports.clock.now() / 1000)
    const { total } = await this.#ports.source.page({ from, to }, 1, 1, signal)
    return estimateOf(total, this.#options)
  }

  /** Reads nothing until the returned function is called. A running sync stops at a safe point first. */
  async hold(): Promise<() => void> {
    if (this.#isHeld) throw movingError()
    this.#isHeld = true
    // A sync that is already scheduled would only fail.
    if (this.#timer) this.start()
    this.#running?.stop.abort(movingError())
    await this.#running?.done.catch(() => undefined)
    return () => {
      this.#isHeld = false
      if (this.#timer) this.start()
    }
  }

  /** Stops at a safe point. */
  async close(): Promise<void> {
    this.#closed = true
    this.#forgetKeys()
    this.#forgetTurns?.()
    this.#timer?.cancel()
    this.#timer = null
    this.#running?.stop.abort(closingError())
    await this.#running?.done.catch(() => undefined)
  }

  /** A user who has just entered the missing key expects new messages now, not after the next interval. */
  #isWorthAnotherTry(): boolean {
    return this.#hasNewKey && keyProblems.has(this.#last?.error?.code ?? '')
  }

  #mayBegin(): boolean {
    return !this.#isHeld && !this.#options.paused && this.#options.from !== null
  }

  #askLater(): void {
    this.#timer?.cancel()
    this.#timer = this.#ports.clock.after(turnAskedEvery, () => void this.#runAutomatically())
  }

  /** Reads the options again, because they are the team’s and another Mailroom may have changed them. */
  async #askForTurn(turn: SyncTurn): Promise<boolean> {
    try {
      this.#options = await readOptions(this.#ports.archive)
      if (!this.#mayBegin()) {
        await this.#giveUpTurn()
        const state = await turn.state()
        if (this.#lease) this.#setLease({ ...this.#lease, ...state })
        return false
      }
      this.#setLease(await turn.take())
    } catch {
      // A server that does not respond is reported by the page’s next call.
      return false
    }
    return this.#lease?.mine === true
  }

  /** A turn that no automatic sync needs is given up after the work, so that any Mailroom may take it. */
  async #inTurn<T>(work: (other: TeamLease | null) => Promise<T>): Promise<T> {
    this.#jobs++
    try {
      return await work(await this.#takeTurn())
    } finally {
      this.#jobs--
      // If the server does not respond, the lease expires soon.
      if (!this.#mayBegin()) await this.#giveUpTurn().catch(() => undefined)
    }
  }

  /** Returns the lease of another Mailroom that already syncs; null if this one may sync. */
  async #takeTurn(): Promise<TeamLease | null> {
    if (this.#isHeld) throw movingError()
    const { turn } = this.#ports
    if (turn === null) return null
    const lease = await this.#turns.add(() => turn.take())
    this.#setLease(lease)
    if (lease.readOnly) throw mayOnlyRead()
    return lease.mine ? null : lease
  }

  /** While a job needs the turn, it is not given up. The last job does that when it ends. */
  #giveUpTurn(): Promise<void> {
    return this.#turns.add(async () => {
      const lease = this.#lease
      if (lease?.mine !== true || this.#jobs > 0 || this.#closed) return
      await this.#ports.turn?.release()
      this.#setLease({ ...lease, mine: false, name: null, since: null })
    })
  }

  #setLease(lease: TeamLease): void {
    const isNew = this.#lease?.mine !== lease.mine || this.#lease.name !== lease.name
    this.#lease = lease
    if (isNew) this.#ports.onLease()
  }

  async #runAutomatically(): Promise<void> {
    const { turn } = this.#ports
    const timer = this.#timer
    const isOurs = turn === null || (await this.#askForTurn(turn))
    // A change of the options may have scheduled a different time while this call was waiting.
    if (this.#timer !== timer) return
    if (!isOurs) {
      this.#nextAt = null
      if (timer && !this.#closed) this.#askLater()
      return
    }
    if (this.#running === null) await this.#ports.startJob(this.work).catch(() => undefined)
    else await this.#running.done.catch(() => undefined)
    if (this.#timer && !this.#closed) this.start()
  }

  #begin(
    kind: RunningSync['kind'],
    progress: Parameters<JobWork>[0]['progress'],
    read: (run: SyncRun) => Promise<SyncSummary>,
  ): RunningSync {
    if (this.#closed) throw new AppError('archive-closed', 'This account’s archive is closed.')
    // The move may have begun while this sync waited for its turn.
    if (this.#isHeld) throw movingError()
    this.#hasNewKey = false
    const stop = new AbortController()
    const run = new SyncRun({ ...this.#ports, options: this.#options, signal: stop.signal, progress })
    const done = read(run).then(
      (summary) => {
        this.#end(kind, { summary, error: null })
        return summary
      },
      (thrown: unknown) => {
        const error = AppError.from(thrown)
        this.#end(kind, { summary: run.summary, error })
        throw error
      },
    )
    return (this.#running = { kind, stop, done })
  }

  #end(kind: RunningSync['kind'], result: { summary: SyncSummary; error: AppError | null }): void {
    this.#running = null
    if (kind === 'sync') this.#last = { endedAt: this.#ports.clock.now(), ...result }
  }
}
