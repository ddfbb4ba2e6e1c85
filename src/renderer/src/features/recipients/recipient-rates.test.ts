import { expect, it } from 'vitest'
import { noCounters } from '#shared/domain/statistics/counters.ts'
import { comparedOf } from '#shared/domain/statistics/reconciliation/compared-counts.ts'
import { rateOf } from '#shared/domain/statistics/figures.ts'
import { recipientRates } from './recipient-rates.ts'

const none = comparedOf(noCounters())

it('counts the rates of a person as the dashboard does', () => {
  // Ten messages: six were delivered, one of which caused a complaint; two bounced; one was not sent; one is in transit.
  const counters = { ...none, messages: 10, delivered: 6, hardbounced: 2, notSent: 1, open: 9, opener: 3, complaint: 1 }
  const rates = Object.fromEntries(recipientRates(counters).map(({ counter, value }) => [counter, rateOf(value)]))
  expect(rates).toEqual({
    delivered: 6 / 9,
    hardbounced: 2 / 9,
    softbounced: 0,
    opener: 3 / 6,
    clicker: 0,
    complaint: 1 / 6,
    unsubscribed: 0,
  })
})

it('has no rate of nothing', () => {
  expect(recipientRates(none).map(({ value }) => rateOf(value))).toEqual(Array.from({ length: 7 }, () => null))
})
