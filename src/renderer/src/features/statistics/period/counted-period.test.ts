import { expect, test } from 'vitest'
import { parse } from '#shared/domain/query/parse.ts'
import { spanOfTerm } from '#shared/domain/query/period.ts'
import { dayIn } from '#shared/domain/base/zone-day.ts'
import { addDays, presetRange, presets } from '../../../lib/ui/dates/date-presets.ts'
import { datedTerms, periodTerm } from '../../query/index.ts'
import { countedPeriod, isDefaultPeriod, periodProblem, withDefaultPeriod } from './counted-period.ts'

const today = '2026-03-10'
const last30 = { from: '2026-02-09', to: today }

test.each([
  ['invoice', 'invoice last:30d'],
  ['', 'last:30d'],
  ['invoice last:7d', 'invoice last:7d'],
  // A period on only one side of an OR does not apply to the entire search.
  ['invoice OR last:7d', '(invoice OR last:7d) last:30d'],
  ['(a OR on:today)', '(a OR on:today) last:30d'],
  ['-on:today', '-on:today last:30d'],
])('the search %j is counted as %j', (text, expected) => {
  expect(withDefaultPeriod(text, today)).toBe(expected)
})

test.each([
  ['last:7d', { from: '2026-03-04', to: today }],
  ['last:3d invoice', { from: '2026-03-08', to: today }],
  ['last:1w', { from: '2026-03-04', to: today }],
  ['last:1mo', { from: '2026-02-11', to: today }],
  ['last:99999y', { from: '1970-01-01', to: today }],
  ['on:yesterday', { from: '2026-03-09', to: '2026-03-09' }],
  ['on:2026-02', { from: '2026-02-01', to: '2026-02-28' }],
  ['after:2026-03-01', { from: '2026-03-01', to: today }],
  ['after:2026-03-01 invoice before:2026-03-11', { from: '2026-03-01', to: today }],
  ['before:2026-04-01 after:2026-03', { from: '2026-03-01', to: '2026-03-31' }],
  ['last:3d last:0d', { from: '2026-03-08', to: today }],
  ['last:7d on:today', { from: today, to: today }],
  ['last:7d before:2026-03-01', { from: '2026-03-04', to: '2026-02-28' }],
])('%j counts its whole days', (text, range) => {
  expect(countedPeriod(text, today)).toEqual(range)
  expect(text.split(' ').map((condition) => periodProblem(condition, text, today))).not.toContainEqual(
    expect.any(String),
  )
})

test.each(['last:0d', 'last:soon', 'last:12h', 'last:90m', 'before:2026-03-01', 'after:2026-03-01T10:00'])(
  '%j is said not to be applied, and the last 30 days are counted',
  (condition) => {
    const text = `invoice ${condition}`
    expect(countedPeriod(text, today)).toEqual(last30)
    expect(periodProblem(condition, text, today)).toMatch(/^This view needs whole days/)
    expect(periodProblem('invoice', text, today)).toBeNull()
  },
)

test('only the period that would come back cannot be removed', () => {
  expect(isDefaultPeriod('last:30d', 'invoice last:30d', today)).toBe(true)
  expect(isDefaultPeriod('invoice', 'invoice last:30d', today)).toBe(false)
  expect(isDefaultPeriod('last:7d', 'last:7d', today)).toBe(false)
  expect(isDefaultPeriod('last:30d', 'last:30d on:today', today)).toBe(false)
})

/** The days that a search covers. A period without an end ends today, because no message is created later. */
function searchedPeriod(text: string, { now, zone }: { now: number; zone: string }) {
  const spans = datedTerms(text).map((term) => {
    const { query } = parse(term)
    if (query.kind !== 'date' && query.kind !== 'last') throw new Error(`${term} is no period.`)
    return spanOfTerm(query, { now, zone })
  })
  const from = Math.max(...spans.map((span) => span.from))
  const end = Math.min(...spans.map((span) => span.to))
  const midnight = new Intl.DateTimeFormat('en', { timeStyle: 'medium', hourCycle: 'h23', timeZone: zone })
  for (const second of [from, end].filter(Number.isFinite)) expect(midnight.format(second * 1000)).toBe('00:00:00')
  const day = (second: number) => dayIn(zone, second * 1000)
  return { from: day(from), to: Number.isFinite(end) ? addDays(day(end), -1) : dayIn(zone, now) }
}

const moments = [
  // Late in the evening of a day that has already ended in UTC, and early on the day after the clocks in Paris went
  // forward.
  { now: Date.parse('2026-03-11T03:30:00Z'), zone: 'America/New_York' },
  { now: Date.parse('2026-03-29T22:10:00Z'), zone: 'Europe/Paris' },
]

test.each(moments.flatMap((at) => presets.map(({ id }) => [id, at] as const)))(
  'the preset %s is the same days in a dashboard and in a search, %j',
  (id, at) => {
    const day = dayIn(at.zone, at.now)
    const range = presetRange(id, day)
    const term = periodTerm(range, day)
    expect([countedPeriod(term, day), searchedPeriod(term, at)]).toEqual([range, range])
  },
)

test.each(['last:1d', 'last:2w', 'last:1mo', 'last:3mo', 'last:1y'])(
  '%s is the same days in a dashboard and in a search',
  (term) => {
    for (const at of moments) expect(searchedPeriod(term, at)).toEqual(countedPeriod(term, dayIn(at.zone, at.now)))
  },
)
