import type { SendSummary } from '#shared/contract/base/sends.ts'
import type { AppEvent } from '#shared/contract/events.ts'

/** An account’s sends, kept up to date by events. A running send reports four times a second. */
export class SentList {
  all = $state.raw<readonly SendSummary[]>([])
  isLoaded = $state.raw(false)
  readonly accountId: string

  constructor(accountId: string) {
    this.accountId = accountId
  }

  put(sends: readonly SendSummary[]): void {
    this.all = sends
    this.isLoaded = true
  }

  readonly receive = (event: AppEvent): void => {
    if (event.name === 'sends.removed') {
      const { id } = event.payload
      this.all = this.all.filter((send) => send.id !== id)
    } else if (event.name === 'sends.changed' && event.payload.accountId === this.accountId) {
      const changed = event.payload
      this.all = [changed, ...this.all.filter(({ id }) => id !== changed.id)]
    }
  }
}
