import { setImmediate as nextTurn } from 'node:timers/promises'
import { msPerHour, msPerMinute, msPerWeek } from '#shared/domain/base/durations.ts'
import type { ReplyReceiver } from '#shared/domain/sandbox/reply-receiver.ts'
import { Alarm } from '../base/alarm.ts'
import type { SandboxClock } from '../base/clock.ts'
import type { EndedReply, PlannedReply, Store } from '../store/index.ts'
import { composeReply } from './compose-reply.ts'
import type { ComposedReply } from './composed-reply.ts'
import { loopReason } from './loop-rules.ts'
import { readOriginal } from './original.ts'
import { ReplyConnection, type ReplyEnd } from './reply-connection.ts'

/** The pauses between attempts. If the attempt after the last pause fails as well, the reply is given up. */
const pauses = [msPerMinute, 5 * msPerMinute, 15 * msPerMinute, 30 * msPerMinute, msPerHour]
/**
 * After this many broken or silent connections in a row, all replies that are due wait a minute, because each attempt
 * may take up the receiver’s full time limit.
 */
const mostBroken = 3

export type SenderNeeds = {
  store: Store
  clock: SandboxClock
  receiver: ReplyReceiver
  /** The maximum time that the receiver may stay silent. */
  replyMilliseconds: number
  /** The source of a sent message, in pieces. */
  sourcePieces: (id: string) => Iterable<Buffer> | undefined
  /** Called after each attempt. */
  onReply: () => void
  onError: (error: unknown) => void
}

/**
 * Sends the planned replies as the clock passes them, one at a time and in order. A reply stays stored until it is
 * finished, so none is lost when the sandbox ends; a reply that was being sent at that moment is sent again.
 */
export class ReplySender {
  readonly #needs: SenderNeeds
  readonly #connection: ReplyConnection
  readonly #stopListening: () => void
  #closing = new AbortController()
  #isOpen = false
  #work: Promise<void> | undefined
  readonly #alarm: Alarm
  #broken = 0

  constructor(needs: SenderNeeds) {
    this.#needs = needs
    this.#alarm = new Alarm(needs.clock, () => this.wake())
    this.#connection = new ReplyConnection(needs.receiver, needs.replyMilliseconds)
    this.#stopListening = needs.clock.onChange(() => this.wake())
    needs.store.replies.onPlanned = () => this.wake()
  }

  /** Starts with the replies left over from an earlier run. */
  open(): void {
    this.#isOpen = true
    this.wake()
  }

  /** Must be called when a reply may be due earlier than previously planned. */
  wake(): void {
    if (this.#isOpen) this.#work ??= this.#sendDue()
  }

  /** Resolves once all replies due by the clock’s current time have been attempted. */
  async settle(): Promise<void> {
    // The current work may have checked for due replies before the clock was moved.
    await this.#work
    this.wake()
    await this.#work
  }

  /** Must be called when the store has been emptied: a new reply may reuse the number of the one being sent. */
  reset(): void {
    this.#closing.abort()
    this.#closing = new AbortController()
  }

  /** A reply that is being sent stays due. */
  async close(): Promise<void> {
    this.#isOpen = false
    this.#stopListening()
    this.#alarm.clear()
    this.#closing.abort()
    await this.#work
    this.#connection.close()
  }

  async #sendDue(): Promise<void> {
    const { store, clock, onError } = this.#needs
    try {
      // Waits for the end of the transaction that planned the reply.
      await nextTurn()
      while (this.#isOpen && !this.#alarm.isPaused) {
        const planned = store.replies.firstDue(clock.now())
        if (planned === undefined) break
        await this.#handle(planned)
        this.#needs.onReply()
        await nextTurn()
      }
    } catch (error) {
      // A full disk must not end the sandbox: the replies are retried after a minute.
      onError(error)
      this.#alarm.pause()
    }
    this.#connection.close()
    this.#work = undefined
    if (this.#isOpen) this.#alarm.set(store.replies.nextDue())
  }

  async #handle(planned: PlannedReply): Promise<void> {
    const { store, clock } = this.#needs
    const { signal } = this.#closing
    const reply = await this.#compose(planned)
    if (signal.aborted) return
    if ('state' in reply) return store.replies.ended(planned.n, clock.now(), reply)
    const received = await this.#connection.send(reply, signal)
    if (signal.aborted) return
    store.transaction(() => this.#record(planned, reply, received))
  }

  async #compose(planned: PlannedReply): Promise<ComposedReply | EndedReply> {
    const { store, sourcePieces } = this.#needs
    const source = store.messages.source(planned.code)
    const pieces = sourcePieces(planned.code)
    if (source === null || pieces === undefined) return skipped('The message no longer exists.')
    const original = await readOriginal(source, pieces)
    const reason = loopReason(planned.kind, original)
    if (reason !== undefined) return skipped(reason)
    if (planned.kind === 'out-of-office') {
      const last = store.replies.lastAbsence(original.from.address, original.email)
      if (last !== null && planned.at < last + msPerWeek) {
        return skipped('This sender got an out-of-office reply from this address in the last seven days.')
      }
    }
    return composeReply(planned, original) ?? skipped('The message has no address for unsubscribing by mail.')
  }

  #record({ n, kind, at }: PlannedReply, { from, to, subject }: ComposedReply, received: ReplyEnd): void {
    const { replies } = this.#needs.store
    const now = this.#needs.clock.now()
    if (received.end === 'sent') {
      this.#broken = 0
      if (kind === 'out-of-office') replies.absent(to, from, at)
      return replies.ended(n, now, { state: 'sent', sender: from, recipient: to, subject, reason: null })
    }
    const { end, reason } = received
    if (end === 'refused') {
      return replies.ended(n, now, { state: 'failed', sender: from, recipient: to, subject, reason })
    }
    // If the receiver can’t be reached at all, that counts as an attempt for every due reply.
    replies.failed({ now, reason, pauses, ...(end !== 'absent' && { only: n }) })
    this.#broken = end === 'broken' || end === 'silent' ? this.#broken + 1 : 0
    if (this.#broken < mostBroken) return
    this.#broken = 0
    replies.postpone(now, now + msPerMinute)
  }
}

function skipped(reason: string): EndedReply {
  return { state: 'skipped', reason }
}
