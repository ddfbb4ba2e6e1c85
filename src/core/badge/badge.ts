import type { SendSummary } from '#shared/contract/base/sends.ts'
import type { EventName } from '#shared/contract/events.ts'
import type { EventBus } from '../base/event-bus.ts'
import type { Window } from '../base/ports.ts'
import { badgeCount } from './badge-count.ts'

export type BadgeSources = {
  readonly sends: { states(): readonly Pick<SendSummary, 'state'>[] }
  readonly alerts: { countUnseen(): Promise<number> }
}

type Needs = BadgeSources & {
  readonly window: Pick<Window, 'setBadge'>
  readonly events: EventBus
  readonly settings: { readonly value: { readonly badge: boolean } }
}

const changing: ReadonlySet<EventName> = new Set([
  'sends.changed',
  'sends.removed',
  'alerts.changed',
  'settings.changed',
  'accounts.changed',
])

/** Keeps the number on the app’s icon up to date as its sources change. */
export class Badge {
  readonly #needs: Needs
  #shown = 0
  #counts = 0

  constructor(needs: Needs) {
    this.#needs = needs
    needs.events.subscribe(({ name }) => {
      if (changing.has(name)) this.#update()
    })
    this.#update()
  }

  #update(): void {
    const count = ++this.#counts
    this.#count().then(
      (counted) => {
        // If a newer count has begun, this one is dropped.
        if (count !== this.#counts || counted === this.#shown) return
        this.#shown = counted
        this.#needs.window.setBadge(counted)
      },
      // An account was just removed or Mailroom is closing: the next change starts a new count.
      () => undefined,
    )
  }

  async #count(): Promise<number> {
    const { settings, sends, alerts } = this.#needs
    if (!settings.value.badge) return 0
    return badgeCount({ sends: sends.states(), unseenAlerts: await alerts.countUnseen() })
  }
}
