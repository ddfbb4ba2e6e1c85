import { randomUUID } from 'node:crypto'
import { AppError } from '#shared/contract/base/error.ts'
import type { DraftContent } from '#shared/contract/base/draft.ts'
import type { SendBatch } from '#shared/contract/base/sends.ts'
import type { Accounts } from '../../accounts/index.ts'
import { type DraftOnDisk, partBytes } from '../../drafts/index.ts'
import { copyOf, type KeptCopies } from '../message/kept-copies.ts'
import { outgoingMessage } from '../message/outgoing-message.ts'
import type { JournalBatch } from '../store/batch-journal.ts'
import type { SendOnDisk } from '../store/send-on-disk.ts'
import { batchEnd, mayBeAboutSomebody } from './batch-end.ts'
import { findRefused, type CallEnd } from './find-refused.ts'
import { isMostlyPersonal } from './is-mostly-personal.ts'

type RunOptions = {
  readonly send: SendOnDisk
  readonly accounts: Accounts
  readonly copies: KeptCopies
  readonly onChange: () => void
  /** Called with the reason if the run stops early. */
  readonly onHalt: (reason: string) => void
}

type Leaving = {
  readonly draft: DraftOnDisk
  readonly batch: JournalBatch
  readonly people: DraftOnDisk['people']['rows']
}

type OnNoted = (markedFor: string | null) => Promise<void>

/** An account’s client allows twelve calls at the same time, and other views need some of them. */
const parallel = 4
/** This many consecutive lost responses, or refusals because of too many calls, are not a coincidence. */
const mostLost = 2
const mostPaced = 20

/**
 * Sends the waiting batches of one send, a few at a time. Before a batch is sent, it is noted among the outcomes and then
 * on disk as `sending`. It is retried only if it certainly did not leave this computer.
 */
export class SendRun {
  readonly #options: RunOptions
  readonly #giveUp = new AbortController()
  readonly #halting = new AbortController()
  readonly #ended = Promise.withResolvers<void>()
  /** Batches that had their turn but were not sent. */
  readonly #again: number[] = []
  #next = 0
  #count: number | null = null
  #lost = 0
  #paced = 0

  constructor(options: RunOptions) {
    this.#options = options
  }

  get isHalted(): boolean {
    return this.#halting.signal.aborted
  }

  /** Resolves when no calls are in progress. */
  get ended(): Promise<void> {
    return this.#ended.promise
  }

  /** Ends when every batch has had its turn or, after a halt, when the calls in progress have ended. */
  async work(): Promise<void> {
    try {
      const draft = await this.#options.send.draft()
      await Promise.all(Array.from({ length: parallel }, () => this.#work(draft)))
    } catch (thrown) {
      this.#haltFor(AppError.from(thrown).message)
    } finally {
      this.#ended.resolve()
    }
  }

  /** Sends no further batches, not even one that is waiting for its turn. Calls in progress continue. */
  halt(): void {
    this.#halting.abort()
  }

  /** Ends the calls in progress: the outcome of calls already sent becomes unknown. */
  giveUp(): void {
    this.halt()
    this.#giveUp.abort()
  }

  async #work(draft: DraftOnDisk): Promise<void> {
    while (!this.isHalted) {
      const index = this.#take()
      if (index === null) return
      const end = await this.#send(draft, index)
      if (end.kind !== 'refused') continue
      await findRefused(index, { call: (at) => this.#send(draft, at), split: (at) => this.#split(at) })
    }
  }

  #take(): number | null {
    const again = this.#again.shift()
    if (again !== undefined) return again
    const { batches, taken } = this.#options.send
    const isFree = (index: number) => batches[index]!.state === 'waiting' && !taken.has(index)
    // Calls added during the run are halves of refused calls, which already have a worker.
    this.#count ??= batches.length
    while (this.#next < this.#count && !isFree(this.#next)) this.#next += 1
    return this.#next < this.#count ? this.#next++ : null
  }

  async #send(draft: DraftOnDisk, index: number): Promise<CallEnd> {
    const { batches, taken, parts } = this.#options.send
    if (this.isHalted) return { kind: 'other' }
    taken.add(index)
    const send = async (): Promise<CallEnd> => (this.isHalted ? { kind: 'other' } : this.#sendTaken(draft, index))
    const { partOf } = batches[index]!
    return (partOf === undefined ? send() : parts.add(partOf, send)).finally(() => taken.delete(index))
  }

  async #sendTaken(draft: DraftOnDisk, index: number): Promise<CallEnd> {
    const { send } = this.#options
    const batch = send.batches[index]!
    const { first, recipients } = batch
    const people = draft.people.rows.slice(first, first + recipients).filter(({ address }) => address !== '')
    if (people.length === 0) {
      await this.#note(index, { state: 'refused', problem: 'The recipients of this call were erased.' })
      return { kind: 'other' }
    }
    try {
      await this.#leave({ draft, batch, people }, async (markedFor) => {
        await send.journal.note(index, { state: 'sending', startedAt: this.#serviceTime(), problem: '', markedFor })
        this.#options.onChange()
      })
      this.#lost = 0
      this.#paced = 0
      await this.#note(index, { state: 'sent' })
      return { kind: 'sent' }
    } catch (thrown) {
      const error = AppError.from(thrown)
      const end = await this.#failed(index, error)
      const { columns } = draft.people
      const isTooLarge =
        error.details.status === 413 && isMostlyPersonal(draft.stored.content, { columns, rows: people })
      return end.kind === 'refused' ? { ...end, isTooLarge } : end
    }
  }

  /** The account’s time, which may be ahead of ours: the call’s records are searched for by this time. */
  #serviceTime(): number {
    const { accounts, send } = this.#options
    return accounts.clockOf(send.stored.accountId).now()
  }

  async #leave({ draft, batch, people }: Leaving, onNoted: OnNoted): Promise<void> {
    const { accounts, copies } = this.#options
    const { accountId } = draft.stored
    const content = this.#contentFor(batch, draft.stored.content)
    const { columns } = draft.people
    const message = outgoingMessage({
      content,
      columns,
      people,
      open: (part) => ({ bytes: partBytes(draft.filePath(part.id), part), size: part.size }),
    })
    const isKept = await copies.keep(accountId, batch.id, copyOf(content, columns, people))
    try {
      const { messages } = accounts.client(accountId)
      // Read together with the client, which keeps the settings that it was made with.
      const markedFor = accounts.get(accountId).correlateSends ? accounts.serviceOf(accountId) : null
      await messages.send(message, {
        sendId: batch.id,
        signal: this.#giveUp.signal,
        beginsUntil: this.#halting.signal,
        onNoted: () => onNoted(markedFor),
      })
    } catch (thrown) {
      if (isKept && batchEnd(AppError.from(thrown)).state !== 'unknown') await copies.drop(accountId, batch.id)
      throw thrown
    }
  }

