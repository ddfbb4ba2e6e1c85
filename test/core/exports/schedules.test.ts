import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ExportSchedule, ScheduledWhat } from '#shared/contract/export-schedules.ts'
import type { ExportEntry } from '#shared/contract/exports.ts'
import type { CommandInput } from '#shared/contract/table.ts'
import { ended } from '#test/core/imports/support.ts'
import { fileFailure, watchFiles } from '#test/core/support/failing-files.ts'
import { serve, type Seen } from '#test/support/api-client.ts'
import { eventually } from '#test/support/eventually.ts'
import { jsonFile } from '#test/support/export-answers.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import { openApp, type ChangePorts, type OpenApp } from '#test/support/open-app.ts'
import { filesIn, layoutOf, newFolder, openArchived, withFolders } from './support/exporting.ts'

const hour = 3_600_000
const day = 24 * hour
/** The messages of the archive are of the day before. */
const start = Date.UTC(2023, 10, 15, 6)
const yesterday = { source: 'archive', text: '', span: 'yesterday' } as const
type Wanted = CommandInput<'exports.schedule'>

/** A host with folders and a clock that the test moves, and what it notified of. */
function scheduledHost(at = start) {
  const clock = new ManualClock(at, { skips: 1000 })
  const notified: { title: string; body: string; action?: string }[] = []
  const ports: ChangePorts = (given) => {
    const { capabilities } = withFolders(given)
    return {
      clock,
      capabilities: { ...capabilities!, notify: true },
      notifier: { notify: (notification) => void notified.push(notification) },
    }
  }
  return { clock, notified, ports }
}

function scheduleOf({ accountId }: OpenApp, folder: string | null, change: Partial<Wanted> = {}): Wanted {
  return {
    accountId,
    what: yesterday,
    layout: layoutOf('csv'),
    place: { name: 'Messages {date:yyyy-MM-dd}', ifTaken: 'keep-both' },
    rhythm: { every: 'day', weekday: 1, monthDay: 1, time: '07:30' },
    keep: null,
    id: null,
    folder,
    ...change,
  }
}

async function openScheduled(change: Partial<Wanted> = {}) {
  const host = scheduledHost()
  const mailroom = await openArchived(3, host.ports)
  await mailroom.ask('settings.change', { timeZone: 'UTC' })
  const folder = await newFolder(mailroom)
  const schedule = await mailroom.ask('exports.schedule', scheduleOf(mailroom, folder.token, change))
  return { ...host, mailroom, folder: folder.path, schedule }
}

const listed = async ({ ask, accountId }: OpenApp): Promise<ExportSchedule> =>
  (await ask('exports.schedules', { accountId }))[0]!

const entries = ({ ask, accountId }: OpenApp): Promise<ExportEntry[]> => ask('exports.list', { accountId })

/** Waits until the newest run that began at or after this time has ended so. */
function lastRun(mailroom: OpenApp, state: 'done' | 'failed', since = 0): Promise<ExportSchedule> {
  return eventually(async () => {
    const schedule = await listed(mailroom)
    expect(schedule.last).toMatchObject({ state })
    expect(schedule.last!.at).toBeGreaterThanOrEqual(since)
    return schedule
  })
}

/** Moves the clock to the next run, and waits until it has ended. */
async function nextDay(mailroom: OpenApp, clock: ManualClock): Promise<ExportSchedule> {
  const { nextRun } = await listed(mailroom)
  clock.set(nextRun! + 60_000)
  return lastRun(mailroom, 'done', nextRun!)
}

