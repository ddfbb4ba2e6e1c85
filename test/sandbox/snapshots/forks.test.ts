import { readdirSync, renameSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { unpackSnapshot, writeSnapshot } from '#sandbox/snapshots/snapshot-file.ts'
import { temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { aSend, messagesOf, ServiceClient } from '../support/service-client.ts'
import { openSandbox } from '../support/open-sandbox.ts'
import { adminOf } from './support/admin.ts'

async function open() {
  const opened = await openSandbox({ snapshots: await temporaryFolder() })
  await opened.client.post('/messages/send', aSend('kept@x.org'))
  await opened.sandbox.snapshots.save('base')
  return opened
}

test('forks start from the snapshot and do not affect each other', async () => {
  const { sandbox, client } = await open()
  await client.post('/messages/send', aSend('later@x.org'))
  const forks = await Promise.all(Array.from({ length: 10 }, () => sandbox.forks.create({ snapshot: 'base' })))
  const clients = forks.map((fork) => ServiceClient.of(fork.sandbox))
  await Promise.all(clients.map((one, index) => one.post('/messages/send', aSend(`only${index}@x.org`))))
  for (const [index, one] of clients.entries()) {
    expect((await messagesOf(one)).map(({ msg }) => msg.email).sort()).toEqual(['kept@x.org', `only${index}@x.org`])
    one.close()
  }
  await forks[0]!.sandbox.control.advance('hour')
  const states = forks.map((fork) => fork.sandbox.control.outbox(10).at(-1)!.lastState)
  expect(states).toEqual(['delivered', ...Array<string>(9).fill('requested')])
  expect((await messagesOf(client)).map(({ msg }) => msg.email).sort()).toEqual(['kept@x.org', 'later@x.org'])
})

test('a fork accepts the key of its sandbox, has its SMTP server or none, and keeps its names', async () => {
  const { sandbox } = await open()
  sandbox.control.setNames({ headerNames: { user: 'X-Abc-User', key: 'X-Abc-Key' }, prefix: 'X-ABC-' })
  const fork = await sandbox.forks.create()
  expect(fork.sandbox.credentials).toEqual(sandbox.credentials)
  expect(fork.sandbox.smtp).toBe(sandbox.smtp)
  expect(fork.sandbox.control.state()).toMatchObject({ prefix: 'X-ABC-', messages: 1 })
  const other = await sandbox.forks.create({ snapshot: 'base', key: 'another-key' })
  expect(other.sandbox.credentials.key).toBe('another-key')
})

test('a sandbox that was closed says so when it is forked', async () => {
  const { sandbox } = await open()
  await sandbox.close()
  await expect(sandbox.forks.create()).rejects.toThrow('The sandbox was closed.')
})

test('a fork of a sandbox whose only key was deleted has a key that works, given or not', async () => {
  const { sandbox, client } = await open()
  await client.call({ method: 'DELETE', path: `/settings/apikeys/${sandbox.control.keys()[0]!.id}` })
  await sandbox.snapshots.save('without-key')
  for (const options of [{}, { key: 'brand-new-key' }, { snapshot: 'without-key', key: 'brand-new-key' }]) {
    const fork = await sandbox.forks.create(options)
    expect(fork.sandbox.credentials).toMatchObject(options.key === undefined ? {} : { key: options.key })
    const forked = ServiceClient.of(fork.sandbox)
    expect((await forked.get('/account')).status).toBe(200)
    forked.close()
  }
})

test('forks over HTTP: created, listed, closed, and gone with their sandbox', async () => {
  const { sandbox } = await open()
  const admin = adminOf({ sandbox })
  const { json } = await admin('POST', '/forks', { snapshot: 'base' })
  const fork = json as { id: string; url: string; user: string; key: string; admin: string; adminToken: string }
  expect((await admin('GET', '/forks')).json).toEqual([fork])
  const forked = adminOf({ sandbox: { url: fork.url, adminToken: fork.adminToken } })
  expect((await forked('GET', '/state')).json).toMatchObject({ messages: 1 })
  expect((await forked('POST', '/reset', {})).json).toMatchObject({ messages: 0 })
  expect((await admin('GET', '/state')).json).toMatchObject({ messages: 1 })
  expect((await admin('DELETE', `/forks/${fork.id}`)).json).toEqual([])
  expect(await admin('DELETE', `/forks/${fork.id}`)).toMatchObject({ status: 404 })
  await expect(forked('GET', '/state')).rejects.toThrow()
  expect(await admin('POST', '/forks', { snapshot: 'none' })).toMatchObject({ status: 404 })
  expect(await admin('POST', '/forks', { key: 'short' })).toMatchObject({ status: 400 })
})

test('a snapshot that was saved again is used by the next fork', async () => {
  const { sandbox, client } = await open()
  await sandbox.forks.create({ snapshot: 'base' })
  await client.post('/messages/send', aSend('second@x.org'))
  await sandbox.snapshots.save('base', { replace: true })
  const { sandbox: fork } = await sandbox.forks.create({ snapshot: 'base' })
  expect(fork.control.state().messages).toBe(2)
})

test('a fork can be restored from a snapshot too, and leaves nothing behind', async () => {
  const own = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`mailroom-sandbox-${process.pid}-`))
  // A killed process with the same number may have left its folder.
  const before = own()
  const { sandbox } = await open()
  const { sandbox: fork } = await sandbox.forks.create()
  fork.control.reset('empty')
  await fork.snapshots.restore('base')
  expect(fork.control.state().messages).toBe(1)
  await sandbox.close()
  expect(own()).toEqual(before)
})

