import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join as joined } from 'node:path'
import { expect } from 'vitest'
import { createSchema, onServer } from '#test/core/archive/support/open-server.ts'
import { eventually } from '#test/support/eventually.ts'
import { openAccount } from '#test/support/open-app.ts'
import { JumpingClock } from './support/jumping-clock.ts'
import {
  addressesOnce,
  ended,
  join,
  openColleague,
  openTeamAccount,
  send,
  syncNow,
  syncToday,
} from './support/team-account.ts'

onServer('an account joins an empty archive, syncs into it, and finds the messages', async () => {
  const mailroom = await openAccount()
  const { ask, accountId, service } = mailroom
  const { server, password } = await createSchema()
  await send(mailroom, 'ada@example.org')

  const wrong = ask('team.test', { accountId, server, password: 'wrong' })
  await expect(wrong).rejects.toMatchObject({ code: 'archive-login-refused' })
  const found = await ask('team.test', { accountId, server, password })
  expect(found).toMatchObject({ role: 'owner', messages: 0, belongs: 'new', account: null, lease: { name: null } })
  expect(found.server).toMatch(/^PostgreSQL \d+/)

  expect(await join(mailroom, { server, password })).toMatchObject({ id: accountId, teamServer: server })
  await syncToday(mailroom)
  expect(await addressesOnce(mailroom, 1)).toEqual(['ada@example.org'])
  expect((await ask('sync.status', { accountId })).lease).toMatchObject({
    mine: true,
    readOnly: false,
    isOwner: true,
  })
  expect(await ask('team.test', { accountId, server, password })).toMatchObject({
    messages: 1,
    belongs: 'yes',
    account: { service: service.url, user: service.credentials.user },
    lease: { name: expect.stringContaining('Mailroom on') as string },
  })
  const files = readdirSync(mailroom.folder, { recursive: true, encoding: 'utf8' })
  const paths = files.map((name) => joined(mailroom.folder, name)).filter((path) => statSync(path).isFile())
  expect(paths.filter((path) => readFileSync(path).includes(password))).toEqual([])
})

onServer('a colleague sees what another one syncs, and continues when that one quits', async () => {
  const { mailroom: ada, created } = await openTeamAccount()
  await syncToday(ada)
  await eventually(async () => {
    expect((await ada.ask('sync.status', { accountId: ada.accountId })).lease).toMatchObject({ mine: true })
  })
  const bob = await openColleague(ada)
  const ofBob = { accountId: bob.accountId }
  await join(bob, created)
  await eventually(async () => {
    const { lease } = await bob.ask('sync.status', ofBob)
    expect(lease).toMatchObject({ mine: false, name: expect.stringContaining('Mailroom on') as string })
  })
  const { jobId } = await bob.ask('sync.now', ofBob)
  const nothing = await ended(bob, jobId)
  expect(nothing).toMatchObject({
    state: 'done',
    result: { text: expect.stringContaining('syncs this team') as string },
  })

  let changes = 0
  bob.app.subscribe(({ name }) => void (name === 'archive.changed' && changes++))
  await send(ada, 'first@example.org')
  await syncNow(ada)
  expect(await addressesOnce(bob, 1)).toEqual(['first@example.org'])
  await eventually(() => expect(changes).toBeGreaterThan(0))

  await send(ada, 'second@example.org')
  await ada.close()
  expect(await addressesOnce(bob, 2)).toEqual(['first@example.org', 'second@example.org'])
  expect((await bob.ask('sync.status', ofBob)).lease).toMatchObject({ mine: true })
})

onServer('while the team’s sync is paused, nobody has the turn, and each Mailroom may sync once', async () => {
  const { mailroom: ada, created } = await openTeamAccount()
  const clock = new JumpingClock()
  await ada.restart((ports) => ({ ...ports, clock }))
  await syncToday(ada)
  const bob = await openColleague(ada)
  const ofBob = { accountId: bob.accountId }
  await join(bob, created)
  await eventually(async () => {
    const { lease } = await bob.ask('sync.status', ofBob)
    expect(lease).toMatchObject({ mine: false, name: expect.stringContaining('Mailroom on') as string })
  })

  await bob.ask('sync.configure', { ...ofBob, options: { paused: true } })
  await eventually(async () => {
    // Ada’s Mailroom finds out when its next sync is due.
    clock.advance(30_000)
    expect((await bob.ask('sync.status', ofBob)).lease).toMatchObject({ mine: false, name: null })
  })
  await send(ada, 'first@example.org')
  for (const mailroom of [ada, bob]) {
    const { jobId } = await mailroom.ask('sync.now', { accountId: mailroom.accountId })
    expect((await ended(mailroom, jobId)).result?.text).toMatch(/^\d new message/)
  }
  expect(await addressesOnce(bob, 1)).toEqual(['first@example.org'])
})

onServer('an archive of another account is refused, and nothing changes', async () => {
  const { mailroom, created } = await openTeamAccount()
  await send(mailroom, 'ada@example.org')
  await syncToday(mailroom)
  await addressesOnce(mailroom, 1)
  const stranger = await openAccount()
  const { accountId } = stranger
  expect(await stranger.ask('team.test', { accountId, ...created })).toMatchObject({ belongs: 'no' })
  await expect(join(stranger, created)).rejects.toMatchObject({ code: 'archive-of-another-account' })
  expect((await stranger.ask('accounts.list')).accounts[0]).toMatchObject({ teamServer: null })
  const info = await stranger.ask('archive.info', { accountId })
  expect(info.messages).toBe(0)
})

onServer('an account that leaves gets its file back, and can join again', async () => {
  const mailroom = await openAccount()
  const { ask, accountId } = mailroom
  await send(mailroom, 'before@example.org')
  await syncToday(mailroom)
  await addressesOnce(mailroom, 1)
  const created = await createSchema()
  await join(mailroom, created)
  await addressesOnce(mailroom, 0)
  expect(await ask('team.leave', { accountId })).toMatchObject({ teamServer: null, lastTeamServer: created.server })
  expect(await addressesOnce(mailroom, 1)).toEqual(['before@example.org'])
  const { note } = await ask('recipients.erase', { accountId, email: 'before@example.org' })
  expect(note).toContain('Nothing was removed from the team archive at 127.0.0.1')
  // The password is not stored.
  const again = ask('team.join', { accountId, server: created.server, keep: 'keychain' })
  await expect(again).rejects.toMatchObject({ code: 'team-password-missing' })
})

onServer('a password in the keychain survives a restart, and is sent to no other server', async () => {
  const { mailroom, created } = await openTeamAccount()
  const { ask, accountId } = mailroom
  await mailroom.restart()
  expect(await ask('archive.info', { accountId })).toMatchObject({ messages: 0 })
  const elsewhere = { ...created.server, user: 'somebody' }
  const moved = ask('team.test', { accountId, server: elsewhere })
  await expect(moved).rejects.toMatchObject({ code: 'team-password-elsewhere' })
  await ask('accounts.remove', { id: accountId, archive: 'delete' })
  expect(await mailroom.secrets.get(`${accountId}-team`)).toBeNull()
})
