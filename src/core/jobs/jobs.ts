import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#shared/contract/base/error.ts'
import { job, type Job } from '#shared/contract/jobs.ts'
import { withoutAddress } from '#shared/text/without-address.ts'
import { closingError } from '../base/closing.ts'
import { JsonFile } from '../base/json-file.ts'
import type { FileGround } from '../base/room.ts'
import { Throttle } from './throttle.ts'

export type JobProgress = { fraction?: number | null; note?: string }

export type JobWork = (context: {
  readonly signal: AbortSignal
  readonly progress: (progress: JobProgress) => void
}) => Promise<NonNullable<Job['result']> | null>

export type JobStart = {
  kind: string
  title: string
  accountId?: string
  cancellable?: boolean
  /** Set for work that runs every few minutes: only its last run is listed. */
  replacesEnded?: boolean
  /** Whether the job continues automatically at the next start. Quitting then loses nothing, so the user isn’t asked. */
  goesOn?: boolean
  work: JobWork
}

type Running = { abort: AbortController; done: Promise<void>; emit: Throttle; goesOn: boolean }

/** The note of a job that ended with its process, until the feature it belongs to explains what happened. */
export const interruptedNote = 'Mailroom stopped while this job was running.'

/** How many ended jobs the panel keeps. */
const keptEnded = 50

/**
 * Long-running work: it starts immediately, reports progress through events and is cancelled by id. The list is on disk,
 * so that after a crash the user can see what was interrupted.
 */
export class Jobs {
  readonly #ground: FileGround
  readonly #file: JsonFile<Job[]>
  readonly #jobs: Map<string, Job>
  readonly #running = new Map<string, Running>()
  #closed = false

  private constructor(ground: FileGround, file: JsonFile<Job[]>) {
    this.#ground = ground
    this.#file = file
    this.#jobs = new Map(file.value.map((entry) => [entry.id, entry]))
  }

  static async open(ground: FileGround): Promise<Jobs> {
    const file = await JsonFile.inDataFolder<Job[]>(ground, {
      name: 'jobs.json',
      initial: [],
      read: (parsed) => z.array(job).parse(parsed).map(withoutTokens).map(interruptedByStop(ground.ports.clock.now())),
    })
    return new Jobs(ground, file)
  }

  start({ kind, title, accountId, cancellable = true, replacesEnded = false, goesOn = false, work }: JobStart): string {
    if (this.#closed) throw closingError()
    const id = randomUUID()
    if (replacesEnded) this.#dismissEnded(kind, accountId ?? null)
    this.#jobs.set(id, {
      id,
      kind,
      title,
      accountId: accountId ?? null,
      state: 'running',
      fraction: null,
      note: '',
      startedAt: this.#ground.ports.clock.now(),
      endedAt: null,
      cancellable,
      result: null,
      error: null,
    })
    const abort = new AbortController()
    const emit = new Throttle(this.#ground.ports.clock, 100, () => this.#emitChange(id))
    const done = this.#run(id, work, abort.signal, emit)
    this.#running.set(id, { abort, done, emit, goesOn })
    this.#emitChange(id)
    this.#save()
    return id
  }

