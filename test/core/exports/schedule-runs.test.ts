import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ended } from '#test/core/imports/support.ts'
import { fileFailure, watchFiles } from '#test/core/support/failing-files.ts'
import { eventually } from '#test/support/eventually.ts'
import type { OpenApp } from '#test/support/open-app.ts'
import { exported, newFolder, wanted } from './support/exporting.ts'
import {
  day,
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

/** Pauses the next export before its job starts, and returns its id. */
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

describe('time without a run', () => {
  test('is made up for by one run after sleep, and the other runs are listed as missed', async () => {
    const { mailroom, folder, clock } = await openScheduled()
    clock.set(start + 7 * day)
    const woken = await lastRun(mailroom, 'done')
    expect(woken.nextRun).toBe(start + 7 * day + 1.5 * hour)
    expect(woken.missed).toEqual([{ from: start + 1.5 * hour, to: start + 5 * day + 1.5 * hour, runs: 6 }])
    clock.advance(hour)
    await eventually(async () => expect(await readdir(folder)).toHaveLength(1))
    expect((await nextDay(mailroom, clock)).missed).toHaveLength(1)
  })

  test('takes place although the schedule was edited between its time and its beginning', async () => {
    const { mailroom, clock, schedule } = await openScheduled()
    clock.sleep(schedule.nextRun! + 1 - clock.now())
    await mailroom.ask('schedules.save', scheduleOf(mailroom, null, { id: schedule.id, keep: 5 }))
    clock.advance(60_000)
    expect(await lastRun(mailroom, 'done')).toMatchObject({ keep: 5, missed: [] })
  })

  test('while Mailroom was closed is made up for once when it starts', async () => {
    const { mailroom, folder } = await openScheduled()
    await mailroom.close()
    const later = scheduledHost(start + 3 * day)
    await mailroom.start(later.ports)
    later.clock.advance(60_000)
    expect((await lastRun(mailroom, 'done')).missed).toMatchObject([{ runs: 2 }])
    later.clock.advance(60_000)
    expect(await readdir(folder)).toHaveLength(1)
  })

  test('counts as missed while the previous run is not over, and starts no second one', async () => {
    const { mailroom, clock, schedule } = await openScheduled()
    const { id } = schedule
    const isPaused = pausedAtItsBeginning(mailroom)
    const { jobId } = await mailroom.ask('schedules.run', { id })
    const exportId = await isPaused
    await expect(mailroom.ask('schedules.run', { id })).rejects.toMatchObject({ code: 'conflict' })
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

  test('does not pass for other schedules while one run waits for the user', async () => {
    const { mailroom, folder, clock, schedule } = await openScheduled()
    const isPaused = pausedAtItsBeginning(mailroom)
    const { jobId } = await mailroom.ask('schedules.run', { id: schedule.id })
    const exportId = await isPaused
    const other = await newFolder(mailroom)
    const { id } = await mailroom.ask('schedules.save', scheduleOf(mailroom, other.token))
    await ended(mailroom, (await mailroom.ask('schedules.run', { id })).jobId)
    expect(await readdir(other.path)).toHaveLength(1)
    const whole = async () => (await readdir(folder)).filter((name) => name.endsWith('.csv'))
    expect(await whole()).toEqual([])
    // The other schedule’s next run does not wait for the paused run either.
    clock.set(start + 2 * hour)
    await eventually(async () => expect(await readdir(other.path)).toHaveLength(2))
    await mailroom.ask('exports.pause', { id: exportId, paused: false })
    await ended(mailroom, jobId)
    expect(await whole()).toHaveLength(1)
  })

  test('does not count as missed while the schedule was paused', async () => {
    const { mailroom, folder, clock, schedule } = await openScheduled()
    const { id } = schedule
    expect(await mailroom.ask('schedules.pause', { id, paused: true })).toMatchObject({ nextRun: null })
    clock.advance(50 * hour)
    const resumed = await mailroom.ask('schedules.pause', { id, paused: false })
    expect(resumed).toMatchObject({ nextRun: start + 73.5 * hour, missed: [], last: null })
    expect(await readdir(folder)).toEqual([])
  })
})

describe('the files that a schedule keeps', () => {
  const names = (folder: string) => readdir(folder).then((found) => found.sort())

  test('are the newest ones, and other files are kept', async () => {
    const { mailroom, folder, clock } = await openScheduled({ keep: 2 })
    await writeFile(join(folder, 'Messages 2023-11-01.csv'), 'mine')
    const { token } = await mailroom.app.files.register(folder)
    await exported(mailroom, wanted(mailroom, token, { name: 'By hand' }))
    for (let run = 0; run < 4; run++) await nextDay(mailroom, clock)
    expect(await names(folder)).toEqual([
      'By hand.csv',
      'Messages 2023-11-01.csv',
      'Messages 2023-11-17.csv',
      'Messages 2023-11-18.csv',
    ])
  })

  test('do not include replaced, changed or moved ones, which is reported once', async () => {
    const { mailroom, folder, clock } = await openScheduled({ keep: 1 })
    await nextDay(mailroom, clock)
    const first = 'Messages 2023-11-15.csv'
    await writeFile(join(folder, 'other'), 'replaced')
    await rename(join(folder, 'other'), join(folder, first))
    const { last } = await nextDay(mailroom, clock)
    const sentence = `“${first}” was changed after the export, so it was not deleted.`
    expect(last!.text).toContain(sentence)
    expect((await entries(mailroom))[0]).toMatchObject({ state: 'done', text: sentence })
    expect((await nextDay(mailroom, clock)).last!.text).not.toContain('changed')
    expect(await names(folder)).toEqual([first, 'Messages 2023-11-17.csv'])
    await rm(join(folder, 'Messages 2023-11-17.csv'))
    expect((await nextDay(mailroom, clock)).last!.text).not.toContain('Messages 2023-11-17')
    expect(await names(folder)).toEqual([first, 'Messages 2023-11-18.csv'])
  })

  test('are removed even if they are no longer in the list of exports', async () => {
    const { mailroom, folder, clock } = await openScheduled({ keep: 1 })
    await nextDay(mailroom, clock)
    for (const { id } of await entries(mailroom)) await mailroom.ask('exports.remove', { id })
    await nextDay(mailroom, clock)
    expect(await names(folder)).toEqual(['Messages 2023-11-16.csv'])
  })

  test('are kept if they cannot be deleted: the run succeeds, reports it, and the next one tries again', async () => {
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
