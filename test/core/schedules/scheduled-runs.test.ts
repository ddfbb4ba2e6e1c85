import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { EventBus } from '#core/base/event-bus.ts'
import { ScheduledRuns } from '#core/schedules/scheduled-runs.ts'
import { ScheduleStore } from '#core/schedules/schedule-store.ts'
import { TeamShelf } from '#core/schedules/team-shelf.ts'
import { msPerDay } from '#shared/domain/base/durations.ts'
import { fileFailure, watchFiles } from '#test/core/support/failing-files.ts'
import { CapturedLogger } from '#test/support/captured-logger.ts'
import { createDataFolder } from '#test/support/data-folder.ts'
import { eventually } from '#test/support/eventually.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import { stored, timing, type Stored } from './stored-schedule.ts'

const accountId = crypto.randomUUID()
const account = { id: accountId, storeHistory: true, teamServer: null, lastTeamServer: null }

function scheduleOf(due = 1000): Stored {
  const own = { paused: false, due, last: null, missed: [], sharedBy: null, ranHere: null }
  return { id: crypto.randomUUID(), kind: 'export', accountId, timing, zone: 'UTC', folderPath: '/exports', ...own }
}

const start = Date.UTC(2023, 10, 15, 6)
const goneFolder = '/gone'

/** Schedules whose runs end once `end` is called. */
async function openRuns(...schedules: readonly Stored[]) {
  const clock = new ManualClock(start)
  const folder = await createDataFolder()
  onTestFinished(() => folder.remove())
  const ground = {
    ports: { paths: { data: folder.path }, clock, logger: new CapturedLogger() },
    events: new EventBus(),
    onBroken: () => undefined,
    accounts: { get: () => account, list: () => ({ accounts: [account] }) },
    archives: { of: () => Promise.reject(new Error('there is no team')) },
  }
  const read = (parsed: unknown) => stored.parse(parsed)
  const shelf = new TeamShelf<Stored>({ kind: 'export', own: {}, lastFolder: () => null, read })
  // Sharing needs a team’s archive, but a copy of what others share is only read.
  await writeFile(join(folder.path, 'runs.json'), JSON.stringify(schedules.filter(({ sharedBy }) => sharedBy !== null)))
  const store = await ScheduleStore.open<Stored>(ground, { name: 'runs.json', shelf, read: z.array(stored).parse })
  for (const schedule of schedules.filter(({ sharedBy }) => sharedBy === null)) await store.add(schedule)
  const end = Promise.withResolvers<void>()
  const begun: string[] = []
  const failed: string[] = []
  const jobs: Promise<unknown>[] = []
  const runs = new ScheduledRuns<Stored>(ground, store, {
    isRunning: 'This run has not ended.',
    rolesInTeams: () => Promise.resolve(new Map([[accountId, 'leads']])),
    byOf: () => undefined,
    start: ({ id, folderPath }, asRun) => {
      if (folderPath === goneFolder) throw new Error('the account is gone')
      const work = asRun(async ({ signal }: { readonly signal: AbortSignal }) => {
        signal.throwIfAborted()
        begun.push(id)
        await end.promise
        return { text: 'Done.' }
      })
      jobs.push(work({ signal: new AbortController().signal }))
      return id
    },
    onDone: () => undefined,
    onFailed: ({ id }) => {
      failed.push(id)
      throw new Error('the account is gone')
    },
  })
  return { clock, folder, ground, store, runs, begun, failed, end: end.resolve, jobs }
}

test('a run that waits for its turn does not begin once its schedule was removed', async () => {
  const [first, second] = [scheduleOf(), scheduleOf()]
  const { store, runs, begun, end, jobs } = await openRuns(first, second)
  await runs.run(first.id)
  await runs.run(second.id)
  await store.remove(second.id)
  end()
  const ends = await Promise.allSettled(jobs)
  expect(ends).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: { code: 'cancelled' } }])
  expect(begun).toEqual([first.id])
})

test('a next time that was set while the clock was ahead is brought forward', async () => {
  const schedule = scheduleOf(start + 20 * msPerDay)
  const { clock, store, runs } = await openRuns(schedule)
  runs.start()
  clock.advance(31_000)
  await eventually(() => expect(store.find(schedule.id)!.due).toBe(store.nextOf(schedule)))
  await runs.stop()
})

