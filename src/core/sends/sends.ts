import { AppError } from '#shared/contract/base/error.ts'
import type { SendSummary } from '#shared/contract/base/sends.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import { Throttle, type JobWork } from '../jobs/index.ts'
import { refuseUnsendable } from './message/refusals.ts'
import { progressOf, resultOf, sendTitle } from './results/send-progress.ts'
import { logUnsaved } from './run/log-unsaved.ts'
import { refusePast } from './run/refuse-past.ts'
import { OpenRuns } from './run/open-runs.ts'
import { SendRun } from './run/send-run.ts'
import type { SendsNeeds } from './sends-needs.ts'
import { Timers } from './run/timers.ts'
import { cancelledNote, endOf, isOverslept, isThrough, overslept, settleAfterStart } from './store/after-start.ts'
import type { SendOnDisk, StoredSend } from './store/send-on-disk.ts'
import { noteReached } from './store/note-reached.ts'
import type { Rest } from './store/send-store.ts'

type When = { readonly at: number | null; readonly undoSeconds: number }

/** How many milliseconds Mailroom waits for responses when it stops. The outcome of calls without one is then unknown. */
const patience = 10_000

/** Messages being sent, from the moment a draft is sent until every batch has ended. */
export class Sends {
  readonly #options: SendsNeeds
  readonly #timers: Timers
  readonly #runs = new OpenRuns()
  readonly #cancelling = new Map<string, Promise<CommandOutput<'sends.cancel'>>>()
  readonly #events = new Map<string, Throttle>()
  readonly #progress = new Map<string, () => void>()
  #isStopped = false

  constructor(options: SendsNeeds) {
    this.#options = options
    this.#timers = new Timers(options.ports.clock, (id) => this.#itsTime(id))
  }

  /** Sends whose time has passed wait for the user. */
  async open(): Promise<void> {
    const { store, ports, outcomes } = this.#options
    for (const send of store.all()) {
      const settled = settleAfterStart(send, { now: ports.clock.now(), outcomes })
      await settled.catch((error: unknown) => logUnsaved(ports.logger, send, error))
    }
  }

  /** Schedules each waiting send. The command line never calls this, because exiting would interrupt a send. */
  start(): void {
    for (const { stored } of this.#options.store.all()) {
      if (stored.state === 'waiting') this.#timers.set(stored.id, stored.at)
    }
  }

  list(accountId: string): SendSummary[] {
    const own = this.#options.store.ownOf(accountId).map(({ summary }) => summary)
    return own.sort((a, b) => b.createdAt - a.createdAt)
  }

  states(): Pick<SendSummary, 'state'>[] {
    return this.#options.store.all().map(({ stored }) => ({ state: stored.state }))
  }

  async send(draftId: string, { at, undoSeconds }: When): Promise<SendSummary> {
    const { drafts, accounts, store, ports } = this.#options
    const draft = await drafts.get(draftId)
    await refuseUnsendable(draft, accounts.get(draft.stored.accountId))
    refusePast(at, ports.clock.now())
    const isScheduled = at !== null
    const send = await store.take(draft, { at: at ?? ports.clock.now() + undoSeconds * 1000, isScheduled })
    this.#timers.set(draftId, send.stored.at)
    return this.#emitNow(send)
  }

  async sendRest(rest: Rest): Promise<SendSummary> {
    const send = await this.#options.store.takeRest(rest)
    this.#timers.set(send.stored.id, send.stored.at)
    return this.#emitNow(send)
  }

  async move(id: string, at: number | null): Promise<SendSummary> {
    const { store, ports } = this.#options
    const send = store.get(id)
    if (!['waiting', 'paused'].includes(send.stored.state) || send.hasLeft || this.#cancelling.has(id)) {
      throw new AppError('conflict', 'Sending has started, so the time can’t be changed.')
    }
    refusePast(at, ports.clock.now())
    const time = at ?? ports.clock.now()
    const written = send.change({ state: 'waiting', note: '', at: time, isScheduled: at !== null })
    // Otherwise, the timer for the previous time could start the send before the change is on the disk.
    this.#timers.set(id, time)
    this.#emitNow(send)
    await written
    return send.summary
  }

