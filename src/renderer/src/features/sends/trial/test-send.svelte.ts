import { AppError } from '#shared/contract/base/error.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import type { Host } from '../../../lib/host/host.ts'

type Sent = {
  readonly sendId: string | null
  readonly at: number
  readonly to: readonly string[]
  readonly subject: string
  readonly as: string | undefined
}
type Message = {
  readonly to: readonly string[]
  /** The subject with the recipient’s values filled in. */
  readonly subject: string
  /** The recipient whose values the test uses. */
  readonly as?: string | undefined
}

/**
 * The common part of all tests. It allows one send at a time, and keeps the send’s result and its records on the
 * service.
 */
export class TestSend {
  readonly accountId: string
  busy = $state(false)
  failure = $state.raw<AppError | null>(null)
  sent = $state.raw<Sent | null>(null)
  /** The send’s records on the service; null while they are loading. */
  records = $state.raw<CommandOutput<'sends.findTest'> | null>([])
  /** Identifies the current or last send. */
  id = $state('')
  readonly #host: Pick<Host, 'invoke'>

  constructor(host: Pick<Host, 'invoke'>, accountId: string) {
    this.#host = host
    this.accountId = accountId
  }

  /** Returns whether the service accepted the message. */
  async send(
    { to, subject, as }: Message,
    call: (id: string) => Promise<{ readonly sendId: string | null }>,
  ): Promise<boolean> {
    if (this.busy) return false
    this.failure = null
    const at = Date.now()
    this.id = crypto.randomUUID()
    this.busy = true
    try {
      const { sendId } = await call(this.id)
      this.sent = { sendId, at, to: [...to], subject, as }
      void this.find()
      return true
    } catch (thrown) {
      this.failure = AppError.from(thrown)
      return false
    } finally {
      this.busy = false
    }
  }

  /** A service may list a message only some time after accepting it, so an empty result is not a failure. */
  async find(): Promise<void> {
    const { sent, accountId } = this
    if (!sent || sent.sendId === null) return
    this.records = null
    const asked = this.#host.invoke('sends.findTest', { accountId, sendId: sent.sendId, sentAt: sent.at })
    const records = await asked.catch(() => [])
    if (this.sent === sent) this.records = records
  }

  stopWaiting(): Promise<void> {
    return this.#host.invoke('outcomes.stop', { id: this.id })
  }

  /**
   * Prepares for another test. The fields keep their values, because the next test usually differs only in its
   * recipient.
   */
  again(): void {
    this.sent = null
    this.failure = null
    this.records = []
  }
}
