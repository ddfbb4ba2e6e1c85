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

/** After the last of these tries, a reply has failed. */
const pauses = [msPerMinute, 5 * msPerMinute, 15 * msPerMinute, 30 * msPerMinute, msPerHour]
/** After this many in a row were lost on the way, the others wait: each may take the receiver’s whole time limit. */
const mostBroken = 3

export type SenderNeeds = {
  store: Store
  clock: SandboxClock
  receiver: ReplyReceiver
  /** How long the receiver may be silent. */
  replyMilliseconds: number
  /** A message as it was sent, in pieces. */
  sourcePieces: (id: string) => Iterable<Buffer> | undefined
  onError: (error: unknown) => void
}

/**
 * Sends the planned replies as the clock passes them, one at a time and in their order. A reply is stored until it has ended,
 * so none is lost when the sandbox ends, but one that was just being sent is then sent again.
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

  /** Begins with the replies that an earlier run of the sandbox left. */
  open(): void {
    this.#isOpen = true
    this.wake()
  }

  /** Must be called when replies may be due earlier than before. */
  wake(): void {
    if (this.#isOpen) this.#work ??= this.#sendDue()
  }

  /** Resolves once all replies that are due by the clock’s current time were tried. */
  async settle(): Promise<void> {
    // The work that runs may have looked for the last time before the clock was moved.
    await this.#work
    this.wake()
    await this.#work
  }

  /** Must be called when the store was emptied: a new reply may have the number of the one that is being sent. */
  reset(): void {
    this.#closing.abort()
    this.#closing = new AbortController()
  }

  /** A reply that is being sent remains due. */
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
      // The transaction that planned a reply is still running.
      await nextTurn()
      while (this.#isOpen && !this.#alarm.isPaused) {
        const planned = store.replies.firstDue(clock.now())
        if (planned === undefined) break
        await this.#handle(planned)
        await nextTurn()
      }
    } catch (error) {
      // A full disk must not end the sandbox: the replies are sent after a minute.
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
    if (source === null || pieces === undefined) return skipped('The message is no longer there.')
    const original = await readOriginal(source, pieces)
    const reason = loopReason(planned.kind, original)
    if (reason !== undefined) return skipped(reason)
    if (planned.kind === 'out-of-office') {
      const last = store.replies.lastAbsence(original.from.address, original.email)
      if (last !== null && planned.at < last + msPerWeek) {
        return skipped('This sender got an out-of-office reply from this address in the last seven days.')
      }
    }
    return composeReply(planned, original) ?? skipped('The message has no address to unsubscribe by mail.')
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
    // Nobody can be reached: that was a try of every reply that is due.
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