  async pause(id: string, note = ''): Promise<void> {
    const send = this.#options.store.get(id)
    if (!['waiting', 'sending'].includes(send.stored.state)) return
    this.#halt(id)
    await this.#change(send, { state: 'paused', note })
  }

  /** Continues with the batches that have certainly not been sent. */
  async resume(id: string): Promise<void> {
    const send = this.#options.store.get(id)
    const { state, at } = send.stored
    if (!['paused', 'interrupted'].includes(state) || this.#cancelling.has(id)) return
    if (send.hasLeft || at <= this.#options.ports.clock.now()) return this.#begin(send)
    await this.#change(send, { state: 'waiting', note: '' })
    this.#timers.set(id, at)
  }

  /** Resolves when none of the send’s calls is in progress. */
  async settled(id: string): Promise<SendSummary> {
    const send = this.#options.store.get(id)
    await this.#runs.settled(id)
    return send.summary
  }

  /**
   * If nothing has been sent yet, turns the send back into a draft and returns the draft’s id. A rest is removed instead.
   * Two windows that cancel a send at the same time get the same result.
   */
  cancel(id: string): Promise<CommandOutput<'sends.cancel'>> {
    const cancelling = this.#cancelling.get(id) ?? this.#cancel(id).finally(() => this.#cancelling.delete(id))
    this.#cancelling.set(id, cancelling)
    return cancelling
  }

  async #cancel(id: string): Promise<CommandOutput<'sends.cancel'>> {
    const { store, events } = this.#options
    const send = store.get(id)
    if (['sent', 'stopped', 'failed'].includes(send.stored.state)) {
      throw new AppError('conflict', 'This send has already finished, so there is nothing left to cancel.')
    }
    this.#halt(id)
    if (!send.hasLeft && this.#runs.has(id)) {
      // A call may still be noting itself, although it will not be sent. The account may be removed meanwhile.
      const settled = this.#runs.settled(id)
      await this.#change(send, { state: 'paused', note: '' })
      await settled
      store.get(id)
    }
    if (send.hasLeft) {
      await this.#change(send, { state: 'stopped', note: cancelledNote(send.batches) })
      return { draftId: null, hasLeft: true }
    }
    if (send.stored.restOf !== null) {
      // Turning a rest into a draft would make it a separate message, and its recipients would be offered again.
      await this.#remove(id)
      return { draftId: null, hasLeft: false }
    }
    await store.giveBack(send).catch(async (error: unknown) => {
      await this.#change(send, { state: 'paused', note: AppError.from(error).message })
      throw error
    })
    this.#forgetEvents(id)
    events.emit({ name: 'sends.removed', payload: { id } })
    return { draftId: id, hasLeft: false }
  }

  async remove(id: string): Promise<void> {
    const { state } = this.#options.store.get(id).stored
    if (!['sent', 'stopped', 'failed'].includes(state) || this.#runs.has(id)) {
      throw new AppError('conflict', 'This send has not finished yet. Cancel it first.')
    }
    await noteReached(this.#options.store, id)
    await this.#remove(id)
  }

  /** Removes the sends of an account that was removed. Nothing more is sent for that account. */
  async removeAll(accountId: string): Promise<void> {
    for (const { stored } of this.#options.store.ownOf(accountId)) {
      this.#halt(stored.id)
      await this.#runs.giveUp(stored.id)
      await this.#remove(stored.id)
    }
  }

  /** Settles a batch whose response was lost, once it has been found or is known not to exist. */
  async settleBatch(send: SendOnDisk, index: number, found: { state: 'sent' | 'absent' | 'unknown'; problem: string }) {
    await send.journal.note(index, found)
    if (['sent', 'failed'].includes(send.stored.state)) await send.change(endOf(send.batches))
    this.emit(send)
  }

  emit(send: SendOnDisk): void {
    const { id } = send.stored
    let throttle = this.#events.get(id)
    if (!throttle) {
      throttle = new Throttle(this.#options.ports.clock, 250, () => {
        this.#emitNow(send)
        this.#progress.get(id)?.()
      })
      this.#events.set(id, throttle)
    }
    throttle.call()
  }

  /** Sends no further batches. Calls in progress get ten seconds, after which their outcome is unknown. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#timers.clear()
    const runs = this.#runs.all()
    for (const run of runs) run.halt()
    const timer = this.#options.ports.clock.after(patience, () => runs.forEach((run) => run.giveUp()))
    await Promise.all(runs.map((run) => run.ended))
    timer.cancel()
    for (const throttle of this.#events.values()) throttle.cancel()
    await this.#options.store.settled()
  }

  async #itsTime(id: string): Promise<void> {
    const send = this.#options.store.get(id)
    const { state, at } = send.stored
    if (state !== 'waiting') return
    if (isOverslept(at, this.#options.ports.clock.now())) await this.#change(send, { state: 'paused', note: overslept })
    else await this.#begin(send)
  }

  async #begin(send: SendOnDisk): Promise<void> {
    if (this.#isStopped) return
    const { accounts, copies, jobs } = this.#options
    const { id, accountId, subject, recipients } = send.stored
    const run = new SendRun({
      send,
      accounts,
      copies,
      onChange: () => this.emit(send),
      onHalt: (reason) => this.#pauseFor(send, `${reason} The remaining messages wait until you resume the send.`),
    })
    send.pin()
    this.#runs.add(id, run)
    await this.#change(send, { state: 'sending', note: '' })
    const work: JobWork = async (job) => {
      this.#progress.set(id, () => job.progress(progressOf(send.summary)))
      job.signal.addEventListener('abort', () => this.#pauseFor(send, ''))
      const ended = run.work().then(() => this.#ended(send, run))
      await this.#runs.follow(id, ended)
      if (run.isHalted && !isThrough(send.batches)) throw new AppError('cancelled', send.stored.note)
      return { text: resultOf(send.summary), fileToken: null }
    }
    jobs.start({ kind: 'sends', title: sendTitle(subject, recipients), accountId, work })
  }

  async #ended(send: SendOnDisk, run: SendRun): Promise<void> {
    const { id } = send.stored
    send.unpin()
    send.release()
    if (!this.#runs.remove(id, run)) return
    this.#progress.delete(id)
    await send.journal.close()
    // The send ended before this point and may have been removed by now: writing anything would bring it back.
    if (!this.#options.store.has(id)) return
    // Also applies if the send was paused or cancelled during its last calls, when no batch was left to resume or hold
    // back.
    if (isThrough(send.batches)) await this.#change(send, endOf(send.batches))
    // A call that was waiting for its turn when the send was cancelled was not sent after all.
    else if (send.stored.state === 'stopped') await this.#change(send, { note: cancelledNote(send.batches) })
    // The send was resumed during its last calls, and one of their batches must be sent again.
    else if (send.stored.state === 'sending') await this.#begin(send)
  }

  #pauseFor({ stored }: SendOnDisk, note: string): void {
    // Stopping Mailroom is not a pause: the next start reports what was interrupted.
    if (this.#isStopped) return
    // The send may have been removed by now, together with its account, so a failure is ignored.
    void this.pause(stored.id, note).catch(() => undefined)
  }

  #halt(id: string): void {
    this.#timers.cancel(id)
    this.#runs.halt(id)
  }

  async #remove(id: string): Promise<void> {
    this.#forgetEvents(id)
    await this.#options.store.remove(id)
    this.#options.events.emit({ name: 'sends.removed', payload: { id } })
  }

  /** The state applies even if it cannot be written to the disk. */
  async #change(send: SendOnDisk, change: Partial<StoredSend>): Promise<void> {
    const written = send.change(change)
    this.#emitNow(send)
    await written.catch((error: unknown) => logUnsaved(this.#options.ports.logger, send, error))
  }

  #emitNow(send: SendOnDisk): SendSummary {
    const { summary } = send
    this.#options.events.emit({ name: 'sends.changed', payload: summary })
    return summary
  }

  #forgetEvents(id: string): void {
    this.#events.get(id)?.cancel()
    this.#events.delete(id)
  }
}
