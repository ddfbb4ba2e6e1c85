import { AppError } from '#shared/contract/base/error.ts'
import type { SendSummary } from '#shared/contract/base/sends.ts'
import type { AppEvent } from '#shared/contract/events.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import type { Host } from '../../../lib/host/host.ts'

/** Sends that were just confirmed and can still be undone, in any view. Also reports when sends in progress end. */
export class UndoSends {
  /** The sends that can still be undone, newest first. */
  open = $state.raw<readonly SendSummary[]>([])
  busy = $state(false)
  readonly #host: Pick<Host, 'invoke'>
  readonly #onEnd: (send: SendSummary) => void
  /** The ids of the sends that this page has seen in progress and whose end it has not seen yet. */
  #leaving: readonly string[] = []

  constructor(host: Pick<Host, 'invoke'>, onEnd: (send: SendSummary) => void = () => undefined) {
    this.#host = host
    this.#onEnd = onEnd
  }

  readonly receive = (event: AppEvent): void => {
    if (event.name === 'sends.removed') this.#drop(event.payload.id)
    if (event.name !== 'sends.changed') return
    const { payload: send } = event
    this.#followToEnd(send)
    if (send.state !== 'waiting' || send.isScheduled) this.#drop(send.id)
    else this.open = [send, ...this.open.filter(({ id }) => id !== send.id)]
  }

  /** Reads the sends again, because events about them were missed. Those that can’t be read stay as they were. */
  async readAgain(): Promise<void> {
    const ids = [...this.open.map(({ id }) => id), ...this.#leaving]
    for (const id of ids) {
      try {
        const { summary } = await this.#host.invoke('sends.get', { id })
        this.receive({ name: 'sends.changed', payload: summary })
      } catch (thrown) {
        // Another window has undone the send.
        if (AppError.from(thrown).code === 'not-found') this.receive({ name: 'sends.removed', payload: { id } })
      }
    }
  }

  async undo(id: string): Promise<CommandOutput<'sends.cancel'>> {
    this.busy = true
    try {
      const cancelled = await this.#host.invoke('sends.cancel', { id })
      this.#drop(id)
      return cancelled
    } finally {
      this.busy = false
    }
  }

  #followToEnd(send: SendSummary): void {
    const wasLeaving = this.#leaving.includes(send.id)
    this.#leaving = this.#leaving.filter((id) => id !== send.id)
    if (send.state === 'sending') this.#leaving = [...this.#leaving, send.id]
    else if (wasLeaving && (send.state === 'sent' || send.state === 'failed')) this.#onEnd(send)
  }

  #drop(id: string): void {
    this.open = this.open.filter((send) => send.id !== id)
  }
}