describe('a scheduled export', () => {
  test('is written at its time, with the messages of its days, and is listed as any other', async () => {
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
    // What the user chooses in the form stays what it was.
    expect(await mailroom.ask('exports.last', { accountId: mailroom.accountId })).toMatchObject({ layout: null })
    // The day after has other days, which have no messages.
    expect((await nextDay(mailroom, clock)).last!.text).toMatch(/^0 rows/)
  })

  test.each<[ScheduledWhat, string]>([
    [
      { source: 'archive', text: 'tag:a OR tag:b', span: 'last-7-days' },
      '(tag:a OR tag:b*) after:2023-11-08 before:2023-11-15',
    ],
    [{ source: 'archive', text: 'invoice', span: null }, 'invoice'],
  ])('of the archive searches within its days: %j', async (what, text) => {
    const { mailroom, schedule } = await openScheduled({ what })
    await ended(mailroom, (await mailroom.ask('exports.runSchedule', { id: schedule.id })).jobId)
    expect((await entries(mailroom))[0]!.what).toMatchObject({ text })
  })

  test('of the service asks for the days of its zone', async () => {
    const { mailroom, schedule } = await openScheduled({ what: { source: 'service', span: 'last-month' } })
    await ended(mailroom, (await mailroom.ask('exports.runSchedule', { id: schedule.id })).jobId)
    const what = { source: 'service', from: '2023-10-01', to: '2023-10-31', zone: 'UTC' }
    expect((await entries(mailroom))[0]!.what).toEqual(what)
  })

  test('that cannot be made is refused when it is saved', async () => {
    const { mailroom, schedule } = await openScheduled()
    const { id } = schedule
    const cron = { ...schedule.rhythm, every: 'cron', cron: '0 7 * * * *' } as const
    await expect(
      mailroom.ask('exports.schedule', scheduleOf(mailroom, null, { id, rhythm: cron })),
    ).rejects.toMatchObject({ code: 'invalid-input', message: expect.stringContaining('seconds are not') as string })
    await expect(mailroom.ask('exports.nextRuns', { rhythm: cron })).rejects.toMatchObject({ code: 'invalid-input' })
    const nameless = { name: '', ifTaken: 'keep-both' } as const
    await expect(
      mailroom.ask('exports.schedule', scheduleOf(mailroom, null, { id, place: nameless })),
    ).rejects.toMatchObject({ code: 'invalid-input' })
    await expect(mailroom.ask('exports.schedule', scheduleOf(mailroom, null))).rejects.toMatchObject({
      message: 'Choose the folder that the files are written to.',
    })
    expect(await listed(mailroom)).toEqual(schedule)
  })

  test('says before when its next three runs are', async () => {
    const { mailroom } = await openScheduled()
    const rhythm = { every: 'cron', weekday: 1, monthDay: 1, time: '00:00', cron: '0 12 * * 6' } as const
    expect(await mailroom.ask('exports.nextRuns', { rhythm })).toEqual({
      zone: 'UTC',
      runs: [18, 25, 32].map((date) => Date.UTC(2023, 10, date, 12)),
    })
  })
})

/** Pauses the next export before its job starts; returns its id. */
function pausedAtItsBeginning(mailroom: OpenApp): Promise<string> {
  return new Promise((resolve, reject) => {
    const pause = async () => {
      const running = (await entries(mailroom)).find(({ state }) => state === 'running')
      if (!running) return
      stop()
      await mailroom.ask('exports.pause', { id: running.id, paused: true })
      resolve(running.id)
    }
    const stop = mailroom.app.subscribe((event) => {
      if (event.name === 'exports.changed') pause().catch(reject)
    })
  })
}

describe('time that passed without a run', () => {
  test('is made up for by one run after sleep, and the others are listed as missed', async () => {
    const { mailroom, folder, clock } = await openScheduled()
    clock.set(start + 7 * day)
    const woken = await lastRun(mailroom, 'done')
    expect(woken.nextRun).toBe(start + 7 * day + 1.5 * hour)
    expect(woken.missed).toEqual([{ from: start + 1.5 * hour, to: start + 5 * day + 1.5 * hour, runs: 6 }])
    clock.advance(hour)
    await eventually(async () => expect(await readdir(folder)).toHaveLength(1))
    expect((await nextDay(mailroom, clock)).missed).toHaveLength(1)
  })

  test('while Mailroom was closed is made up for once at its start', async () => {
    const { mailroom, folder } = await openScheduled()
    await mailroom.close()
    const later = scheduledHost(start + 3 * day)
    await mailroom.start(later.ports)
    later.clock.advance(60_000)
    expect((await lastRun(mailroom, 'done')).missed).toMatchObject([{ runs: 2 }])
    later.clock.advance(60_000)
    expect(await readdir(folder)).toHaveLength(1)
  })

  test('while the run before is not over counts as missed, and starts no second one', async () => {
    const { mailroom, clock, schedule } = await openScheduled()
    const { id } = schedule
    const isPaused = pausedAtItsBeginning(mailroom)
    const { jobId } = await mailroom.ask('exports.runSchedule', { id })
    const exportId = await isPaused
    await expect(mailroom.ask('exports.runSchedule', { id })).rejects.toMatchObject({ code: 'conflict' })
    clock.set(start + 2 * hour)
    const skipped = await eventually(async () => {
      const found = await listed(mailroom)
      expect(found.missed).toEqual([{ from: start + 1.5 * hour, to: start + 1.5 * hour, runs: 1 }])
      return found
    })
    expect(skipped).toMatchObject({ last: { state: 'running' }, nextRun: start + 25.5 * hour })
    expect(await entries(mailroom)).toHaveLength(1)
    await mailroom.ask('exports.pause', { id: exportId, paused: false })
    await ended(mailroom, jobId)
    expect((await nextDay(mailroom, clock)).missed).toHaveLength(1)
  })

  test('while it was paused is not missed', async () => {
    const { mailroom, folder, clock, schedule } = await openScheduled()
    const { id } = schedule
    expect(await mailroom.ask('exports.pauseSchedule', { id, paused: true })).toMatchObject({ nextRun: null })
    clock.advance(50 * hour)
    const resumed = await mailroom.ask('exports.pauseSchedule', { id, paused: false })
    expect(resumed).toMatchObject({ nextRun: start + 73.5 * hour, missed: [], last: null })
    expect(await readdir(folder)).toEqual([])
  })
})

