import { expect, it } from 'vitest'
import type { ExportEntry } from '#shared/contract/exports.ts'
import { Formats } from '#shared/domain/settings/formats.ts'
import type { ExportSchedule } from '#shared/contract/schedules.ts'
import { entryOfLastRun, keepText, missedText, scheduledWhatText, scheduleName } from './schedule-words.ts'

const formats = new Formats(
  { timeZone: 'UTC', dateFormat: 'iso', language: 'en-GB' },
  { systemTimeZone: 'UTC', systemLanguage: 'en-GB' },
)

it('says what each run exports', () => {
  expect(scheduledWhatText({ source: 'delta' })).toBe('New since the last export')
  expect(scheduledWhatText({ source: 'service', span: 'last-month' })).toBe(
    'From the service: the previous calendar month',
  )
  const archive = { source: 'archive', text: ' tag:x ', span: null } as const
  expect(scheduledWhatText(archive)).toBe('From the archive: tag:x')
  expect(scheduledWhatText({ ...archive, span: 'last-7-days' })).toBe('From the archive: tag:x, the last 7 days')
  expect(scheduledWhatText({ ...archive, text: '' })).toBe('All messages in the archive')
})

it('says where the files go and how many of them stay', () => {
  expect(keepText({ folder: 'Exports', keep: null }, formats)).toBe('into “Exports”')
  expect(keepText({ folder: 'Exports', keep: 1 }, formats)).toContain('the newest 1 file')
})

it('says which runs were missed, and whether a later one covered their days', () => {
  const from = Date.UTC(2026, 10, 12, 2)
  const to = from + 86_400_000
  const delta = { source: 'delta' } as const
  expect(missedText({ from, to, runs: 3 }, delta, formats)).toMatch(
    /^3 runs were missed between 2026-11-12 02:00:00 and 2026-11-13 02:00:00\. .* A later run exports what was missed\.$/,
  )
  expect(missedText({ from, to: from, runs: 1 }, { source: 'service', span: 'yesterday' }, formats)).toMatch(
    /^1 run was missed on 2026-11-12 02:00:00\. .* The next run covered only the days before it\./,
  )
  expect(missedText({ from, to, runs: 1000 }, delta, formats)).toMatch(/^1,000 or more runs were missed/)
})

it('leads from the last run to its export, and to no older one', () => {
  const last = { at: 100, state: 'done', text: '' } as const
  const entry = (change: object) => ({ id: 'a', scheduleId: 'one', startedAt: 99, endedAt: 120, ...change })
  const found = (...entries: object[]) => entryOfLastRun({ id: 'one', last }, entries as ExportEntry[])?.id
  expect(found(entry({}))).toBe('a')
  expect(found(entry({ endedAt: null }))).toBe('a')
  expect(found(entry({ startedAt: 10, endedAt: 20 }))).toBeUndefined()
  expect(found(entry({ scheduleId: null }))).toBeUndefined()
  expect(found(entry({ startedAt: 101 }))).toBeUndefined()
})

it('names a schedule by when, what and where', () => {
  const timing = { every: 'day', weekday: 1, monthDay: 1, time: '07:30' } as const
  const what = { source: 'archive', text: 'tag:\u202Ex', span: 'yesterday' } as const
  const name = scheduleName({ timing, what, folder: 'Figures' } as ExportSchedule, formats)
  expect(name).toMatch(/^Every day at 07:30, From the archive: tag:.+x, yesterday, into “Figures”$/)
  expect(name).not.toContain('\u202E')
})