  /** Cc and Bcc recipients get one copy of a planned call, even if the call was split to find a refused recipient. */
  #contentFor({ partOf }: JournalBatch, content: DraftContent): DraftContent {
    if (partOf === undefined) return content
    const { batches } = this.#options.send
    const mayHaveLeft = batches.some(
      (one) => one.partOf === partOf && (one.state === 'sent' || one.state === 'unknown'),
    )
    return mayHaveLeft ? { ...content, cc: [], bcc: [] } : content
  }

  /** Each half is a separate call, both in the journal and among the outcomes. */
  async #split(index: number): Promise<readonly [number, number] | null> {
    const { journal, batches } = this.#options.send
    const { id, first, recipients, partOf = id } = batches[index]!
    if (recipients < 2 || this.isHalted) return null
    const half = Math.ceil(recipients / 2)
    const waiting = { state: 'waiting', startedAt: null, problem: '', partOf } as const
    const one = { ...waiting, id: randomUUID(), first, recipients: half }
    const other = { ...waiting, id: randomUUID(), first: first + half, recipients: recipients - half }
    try {
      return [index, await journal.split(index, [one, other])]
    } catch (thrown) {
      this.#haltFor(AppError.from(thrown).message)
      return null
    }
  }

  async #failed(index: number, error: AppError): Promise<CallEnd> {
    const { state, problem, halts } = batchEnd(error)
    const isWaiting = state === 'waiting'
    await this.#note(index, isWaiting ? { state, startedAt: null, problem: '' } : { state, problem })
    if (isWaiting) this.#again.push(index)
    if (state === 'unknown') this.#lost += 1
    if (error.code === 'rate-limited') this.#paced += 1
    if (halts || this.#paced >= mostPaced) this.#haltFor(problem)
    else if (this.#lost >= mostLost) this.#haltFor('Several consecutive responses from the service were lost.')
    return state === 'refused' && mayBeAboutSomebody(error) ? { kind: 'refused', problem } : { kind: 'other' }
  }

  #haltFor(reason: string): void {
    if (this.isHalted) return
    this.halt()
    this.#options.onHalt(reason)
  }

  /**
   * The result applies even if the write fails. The file then keeps the older state, which is safe because it claims
   * less than is known.
   */
  async #note(index: number, change: Partial<Pick<SendBatch, 'state' | 'startedAt' | 'problem'>>): Promise<void> {
    const written = await this.#options.send.journal.note(index, change).then(
      () => null,
      (thrown: unknown) => AppError.from(thrown),
    )
    this.#options.onChange()
    if (written) this.#haltFor(written.message)
  }
}
