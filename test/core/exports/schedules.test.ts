import { readdir, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ScheduledWhat } from '#shared/contract/schedules.ts'
import { ended } from '#test/core/imports/support.ts'
import { fileFailure, watchFiles } from '#test/core/support/failing-files.ts'
import { serve, type Seen } from '#test/support/api-client.ts'
import { jsonFile } from '#test/support/export-answers.ts'
import { eventually } from '#test/support/eventually.ts'
import { openApp } from '#test/support/open-app.ts'
import { exported, filesIn, layoutOf, newFolder, openArchived, wanted } from './support/exporting.ts'
import {
  entries,
  hour,
  lastRun,
  listed,
  nextDay,
  openScheduled,
  scheduledHost,
  scheduleOf,
  start,
} from './support/scheduling.ts'

describe('a scheduled export', () => {
  test('is written at its time, with the messages of its days, and is listed like any other', async () => {
    const { mailroom, folder, clock, schedule } = await openScheduled()
    expect(schedule).toMatchObject({ zone: 'UTC', nextRun: start + 1.5 * hour, paused: false, last: null, missed: [] })
    clock.advance(hour)
    expect(await readdir(folder)).toEqual([])
    clock.advance(hour)
    const { last, nextRun } = await lastRun(mailroom, 'done')
    expect(nextRun).toBe(start + 25.5 * hour)
    const [entry] = await entries(mailroom)
    expect(entry).toMatchObject({ state: 'done', name: 'Messages 2023-11-15.csv', rows: 3 })
    expect(entry!.what).toMatchObject({ text: 'after:2023-11-14 before:2023-11-15', zone: 'UTC' })
    expect(last!.text).toBe(`3 rows (${(await filesIn(folder))[entry!.name]!.length} B) exported to “${entry!.name}”.`)
    expect((await ended(mailroom, entry!.jobId)).title).toBe('Scheduled export: Messages 2023-11-15.csv')
    // The last choice in the form is unchanged.
    expect(await mailroom.ask('exports.last', { accountId: mailroom.accountId })).toMatchObject({ layout: null })
    // The next run exports later days, which have no messages.
    expect((await nextDay(mailroom, clock)).last!.text).toMatch(/^0 rows/)
  })

  test.each<[ScheduledWhat, string]>([
    [
      { source: 'archive', text: 'tag:a OR tag:b', span: 'last-7-days' },
      '(tag:a OR tag:b) after:2023-11-08 before:2023-11-15',
    ],
    [{ source: 'archive', text: 'invoice', span: null }, 'invoice'],
  ])('of the archive searches within its days: %j', async (what, text) => {
    const { mailroom, schedule } = await openScheduled({ what })
    await ended(mailroom, (await mailroom.ask('schedules.run', { id: schedule.id })).jobId)
    expect((await entries(mailroom))[0]!.what).toMatchObject({ text })
  })

  test('of the service asks for the days of its zone', async () => {
    const { mailroom, schedule } = await openScheduled({ what: { source: 'service', span: 'last-month' } })
    await ended(mailroom, (await mailroom.ask('schedules.run', { id: schedule.id })).jobId)
    const what = { source: 'service', from: '2023-10-01', to: '2023-10-31', zone: 'UTC' }
    expect((await entries(mailroom))[0]!.what).toEqual(what)
  })

  test('that is impossible is refused when it is saved', async () => {
    const { mailroom, schedule } = await openScheduled()
    const { id } = schedule
    const cron = { ...schedule.timing, every: 'cron', cron: '0 7 * * * *' } as const
    await expect(
      mailroom.ask('schedules.save', scheduleOf(mailroom, null, { id, timing: cron })),
    ).rejects.toMatchObject({ code: 'invalid-input', message: expect.stringContaining('seconds are not') as string })
    await expect(mailroom.ask('schedules.nextRuns', { timing: cron })).rejects.toMatchObject({ code: 'invalid-input' })
    const nameless = { name: '', ifTaken: 'keep-both' } as const
    await expect(
      mailroom.ask('schedules.save', scheduleOf(mailroom, null, { id, saveAs: nameless })),
    ).rejects.toMatchObject({ code: 'invalid-input' })
    // Without that condition, the file would have other people’s messages.
    const what = { source: 'archive', text: 'tag:news on:2026-13', span: 'yesterday' } as const
    await expect(mailroom.ask('schedules.save', scheduleOf(mailroom, null, { id, what }))).rejects.toMatchObject({
      message: expect.stringContaining('“2026-13” is not a date.') as string,
    })
    await expect(mailroom.ask('schedules.save', scheduleOf(mailroom, null))).rejects.toMatchObject({
      message: 'Choose a folder for the files.',
    })
    expect(await listed(mailroom)).toEqual(schedule)
  })

  test('that is new is written to the folder of the last export, unless another one is chosen', async () => {
    const { mailroom, clock } = await openScheduled()
    const last = await newFolder(mailroom)
    await exported(mailroom, wanted(mailroom, last.token))
    const added = await mailroom.ask('schedules.save', scheduleOf(mailroom, null))
    expect(added.folder).toBe(basename(last.path))
    clock.advance(2 * hour)
    await eventually(async () => expect(await readdir(last.path)).toHaveLength(2))
  })

  test('shows the times of its next three runs', async () => {
    const { mailroom } = await openScheduled()
    const timing = { every: 'cron', weekday: 1, monthDay: 1, time: '00:00', cron: '0 12 * * 6' } as const
    expect(await mailroom.ask('schedules.nextRuns', { timing })).toEqual({
      zone: 'UTC',
      runs: [18, 25, 32].map((date) => Date.UTC(2023, 10, date, 12)),
    })
  })
})