describe('the files that a schedule keeps', () => {
  const names = (folder: string) => readdir(folder).then((found) => found.sort())

  test('are the newest ones, and those of others stay', async () => {
    const { mailroom, folder, clock } = await openScheduled({ keep: 2 })
    const other = scheduleOf(mailroom, null)
    await writeFile(join(folder, 'Messages 2023-11-01.csv'), 'mine')
    const { token } = await mailroom.app.files.register(folder)
    const { accountId, what, layout, place } = { ...other, place: { ...other.place, folder: token } }
    const byHand = { source: 'archive', text: '', zone: 'UTC', sort: { field: 'created', descending: true } } as const
    expect(what).toEqual(yesterday)
    const { jobId } = await mailroom.ask('exports.start', {
      accountId,
      layout,
      place: { ...place, name: 'By hand' },
      what: { ...byHand, selection: null },
    })
    await ended(mailroom, jobId)
    for (let run = 0; run < 4; run++) await nextDay(mailroom, clock)
    expect(await names(folder)).toEqual([
      'By hand.csv',
      'Messages 2023-11-01.csv',
      'Messages 2023-11-17.csv',
      'Messages 2023-11-18.csv',
    ])
  })

  test('are not those that somebody replaced, changed or moved; what stays is said once', async () => {
    const { mailroom, folder, clock } = await openScheduled({ keep: 1 })
    await nextDay(mailroom, clock)
    const first = 'Messages 2023-11-15.csv'
    await writeFile(join(folder, 'other'), 'replaced')
    await rename(join(folder, 'other'), join(folder, first))
    const { last } = await nextDay(mailroom, clock)
    const sentence = `“${first}” was changed after its export, so it stays.`
    expect(last!.text).toContain(sentence)
    expect((await entries(mailroom))[0]).toMatchObject({ state: 'done', text: sentence })
    expect((await nextDay(mailroom, clock)).last!.text).not.toContain('changed')
    expect(await names(folder)).toEqual([first, 'Messages 2023-11-17.csv'])
    await rm(join(folder, 'Messages 2023-11-17.csv'))
    expect((await nextDay(mailroom, clock)).last!.text).not.toContain('Messages 2023-11-17')
    expect(await names(folder)).toEqual([first, 'Messages 2023-11-18.csv'])
  })

  test('are removed although the list of exports knows them no longer', async () => {
    const { mailroom, folder, clock } = await openScheduled({ keep: 1 })
    await nextDay(mailroom, clock)
    for (const { id } of await entries(mailroom)) await mailroom.ask('exports.remove', { id })
    await nextDay(mailroom, clock)
    expect(await names(folder)).toEqual(['Messages 2023-11-16.csv'])
  })

  test('stay where they cannot be deleted: the run is done, says so, and the next one tries again', async () => {
    const { mailroom, folder, clock } = await openScheduled({ keep: 1 })
    await nextDay(mailroom, clock)
    const stop = watchFiles(({ name, path }) =>
      name === 'rm' && path.endsWith('2023-11-15.csv') ? fileFailure('EBUSY') : null,
    )
    onTestFinished(stop)
    const { last } = await nextDay(mailroom, clock)
    expect(last).toMatchObject({ state: 'done', text: expect.stringContaining('could not be deleted') as string })
    stop()
    await nextDay(mailroom, clock)
    expect(await names(folder)).toEqual(['Messages 2023-11-17.csv'])
  })

  test('are not touched by a run that fails', async () => {
    const { mailroom, folder, clock } = await openScheduled({ keep: 1 })
    const { nextRun } = await nextDay(mailroom, clock)
    const stop = watchFiles(({ name, path }) =>
      name === 'writev' && path.startsWith(folder) ? fileFailure('ENOSPC') : null,
    )
    onTestFinished(stop)
    clock.set(nextRun! + 60_000)
    const { last } = await lastRun(mailroom, 'failed')
    expect(last!.text).toMatch(/^The disk is full\./)
    expect(await names(folder)).toEqual(['Messages 2023-11-15.csv'])
  })
})