test('a team’s schedule is left to others for a while after it is due, however long this Mailroom waited for it', async () => {
  const minutes = 60_000
  const shared = { ...scheduleOf(start + 20 * minutes), folderPath: '', sharedBy: 'eve' }
  const { clock, ground, runs } = await openRuns(shared)
  const tried = () => ground.ports.logger.lines.filter(({ text }) => text === 'A scheduled run was not started.').length
  const after = async (time: number) => {
    for (let look = 0; look < time / 30_000; look++) {
      clock.advance(30_000)
      for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
    }
    return tried()
  }
  runs.start()
  expect(await after(20 * minutes)).toBe(0)
  expect(await after(7 * minutes)).toBe(0)
  expect(await after(2 * minutes)).toBeGreaterThan(0)
  await runs.stop()
})

test('a schedule removed during its run shows how the run ended when it is restored', async () => {
  const schedule = scheduleOf()
  const { store, runs, end, jobs } = await openRuns(schedule)
  await runs.run(schedule.id)
  await expect.poll(() => store.find(schedule.id)?.last?.state).toBe('running')
  await store.remove(schedule.id)
  end()
  await Promise.all(jobs)
  expect(await store.restore(schedule.id)).toMatchObject({ last: { state: 'done', text: 'Done.' } })
})

test.each([0, 1, 2, 3, 5, 8, 13, 30])(
  'a due schedule that the user runs at the same moment (%i) runs once, and no failure is reported',
  async (turns) => {
    const schedule = scheduleOf(start)
    const { clock, store, runs, begun, failed, end, jobs } = await openRuns(schedule)
    runs.start()
    clock.advance(30_000)
    for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate)
    const asked = await runs.run(schedule.id).then(
      () => 'begun',
      (thrown: unknown) => (thrown as Error).message,
    )
    expect(['begun', 'This run has not ended.']).toContain(asked)
    await eventually(() => expect(store.find(schedule.id)!.due).toBeGreaterThan(start))
    end()
    await expect.poll(() => begun).toEqual([schedule.id])
    await Promise.all(jobs)
    await runs.stop()
    expect(failed).toEqual([])
  },
)

test('a schedule whose run can’t even be reported does not keep the others from running', async () => {
  const [first, second] = [{ ...scheduleOf(start), folderPath: goneFolder }, scheduleOf(start)]
  const { clock, runs, begun, end, jobs } = await openRuns(first, second)
  runs.start()
  clock.advance(30_000)
  await expect.poll(() => begun).toEqual([second.id])
  end()
  await Promise.all(jobs)
  await runs.stop()
})

/** A paused schedule whose run, started by the user, has ended while the disk was full. `freeDisk` makes space again. */
async function endOnFullDisk() {
  const schedule = { ...scheduleOf(), paused: true }
  const opened = await openRuns(schedule)
  const { folder, ground, store, runs, end, jobs } = opened
  const { id } = schedule
  const written = async () => z.array(stored).parse(JSON.parse(await readFile(join(folder.path, 'runs.json'), 'utf8')))
  await runs.run(id)
  await expect.poll(async () => (await written())[0]?.last?.state).toBe('running')
  const freeDisk = watchFiles(({ path }) => (path.includes('runs.json') ? fileFailure('ENOSPC') : null))
  onTestFinished(freeDisk)
  const shown: unknown[] = []
  ground.events.subscribe(() => shown.push(store.find(id)?.last?.state))
  end()
  await Promise.all(jobs)
  expect((await written())[0]).toMatchObject({ last: { state: 'running' } })
  return { ...opened, id, shown, freeDisk, written }
}

const done = { last: { state: 'done', text: 'Done.' }, ranHere: start }

test('a run that ends while the disk is full is shown as ended, and written once there is space', async () => {
  const { clock, store, runs, id, shown, freeDisk, written } = await endOnFullDisk()
  expect(store.find(id)).toMatchObject(done)
  expect(store.all).toMatchObject([done])
  expect(shown).toEqual(['done'])
  freeDisk()
  runs.start()
  clock.advance(30_000)
  await eventually(async () => expect(await written()).toMatchObject([done]))
  await runs.stop()
})

test('the next change to a schedule writes how its run ended, and a later run replaces that', async () => {
  const { store, runs, jobs, id, freeDisk, written } = await endOnFullDisk()
  const resume = () => store.change(id, (before) => ({ ...before, paused: false }))
  await expect(resume()).rejects.toMatchObject({ code: 'disk' })
  expect(store.find(id)).toMatchObject({ ...done, paused: true })
  freeDisk()
  expect(await resume()).toMatchObject({ ...done, paused: false })
  expect(await written()).toMatchObject([{ ...done, paused: false }])
  await store.note(id, { at: start + 1, state: 'running', text: '' })
  expect(store.find(id)).toMatchObject({ last: { at: start + 1, state: 'running' } })
  await runs.run(id)
  await Promise.all(jobs)
  expect(await written()).toMatchObject([done])
})