describe('a scheduled export that fails', () => {
  test('shows the reason, notifies only once for each reason, and can get another folder', async () => {
    const { mailroom, folder, clock, notified, schedule } = await openScheduled()
    await rm(folder, { recursive: true })
    clock.advance(2 * hour)
    const { last } = await lastRun(mailroom, 'failed')
    expect(last!.text).toMatch(/^The folder “exports of é .*” is no longer there\. Choose another one\./)
    const body = expect.stringMatching(
      /^Messages from the archive, to “exports of é .*”: The folder “exports of é .*” is no longer/,
    ) as string
    const { accountId } = schedule
    const title = 'Shop: a scheduled export failed'
    expect(notified).toEqual([{ title, body, accountId, view: 'exports' }])
    const { id } = schedule
    await ended(mailroom, (await mailroom.ask('schedules.run', { id })).jobId)
    expect(notified).toHaveLength(1)
    const other = await newFolder(mailroom)
    await mailroom.ask('schedules.save', scheduleOf(mailroom, other.token, { id }))
    await ended(mailroom, (await mailroom.ask('schedules.run', { id })).jobId)
    expect((await lastRun(mailroom, 'done')).id).toBe(id)
    expect(await readdir(other.path)).toHaveLength(1)
    await rm(other.path, { recursive: true })
    await ended(mailroom, (await mailroom.ask('schedules.run', { id })).jobId)
    expect(notified).toHaveLength(2)
  })

  test('before it begins shows the reason, too', async () => {
    const { mailroom, clock, notified } = await openScheduled()
    const { accountId: id, ask } = mailroom
    await ask('accounts.update', { id, profile: mailroom.profile({ storeHistory: false }), archive: 'keep' })
    clock.advance(2 * hour)
    expect((await lastRun(mailroom, 'failed')).last!.text).toMatch(/history/)
    expect(notified).toHaveLength(1)
  })

  test('because the account is read-only says so', async () => {
    const { mailroom, schedule, notified } = await openScheduled({ what: { source: 'delta' } })
    const { accountId: id, ask } = mailroom
    await ask('accounts.update', { id, profile: mailroom.profile({ readOnly: true }) })
    await ended(mailroom, (await ask('schedules.run', { id: schedule.id })).jobId)
    expect((await lastRun(mailroom, 'failed')).last!.text).toMatch(/read-only/)
    expect(notified).toHaveLength(1)
  })

  test('keeps its delta, which the next run delivers without requesting it again', async () => {
    const seen: Seen[] = []
    const server = await serve((request, response) => {
      seen.push(request)
      response.writeHead(200, { 'content-length': jsonFile.length }).end(jsonFile)
    })
    onTestFinished(() => server.close())
    const host = scheduledHost()
    const mailroom = await openApp(host.ports)
    await mailroom.addAccount({ baseUrl: server.url })
    await mailroom.ask('settings.change', { timeZone: 'UTC' })
    const folder = await newFolder(mailroom)
    const wanted = scheduleOf(mailroom, folder.token, { what: { source: 'delta' }, layout: layoutOf('json') })
    await mailroom.ask('schedules.save', wanted)
    const stop = watchFiles(({ name, path }) =>
      name === 'writev' && path.startsWith(folder.path) ? fileFailure('ENOSPC') : null,
    )
    onTestFinished(stop)
    host.clock.advance(2 * hour)
    expect((await lastRun(mailroom, 'failed')).last!.text).toMatch(/disk is full.*The service’s response was kept\./)
    stop()
    const deltas = () => seen.filter(({ url }) => url.includes('/delta')).length
    expect(deltas()).toBe(1)
    const [kept] = await entries(mailroom)
    await nextDay(mailroom, host.clock)
    expect((await entries(mailroom)).map(({ id, keepsDelta }) => [id, keepsDelta])).toEqual([[kept!.id, false]])
    expect(await readdir(folder.path)).toHaveLength(1)
    expect(deltas()).toBe(1)
    await nextDay(mailroom, host.clock)
    expect(deltas()).toBe(2)
  })
})