/** A sandbox with a snapshot whose unpacking takes a while, and a second one in which there is a message more. */
// Windows refuses to replace an open file.
const unix = test.skipIf(process.platform === 'win32')

async function openLarge() {
  const data = await temporaryFolder()
  const { sandbox, client } = await openSandbox({ data })
  await client.post('/messages/send', aSend('first@x.org'))
  await sandbox.snapshots.save('base')
  const base = await sandbox.snapshots.pathOf('base')
  const database = join(data, 'large.sqlite')
  const header = await unpackSnapshot(base, database)
  const large = new DatabaseSync(database)
  large.exec("INSERT INTO settings (name, value) VALUES ('large', hex(zeroblob(5000000)))")
  large.close()
  await writeSnapshot(base, header, database)
  await client.post('/messages/send', aSend('second@x.org'))
  await sandbox.snapshots.save('next')
  const next = await sandbox.snapshots.pathOf('next')
  const fork = () => sandbox.forks.create({ snapshot: 'base' }).then((made) => made.sandbox.control.state().messages)
  /** Starts a fork, and replaces the snapshot while it is unpacked. */
  const forkAndReplace = async () => {
    const forked = fork()
    forked.catch(() => undefined)
    await expect.poll(() => readdirSync(join(data, 'working')), { interval: 1 }).not.toEqual([])
    renameSync(next, base)
    return { forked }
  }
  return { base, fork, forkAndReplace }
}

unix('a fork of a snapshot that is replaced meanwhile has the old content, and the next ones the new', async () => {
  const { fork, forkAndReplace } = await openLarge()
  const { forked } = await forkAndReplace()
  expect(await Promise.all([forked, fork()])).toEqual([1, 2])
  expect(await fork()).toBe(2)
})

unix('a fork of a snapshot that replaced a damaged one succeeds while the damaged one is still unpacked', async () => {
  const { base, fork, forkAndReplace } = await openLarge()
  truncateSync(base, statSync(base).size - 10)
  const { forked } = await forkAndReplace()
  expect(await fork()).toBe(2)
  await expect(forked).rejects.toThrow('The snapshot can’t be read.')
  expect(await fork()).toBe(2)
})