describe('a scheduled export that fails', () => {
  test('says why, notifies once for one reason, and comes to another folder', async () => {
    const { mailroom, folder, clock, notified, schedule } = await openScheduled()
    await rm(folder, { recursive: true })
    clock.advance(2 * hour)
    const { last } = await lastRun(mailroom, 'failed')
    expect(last!.text).toMatch(/^The folder is no longer there\. Choose another one\. \(“exports of é /)
    const body = expect.stringMatching(
      /^Messages of the archive, to “exports of é .*”: The folder is no longer/,
    ) as string
    expect(notified).toEqual([{ title: 'Shop: a scheduled export failed', body, action: 'go.exports' }])
    const { id } = schedule
    await ended(mailroom, (await mailroom.ask('exports.runSchedule', { id })).jobId)
    expect(notified).toHaveLength(1)
    const other = await newFolder(mailroom)
    await mailroom.ask('exports.schedule', scheduleOf(mailroom, other.token, { id }))
    await ended(mailroom, (await mailroom.ask('exports.runSchedule', { id })).jobId)
    expect((await lastRun(mailroom, 'done')).id).toBe(id)
    expect(await readdir(other.path)).toHaveLength(1)
    await rm(other.path, { recursive: true })
    await ended(mailroom, (await mailroom.ask('exports.runSchedule', { id })).jobId)
    expect(notified).toHaveLength(2)
  })

  test('before it begins says so, too', async () => {
    const { mailroom, clock, notified } = await openScheduled()
    const { accountId: id, ask } = mailroom
    await ask('accounts.update', { id, profile: mailroom.profile({ storeHistory: false }), archive: 'keep' })
    clock.advance(2 * hour)
    expect((await lastRun(mailroom, 'failed')).last!.text).toMatch(/history/)
    expect(notified).toHaveLength(1)
  })

  test('keeps its delta, which the next run delivers without asking again', async () => {
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
    await mailroom.ask('exports.schedule', wanted)
    const stop = watchFiles(({ name, path }) =>
      name === 'writev' && path.startsWith(folder.path) ? fileFailure('ENOSPC') : null,
    )
    onTestFinished(stop)
    host.clock.advance(2 * hour)
    expect((await lastRun(mailroom, 'failed')).last!.text).toMatch(/disk is full.*The answer of the service is kept\./)
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
  test('that was removed comes back, as long as its account is there', async () => {
    const { mailroom, schedule } = await openScheduled()
    const { accountId, ask } = mailroom
    await ask('exports.removeSchedule', { id: schedule.id })
    expect(await ask('exports.schedules', { accountId })).toEqual([])
    await ask('exports.restoreSchedule', { id: schedule.id })
    expect(await ask('exports.schedules', { accountId })).toEqual([schedule])
    await ask('exports.removeSchedule', { id: schedule.id })
    await ask('accounts.remove', { id: accountId, archive: 'delete' })
    await expect(ask('exports.restoreSchedule', { id: schedule.id })).rejects.toMatchObject({ code: 'not-found' })
  })

  test('goes with its account', async () => {
    const { mailroom, folder, clock } = await openScheduled()
    const { accountId, ask } = mailroom
    await ask('accounts.remove', { id: accountId, archive: 'delete' })
    expect(await ask('exports.schedules', { accountId })).toEqual([])
    clock.advance(2 * hour)
    expect(await readdir(folder)).toEqual([])
  })

  test('forgets a person who was erased', async () => {
    const what = { source: 'archive', text: 'to:Ann@example.org invoice', span: null } as const
    const { mailroom } = await openScheduled({ what })
    const { accountId, ask } = mailroom
    await ask('recipients.erase', { accountId, email: 'ann@example.org' })
    expect((await listed(mailroom)).what).toMatchObject({ text: 'to:erased invoice' })
  })

  test('needs a host with folders', async () => {
    const mailroom = await openArchived(1, () => ({}))
    await expect(mailroom.ask('exports.schedule', scheduleOf(mailroom, null))).rejects.toMatchObject({
      code: 'not-offered',
      message: expect.stringMatching(/desktop app/) as string,
    })
  })
})
