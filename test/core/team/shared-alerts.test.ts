import { expect } from 'vitest'
import { secondsPerDay } from '#shared/domain/base/durations.ts'
import { hardRule } from '#test/core/alerts/support.ts'
import { addressOf, teamArchive } from '#test/core/archive/server/administration/team-server.ts'
import { onServer } from '#test/core/archive/support/open-server.ts'
import { eventually } from '#test/support/eventually.ts'
import { join, openColleague, openTeamAccount, syncNow, type Mailroom } from './support/team-account.ts'

const window = { unit: 'day' as const, count: 3 }
const condition = { ...hardRule.condition, limit: 0, end: 0, minimum: 1, window }
const rule = { ...hardRule, condition }

function listOf({ ask, accountId }: Mailroom) {
  return ask('alerts.list', { accountId })
}

function save({ ask, accountId }: Mailroom, change: Partial<typeof rule>, isShared: boolean) {
  return ask('alerts.save', { accountId, rule: { ...rule, ...change }, isShared })
}

/** The notices of a Mailroom on a host without notifications. */
function noticesOf({ app }: Mailroom): string[] {
  const notices: string[] = []
  app.subscribe((event) => event.name === 'app.notice' && notices.push(event.payload.text))
  return notices
}

onServer('a shared rule fires once, in the Mailroom that syncs, and everyone sees it', async () => {
  const postgres = await teamArchive({})
  const as = (user: string) => ({ server: addressOf(postgres, { user }), password: postgres.password })
  const { mailroom: ada } = await openTeamAccount(as('ada'), { scenario: 'demo' })
  const [owner, bob] = [await openColleague(ada), await openColleague(ada)]
  await join(owner, as('postgres'))
  await join(bob, as('bob'))
  const { ask, accountId } = ada
  const from = Math.floor(ada.service.clock.now() / 1000) - 4 * secondsPerDay
  await ask('sync.configure', { accountId, options: { from, details: false } })
  await syncNow(ada)
  const [here, elsewhere] = [noticesOf(ada), noticesOf(owner)]

  // All data is there to be evaluated, but the owner does not sync.
  await save(owner, {}, true)
  const fired = await eventually(async () => {
    const { rules, events } = await listOf(bob)
    expect(rules).toMatchObject([{ rule: { name: rule.name }, sharedBy: 'postgres', status: { isFiring: true } }])
    expect(events).toHaveLength(1)
    return events
  }, 90_000)
  expect(fired[0]?.fired.value.part).toBeGreaterThan(0)
  await eventually(() => expect(here).toEqual([expect.stringMatching(/Hard bounces/)]))
  expect(elsewhere).toEqual([])
  expect((await listOf(owner)).events).toEqual(fired)
  // The day of the alert has a note for everyone.
  await eventually(async () => {
    const days = { from: '2000-01-01', to: '2100-01-01', zone: 'UTC' }
    const { notes } = await bob.ask('notes.list', { accountId: bob.accountId, ...days })
    expect(notes).toContainEqual(expect.objectContaining({ kind: 'alert', sharedBy: null }))
  })

  // A new name does not fire the rule again; a new limit ends the alert.
  await save(ada, { name: 'Ann@example.org bounces' }, true)
  await ask('recipients.erase', { accountId, email: 'ann@example.org' })
  expect((await listOf(owner)).rules).toMatchObject([
    { rule: { name: 'erased bounces' }, sharedBy: 'postgres', status: { isFiring: true } },
  ])
  await save(owner, { isOn: false }, true)
  expect((await listOf(ada)).events).toMatchObject([{ id: fired[0]!.id, endedBy: 'off' }])

  // Readers see shared rules without being able to change them, and have their own as well.
  await expect(save(bob, {}, true)).rejects.toMatchObject({ code: 'archive-read-only' })
  const own = { id: crypto.randomUUID(), name: 'Mine' }
  await expect(save(bob, own, true)).rejects.toMatchObject({ code: 'archive-read-only' })
  await save(bob, own, false)
  expect((await listOf(bob)).rules.map(({ sharedBy }) => sharedBy)).toEqual([null, 'postgres'])
  expect((await listOf(ada)).rules).toHaveLength(1)

  // A rule that is no longer shared belongs to the user who ended the sharing.
  await save(ada, { isOn: false }, false)
  expect((await listOf(ada)).rules).toMatchObject([{ sharedBy: null }])
  expect((await listOf(owner)).rules).toEqual([])
  await save(ada, { isOn: false }, true)
  expect((await listOf(owner)).rules).toMatchObject([{ sharedBy: 'ada' }])
  await ask('alerts.remove', { accountId, id: rule.id })
  expect((await listOf(owner)).rules).toEqual([])

  await ask('team.leave', { accountId })
  await expect(save(ada, {}, true)).rejects.toThrow('This account’s archive is on this computer')
})
