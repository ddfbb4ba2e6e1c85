import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ReportSchedule } from '#shared/contract/schedules.ts'
import { ofKind } from '#shared/domain/schedules/of-kind.ts'
import type { Notifier } from '#core/base/ports.ts'
import { ended } from '#test/core/imports/support.ts'
import { eventually } from '#test/support/eventually.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import type { OpenApp } from '#test/support/open-app.ts'
import { openShop, question } from './support.ts'

const hour = 3_600_000
const start = Date.UTC(2023, 10, 15, 6)
const daily = { every: 'day', weekday: 1, monthDay: 1, time: '07:30' } as const
type Notification = Parameters<Notifier['notify']>[0]
let clock: ManualClock
let notified: Notification[]

const withFolders = (ports: Parameters<NonNullable<Parameters<typeof openShop>[0]>>[0]) => ({
  clock,
  capabilities: { ...ports.capabilities, saveToDisk: true, notify: true },
  notifier: { notify: (notification: Notification) => void notified.push(notification) },
})

async function openScheduled(): Promise<{ mailroom: OpenApp; folder: string; schedule: ReportSchedule }> {
  clock = new ManualClock(start)
  notified = []
  const mailroom = await openShop(withFolders)
  const folder = join(mailroom.folder, 'my reports')
  await mkdir(folder)
  const { token } = await mailroom.app.files.register(folder)
  const { accountId } = mailroom
  const wanted = { ...question, kind: 'report', accountId, format: 'html', span: 'yesterday', timing: daily } as const
  const [schedule] = ofKind('report', [await mailroom.ask('schedules.save', { ...wanted, id: null, folder: token })])
  return { mailroom, folder, schedule: schedule! }
}

async function listed({ ask, accountId }: OpenApp): Promise<ReportSchedule> {
  return ofKind('report', await ask('schedules.list', { accountId, kind: 'report' }))[0]!
}

/** The input of a schedule’s form, without its id and folder. */
function wantedOf({ kind, accountId, text, comparison, metaKey, format, span, timing }: ReportSchedule) {
  return { kind, accountId, text, comparison, metaKey, format, span, timing }
}

/** Waits until the schedule’s last report has ended in this state. */
function lastRun(mailroom: OpenApp, state: 'done' | 'failed'): Promise<ReportSchedule> {
  return eventually(async () => {
    const schedule = await listed(mailroom)
    expect(schedule.last?.state).toBe(state)
    return schedule
  })
}

test('a report is written at its time, into the folder, beside earlier ones', async () => {
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
  await mailroom.ask('schedules.run', { id: schedule.id })
  await eventually(async () => expect(await readdir(folder)).toHaveLength(2))
})

test('a computer that slept for a week writes one report when it wakes', async () => {
  const { mailroom, folder } = await openScheduled()
  clock.set(start + 7 * 24 * hour)
  const { nextRun } = await lastRun(mailroom, 'done')
  expect(nextRun).toBe(start + 7 * 24 * hour + 1.5 * hour)
  clock.advance(hour)
  expect(await readdir(folder)).toHaveLength(1)
})

test('a start after the scheduled time writes the missed report once', async () => {
  const { mailroom, folder } = await openScheduled()
  await mailroom.close()
  clock = new ManualClock(start + 3 * 24 * hour)
  await mailroom.start(withFolders)
  clock.advance(60_000)
  await lastRun(mailroom, 'done')
  clock.advance(60_000)
  expect(await readdir(folder)).toHaveLength(1)
})

test('a missing folder is reported, and the report is written to another one', async () => {
  const { mailroom, folder, schedule } = await openScheduled()
  await rm(folder, { recursive: true })
  clock.advance(2 * hour)
  const failed = await lastRun(mailroom, 'failed')
  expect(failed.last?.text).toBe('The folder “my reports” is no longer there. Choose another one.')
  const notification = {
    title: expect.stringMatching(/: a scheduled report failed$/) as string,
    body: 'Dashboard as HTML, to “my reports”: The folder “my reports” is no longer there. Choose another one.',
    accountId: schedule.accountId,
    view: 'dashboard',
  }
  await eventually(() => Promise.resolve(expect(notified).toEqual([notification])))
  const other = join(mailroom.folder, 'other')
  await mkdir(other)
  const { token } = await mailroom.app.files.register(other)
  const { id } = schedule
  const wanted = { ...wantedOf(schedule), id }
  expect(await mailroom.ask('schedules.save', { ...wanted, folder: token })).toMatchObject({ id, folder: 'other' })
  await mailroom.ask('schedules.run', { id })
  await lastRun(mailroom, 'done')
  expect(await readdir(other)).toHaveLength(1)
  expect(notified).toHaveLength(1)
})

test('a paused schedule writes nothing, and does not catch up when it is resumed', async () => {
  const { mailroom, folder, schedule } = await openScheduled()
  expect(await mailroom.ask('schedules.pause', { id: schedule.id, paused: true })).toMatchObject({ nextRun: null })
  clock.advance(50 * hour)
  expect(await mailroom.ask('schedules.pause', { id: schedule.id, paused: false })).toMatchObject({
    nextRun: start + 73.5 * hour,
  })
  clock.advance(hour)
  expect((await listed(mailroom)).last).toBeNull()
  expect(await readdir(folder)).toEqual([])
})

