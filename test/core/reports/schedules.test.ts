import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ReportSchedule } from '#shared/contract/reports.ts'
import { eventually } from '#test/support/eventually.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import type { OpenApp } from '#test/support/open-app.ts'
import { openShop, question } from './support.ts'

const hour = 3_600_000
const start = Date.UTC(2023, 10, 15, 6)
const daily = { every: 'day', weekday: 1, monthDay: 1, time: '07:30' } as const
let clock: ManualClock

const withFolders = (ports: Parameters<NonNullable<Parameters<typeof openShop>[0]>>[0]) => ({
  clock,
  capabilities: { ...ports.capabilities, saveToDisk: true },
})

async function openScheduled(): Promise<{ mailroom: OpenApp; folder: string; schedule: ReportSchedule }> {
  clock = new ManualClock(start)
  const mailroom = await openShop(withFolders)
  const folder = join(mailroom.folder, 'my reports')
  await mkdir(folder)
  const { token } = await mailroom.app.files.register(folder)
  const { accountId } = mailroom
  const wanted = { ...question, accountId, kind: 'html', span: 'yesterday', rhythm: daily } as const
  const schedule = await mailroom.ask('reports.schedule', { ...wanted, id: null, folder: token })
  return { mailroom, folder, schedule }
}

async function listed({ ask, accountId }: OpenApp): Promise<ReportSchedule> {
  return (await ask('reports.list', { accountId }))[0]!
}

/** Waits until the schedule says that its last report ended so. */
function lastRun(mailroom: OpenApp, state: 'done' | 'failed'): Promise<ReportSchedule> {
  return eventually(async () => {
    const schedule = await listed(mailroom)
    expect(schedule.last?.state).toBe(state)
    return schedule
  })
}

test('a report is made at its time, into the folder, beside those that are there', async () => {
  const { mailroom, folder, schedule } = await openScheduled()
  expect(schedule).toMatchObject({ folder: 'my reports', zone: 'UTC', paused: false, last: null })
  expect(schedule.nextRun).toBe(start + 1.5 * hour)
  clock.advance(hour)
  expect(await readdir(folder)).toEqual([])
  clock.advance(hour)
  const after = await lastRun(mailroom, 'done')
  const [name] = await readdir(folder)
  expect(name).toMatch(/^Report Shop .* 2023-11-14\.html$/)
  expect(after.last?.text).toBe(`Report written to “${name}”.`)
  expect(after.nextRun).toBe(start + 25.5 * hour)
  await mailroom.ask('reports.run', { id: schedule.id })
  await eventually(async () => expect(await readdir(folder)).toHaveLength(2))
})

test('a computer that slept for a week makes one report when it wakes', async () => {
  const { mailroom, folder } = await openScheduled()
  clock.set(start + 7 * 24 * hour)
  const { nextRun } = await lastRun(mailroom, 'done')
  expect(nextRun).toBe(start + 7 * 24 * hour + 1.5 * hour)
  clock.advance(hour)
  expect(await readdir(folder)).toHaveLength(1)
})

test('a start after the time makes the report that was missed, once', async () => {
  const { mailroom, folder } = await openScheduled()
  await mailroom.close()
  clock = new ManualClock(start + 3 * 24 * hour)
  await mailroom.start(withFolders)
  clock.advance(60_000)
  await lastRun(mailroom, 'done')
  clock.advance(60_000)
  expect(await readdir(folder)).toHaveLength(1)
})

test('a folder that is gone is named, and the report comes to another one', async () => {
  const { mailroom, folder, schedule } = await openScheduled()
  await rm(folder, { recursive: true })
  clock.advance(2 * hour)
  const failed = await lastRun(mailroom, 'failed')
  expect(failed.last?.text).toBe('The folder is no longer there. Choose another one. (“my reports”)')
  const other = join(mailroom.folder, 'other')
  await mkdir(other)
  const { token } = await mailroom.app.files.register(other)
  const { id, accountId, text, comparison, metaKey, kind, span, rhythm } = schedule
  const wanted = { id, accountId, text, comparison, metaKey, kind, span, rhythm }
  expect(await mailroom.ask('reports.schedule', { ...wanted, folder: token })).toMatchObject({ id, folder: 'other' })
  await mailroom.ask('reports.run', { id })
  await lastRun(mailroom, 'done')
  expect(await readdir(other)).toHaveLength(1)
})

test('a paused schedule makes nothing, and makes nothing up when it goes on', async () => {
  const { mailroom, folder, schedule } = await openScheduled()
  expect(await mailroom.ask('reports.pause', { id: schedule.id, paused: true })).toMatchObject({ nextRun: null })
  clock.advance(50 * hour)
  expect(await mailroom.ask('reports.pause', { id: schedule.id, paused: false })).toMatchObject({
    nextRun: start + 73.5 * hour,
  })
  clock.advance(hour)
  expect((await listed(mailroom)).last).toBeNull()
  expect(await readdir(folder)).toEqual([])
})

test('a schedule that was removed comes back, and an account that was removed takes its schedules along', async () => {
  const { mailroom, schedule } = await openScheduled()
  const { accountId } = mailroom
  await mailroom.ask('reports.remove', { id: schedule.id })
  expect(await mailroom.ask('reports.list', { accountId })).toEqual([])
  await mailroom.ask('reports.restore', { id: schedule.id })
  expect(await mailroom.ask('reports.list', { accountId })).toEqual([schedule])
  await mailroom.ask('accounts.remove', { id: accountId, archive: 'delete' })
  clock.advance(2 * hour)
  await eventually(async () => expect(await mailroom.ask('reports.list', { accountId })).toEqual([]))
})

test('a host without folders says why it schedules nothing', async () => {
  const mailroom = await openShop()
  const { accountId } = mailroom
  const wanted = { ...question, accountId, kind: 'html', span: 'yesterday', rhythm: daily } as const
  await expect(mailroom.ask('reports.schedule', { ...wanted, id: null, folder: null })).rejects.toMatchObject({
    code: 'not-offered',
    message: /desktop app/,
  })
})
