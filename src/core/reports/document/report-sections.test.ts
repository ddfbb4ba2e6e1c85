import { expect, it } from 'vitest'
import { noCounters } from '#shared/domain/statistics/counters.ts'
import { Formats } from '#shared/domain/settings/formats.ts'
import { emptyHorizon } from '#test/support/statistics/empty-horizon.ts'
import { archiveSections } from './report-sections.ts'

const settings = { timeZone: 'UTC', dateFormat: 'iso', language: 'en-US' } as const
const formats = new Formats(settings, { systemTimeZone: 'UTC', systemLanguage: 'en-US' })
const line = (value: string, states: Record<string, number>) => ({ ...noCounters(), value, messages: 4, states })

it('a report names the domains whose providers report no complaints, as the dashboard does', () => {
  const values = [
    line('gmail.com', { delivered: 4 }),
    line('hotmail.com', { delivered: 4 }),
    line('gmail.com.', { delivered: 3, complaint: 1 }),
  ]
  const statistics = {
    horizon: emptyHorizon,
    total: noCounters(),
    days: [],
    hours: [],
    groups: { domain: { values, more: 0 } },
    meta: null,
  }
  const period = { from: '2026-11-01', to: '2026-11-02' }
  const sections = archiveSections({ statistics, before: null, period, metaKey: null, notes: [], formats })
  const { table, csv } = sections.find(({ title }) => title === 'Recipient domains')!
  const at = table.head.indexOf('Complaints')
  expect(table.rows.map((row) => row[at])).toEqual(['no data', '0%', '25.0%'])
  expect(csv.rows.map((row) => row[at])).toEqual(['no data', 0, 1])
})
