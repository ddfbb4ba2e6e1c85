import type { SandboxClock } from '../base/clock.ts'
import type { Statistics } from '../statistics/statistics.ts'
import type { Settings } from '../store/index.ts'

const setting = 'credits'

type CreditsNeeds = {
  settings: Settings
  clock: SandboxClock
  statistics: Pick<Statistics, 'sends'>
}

/** The account’s credits: each recipient costs one, and the plan is renewed on the first day of every month, in UTC. */
export class Credits {
  readonly #needs: CreditsNeeds
  readonly ofPlan = 1_000_000
  /** Cached per month, because every send needs the count. */
  #used: { month: number; count: number } | undefined

  constructor(needs: CreditsNeeds) {
    this.#needs = needs
  }

  /** Sets the number of credits left this month. The next month starts with the plan’s full credits again. */
  leave(credits: number): void {
    const used = this.#usedThisMonth()
    used.count = this.ofPlan - credits
    this.#needs.settings.set(
      setting,
      JSON.stringify({ month: used.month, taken: used.count - this.#counted(used.month) }),
    )
  }

  left(): number {
    return Math.max(0, this.ofPlan - this.#usedThisMonth().count)
  }

  renewal(): number {
    return monthOf(this.#needs.clock.now()).end
  }

  spend(recipients: number): void {
    this.#usedThisMonth().count += recipients
  }

  /** Must be called after the store’s messages have been replaced. */
  forget(): void {
    this.#used = undefined
  }

  #usedThisMonth(): { month: number; count: number } {
    const { begin: month } = monthOf(this.#needs.clock.now())
    if (this.#used?.month !== month) this.#used = { month, count: this.#counted(month) + this.#taken(month) }
    return this.#used
  }

  #counted(month: number): number {
    return this.#needs.statistics.sends({ dateBegin: month, dateEnd: monthOf(month).end }).requested
  }

  #taken(month: number): number {
    const kept = JSON.parse(this.#needs.settings.get(setting) ?? 'null') as { month: number; taken: number } | null
    return kept?.month === month ? kept.taken : 0
  }
}

function monthOf(now: number): { begin: number; end: number } {
  const date = new Date(now)
  const startOf = (month: number): number => Date.UTC(date.getUTCFullYear(), month, 1)
  return { begin: startOf(date.getUTCMonth()), end: startOf(date.getUTCMonth() + 1) }
}