  list(): Job[] {
    return [...this.#jobs.values()].sort((a, b) => b.startedAt - a.startedAt)
  }

  cancel(id: string): void {
    const running = this.#running.get(id)
    const found = this.#jobs.get(id)
    if (!found) throw new AppError('not-found', 'That job is no longer in the list.')
    if (!running || !found.cancellable) return
    this.#change(id, { state: 'cancelling' })
    running.abort.abort(new AppError('cancelled', 'Cancelled.'))
  }

  /** Cancels the job and resolves when it has ended. */
  async end(id: string): Promise<void> {
    this.cancel(id)
    await this.#running.get(id)?.done
  }

  dismiss(id: string): void {
    if (this.#running.has(id)) throw new AppError('conflict', 'That job is still running. Cancel it first.')
    if (!this.#jobs.has(id)) return
    this.#drop(id)
    this.#save()
  }

  explain(id: string, note: string): void {
    if (this.#jobs.has(id) && !this.#running.has(id)) this.#change(id, { note })
  }

  /**
   * Removes the person from all texts of the jobs, such as titles, which contain the user’s own words for an export or
   * a send.
   */
  async eraseRecipient(accountId: string, email: string): Promise<void> {
    const clean = (text: string): string => withoutAddress(text, email)
    const cleanDetails = (details: NonNullable<Job['error']>['details']): NonNullable<Job['error']>['details'] =>
      JSON.parse(JSON.stringify(details), (_key, each: unknown) => (typeof each === 'string' ? clean(each) : each))
    for (const { id, accountId: of, title, note, result, error } of this.list()) {
      if (of !== accountId) continue
      this.#change(id, {
        title: clean(title),
        note: clean(note),
        result: result && { ...result, text: clean(result.text) },
        error: error && { ...error, message: clean(error.message), details: cleanDetails(error.details) },
      })
    }
    await this.saved()
  }

  /** Removes the account’s jobs. Running jobs are ended and leave the list once they have stopped. */
  removeAccount(accountId: string): void {
    for (const { id, accountId: of } of this.list()) {
      if (of !== accountId) continue
      const running = this.#running.get(id)
      if (running === undefined) this.dismiss(id)
      else {
        running.abort.abort(new AppError('cancelled', 'The account was removed.'))
        void running.done.then(() => this.dismiss(id))
      }
    }
  }

  /** Titles of jobs that quitting would interrupt. */
  interruptible(): string[] {
    return [...this.#running].filter(([, { goesOn }]) => !goesOn).map(([id]) => this.#jobs.get(id)!.title)
  }

  get isBusy(): boolean {
    return this.#running.size > 0
  }

  /** Resolves when every running job has ended. */
  async idle(): Promise<void> {
    await Promise.all([...this.#running.values()].map((running) => running.done))
  }

  /** Resolves when the current list is on disk. */
  saved(): Promise<void> {
    return this.#file.settled()
  }

  /** Asks every job to stop at a safe point and waits until all have stopped. No other job starts. */
  async close(): Promise<void> {
    this.#closed = true
    for (const { abort } of this.#running.values()) abort.abort(closingError())
    await this.idle()
    await this.saved()
  }

  async #run(id: string, work: JobWork, signal: AbortSignal, emit: Throttle): Promise<void> {
    // Continues after start() has returned, so that a listener has the id before the first progress event.
    await Promise.resolve()
    const progress = (step: JobProgress) => {
      Object.assign(this.#jobs.get(id)!, step)
      emit.call()
    }
    let end: Partial<Job>
    try {
      signal.throwIfAborted()
      end = { state: 'done', fraction: 1, result: await work({ signal, progress }) }
    } catch (thrown) {
      const error = AppError.from(thrown)
      // A job may also cancel itself, as a paused sync does.
      if (signal.aborted || error.code === 'cancelled') {
        end = { state: 'cancelled' }
      } else {
        end = { state: 'failed', error: { ...error.toJSON(), details: { ...error.details } } }
        this.#ground.ports.logger.log('error', 'A job failed.', {
          kind: this.#jobs.get(id)?.kind,
          code: error.code,
          ...error.details,
        })
      }
    }
    emit.cancel()
    this.#running.delete(id)
    this.#change(id, { ...end, endedAt: this.#ground.ports.clock.now() })
  }

  #dismissEnded(kind: string, accountId: string | null): void {
    for (const old of this.list()) {
      if (old.kind === kind && old.accountId === accountId && old.endedAt !== null) this.dismiss(old.id)
    }
  }

  #change(id: string, change: Partial<Job>): void {
    this.#jobs.set(id, { ...this.#jobs.get(id)!, ...change })
    this.#emitChange(id)
    this.#save()
  }

  #drop(id: string): void {
    this.#jobs.delete(id)
    this.#ground.events.emit({ name: 'jobs.dismissed', payload: { id } })
  }

  #emitChange(id: string): void {
    const found = this.#jobs.get(id)
    if (found) this.#ground.events.emit({ name: 'jobs.changed', payload: { ...found } })
  }

  #save(): void {
    const ended = this.list().filter((entry) => entry.endedAt !== null)
    for (const { id } of ended.slice(keptEnded)) this.#drop(id)
    this.#file
      .set(() => this.list())
      .catch((error: unknown) => {
        this.#ground.ports.logger.log('warn', 'The list of jobs could not be saved.', {
          ...AppError.from(error).details,
        })
      })
  }
}

/** Tokens end with the process that issued them. */
function withoutTokens(entry: Job): Job {
  return entry.result === null ? entry : { ...entry, result: { text: entry.result.text, fileToken: null } }
}

function interruptedByStop(now: number): (entry: Job) => Job {
  return (entry) =>
    entry.endedAt === null ? { ...entry, state: 'interrupted', endedAt: now, note: interruptedNote } : entry
}
