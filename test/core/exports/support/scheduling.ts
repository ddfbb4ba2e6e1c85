import { expect } from 'vitest'
import type { ExportSchedule } from '#shared/contract/schedules.ts'
import type { ExportEntry } from '#shared/contract/exports.ts'
import type { CommandInput } from '#shared/contract/table.ts'
import { ofKind } from '#shared/domain/schedules/of-kind.ts'
import { eventually } from '#test/support/eventually.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import type { ChangePorts, OpenApp } from '#test/support/open-app.ts'
import { layoutOf, newFolder, openArchived, withFolders } from './exporting.ts'

export const hour = 3_600_000
export const day = 24 * hour
/** A morning; the archive’s messages are from the day before. */
export const start = Date.UTC(2023, 10, 15, 6)
const yesterday = { source: 'archive', text: '', span: 'yesterday' } as const
type Wanted = Extract<CommandInput<'schedules.save'>, { kind: 'export' }>

/** A host with folders, a manual clock, and a record of its notifications. */
export function scheduledHost(at = start) {
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

export function scheduleOf({ accountId }: OpenApp, folder: string | null, change: Partial<Wanted> = {}): Wanted {
  return {
    kind: 'export',
    accountId,
    what: yesterday,
    layout: layoutOf('csv'),
    saveAs: { name: 'Messages {date:yyyy-MM-dd}', ifTaken: 'keep-both' },
    timing: { every: 'day', weekday: 1, monthDay: 1, time: '07:30' },
    keep: null,
    id: null,
    folder,
    ...change,
  }
}

async function saved({ ask }: OpenApp, wanted: Wanted): Promise<ExportSchedule> {
  return ofKind('export', [await ask('schedules.save', wanted)])[0]!
}

export async function openScheduled(change: Partial<Wanted> = {}) {
  const host = scheduledHost()
  const mailroom = await openArchived(3, host.ports)
  await mailroom.ask('settings.change', { timeZone: 'UTC' })
  const folder = await newFolder(mailroom)
  const schedule = await saved(mailroom, scheduleOf(mailroom, folder.token, change))
  return { ...host, mailroom, folder: folder.path, schedule }
}

export const listed = async ({ ask, accountId }: OpenApp): Promise<ExportSchedule> =>
  ofKind('export', await ask('schedules.list', { accountId, kind: 'export' }))[0]!

export const entries = ({ ask, accountId }: OpenApp): Promise<ExportEntry[]> => ask('exports.list', { accountId })

/** Waits until the newest run since this time has ended in this state. */
export function lastRun(mailroom: OpenApp, state: 'done' | 'failed', since = 0): Promise<ExportSchedule> {
  return eventually(async () => {
    const schedule = await listed(mailroom)
    expect(schedule.last).toMatchObject({ state })
    expect(schedule.last!.at).toBeGreaterThanOrEqual(since)
    return schedule
  })
}

/** Moves the clock to the next run, and waits until it has ended. */
export async function nextDay(mailroom: OpenApp, clock: ManualClock): Promise<ExportSchedule> {
  const { nextRun } = await listed(mailroom)
  clock.set(nextRun! + 60_000)
  return lastRun(mailroom, 'done', nextRun!)
}
