import type { Database } from '../database/database.ts'
import type { Interner } from '../database/interner.ts'
import { stepNumber, type MessageLife, type Step } from './life.ts'
import { noCredits, type PlannedStep, type UserAgent } from '../types/message-types.ts'

/** Applying this many steps delays requests by a few milliseconds at most. */
const defaultLimit = 500

/** The agent recorded for readers whose programs do not identify themselves. */
export const unknownAgent: UserAgent = {
  ip: '',
  latitude: 0,
  longitude: 0,
  country: '',
  region: '',
  city: '',
  postcode: '',
  operatingSystem: '',
  language: '',
  browser: '',
  webmail: '',
  deviceType: '',
}

/**
 * Converts a step to its stored form. All of a recipient’s actions have an agent, so that the opens of all platforms
 * add up to the total.
 */
export function toStep(interner: Interner, planned: PlannedStep): Step {
  const type = stepNumber(planned.type)
  const byRecipient = type >= stepNumber('unsubscribed')
  const userAgent = planned.userAgent ?? (byRecipient ? unknownAgent : null)
  return {
    type,
    date: planned.due,
    agent: userAgent && interner.agent(userAgent),
    ip: userAgent?.ip || null,
    url: planned.url ?? null,
    reason: planned.reason ?? null,
  }
}

export type AppliedSteps = {
  applied: number
  /** Whether other steps are due. */
  more: boolean
  /** The rows of messages that waited for credits until now. */
  released: number[]
}

type DueStep = Step & { n: number; message: number; waited: number | null }

type PlansNeeds = { database: Database; interner: Interner; life: MessageLife }

/** The planned steps of all messages, by due time. */
export class Plans {
  readonly #needs: PlansNeeds
  #lastNumber = -1

  constructor(needs: PlansNeeds) {
    this.#needs = needs
    needs.database.onForget(() => (this.#lastNumber = -1))
  }

  add(message: number, steps: readonly PlannedStep[]): void {
    const insert = this.#needs.database.sql(
      'INSERT INTO plans (due, n, message, type, agent, ip, url, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    )
    for (const planned of steps) {
      const step = toStep(this.#needs.interner, planned)
      insert.run(step.date, this.#nextNumber(), message, step.type, step.agent, step.ip, step.url, step.reason)
    }
  }

  /** Applies at most `limit` due steps in a single transaction. */
  applyDue(now: number, limit = defaultLimit): AppliedSteps {
    return this.#needs.database.transaction(() => {
      const due = this.#needs.database
        .sql(
          `SELECT due AS date, n, message, type, agent, ip, url, reason,
          (SELECT state = ? AND messages.reason = ? FROM messages WHERE id = message) AS waited
          FROM plans WHERE due <= ? ORDER BY due, n LIMIT ?`,
        )
        .all(stepNumber('deferred'), noCredits, now, limit) as unknown as DueStep[]
      // Several steps of a message may be due, so its row may be there more than once.
      const released = new Set<number>()
      for (const { message, waited, ...step } of due) {
        if (waited === 1) released.add(message)
        this.#needs.life.step(message, step)
      }
      const last = due.at(-1)
      if (last) this.#needs.database.sql('DELETE FROM plans WHERE (due, n) <= (?, ?)').run(last.date, last.n)
      return { applied: due.length, more: due.length === limit && this.#hasDue(now), released: [...released] }
    })
  }

  nextDue(): number | null {
    const due = this.#needs.database.sql('SELECT min(due) AS due FROM plans').get()?.['due']
    return due == null ? null : Number(due)
  }

  count(): number {
    return Number(this.#needs.database.sql('SELECT count(*) AS count FROM plans').get()?.['count'])
  }

  #hasDue(now: number): boolean {
    return this.#needs.database.sql('SELECT 1 FROM plans WHERE due <= ? LIMIT 1').get(now) != null
  }

  #nextNumber(): number {
    if (this.#lastNumber < 0) {
      this.#lastNumber = Number(this.#needs.database.sql('SELECT max(n) AS n FROM plans').get()?.['n'] ?? 0)
    }
    return ++this.#lastNumber
  }
}
