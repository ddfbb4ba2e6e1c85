import { mkdir, mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { ServerArchive } from '#core/archive/server/server-archive.ts'
import type { Schedule } from '#shared/contract/schedules.ts'
import type { CommandInput } from '#shared/contract/table.ts'
import { addressOf, teamArchive } from '#test/core/archive/server/administration/team-server.ts'
import { optionsOf } from '#test/core/archive/support/moving.ts'
import { openNetwork } from '#test/core/archive/support/open-network.ts'
import { createSchema, onServer } from '#test/core/archive/support/open-server.ts'
import { layoutOf, withFolders } from '#test/core/exports/support/exporting.ts'
import { eventually } from '#test/support/eventually.ts'
import { JumpingClock } from './support/jumping-clock.ts'
import {
  ended,
  join as joinTeam,
  openColleague,
  openTeamAccount,
  syncToday,
  type Mailroom,
} from './support/team-account.ts'

const day = 24 * 3_600_000
/** Each look at the schedules comes this long after the one before. */
const lookMilliseconds = 30_000
/** Far from the present time of day, because the tests’ clocks are ahead by whole days and some minutes. */
const runsAt = `${String((new Date().getHours() + 12) % 24).padStart(2, '0')}:30`
const daily = { every: 'day', weekday: 1, monthDay: 1, time: runsAt, cron: '' } as const
type Host = Awaited<ReturnType<typeof withFolder>>
type Wanted = Extract<CommandInput<'schedules.save'>, { kind: 'export' }>

/** A Mailroom on a host with folders, and a folder that its user has chosen. */
async function withFolder(mailroom: Mailroom) {
  const clock = new JumpingClock()
  await mailroom.restart((ports) => ({ ...withFolders(ports), clock }))
  const path = await mkdtemp(join(mailroom.folder, 'exports '))
  const choose = async (): Promise<string> => (await mailroom.app.files.register(path)).token
  return { clock, path, choose }
}

function wanted({ accountId }: Mailroom, change: Partial<Wanted>): Wanted {
  return {
    kind: 'export',
    accountId,
    what: { source: 'archive', text: '', span: 'yesterday' },
    layout: layoutOf('csv'),
    saveAs: { name: 'Messages', ifTaken: 'keep-both' },
    timing: daily,
    keep: null,
    id: null,
    folder: null,
    ...change,
  }
}

function listed({ ask, accountId }: Mailroom): Promise<Schedule[]> {
  return ask('schedules.list', { accountId, kind: null })
}

/** Waits until a schedule has run once more, and returns by whom. */
function ranAgain(mailroom: Mailroom, before: Schedule): Promise<string | undefined> {
  return eventually(async () => {
    const now = (await listed(mailroom)).find(({ id }) => id === before.id)
    expect(now?.last?.state).toBe('done')
    expect(now?.last?.at).not.toBe(before.last?.at)
    return now?.last?.by
  }, 90_000)
}

onServer('a shared schedule runs once, in the Mailroom that syncs, and then in the next one', async () => {
  const postgres = await teamArchive({})
  const as = (user: string) => ({ server: addressOf(postgres, { user }), password: postgres.password })
  const { mailroom: ada } = await openTeamAccount(as('ada'))
  const owner = await openColleague(ada)
  const [here, there] = [await withFolder(ada), await withFolder(owner)]
  await syncToday(ada)
  await joinTeam(owner, as('postgres'))
  await eventually(async () => {
    const { lease } = await ada.ask('sync.status', { accountId: ada.accountId })
    expect(lease?.mine).toBe(true)
  })

  const shared = await owner.ask('schedules.save', wanted(owner, { folder: await there.choose(), isShared: true }))
  const seen = await listed(ada)
  expect(seen).toMatchObject([{ id: shared.id, sharedBy: 'postgres', accountId: ada.accountId, last: null }])
  // The folder on a colleague’s computer does not apply here. Ada chooses one of hers, which changes nothing for the
  // others.
  expect(seen[0]).toMatchObject({ folder: '' })
  await expect(ada.ask('schedules.run', { id: shared.id })).rejects.toMatchObject({ code: 'invalid-input' })
  await ada.ask('schedules.save', wanted(ada, { id: shared.id, folder: await here.choose(), isShared: true }))

  for (const { clock } of [there, here]) clock.advance(day)
  expect(await ranAgain(owner, shared)).toBe('ada')
  const [afterFirst] = await listed(owner)
  expect(afterFirst).toMatchObject({ missed: [], sharedBy: 'postgres' })
  expect([await readdir(here.path), await readdir(there.path)]).toEqual([['Messages.csv'], []])

  // The colleague who syncs next also runs it next, once.
  await ada.close()
  await eventually(async () => {
    const { lease } = await owner.ask('sync.status', { accountId: owner.accountId })
    expect(lease?.mine).toBe(true)
  }, 60_000)
  there.clock.advance(day)
  expect(await ranAgain(owner, afterFirst!)).toBe('postgres')
  expect(await readdir(there.path)).toEqual(['Messages.csv'])
})

onServer(
  'a shared schedule runs elsewhere if the host that syncs has no folders, once, and then on the same computer',
  async () => {
    const postgres = await teamArchive({})
    const as = (user: string) => ({ server: addressOf(postgres, { user }), password: postgres.password })
    const { mailroom: server } = await openTeamAccount(as('ada'))
    const [eve, bob] = [await openColleague(server), await openColleague(server)]
    const [atEve, atBob] = [await withFolder(eve), await withFolder(bob)]
    await syncToday(server)
    await eventually(async () => {
      const { lease } = await server.ask('sync.status', { accountId: server.accountId })
      expect(lease?.mine).toBe(true)
    })
    for (const colleague of [eve, bob]) await joinTeam(colleague, as('postgres'))
    const shared = await eve.ask('schedules.save', wanted(eve, { folder: await atEve.choose(), isShared: true }))
    await bob.ask(
      'schedules.save',
      wanted(bob, { id: (await listed(bob))[0]!.id, folder: await atBob.choose(), isShared: true }),
    )

    /** Waits for the next run, while the first host looks as often as needed. */
    const made = (before: Schedule, [host, other]: [Host, Host], otherLooks: number) => {
      let looks = 0
      for (const { clock } of [host, other]) clock.advance(day)
      return eventually(async () => {
        host.clock.advance(lookMilliseconds)
        if (looks++ < otherLooks) other.clock.advance(lookMilliseconds)
        const now = (await listed(eve)).find(({ id }) => id === before.id)!
        expect(now).toMatchObject({ last: { state: 'done' } })
        expect(now.last!.at).not.toBe(before.last?.at)
        return now
      }, 60_000)
    }
    const filesOf = async ({ path }: Host) => (await readdir(path)).length

    const first = await made(shared, [atEve, atBob], Infinity)
    expect((await filesOf(atEve)) + (await filesOf(atBob))).toBe(1)
    const [usual, other] = (await filesOf(atEve)) === 1 ? ([atEve, atBob] as const) : ([atBob, atEve] as const)
    // A host looks again only after the look before, so a test can’t make two hosts look equally often. How often each
    // leaves the run to others is tested in team-runs.test.ts.
    await made(first, [usual, other], 4)
    expect([await filesOf(usual), await filesOf(other)]).toEqual([2, 0])
  },
)

onServer('a shared schedule can be changed by every writer, and readers can see it', async () => {
  const postgres = await teamArchive({})
  const as = (user: string) => ({ server: addressOf(postgres, { user }), password: postgres.password })
  const { mailroom: ada } = await openTeamAccount(as('ada'))
  const [owner, bob] = [await openColleague(ada), await openColleague(ada)]
  const [here, there, reading] = [await withFolder(ada), await withFolder(owner), await withFolder(bob)]
  await joinTeam(owner, as('postgres'))
  await joinTeam(bob, as('bob'))
  const own = await ada.ask('schedules.save', wanted(ada, { folder: await here.choose() }))
  expect(await listed(owner)).toEqual([])

  // Sharing moves the schedule, and ending the sharing brings it back.
  const shared = await ada.ask('schedules.save', wanted(ada, { id: own.id, isShared: true }))
  expect(shared).toMatchObject({ id: own.id, sharedBy: 'ada' })
  await owner.ask('schedules.pause', { id: (await listed(owner))[0]!.id, paused: true })
  expect(await listed(ada)).toMatchObject([{ id: own.id, paused: true, sharedBy: 'ada' }])
  const timing = { ...daily, time: runsAt.replace(':30', ':45') }
  await owner.ask('schedules.save', wanted(owner, { id: own.id, timing, isShared: true }))
  const [changed] = await listed(bob)
  expect(changed).toMatchObject({ timing, sharedBy: 'ada' })

  // A colleague in another time zone who changes the file’s name does not change the team’s times.
  await owner.ask('settings.change', { timeZone: 'Pacific/Auckland' })
  const saveAs = { name: 'Renamed', ifTaken: 'keep-both' } as const
  await owner.ask('schedules.save', wanted(owner, { id: own.id, timing, saveAs, isShared: true }))
  expect(await listed(bob)).toEqual([{ ...changed, saveAs }])

  const refused = { code: 'archive-read-only' }
  await expect(bob.ask('schedules.remove', { id: own.id })).rejects.toMatchObject(refused)
  await expect(bob.ask('schedules.pause', { id: own.id, paused: false })).rejects.toMatchObject(refused)
  const another = wanted(bob, { folder: await reading.choose(), isShared: true })
  await expect(bob.ask('schedules.save', another)).rejects.toMatchObject(refused)
  expect(await listed(bob)).toHaveLength(1)

  await owner.ask('schedules.remove', { id: own.id })
  expect(await listed(ada)).toEqual([])
  await owner.ask('schedules.restore', { id: own.id })
  expect(await listed(ada)).toMatchObject([{ id: own.id, timing, sharedBy: 'ada' }])

  await ada.ask('schedules.save', wanted(ada, { id: own.id }))
  expect(await listed(ada)).toMatchObject([{ id: own.id, sharedBy: null }])
  expect(await listed(owner)).toEqual([])

  const delta = wanted(ada, { what: { source: 'delta' }, folder: await here.choose(), isShared: true })
  await expect(ada.ask('schedules.save', delta)).rejects.toMatchObject({ code: 'invalid-input' })
  await mkdir(there.path, { recursive: true })
  await owner.ask('team.leave', { accountId: owner.accountId })
  const alone = wanted(owner, { folder: await there.choose(), isShared: true })
  await expect(owner.ask('schedules.save', alone)).rejects.toMatchObject({ code: 'conflict' })
})

onServer('a shared schedule is paused when the archive is moved back, until it is resumed', async () => {
  const { mailroom: ada } = await openTeamAccount()
  const { ask, accountId } = ada
  const { clock, path, choose } = await withFolder(ada)
  const shared = await ask('schedules.save', wanted(ada, { folder: await choose(), isShared: true }))
  // Ada’s Mailroom never had an archive file.
  const back = await ended(ada, (await ask('team.bringBack', { accountId })).jobId)
  expect(back).toMatchObject({ state: 'done' })
  // The team still runs the schedule, so this copy is paused.
  expect(await listed(ada)).toEqual([{ ...shared, paused: true, nextRun: null }])

  const resumed = await ask('schedules.pause', { id: shared.id, paused: false })
  expect(resumed).toMatchObject({ sharedBy: null, paused: false })
  clock.advance(day)
  expect(await ranAgain(ada, shared)).toBeUndefined()
  expect(await readdir(path)).toEqual(['Messages.csv'])
})

onServer('an entry that only a newer Mailroom can read does not hide others', async () => {
  const created = await createSchema()
  const { mailroom } = await openTeamAccount(created)
  const { choose } = await withFolder(mailroom)
  const newer = await ServerArchive.open(optionsOf(created))
  onTestFinished(() => newer.close())
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  const due = { due: 0, last: null, missed: [] }
  const schedule = { kind: 'export', every: 'leap year' }
  await newer.changeSetting('teamScheduleRuns', { [first]: due, [second]: due })
  await newer.changeSetting('teamSchedules', { [first]: 'new', [second]: { schedule, sharedBy: 'eve' } })
  const shared = { isShared: true, folder: await choose() }
  const { id } = await mailroom.ask('schedules.save', wanted(mailroom, shared))
  expect(await listed(mailroom)).toMatchObject([{ id }])
  // Removing another schedule leaves the unreadable entries unchanged for the newer version.
  await mailroom.ask('schedules.remove', { id })
  const left = Object.keys((await newer.setting<object>('teamSchedules'))!)
  expect(left.sort()).toEqual([first, second].sort())
})

onServer('a list of schedules does not wait for a server that does not respond', async () => {
  const { server, password } = await createSchema()
  const { port, fallSilent, cut } = await openNetwork(server)
  const { mailroom } = await openTeamAccount({ server: { ...server, port }, password })
  const { clock, choose } = await withFolder(mailroom)
  const shared = { isShared: true, folder: await choose() }
  const { id } = await mailroom.ask('schedules.save', wanted(mailroom, shared))
  fallSilent()
  let found: Schedule[] | null = null
  const list = listed(mailroom).then((schedules) => (found = schedules))
  await expect
    .poll(() => {
      clock.advance(5000)
      return found
    })
    .toMatchObject([{ id }])
  await list
  // Otherwise, closing would wait for the server, too.
  cut()
})
