import {
  blacklistTypes,
  type BlacklistEntry,
  type BlacklistType,
  type PlannedStep,
  type Store,
} from '../store/index.ts'

/** The custom list for the shop’s mailings. Customers who unsubscribe from it still receive invoices. */
export const mailingList = 'newsletter'

/** The blacklists as they grow while the past is written; they are kept in memory and stored at the end. */
export class PastBlacklists {
  readonly #lists = new Map<BlacklistType, Map<string, Omit<BlacklistEntry, 'email'>>>(
    blacklistTypes.map((type) => [type, new Map()]),
  )
  readonly #until: number

  /** Entries after `until` are left to the planned steps. */
  constructor(until: number) {
    this.#until = until
  }

  blocking(email: string, isMailing: boolean, at: number): BlacklistType | null {
    for (const [type, entries] of this.#lists) {
      const entry = entries.get(email)
      if (entry && entry.date <= at && (type === 'bounces' || isMailing === (entry.list !== null))) return type
    }
    return null
  }

  learn(email: string, isMailing: boolean, steps: readonly PlannedStep[]): void {
    const add = (type: BlacklistType, date: number, reason: string): void => {
      const list = isMailing && type !== 'bounces' ? mailingList : null
      const entries = this.#lists.get(type)!
      if (date < this.#until && !entries.has(email)) entries.set(email, { date, reason, list })
    }
    for (const { type, due, reason } of steps) {
      if (type === 'hardbounced') add('bounces', due, reason ?? 'hard bounce')
      if (type === 'complaint') add('complaints', due, reason ?? 'complaint')
      if (type === 'unsubscribed') add('unsubscribers', due, reason ?? 'unsubscribe link')
    }
  }

  write(store: Store): void {
    for (const [type, entries] of this.#lists) {
      for (const [email, entry] of entries) store.blacklists.add(type, { ...entry, email })
    }
  }
}
