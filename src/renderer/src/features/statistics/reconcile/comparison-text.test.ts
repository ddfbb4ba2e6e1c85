import { describe, expect, it } from 'vitest'
import { Formats } from '#shared/domain/settings/formats.ts'
import type { ComparedLine, DifferenceReason } from '#shared/contract/statistics.ts'
import { comparedOf } from '#shared/domain/statistics/reconciliation/compared-counts.ts'
import { noCounters } from '#shared/domain/statistics/counters.ts'
import {
  comparisonTable,
  differenceText,
  explainedRows,
  lineName,
  shownCounters,
  summaryText,
  whyText,
} from './comparison-text.ts'

const formats = new Formats(
  { timeZone: 'America/New_York', dateFormat: 'locale', language: 'en' },
  { systemTimeZone: 'UTC', systemLanguage: 'en' },
)

function line(value: string, reasons: DifferenceReason[] = [], open = 0): ComparedLine {
  const archive = { ...comparedOf(noCounters()), messages: 3 }
  return { value, archive, service: { ...archive, notSent: null, open }, reasons, isRepairable: false }
}

describe('the summary of a comparison', () => {
  it('says plainly that all are equal', () => {
    expect(summaryText({ lines: [], total: 30, equal: 30 }, 'day', formats)).toBe('All 30 days match.')
    expect(summaryText({ lines: [], total: 1, equal: 1 }, 'tag', formats)).toBe('The tag matches.')
    expect(summaryText({ lines: [], total: 0, equal: 0 }, 'domain', formats)).toBe('There are no domains to compare.')
  })

  it('counts what differs by its first reason', () => {
    const lines = [line('2026-11-01', ['unread', 'late']), line('2026-11-02', ['late']), line('2026-11-03')]
    expect(summaryText({ lines, total: 30, equal: 28 }, 'day', formats)).toBe(
      '28 of 30 days match. 2 differ: 1 not fully read, 1 with later opens, clicks or states.',
    )
    expect(summaryText({ lines: lines.slice(1), total: 2, equal: 1 }, 'day', formats)).toBe(
      '1 of 2 days matches. 1 differs: with later opens, clicks or states.',
    )
  })
})

describe('a line', () => {
  it('shows the counters that differ, or that the messages are equal', () => {
    const [open] = shownCounters(line('2026-11-01', ['late'], 2))
    expect([open!.label, differenceText(open!, formats)]).toEqual(['Opens', '+2'])
    const [messages, ...others] = shownCounters(line('2026-11-01'))
    expect([messages!.label, differenceText(messages!, formats), others]).toEqual(['Messages', 'equal', []])
    expect(differenceText({ ...open!, ours: 5 }, formats)).toBe('−3')
  })

  it('is named by its UTC day in every zone', () => {
    expect(lineName('day', '2026-11-01', formats)).toBe('Nov 1, 2026')
    expect(lineName('tag', '2026-11-01', formats)).toBe('2026-11-01')
  })

  it('explains a day by its own hours, and a tag by the whole period', () => {
    const until = Date.UTC(2026, 10, 2, 12) / 1000
    const horizon = {
      completeFrom: Date.UTC(2026, 9, 1) / 1000,
      completeUntil: until,
      gaps: [],
      detailGaps: [],
      opensRefreshedUntil: until,
      lastSync: until,
    }
    const compared = { horizon, startsAt: null, windowDays: 7, comparedAt: Date.UTC(2026, 10, 20) }
    const range = { from: '2026-11-01', to: '2026-11-10' }
    const dateTime = (moment: number) => new Date(moment).toISOString().slice(0, 16)
    expect(whyText(line('2026-11-04', ['unread']), 'day', range, compared, { dateTime })).toBe(
      'This period is not in the archive yet.',
    )
    expect(whyText(line('news', ['unread']), 'tag', range, compared, { dateTime })).toBe(
      'Not in the archive yet: after 2026-11-02T12:00.',
    )
  })

  it('has an explanation for counters that share their reasons', () => {
    const service = { messages: 4, delivered: 1, open: 2, complaint: 3 }
    const erased = { ...line('2026-11-03', ['erased', 'last-state']), service: { ...line('').service, ...service } }
    const shown = shownCounters(erased)
    expect(shown.map(({ label }) => label)).toEqual(['Messages', 'Delivered', 'Opens', 'Complaints'])
    expect(explainedRows(erased, shown)).toEqual([3, 0, 0, 1])
    const { rows } = comparisonTable([erased], 'day', ({ reasons }) => reasons.join())
    const whyOf = (counter: string) => rows.find(([, name]) => name === counter)?.at(-1)
    expect([whyOf('Opens'), whyOf('Complaints')]).toEqual(['erased', 'last-state'])
  })

  it('is copied with every counter, and its reason beside those that differ', () => {
    const { head, rows } = comparisonTable([line('2026-11-01', ['late'], 2)], 'day', () => 'Later.')
    expect(head[0]).toBe('Day (UTC)')
    expect(rows).toHaveLength(11)
    expect(rows.find(([, name]) => name === 'Opens')).toEqual(['2026-11-01', 'Opens', 2, 0, 2, 'Later.'])
    expect(rows.find(([, name]) => name === 'Not sent')).toEqual(['2026-11-01', 'Not sent', '', 0, '', ''])
  })
})
