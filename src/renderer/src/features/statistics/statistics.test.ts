import { describe, expect, it } from 'vitest'
import { noCounters } from '#shared/domain/statistics/counters.ts'
import { figures, type FigureId } from '#shared/domain/statistics/figures.ts'
import { parse } from '#shared/domain/query/parse.ts'
import { joined, other, outcomes, partsOf, partsText } from '#shared/domain/statistics/activity.ts'
import {
  comparedPeriod,
  comparisonName,
  daysOf,
  periodText,
  usualComparison,
} from '#shared/domain/statistics/compared-period.ts'
import { csvText } from '#shared/domain/statistics/csv-text.ts'
import { changeOf, figureText, formulaText } from '#shared/domain/statistics/figure-text.ts'
import { sparkline } from '#shared/domain/statistics/charts/sparkline.ts'
import { metaTermOf, termOf } from '#shared/domain/statistics/term-of.ts'

const formats = { locale: 'en-GB', number: (value: number) => value.toLocaleString('en-GB') }
const figure = (id: FigureId) => figures.find((known) => known.id === id)!
const counters = {
  messages: 1000,
  states: {
    delivered: 890,
    complaint: 4,
    unsubscribed: 6,
    hardbounced: 30,
    softbounced: 20,
    deferred: 40,
    rejected: 10,
  },
  open: 700,
  click: 90,
  opened: 450,
  clicked: 45,
}

describe('a figure', () => {
  it('is of the messages whose outcome is known, or of those that were delivered', () => {
    const read = (id: FigureId) => figure(id).read(counters)
    expect(read('requested')).toEqual({ part: 1000, whole: null })
    expect(read('delivered')).toEqual({ part: 900, whole: 960 })
    expect(read('hard')).toEqual({ part: 30, whole: 960 })
    expect(read('opened')).toEqual({ part: 450, whole: 900 })
    expect(read('complaints')).toEqual({ part: 4, whole: 900 })
  })

  it('is a dash where it would be a rate of nothing', () => {
    const none = figure('opened').read(noCounters())
    expect(figureText(figure('opened'), none, formats)).toBe('–')
    expect(changeOf(figure('opened'), figure('opened').read(counters), none, formats)).toBeUndefined()
  })

  it('keeps small rates apart from zero, and says how it is made', () => {
    const value = { part: 3, whole: 10_000 }
    expect(figureText(figure('complaints'), value, formats)).toBe('0.03%')
    expect(formulaText(figure('complaints'), value, formats)).toBe(
      '3 messages marked as spam ÷ 10,000 delivered messages',
    )
  })

  it('is shown with the digits that say on which side of its limit it is', () => {
    const text = (id: FigureId, part: number, whole: number) => figureText(figure(id), { part, whole }, formats)
    expect([text('complaints', 4, 3842), text('complaints', 4, 4000), text('complaints', 4, 4010)]).toEqual([
      '0.104%',
      '0.10%',
      '0.0998%',
    ])
    expect([text('hard', 204, 10_000), text('hard', 196, 10_000), text('hard', 31, 1000)]).toEqual([
      '2.04%',
      '1.96%',
      '3.1%',
    ])
    // This figure has no limit to compare it with.
    expect(text('delivered', 9996, 10_000)).toBe('100.0%')
  })

  it('changes by percent where it is a count, and by points where it is a rate; bad news is told from good', () => {
    const change = (id: FigureId, part: number, whole: number | null, before: [number, number | null]) =>
      changeOf(figure(id), { part, whole }, { part: before[0], whole: before[1] }, formats)
    expect(change('requested', 120, null, [100, null])).toEqual({ text: '+20.0%', tone: 'none' })
    expect(change('delivered', 95, 100, [90, 100])).toEqual({ text: '+5 points', tone: 'good' })
    expect(change('hard', 3, 100, [1, 100])).toEqual({ text: '+2 points', tone: 'bad' })
    expect(change('hard', 1, 100, [1, 100])).toEqual({ text: '±0 points', tone: 'none' })
  })
})

