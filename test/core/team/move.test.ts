import { expect, onTestFinished } from 'vitest'
import { accessPage } from '#core/archive/server/access/read-access.ts'
import { ServerDatabase } from '#core/archive/server/connection/server-database.ts'
import { silenceRule } from '#test/core/alerts/support.ts'
import { openNetwork } from '#test/core/archive/support/open-network.ts'
import { createSchema, onServer } from '#test/core/archive/support/open-server.ts'
import { eventually } from '#test/support/eventually.ts'
import { openAppAtSandbox } from '#test/support/open-app.ts'
import { addressesOnce, ended, join, openTeamAccount, send, syncNow, syncToday } from './support/team-account.ts'

onServer('an archive is moved to a server, used and synced there, and moved back with the additions', async () => {
  const mailroom = await openAppAtSandbox()
  const { id: accountId } = await mailroom.addAccount({}, 'keychain')
  const { ask } = mailroom
  await send(mailroom, 'before@example.org')
  await syncToday(mailroom)
  await addressesOnce(mailroom, 1)

  const created = await createSchema()
  const moved = await ended(mailroom, (await ask('team.move', { accountId, ...created, keep: 'keychain' })).jobId)
  expect(moved).toMatchObject({
    state: 'done',
    result: { text: expect.stringMatching(/^1 message moved\./) as string },
  })
  expect((await ask('accounts.list')).accounts[0]).toMatchObject({ teamServer: created.server })
  expect(await addressesOnce(mailroom, 1)).toEqual(['before@example.org'])
  await send(mailroom, 'there@example.org')
  await syncNow(mailroom)
  expect(await addressesOnce(mailroom, 2)).toEqual(['before@example.org', 'there@example.org'])

  const shared = { accountId, id: crypto.randomUUID() }
  const day = '2026-01-15'
  await ask('notes.add', { ...shared, day, text: 'New sender', isShared: true })
  const sort = { field: 'created', descending: true } as const
  await ask('team.saveView', { ...shared, name: 'Failed', text: 'state:failed', sort })
  await ask('alerts.save', { accountId, rule: silenceRule, isShared: true })

  await expect(ask('team.move', { accountId, ...created, keep: 'keychain' })).rejects.toMatchObject({
    code: 'conflict',
  })
  // `postgres` is the archive’s owner.
  await ask('team.chooseAccessLog', { accountId, choice: 'changes' })
  const back = await ended(mailroom, (await ask('team.bringBack', { accountId })).jobId)
  expect(back).toMatchObject({ state: 'done' })
  const database = new ServerDatabase(created.server, created.password)
  onTestFinished(() => database.close())
  const [line] = await accessPage((statement) => database.query(statement), {}, { limit: 1 })
  expect(line).toMatchObject({ kind: 'exported', messages: 2 })
  expect((await ask('accounts.list')).accounts[0]).toMatchObject({ teamServer: null })
  expect(await addressesOnce(mailroom, 2)).toEqual(['before@example.org', 'there@example.org'])
  // Shared notes are still there, and can be removed.
  const { notes } = await ask('notes.list', { accountId, from: day, to: day, zone: 'UTC' })
  expect(notes).toMatchObject([{ text: 'New sender', sharedBy: 'postgres' }])
  expect(await ask('team.views', { accountId })).toMatchObject([{ name: 'Failed', sharedBy: 'postgres' }])
  const { rules } = await ask('alerts.list', { accountId })
  expect(rules).toMatchObject([{ rule: silenceRule, sharedBy: 'postgres' }])
  await ask('team.removeView', shared)
  expect(await ask('team.views', { accountId })).toEqual([])
  await send(mailroom, 'here@example.org')
  await syncNow(mailroom)
  expect(await addressesOnce(mailroom, 3)).toEqual(['before@example.org', 'here@example.org', 'there@example.org'])
})

onServer('a move to an archive in use is refused, and the account keeps its file', async () => {
  const mailroom = await openAppAtSandbox()
  const { id: accountId } = await mailroom.addAccount({}, 'keychain')
  await send(mailroom, 'ours@example.org')
  await syncToday(mailroom)
  await addressesOnce(mailroom, 1)
  const created = await createSchema()
  const other = await openAppAtSandbox()
  await other.addAccount({}, 'keychain')
  await join(other, created)
  await send(other, 'theirs@example.org')
  await syncToday(other)
  await addressesOnce(other, 1)
  const refused = await ended(
    mailroom,
    (await mailroom.ask('team.move', { accountId, ...created, keep: 'keychain' })).jobId,
  )
  expect(refused.state).toBe('failed')
  expect((await mailroom.ask('accounts.list')).accounts[0]).toMatchObject({
    teamServer: null,
    lastTeamServer: created.server,
  })
  expect(await addressesOnce(mailroom, 1)).toEqual(['ours@example.org'])
  expect(await addressesOnce(other, 1)).toEqual(['theirs@example.org'])
})

onServer('people erased from the team archive at the same time are also erased from the earlier file', async () => {
  const mailroom = await openAppAtSandbox()
  const { id: accountId } = await mailroom.addAccount({}, 'keychain')
  const { ask } = mailroom
  await send(mailroom, 'gone@example.org')
  await send(mailroom, 'gone-too@example.org')
  await send(mailroom, 'stays@example.org')
  await syncToday(mailroom)
  await addressesOnce(mailroom, 3)
  const created = await createSchema()
  await ended(mailroom, (await ask('team.move', { accountId, ...created, keep: 'keychain' })).jobId)
  const erase = (email: string) => ask('recipients.erase', { accountId, email })
  const erased = await Promise.all([erase('gone@example.org'), erase('gone-too@example.org')])
  expect(erased).toMatchObject([{ messages: 1 }, { messages: 1 }])
  await ask('sync.configure', { accountId, options: { paused: true } })
  await ask('team.leave', { accountId })
  expect(await addressesOnce(mailroom, 1)).toEqual(['stays@example.org'])
})

onServer('an erasure waits until the team archive has been copied to this computer', async () => {
  const { server, password } = await createSchema()
  const { port, lose, cut } = await openNetwork(server)
  const { mailroom } = await openTeamAccount({ server: { ...server, port }, password })
  const { ask, accountId } = mailroom
  await send(mailroom, 'gone@example.org')
  await syncToday(mailroom)
  await addressesOnce(mailroom, 1)
  const erase = () => ask('recipients.erase', { accountId, email: 'gone@example.org' })

  lose()
  const { jobId } = await ask('team.bringBack', { accountId })
  await expect(erase()).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('is being copied to this computer') as string,
  })
  await ask('jobs.cancel', { id: jobId })
  cut()
  expect(await ended(mailroom, jobId)).toMatchObject({ state: 'cancelled' })
  expect(await eventually(erase)).toMatchObject({ messages: 1 })
  await ask('team.leave', { accountId })
  await addressesOnce(mailroom, 0)
})
