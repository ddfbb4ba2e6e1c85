import { randomUUID } from 'node:crypto'
import { AppError } from '#shared/contract/base/error.ts'
import type { Outcome } from '#shared/contract/outcomes.ts'
import { lostAnswer, type Effect, type EffectJournal, type EffectNote, type ServiceClient } from '../api/index.ts'
import { msPerDay } from '#shared/domain/base/durations.ts'
import type { FileGround } from '../base/room.ts'
import type { JsonFile } from '../base/json-file.ts'
import { describe } from './describe.ts'
import { openOutcomeFile, type StoredOutcome } from './outcome-file.ts'

type Checker = Pick<ServiceClient, 'checkOutcome'>

/** How long a settled outcome remains available. */
const keptFor = 30 * msPerDay

/**
 * Effects with an unknown outcome. An effect is written to the disk before it is sent from this computer, and removed once
 * its response has arrived. After an interruption, the effects still on disk have an unknown outcome, which can be looked
 * for.
 */
export class Outcomes {
  readonly #ground: FileGround
  readonly #file: JsonFile<StoredOutcome[]>
  /** Keyed by id, in the order in which the effects began. */
  readonly #stored = new Map<string, StoredOutcome>()
  readonly #running = new Map<string, AbortController>()
  #waiting: Promise<unknown> | null = null

  private constructor(ground: FileGround, file: JsonFile<StoredOutcome[]>) {
    this.#ground = ground
    this.#file = file
    const oldest = ground.ports.clock.now() - keptFor
    for (const stored of file.value) {
      if (stored.state === 'running')
        this.#stored.set(stored.id, asUnknown(stored, 'Mailroom stopped before the response arrived.'))
      else if ((stored.state === 'unknown' && !stored.dismissed) || stored.startedAt > oldest)
        this.#stored.set(stored.id, stored)
    }
  }

  static async open(ground: FileGround): Promise<Outcomes> {
    return new Outcomes(ground, await openOutcomeFile(ground))
  }

  list(): Outcome[] {
    return [...this.#stored.values()].map(describe).reverse()
  }

  journalOf(accountId: string, service: string): EffectJournal {
    return { begin: (effect) => this.#begin(accountId, service, effect) }
  }

  async check(id: string, service: string, client: Checker, signal: AbortSignal): Promise<Outcome> {
    const { check, state: before } = this.#get(id)
    if (before === 'running')
      throw new AppError('conflict', 'This call is still waiting for a response. Check again in a moment.')
    if (this.#get(id).service !== service) {
      const text = 'The account has since been moved to another service, which has no record of this call.'
      return this.#change(id, { text, checkedAt: this.#ground.ports.clock.now() })
    }
    const { outcome, text, messages = [] } = await client.checkOutcome(check, { signal })
    const state = outcome === 'cannot-tell' ? 'unknown' : outcome
    return this.#change(id, { state, text, messages: [...messages], checkedAt: this.#ground.ports.clock.now() })
  }

  /** Whether the effect’s call has begun and no response to it has arrived. */
  has(id: string): boolean {
    return this.#stored.has(id)
  }

  accountOf(id: string): string {
    return this.#get(id).accountId
  }

  dismiss(id: string): void {
    if (this.#get(id).state !== 'running') this.#change(id, { dismissed: true })
  }

  stop(id: string): void {
    this.#running.get(id)?.abort()
  }

  /** Removes the outcomes of an account that was removed or now uses a different service. */
  removeAll(accountId: string): void {
    this.#removeWhere((stored) => stored.accountId === accountId)
  }

  /**
   * Nothing that Mailroom keeps may name an erased person. The list is saved even if an earlier attempt to save failed.
   */
  async eraseRecipient(accountId: string, email: string): Promise<void> {
    const wanted = email.toLowerCase()
    this.#removeWhere(
      ({ accountId: of, check }) => of === accountId && 'email' in check && check.email?.toLowerCase() === wanted,
    )
    await this.#save()
  }

  settled(): Promise<void> {
    return this.#file.settled()
  }

  async #begin(
    accountId: string,
    service: string,
    { id = randomUUID(), operation, check }: Effect,
  ): Promise<EffectNote> {
    if (this.#stored.has(id)) {
      throw new AppError('conflict', 'This call was already started, so nothing was sent a second time.', {
        details: { operation, outcomeId: id },
      })
    }
    const { ports, events } = this.#ground
    this.#stored.set(id, {
      id,
      accountId,
      service,
      operation,
      check,
      startedAt: ports.clock.now(),
      state: 'running',
      text: '',
      checkedAt: null,
      messages: [],
      dismissed: false,
    })
    try {
      await this.#save()
    } catch (error) {
      this.#stored.delete(id)
      throw error
    }
    const stop = new AbortController()
    // The outcome may have been removed while it was being saved, for example by a reset of the sandbox. In that case,
    // the call is made without a record.
    const begun = this.#stored.get(id)
    if (begun) {
      this.#running.set(id, stop)
      events.emit({ name: 'outcomes.changed', payload: describe(begun) })
    }
    return {
      id,
      signal: stop.signal,
      settle: () => {
        if (this.#running.delete(id)) this.#remove(id)
      },
      lose: (error) => {
        if (!this.#running.delete(id) || !this.#stored.has(id)) return
        const { state, text } = asUnknown(this.#get(id), String(error.details.causeMessage))
        this.#change(id, { state, text })
      },
    }
  }

  #removeWhere(matches: (stored: StoredOutcome) => boolean): void {
    for (const stored of [...this.#stored.values()].filter(matches)) {
      this.#running.delete(stored.id)
      this.#remove(stored.id)
    }
  }

  /** Removes a known outcome without a trace, and notifies any page that shows it. */
  #remove(id: string): void {
    const stored = this.#stored.get(id)
    if (!stored) return
    this.#stored.delete(id)
    this.#emitAndSave({ ...stored, state: 'gone' })
  }

  #change(id: string, change: Partial<StoredOutcome>): Outcome {
    const changed = { ...this.#get(id), ...change }
    this.#stored.set(id, changed)
    this.#emitAndSave(changed)
    return describe(changed)
  }

  #get(id: string): StoredOutcome {
    const found = this.#stored.get(id)
    if (found) return found
    throw new AppError('not-found', 'This outcome is already known, so there is nothing left to check.')
  }

  /** If the write fails, the file keeps the older state, which is safe because it claims less than is known. */
  #emitAndSave(stored: StoredOutcome): void {
    this.#ground.events.emit({ name: 'outcomes.changed', payload: describe(stored) })
    this.#save().catch((error: unknown) => {
      const { code } = AppError.from(error)
      this.#ground.ports.logger.log('warn', 'The outcome of an effect could not be saved.', { code })
    })
  }

  /** At most one write waits, and it saves every change made until its turn comes. */
  #save(): Promise<unknown> {
    this.#waiting ??= this.#file.set(() => {
      this.#waiting = null
      return [...this.#stored.values()]
    })
    return this.#waiting
  }
}

function asUnknown(stored: StoredOutcome, reason: string): StoredOutcome {
  return { ...stored, state: 'unknown', text: `${lostAnswer[stored.check.kind].sentence} ${reason}` }
}
