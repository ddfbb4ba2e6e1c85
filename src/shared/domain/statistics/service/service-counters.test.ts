import fc from 'fast-check'
import { expect, test } from 'vitest'
import { knownStates } from '../../messages/record.ts'
import { deliveredOf, figures, rateOf } from '../figures.ts'
import { countersOfService } from './service-counters.ts'

const names = [...knownStates, 'open', 'click', 'opener', 'clicker']
const anything = fc.oneof(fc.nat(1000), fc.integer(), fc.double(), fc.constantFrom(NaN, Infinity, -1, 0.4))
const counters = fc.record(Object.fromEntries(names.map((name) => [name, anything])), { requiredKeys: [] })

test('the delivered messages are those of the service, though it counts what came after them as well', () => {
  const counted = countersOfService({
    requested: 120,
    delivered: 100,
    unsubscribed: 5,
    complaint: 3,
    hardbounced: 10,
    deferred: 4,
    opener: 40,
  })
  expect(deliveredOf(counted)).toBe(100)
  expect(counted).toEqual({
    messages: 120,
    states: { delivered: 92, unsubscribed: 5, complaint: 3, hardbounced: 10, deferred: 4, requested: 6 },
    open: 0,
    click: 0,
    opened: 40,
    clicked: 0,
  })
  const rate = (id: string) => rateOf(figures.find((figure) => figure.id === id)!.read(counted))
  expect([rate('delivered'), rate('hard'), rate('complaints')]).toEqual([100 / 110, 10 / 110, 3 / 100])
})

test('more unsubscriptions and complaints than deliveries leave none delivered, and the others under way', () => {
  const { states } = countersOfService({ requested: 10, delivered: 3, unsubscribed: 4, complaint: 1 })
  expect(states).toEqual({ unsubscribed: 4, complaint: 1, requested: 5 })
})

test('counters that contradict each other give no negative number, and no share above all', () => {
  fc.assert(
    fc.property(counters, (given) => {
      const counted = countersOfService(given)
      const numbers = [...Object.values(counted.states), counted.messages, counted.open, counted.opened]
      expect(numbers.every((value) => Number.isSafeInteger(value) && value >= 0)).toBe(true)
      for (const figure of figures) {
        const value = figure.read(counted)
        const rate = rateOf(value)
        expect([figure.id, value.part >= 0, rate === null || rate >= 0]).toEqual([figure.id, true, true])
        // A message may be opened in any state, so the service may well report more openers than deliveries.
        const isShare = rate !== null && figure.id !== 'opened' && figure.id !== 'clicked'
        expect([figure.id, isShare && rate > 1]).toEqual([figure.id, false])
      }
    }),
  )
})
