import { AppError } from '#shared/contract/base/error.ts'
import type { Outcome } from '#shared/contract/outcomes.ts'
import { msPerDay, msPerMinute } from '#shared/domain/base/durations.ts'
import type { Accounts } from '../../accounts/index.ts'
import type { Ports } from '../../base/ports.ts'
import { Queues } from '../../base/queue.ts'
import type { Outcomes } from '../../outcomes/index.ts'
import type { JournalBatch } from '../store/batch-journal.ts'
import type { SendOnDisk } from '../store/send-on-disk.ts'
import type { SendStore } from '../store/send-store.ts'

type Settled = { readonly state: 'sent' | 'absent' | 'unknown'; readonly problem: string }

type Needs = {
  readonly store: Pick<SendStore, 'all'>
  readonly outcomes: Pick<Outcomes, 'has' | 'check'>
  readonly accounts: Accounts
  readonly ports: Pick<Ports, 'clock' | 'logger'>
  readonly onSettled: (send: SendOnDisk, index: number, settled: Settled) => Promise<void>
}

/** How long, in milliseconds, records may take to appear after a send. A record missing before that proves nothing. */
const recordsTake = 15 * msPerMinute
/** The ages of a lost call, in milliseconds, at which a check is worthwhile: most records appear within a minute. */
const looks = [msPerMinute, recordsTake + 1000] as const
/**
 * A call not found after this time is unlikely to be found automatically, because its period contains more messages
 * than one search reads. Only the user can continue the search.
 */
const watchedFor = msPerDay
const notThere = 'The service has no record of this call.'

/**
 * Calls whose responses were lost. They are searched for without changing anything, at each start and for a day after the
 * call.
 */
export class LostBatches {
  readonly #needs: Needs
  readonly #timers = new Map<string, { cancel(): void }>()
  readonly #stopping = new AbortController()
  readonly #turns = new Queues()
  readonly #checked = new Set<string>()

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Searches for calls lost in an earlier run. */
  start(): void {
    for (const send of this.#needs.store.all()) this.lookSoon(send)
  }

  lookSoon(send: SendOnDisk): void {
    if (lostOf(send).length > 0) this.#lookIn(send, 0, (lost) => this.#markedOf(lost))
  }

  stop(): void {
    this.#stopping.abort()
    for (const timer of this.#timers.values()) timer.cancel()
  }

  /** Checks again automatically while the outcome of any call from the last day is unknown. */
  watch(id: string): void {
    const send = this.#needs.store.all().find(({ stored }) => stored.id === id)
    if (!send || this.#timers.has(send.stored.id) || !this.isWatched(send)) return
    const ages = this.#recentOf(send).map(({ batch }) => this.#ageOf(send, batch))
    const next = ages.flatMap((age) => looks.map((look) => look - age)).filter((wait) => wait > 0)
    this.#lookIn(send, next.length > 0 ? Math.min(...next) : recordsTake, (watched) => this.#recentOf(watched))
  }

  /** Whether any lost call of the send can be searched for. The account’s current settings don’t matter. */
  isMarked(send: SendOnDisk): boolean {
    return this.#markedOf(send).length > 0
  }

  /** Whether a lost call of the send is still searched for automatically. */
  isWatched(send: SendOnDisk): boolean {
    return this.#recentOf(send).length > 0
  }

  /** Checks run one after another. Rejects if the service does not respond. */
  look(send: SendOnDisk, signal: AbortSignal): Promise<void> {
    return this.#look(send, signal, (lost) => this.#markedOf(lost))
  }

  #look(send: SendOnDisk, signal: AbortSignal, choose: Choose): Promise<void> {
    return this.#turns.add(send.stored.id, async () => {
      for (const lost of choose(send)) await this.#lookFor(send, lost, signal)
    })
  }

