import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CommandInput } from '#shared/contract/table.ts'
import { newFolder } from '#test/core/exports/support/exporting.ts'
import { hour, openScheduled, start } from '#test/core/exports/support/scheduling.ts'
import { ended } from '#test/core/imports/support.ts'
import { eventually } from '#test/support/eventually.ts'
import type { OpenApp } from '#test/support/open-app.ts'

const weekly = { every: 'week', weekday: 1, monthDay: 1, time: '07:30', cron: '' } as const

function reportOf(accountId: string, folder: string | null): CommandInput<'schedules.save'> {
  const question = { accountId, text: 'tag:invoice', comparison: 'period', metaKey: null, format: 'html' } as const
  return { kind: 'report', ...question, timing: weekly, span: 'last-7-days', id: null, folder }
}

/** An account with one daily export schedule at 07:30 and one weekly report schedule. */
async function openBoth() {
  const opened = await openScheduled()
  const { mailroom } = opened
  const { path, token } = await newFolder(mailroom)
  const report = await mailroom.ask('schedules.save', reportOf(mailroom.accountId, token))
  return { ...opened, report, reportsFolder: path }
}

const listed = ({ ask, accountId }: OpenApp, kind: 'export' | 'report' | null = null) =>
  ask('schedules.list', { accountId, kind })

describe('the schedules of an account', () => {
  test('are listed by their kind, or all of them', async () => {
    const { mailroom, schedule, report } = await openBoth()
    expect(await listed(mailroom, 'export')).toEqual([schedule])
    expect(await listed(mailroom, 'report')).toEqual([report])
    const all = await listed(mailroom)
    expect(all).toHaveLength(2)
    expect(all).toEqual(expect.arrayContaining([schedule, report]))
  })

  test('are paused, run, removed and restored by id', async () => {
    const { mailroom, schedule, report } = await openBoth()
    const { ask } = mailroom
    for (const { id, kind } of [schedule, report]) {
      expect(await ask('schedules.pause', { id, paused: true })).toMatchObject({ id, kind, nextRun: null })
      await ended(mailroom, (await ask('schedules.run', { id })).jobId)
      await ask('schedules.remove', { id })
      expect(await listed(mailroom, kind)).toEqual([])
      expect(await ask('schedules.restore', { id })).toMatchObject({ id, kind, last: { state: 'done' } })
    }
  })

  test('are not found by an unknown id, or as another kind', async () => {
    const { mailroom, schedule } = await openBoth()
    const { ask, accountId } = mailroom
    const none = { id: randomUUID() }
    const isGone = { code: 'not-found', message: 'This schedule no longer exists.' }
    await expect(ask('schedules.pause', { ...none, paused: true })).rejects.toMatchObject(isGone)
    await expect(ask('schedules.run', none)).rejects.toMatchObject(isGone)
    await expect(ask('schedules.remove', none)).rejects.toMatchObject(isGone)
    await expect(ask('schedules.restore', none)).rejects.toMatchObject(isGone)
    const asReport = { ...reportOf(accountId, null), id: schedule.id }
    await expect(ask('schedules.save', asReport)).rejects.toMatchObject(isGone)
    expect(await listed(mailroom, 'export')).toEqual([schedule])
  })

  test('of both kinds list missed runs, and catch up once', async () => {
    const { mailroom, clock } = await openBoth()
    clock.set(start + 15 * 24 * hour)
    await eventually(async () => {
      const all = await listed(mailroom)
      expect(all.map(({ kind, last, missed }) => [kind, last?.state, missed.map(({ runs }) => runs)])).toEqual([
        ['export', 'done', [14]],
        ['report', 'done', [1]],
      ])
    })
  })

  test('are announced to the page when they change', async () => {
    const { mailroom, schedule, report } = await openBoth()
    const seen: string[] = []
    const stop = mailroom.app.subscribe(({ name }) => void seen.push(name))
    for (const { id } of [schedule, report]) await mailroom.ask('schedules.pause', { id, paused: true })
    stop()
    expect(seen).toEqual(['schedules.changed', 'schedules.changed'])
  })
})

/**
 * A schedule as earlier versions stored it: other names for the timing and the file name, no kind, and no missed
 * reports.
 */
function asBefore({ id, accountId, folderPath }: { id: string; accountId: string; folderPath: string }) {
  const rhythm = { ...weekly, every: 'day' }
  const plan = { id, accountId, rhythm, zone: 'UTC', folderPath, paused: false, due: start + 25.5 * hour, last: null }
  return {
    export: {
      ...plan,
      what: { source: 'archive', text: 'tag:invoice', span: 'yesterday' },
      layout: {
        format: 'csv',
        gzip: false,
        columns: ['id'],
        zone: 'UTC',
        dates: 'iso',
        csv: { separator: ',', decimal: '.', byteOrderMark: false, guard: false },
      },
      place: { name: 'Messages', ifTaken: 'keep-both' },
      keep: 3,
      missed: [{ from: 1, to: 2, runs: 2 }],
      files: [],
      filesUntil: 0,
    },
    report: { ...plan, text: 'tag:invoice', comparison: 'period', metaKey: null, kind: 'html', span: 'yesterday' },
  }
}

describe('schedules that an earlier version saved', () => {
  test('are read, run, and saved in the current form', async () => {
    const { mailroom, ports, folder } = await openBoth()
    const { accountId } = mailroom
    const ids = { export: randomUUID(), report: randomUUID() }
    const fileOf = (kind: keyof typeof ids) => join(mailroom.folder, `${kind}-schedules.json`)
    await mailroom.close()
    for (const kind of ['export', 'report'] as const) {
      const one = asBefore({ id: ids[kind], accountId, folderPath: folder })[kind]
      await writeFile(fileOf(kind), JSON.stringify([one]))
    }
    await mailroom.start(ports)
    const timing = { ...weekly, every: 'day' }
    const same = { accountId, timing, zone: 'UTC', folder: basename(folder), paused: false, last: null }
    expect(await listed(mailroom)).toMatchObject([
      {
        ...same,
        id: ids.export,
        kind: 'export',
        saveAs: { name: 'Messages' },
        keep: 3,
        missed: [{ from: 1, to: 2, runs: 2 }],
      },
      { ...same, id: ids.report, kind: 'report', format: 'html', text: 'tag:invoice', missed: [] },
    ])
    for (const kind of ['export', 'report'] as const) {
      await ended(mailroom, (await mailroom.ask('schedules.run', { id: ids[kind] })).jobId)
      expect(await listed(mailroom, kind)).toMatchObject([{ last: { state: 'done' } }])
    }
    await mailroom.close()
    for (const kind of ['export', 'report'] as const) {
      expect(JSON.parse(await readFile(fileOf(kind), 'utf8'))).toMatchObject([{ id: ids[kind], kind, timing }])
    }
    await mailroom.start(ports)
    expect((await listed(mailroom)).map(({ id }) => id)).toEqual([ids.export, ids.report])
  })
})