describe('the period that a dashboard is compared with', () => {
  const period = { from: '2026-03-01', to: '2026-03-30' }

  it('has as many days just before it', () => {
    expect(comparedPeriod(period, 'period')).toEqual({ from: '2026-01-30', to: '2026-02-28' })
  })

  it('or the same weekdays of whole weeks before, which is usual for a few days', () => {
    const weekend = { from: '2026-11-20', to: '2026-11-23' }
    expect(comparedPeriod(weekend, 'week')).toEqual({ from: '2026-11-13', to: '2026-11-16' })
    expect(comparedPeriod({ from: '2026-11-17', to: '2026-11-23' }, 'week')).toEqual({
      from: '2026-11-10',
      to: '2026-11-16',
    })
    expect(comparedPeriod(period, 'week')).toEqual({ from: '2026-01-25', to: '2026-02-23' })
    expect(usualComparison(weekend)).toBe('week')
    expect(usualComparison({ from: '2026-11-17', to: '2026-11-23' })).toBe('period')
    expect([comparisonName('week', weekend), comparisonName('week', period)]).toEqual([
      'Same days last week',
      'Same weekdays before',
    ])
  })

  it('or the same days a year before, where the year has them', () => {
    expect(comparedPeriod(period, 'year')).toEqual({ from: '2025-03-01', to: '2025-03-30' })
    expect(comparedPeriod({ from: '2028-02-29', to: '2028-02-29' }, 'year')).toEqual({
      from: '2027-02-28',
      to: '2027-02-28',
    })
    expect(comparedPeriod(period, 'none')).toBeUndefined()
  })

  it('is written as a search, with its last day in it', () => {
    expect(periodText(period)).toBe('after:2026-03-01 before:2026-03-31')
    expect(daysOf({ from: '2026-02-27', to: '2026-03-01' })).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  })
})

describe('the bars of the days', () => {
  it('say what became of every message', () => {
    const parts = partsOf(counters)
    expect(parts).toEqual([900, 20, 30, 10, 40])
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(1000)
  })

  it('say it in words, without what no message is', () => {
    const labels = [...outcomes, other].map(({ label }) => label)
    const number = (count: number) => count.toLocaleString('en-GB')
    expect(partsText([1900, 20, 0, 10, 0], labels, number)).toBe('1,900 delivered, 20 soft bounced, 10 not sent')
    expect(partsText([0, 0], ['Soft bounces', 'Hard bounces'], number)).toBe('')
  })

  it('join days where there are too many to tell apart', () => {
    expect(joined([1, 2, 3])).toEqual([[1], [2], [3]])
    const year = joined(Array.from({ length: 365 }, (_, day) => day))
    expect(year.length).toBeLessThanOrEqual(120)
    expect(year.flat()).toHaveLength(365)
  })
})

describe('a sparkline', () => {
  it('passes over days without a value, and draws a single day as a point', () => {
    expect(sparkline([0, null, 4], null).path).toBe('M0 23L100 1')
    expect(sparkline([null], null).path).toBe('')
    expect(sparkline([2], null).path).toBe('M0 1h0')
    expect(sparkline([0, 0], null).path).toBe('M0 23L100 23')
  })

  it('shows a limit once the line comes near it', () => {
    expect(sparkline([0.001, 0.002], 0.02).limit).toBeNull()
    expect(sparkline([0.01, 0.04], 0.02).limit).toBe(12)
  })
})

describe('a condition for a value', () => {
  it('finds exactly the messages of the value', () => {
    expect(termOf('tag', 'welcome mail')).toBe('tag:="welcome mail"')
    expect(termOf('domain', 'example.org')).toBe('domain:=example.org')
    expect(metaTermOf('order id', 'a b')).toBe('meta."order id":="a b"')
    for (const term of [termOf('tag', 'welcome mail')!, metaTermOf('order id', 'a b')!])
      expect(parse(term).errors).toEqual([])
  })

  it('is not offered for messages without one', () => {
    expect(termOf('tag', '')).toBeUndefined()
    expect(metaTermOf('order', '')).toBeUndefined()
  })
})

it('copies a table as CSV that no spreadsheet runs', () => {
  const table = { head: ['Tag', 'Messages'], rows: [['=a,b', 3] as const, ['say "hi"', 4] as const] }
  expect(csvText(table)).toBe('Tag,Messages\r\n"\'=a,b",3\r\n"say ""hi""",4\r\n')
})