test('a removed schedule can be restored, as long as its account exists', async () => {
  const { mailroom, schedule } = await openScheduled()
  const { accountId, ask } = mailroom
  await ask('schedules.remove', { id: schedule.id })
  expect(await ask('schedules.list', { accountId, kind: 'report' })).toEqual([])
  await ask('schedules.restore', { id: schedule.id })
  expect(await ask('schedules.list', { accountId, kind: 'report' })).toEqual([schedule])
  await ask('schedules.remove', { id: schedule.id })
  await ask('accounts.remove', { id: accountId, archive: 'delete' })
  await expect(ask('schedules.restore', { id: schedule.id })).rejects.toMatchObject({ code: 'not-found' })
})

test('removing an account removes its schedules, even paused ones, and leaves those of others', async () => {
  const { mailroom, folder, schedule } = await openScheduled()
  const { ask, accountId } = mailroom
  const other = await mailroom.addAccount({ name: 'Other' })
  const { token } = await mailroom.app.files.register(folder)
  const { id } = schedule
  const wanted = wantedOf(schedule)
  const kept = await ask('schedules.save', { ...wanted, accountId: other.id, id: null, folder: token })
  await ask('schedules.pause', { id, paused: true })
  await ask('accounts.remove', { id: accountId, archive: 'delete' })
  expect(await ask('schedules.list', { accountId, kind: 'report' })).toEqual([])
  expect(await ask('schedules.list', { accountId: other.id, kind: null })).toEqual([kept])
})

test('an erased person is removed from the filter of a schedule, even of a removed one', async () => {
  const { mailroom, schedule } = await openScheduled()
  const { ask, accountId } = mailroom
  const { id } = schedule
  const wanted = wantedOf(schedule)
  await ask('schedules.save', { ...wanted, id, folder: null, text: 'to:Ann@example.org tag:invoice' })
  await ask('recipients.erase', { accountId, email: 'ann@example.org' })
  expect((await listed(mailroom)).text).toBe('to:erased tag:invoice')
  await ask('schedules.save', { ...wanted, id, folder: null, text: 'to:bob@example.org' })
  await ask('schedules.remove', { id })
  await ask('recipients.erase', { accountId, email: 'bob@example.org' })
  expect(await ask('schedules.restore', { id })).toMatchObject({ text: 'to:erased' })
})

test('an erased person is removed from a report that waits for its turn', async () => {
  const printing = Promise.withResolvers<Buffer>()
  clock = new ManualClock(start)
  const mailroom = await openShop((ports) => {
    const host = withFolders(ports)
    return { ...host, capabilities: { ...host.capabilities, print: true }, printer: { print: () => printing.promise } }
  })
  const { ask, accountId } = mailroom
  const folder = (await mailroom.app.files.register(mailroom.folder)).token
  const wanted = { ...question, kind: 'report', accountId, span: 'yesterday', timing: daily, id: null, folder } as const
  const first = await ask('schedules.save', { ...wanted, format: 'pdf' })
  const second = await ask('schedules.save', { ...wanted, format: 'html', text: 'to:ann@example.org' })
  await ask('schedules.run', { id: first.id })
  const { jobId } = await ask('schedules.run', { id: second.id })
  await ask('recipients.erase', { accountId, email: 'ann@example.org' })
  printing.resolve(Buffer.from('%PDF-1.7'))
  await ended(mailroom, jobId)
  const name = (await readdir(mailroom.folder)).find((one) => one.endsWith('.html'))!
  expect(await readFile(join(mailroom.folder, name), 'utf8')).toContain('to:erased')
})

test('concurrent changes do not affect each other: an edit, a pause and the end of a run', async () => {
  const { mailroom, schedule } = await openScheduled()
  const { ask } = mailroom
  const { id } = schedule
  const wanted = wantedOf(schedule)
  const text = 'tag:invoice'
  await Promise.all([
    ask('schedules.pause', { id, paused: true }),
    ask('schedules.save', { ...wanted, id, folder: null, text }),
  ])
  expect(await listed(mailroom)).toMatchObject({ paused: true, text, folder: 'my reports' })
  const { jobId } = await ask('schedules.run', { id })
  // Two changes are always in progress while the run ends, so that one of them overlaps with the end.
  let isOver = false
  const keepPausing = async () => {
    while (!isOver) await ask('schedules.pause', { id, paused: true })
  }
  const pausing = [keepPausing(), keepPausing()]
  await ended(mailroom, jobId)
  isOver = true
  await Promise.all(pausing)
  expect((await listed(mailroom)).last?.state).toBe('done')
})

test('a host without folders gives the reason why it has no schedules', async () => {
  const mailroom = await openShop()
  const { accountId } = mailroom
  const wanted = { ...question, kind: 'report', accountId, format: 'html', span: 'yesterday', timing: daily } as const
  await expect(mailroom.ask('schedules.save', { ...wanted, id: null, folder: null })).rejects.toMatchObject({
    code: 'not-offered',
    message: expect.stringMatching(/desktop app/) as string,
  })
})
