import type { SandboxClock } from '../base/clock.ts'
import type { Statistics } from '../statistics/statistics.ts'
import type { Settings } from '../store/index.ts'

const defaultPlan = 1_000_000

type CreditsNeeds = {
  settings: Settings
  clock: SandboxClock
  statistics: Pick<Statistics, 'sends'>
}

/** The account’s credits: each recipient costs one, and the plan is renewed on the first day of every month, in UTC. */
export class Credits {
  readonly #needs: CreditsNeeds
  #plan: number | undefined
  /** Counted once a month, because every send needs it. */
  #used: { month: number; count: number } | undefined

  constructor(needs: CreditsNeeds) {
    this.#needs = needs
  }

  get ofPlan(): number {
    return (this.#plan ??= Number(this.#needs.settings.get('credits') ?? defaultPlan))
  }

  /** Changes the plan, so that this many credits are left in this month. */
  leave(credits: number): void {
    this.#plan = this.#usedThisMonth().count + credits
    this.#needs.settings.set('credits', String(this.#plan))
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

  /** Must be called when the store’s messages were replaced. */
  forget(): void {
    this.#used = undefined
    this.#plan = undefined
  }

  #usedThisMonth(): { month: number; count: number } {
    const { begin, end } = monthOf(this.#needs.clock.now())
    if (this.#used?.month !== begin) {
      const { requested } = this.#needs.statistics.sends({ dateBegin: begin, dateEnd: end })
      this.#used = { month: begin, count: requested }
    }
    return this.#used
  }
}

function monthOf(now: number): { begin: number; end: number } {
  const date = new Date(now)
  const startOf = (month: number): number => Date.UTC(date.getUTCFullYear(), month, 1)
  return { begin: startOf(date.getUTCMonth()), end: startOf(date.getUTCMonth() + 1) }
}