  /**
   * Settles the batch that an outcome belongs to, for example after the user checked the outcome. The result of a check
   * by this class is used directly.
   */
  async receive(outcome: Outcome): Promise<void> {
    if (this.#checked.has(outcome.id)) return
    for (const send of this.#needs.store.all()) {
      const lost = lostOf(send).find(({ batch }) => batch.id === outcome.id)
      if (lost) return this.#settleBy(outcome, send, lost)
    }
  }

  async #settleBy({ state, text }: Outcome, send: SendOnDisk, lost: Lost): Promise<void> {
    if (state === 'happened') await this.#settle(send, lost, { isFound: true, problem: '' })
    if (state === 'not-found') await this.#settle(send, lost, { isFound: false, problem: text })
  }

  async #lookFor(send: SendOnDisk, lost: Lost, signal: AbortSignal): Promise<void> {
    const { outcomes, accounts } = this.#needs
    const { accountId, createdAt } = send.stored
    const { batch } = lost
    const client = accounts.client(accountId)
    if (outcomes.has(batch.id)) {
      this.#checked.add(batch.id)
      const checking = outcomes.check(batch.id, accounts.serviceOf(accountId), client, signal)
      const outcome = await checking.finally(() => this.#checked.delete(batch.id))
      return this.#settleBy(outcome, send, lost)
    }
    // There is no outcome if Mailroom stopped between the call and its note, or if the response arrived and only its
    // note was lost.
    const { found, complete } = await client.checkSend(batch.id, { sentAt: batch.startedAt ?? createdAt, signal })
    if (found.length > 0 || complete) await this.#settle(send, lost, { isFound: found.length > 0, problem: notThere })
  }

  async #settle(
    send: SendOnDisk,
    { index, batch }: Lost,
    { isFound, problem }: { readonly isFound: boolean; readonly problem: string },
  ): Promise<void> {
    const { onSettled } = this.#needs
    if (isFound) return onSettled(send, index, { state: 'sent', problem: '' })
    const state = this.#ageOf(send, batch) > recordsTake ? 'absent' : 'unknown'
    if (state !== batch.state || problem !== batch.problem) await onSettled(send, index, { state, problem })
  }

  #lookIn(send: SendOnDisk, wait: number, choose: Choose): void {
    const { clock } = this.#needs.ports
    this.#timers.get(send.stored.id)?.cancel()
    this.#timers.set(
      send.stored.id,
      clock.after(wait, () => void this.#lookNow(send, choose)),
    )
  }

  async #lookNow(send: SendOnDisk, choose: Choose): Promise<void> {
    const { logger } = this.#needs.ports
    // The timer counts as running until the check has ended, so that the check’s results don’t start a second timer.
    await this.#look(send, this.#stopping.signal, choose).catch((error: unknown) => {
      logger.log('debug', 'Mailroom could not find out what became of a call without a response.', {
        code: AppError.from(error).code,
      })
    })
    this.#timers.delete(send.stored.id)
    if (!this.#stopping.signal.aborted) this.watch(send.stored.id)
  }

  /**
   * The lost calls that can be searched for. Without its mark, a call cannot be told apart from others. If the journal does
   * not say whether a call was marked, its outcome does.
   */
  #markedOf(send: SendOnDisk): Lost[] {
    const { accounts, outcomes } = this.#needs
    const { accountId } = send.stored
    // A send’s calls may end after its account was removed, so the account may be missing.
    if (!accounts.list().accounts.some(({ id }) => id === accountId)) return []
    const service = accounts.serviceOf(accountId)
    return lostOf(send).filter(({ batch: { id, markedFor } }) =>
      markedFor === undefined ? outcomes.has(id) : markedFor === service,
    )
  }

  #recentOf(send: SendOnDisk): Lost[] {
    return this.#markedOf(send).filter(({ batch }) => this.#ageOf(send, batch) < watchedFor)
  }

  /** The time since a call in milliseconds, by the service’s clock. */
  #ageOf({ stored }: SendOnDisk, { startedAt }: JournalBatch): number {
    return this.#needs.accounts.clockOf(stored.accountId).now() - (startedAt ?? stored.createdAt)
  }
}

type Lost = { readonly index: number; readonly batch: JournalBatch }

/** Selects a send’s lost calls to search for. */
type Choose = (send: SendOnDisk) => Lost[]

function lostOf({ batches }: SendOnDisk): Lost[] {
  return batches.flatMap((batch, index) => (batch.state === 'unknown' ? [{ index, batch }] : []))
}