describe('a schedule of exports', () => {
  test('can be restored after its removal, as long as its account exists', async () => {
    const { mailroom, schedule } = await openScheduled()
    const { accountId, ask } = mailroom
    await ask('schedules.remove', { id: schedule.id })
    expect(await ask('schedules.list', { accountId, kind: 'export' })).toEqual([])
    await ask('schedules.restore', { id: schedule.id })
    expect(await ask('schedules.list', { accountId, kind: 'export' })).toEqual([schedule])
    await ask('schedules.remove', { id: schedule.id })
    await ask('accounts.remove', { id: accountId, archive: 'delete' })
    await expect(ask('schedules.restore', { id: schedule.id })).rejects.toMatchObject({ code: 'not-found' })
  })

  test('is removed with its account', async () => {
    const { mailroom, folder, clock } = await openScheduled()
    const { accountId, ask } = mailroom
    await ask('accounts.remove', { id: accountId, archive: 'delete' })
    expect(await ask('schedules.list', { accountId, kind: 'export' })).toEqual([])
    clock.advance(2 * hour)
    expect(await readdir(folder)).toEqual([])
  })

  test('removes a person who is erased', async () => {
    const what = { source: 'archive', text: 'to:Ann@example.org invoice', span: null } as const
    const saveAs = { name: 'Mail to ann@example.org', ifTaken: 'keep-both' } as const
    const { mailroom, schedule, folder } = await openScheduled({ what, saveAs, keep: 1 })
    const { accountId, ask } = mailroom
    const run = async () => ended(mailroom, (await ask('schedules.run', { id: schedule.id })).jobId)
    await run()
    await ask('recipients.erase', { accountId, email: 'ann@example.org' })
    expect((await listed(mailroom)).what).toMatchObject({ text: 'to:erased invoice' })
    expect(await readFile(join(mailroom.folder, 'export-schedules.json'), 'utf8')).not.toMatch(/ann@/i)
    // The earlier file stays, because it belongs to the user.
    await run()
    expect((await readdir(folder)).sort()).toEqual(['Mail to ann@example.org.csv', 'Mail to erased.csv'])
  })

  test('needs a host with folders', async () => {
    const mailroom = await openArchived(1, () => ({}))
    await expect(mailroom.ask('schedules.save', scheduleOf(mailroom, null))).rejects.toMatchObject({
      code: 'not-offered',
      message: expect.stringMatching(/desktop app/) as string,
    })
  })
})
