import fc from 'fast-check'
import { expect, test } from 'vitest'
import { segmentsOf, type Segment } from './period.ts'
import { firstDayOfMonth, monthOfDay } from './id-time.ts'

const daySeconds = 86_400

/** A segment’s first and last second. */
function secondsOf({ span, from, to }: Segment): [number, number] {
  if (span === 'raw') return [from, to]
  if (span === 'day') return [from * daySeconds, (to + 1) * daySeconds - 1]
  return [firstDayOfMonth(from) * daySeconds, firstDayOfMonth(to + 1) * daySeconds - 1]
}

const begin = Date.UTC(2024, 0, 1) / 1000
const moment = fc.oneof(
  fc.integer({ min: begin, max: begin + 800 * daySeconds }),
  fc.integer({ min: 0, max: 800 }).map((days) => begin + days * daySeconds),
  fc.integer({ min: 0, max: 800 }).map((days) => begin + days * daySeconds - 1),
  fc.integer({ min: 0, max: 25 }).map((months) => Date.UTC(2024, months, 1) / 1000),
)

test('the parts of a period cover exactly its seconds, each once', () => {
  fc.assert(
    fc.property(moment, moment, fc.boolean(), (one, other, withMonths) => {
      const period = { from: Math.min(one, other), to: Math.max(one, other) }
      const segments = segmentsOf(period, withMonths)
      const changes = segments.flatMap((segment) => secondsOf(segment).flatMap((second) => [second, second + 1]))
      const probes = [period.from, period.to, ...changes].flatMap((second) => [second - 1, second, second + 1])
      for (const probe of probes) {
        const covered = segments
          .filter((segment) => secondsOf(segment)[0] <= probe && probe <= secondsOf(segment)[1])
          .reduce((sum, { sign }) => sum + sign, 0)
        expect(covered).toBe(probe >= period.from && probe <= period.to ? 1 : 0)
      }
    }),
    { numRuns: 300 },
  )
})

test('what is not whole months stays within one month, and what is not whole days within one day', () => {
  fc.assert(
    fc.property(moment, moment, (one, other) => {
      for (const segment of segmentsOf({ from: Math.min(one, other), to: Math.max(one, other) }, true)) {
        const { span, from, to } = segment
        if (span === 'day') expect(monthOfDay(from)).toBe(monthOfDay(to))
        if (span === 'raw') expect(Math.floor(from / daySeconds)).toBe(Math.floor(to / daySeconds))
      }
    }),
    { numRuns: 300 },
  )
})

test('a cut day is read from at most half of its seconds', () => {
  const midnight = begin + 10 * daySeconds
  const segments = segmentsOf({ from: midnight, to: midnight + 23 * 3600 - 1 }, false)
  expect(segments).toEqual([
    { span: 'day', from: midnight / daySeconds, to: midnight / daySeconds, sign: 1 },
    { span: 'raw', from: midnight + 23 * 3600, to: midnight + daySeconds - 1, sign: -1 },
  ])
})
