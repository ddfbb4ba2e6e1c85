import { secondsPerDay } from '#shared/domain/base/durations.ts'
import type { PlannedStep } from '../store/index.ts'
import type { Odds } from './plan-life.ts'
import type { Customer } from './people.ts'
import { recipientDomains } from './people.ts'
import { weights, type Random } from '../base/random.ts'
import { serverDown, whileServerIsDown } from './server-down.ts'
import { kinds, mailing, type Kind } from './shop.ts'

export type Volume = {
  messages: number
  days: number
  customers: number
}

/** An event for which the shop sends a message. All events of one mailing have the same number. */
export type Occasion = {
  at: number
  kind: Kind
  customer: Customer
  mailing: number | null
  odds: Partial<Odds>
  /** The message’s outcome, if it is not left to the odds. */
  steps?: PlannedStep[]
}

const mailingShare = 0.38
const mailingWeekday = 2
const weekdays = [0.75, 1.2, 1.1, 1.05, 1.0, 0.95, 0.85]
const hours = [2, 1, 1, 1, 1, 2, 4, 7, 9, 10, 11, 11, 10, 9, 9, 9, 9, 10, 11, 13, 13, 11, 8, 5]

const byHour = weights(
  hours.map((_, hour) => hour),
  (hour) => hours[hour]!,
)
const byKind = weights(kinds, (kind) => kind.weight)
const reviewRequest = kinds.find(({ tags }) => tags.includes('review'))!

/** Splits `total` into integers in proportion to the shares. Their sum is exactly `total`. */
function allot(total: number, shares: readonly number[]): number[] {
  const sum = shares.reduce((all, share) => all + share, 0)
  let reached = 0
  let given = 0
  return shares.map((share) => {
    reached += share
    const upTo = Math.round((total * reached) / sum)
    const own = upTo - given
    given = upTo
    return own
  })
}

/**
 * Incidents in addition to `serverDown`: three domains bounce or defer most mail for six days, and one mailing annoys
 * many readers.
 */
const outage = { from: 41, to: 35, domains: new Set([3, 5, 7].map((at) => recipientDomains[at]!)) }
const annoyance = { from: 27, to: 20 }
const within = (daysAgo: number, { from, to }: { from: number; to: number }): boolean => daysAgo <= from && daysAgo > to

function oddsOf(kind: Kind, customer: Customer, daysAgo: number, isMailing: boolean): Partial<Odds> {
  const odds = { ...kind.odds, open: Math.min(0.97, (kind.odds.open ?? 0.5) * (0.4 + 0.6 * customer.interest)) }
  if (within(daysAgo, outage) && outage.domains.has(customer.domain)) {
    return { ...odds, hardbounced: 0.1, softbounced: 0.45, deferred: 0.2 }
  }
  return isMailing && within(daysAgo, annoyance) ? { ...odds, complaint: 0.04, unsubscribed: 0.04 } : odds
}

/** Yields everything that the shop sends, one list per day, in chronological order. The last day ends at `anchor`. */
export function* traffic(
  random: Random,
  { anchor, volume, customers }: { anchor: number; volume: Volume; customers: readonly Customer[] },
): Generator<Occasion[]> {
  const { days } = volume
  const dates = Array.from({ length: days }, (_, at) => anchor - (days - at) * secondsPerDay * 1000)
  const isMailingDay = dates.map((date) => new Date(date).getUTCDay() === mailingWeekday)
  const mailed = Math.round(volume.messages * (isMailingDay.includes(true) ? mailingShare : 0))
  const mailings = allot(
    mailed,
    isMailingDay.map((is) => (is ? 1 : 0)),
  )
  const singles = allot(
    volume.messages - mailed,
    dates.map(
      (date, at) => weekdays[new Date(date).getUTCDay()]! * (0.8 + (0.4 * at) / days) * (0.9 + random.next() / 5),
    ),
  )

  for (const [at, date] of dates.entries()) {
    const daysAgo = days - at
    const undelivered = daysAgo === serverDown.daysAgo ? whileServerIsDown(date, customers).slice(0, singles[at]) : []
    const occasions = undelivered.map((sent): Occasion => ({ ...sent, kind: reviewRequest, mailing: null, odds: {} }))
    for (let left = singles[at]! - undelivered.length; left > 0; left--) {
      const second = random.weighted(byHour) * 3600 + random.between(0, 3599)
      const kind = random.weighted(byKind)
      const customer = random.pick(customers)
      const odds = oddsOf(kind, customer, daysAgo, false)
      occasions.push({ at: date + second * 1000 + random.between(0, 999), kind, customer, mailing: null, odds })
    }
    const week = Math.floor(date / 1000 / secondsPerDay / 7)
    const kind = mailing(week)
    const first = random.between(0, customers.length - 1)
    for (let number = 0; number < mailings[at]!; number++) {
      // The stride has no common factor with the number of customers, so no customer receives the mailing twice.
      const customer = customers[(first + number * 7919) % customers.length]!
      const odds = oddsOf(kind, customer, daysAgo, true)
      const moment = date + 8 * 3_600_000 + Math.floor((number * 2_400_000) / mailings[at]!)
      occasions.push({ at: moment, kind, customer, mailing: week, odds })
    }
    yield occasions.sort((a, b) => a.at - b.at)
  }
}
