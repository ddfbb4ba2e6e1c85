import { describe, expect, it } from 'vitest'
import type { ExportSchedule, ScheduledWhat } from '#shared/contract/schedules.ts'
import type { Host } from '../../../lib/host/host.ts'
import { choicesOf, ScheduleForm } from './schedule-form.svelte.ts'

function openForm() {
  const host = { invoke: () => Promise.reject(new Error('not asked')) } as unknown as Host
  return new ScheduleForm({ host, accountId: 'shop', zone: 'Europe/Paris', locale: 'en-GB', hasFolders: true })
}

const schedule = {
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'export',
  accountId: 'shop',
  what: { source: 'archive', text: 'tag:invoice', span: 'last-7-days' },
  layout: {
    format: 'csv',
    gzip: true,
    columns: ['email', 'meta:order'],
    zone: 'UTC',
    dates: 'iso',
    csv: { separator: ';', decimal: ',', byteOrderMark: false, guard: true },
  },
  saveAs: { name: '{account} {date}', ifTaken: 'replace' },
  timing: { every: 'cron', weekday: 1, monthDay: 1, time: '07:00', cron: '0 6 * * 1-5' },
  keep: 7,
  zone: 'Europe/Paris',
  folder: 'Exports',
  paused: false,
  nextRun: 1,
  last: null,
  missed: [],
  sharedBy: null,
} satisfies ExportSchedule

describe('The form of a schedule', () => {
  it('saves a schedule that nobody changed as it is, in its own folder', () => {
    const form = openForm()
    form.remember(choicesOf(schedule))
    const { kind, accountId, what, layout, saveAs, timing, keep } = schedule
    const same = { kind, accountId, what, layout, saveAs, timing, keep }
    expect(form.problem).toBeUndefined()
    expect(form.wanted(schedule.id)).toEqual({ ...same, id: schedule.id, folder: null, isShared: false })
    form.file.folder = { token: 'chosen', name: 'Other' }
    expect(form.wanted(schedule.id).folder).toBe('chosen')
  })

  it('is as it was left when the user comes back', () => {
    const form = openForm()
    form.source = 'service'
    form.span = 'last-month'
    form.isPruned = true
    form.kept = 3
    form.timing.every = 'hour'
    form.timing.minute = 15
    form.file.format = 'csv'
    const again = openForm()
    again.remember(form.choices)
    expect(again.choices).toEqual(form.choices)
    expect(again.choices).toMatchObject({ keep: 3, timing: { every: 'hour', time: '07:15' } })
  })

  it('keeps a shared schedule shared, and says what can’t be', () => {
    const form = openForm()
    form.remember(choicesOf({ ...schedule, sharedBy: 'ada' }))
    expect(form.wanted(schedule.id).isShared).toBe(true)
    form.source = 'delta'
    expect(form.notShared).toContain('on this computer')
  })

  it('keeps all files until the user says how many, from 1 to 999', () => {
    const form = openForm()
    form.file.folder = { token: 'chosen', name: 'Exports' }
    form.kept = undefined
    expect(form.keep).toBeNull()
    expect(form.problem).toBeUndefined()
    form.isPruned = true
    for (const kept of [undefined, 0, 1.5, 1000]) {
      form.kept = kept
      expect(form.problem, String(kept)).toMatchObject({ field: 'keep' })
    }
    form.kept = 999
    expect(form.problem).toBeUndefined()
    expect(form.keep).toBe(999)
  })

  it('asks for a folder', () => {
    expect(openForm().problem).toMatchObject({ field: 'folder' })
  })

  it.each<[Partial<ScheduleForm>, ScheduledWhat]>([
    [{ source: 'delta' }, { source: 'delta' }],
    [
      { source: 'service', span: 'last-month' },
      { source: 'service', span: 'last-month' },
    ],
    // The service can’t export without a range of days.
    [
      { source: 'service', span: null },
      { source: 'service', span: 'yesterday' },
    ],
    [
      { source: 'archive', text: 'tag:x', span: null },
      { source: 'archive', text: 'tag:x', span: null },
    ],
  ])('exports %o', (choices, what) => {
    const form = openForm()
    Object.assign(form, choices)
    expect(form.wanted(null).what).toEqual(what)
  })

  it('estimates the days that are over on the day of the run', () => {
    const form = openForm()
    form.text = 'tag:x'
    form.span = 'last-7-days'
    expect(form.runOn('2026-03-03').what).toMatchObject({ text: 'tag:x after:2026-02-24 before:2026-03-03' })
    form.text = 'tag:x OR tag:y'
    expect(form.runOn('2026-03-03').what).toMatchObject({
      text: '(tag:x OR tag:y) after:2026-02-24 before:2026-03-03',
    })
    form.text = 'tag:x'
    form.span = null
    expect(form.runOn('2026-03-03').what).toMatchObject({ text: 'tag:x', zone: 'Europe/Paris', selection: null })
    form.source = 'service'
    form.span = 'yesterday'
    expect(form.runOn('2026-03-03').what).toEqual({
      source: 'service',
      from: '2026-03-02',
      to: '2026-03-02',
      zone: 'Europe/Paris',
    })
  })
})
