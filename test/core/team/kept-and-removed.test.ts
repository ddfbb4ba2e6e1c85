import { expect } from 'vitest'
import { createSchema, onServer } from '#test/core/archive/support/open-server.ts'
import { openBodies } from '#test/core/bodies/support/open-bodies.ts'
import { eventually } from '#test/support/eventually.ts'

const email = 'ada@example.org'

/** The rooms of an account with a team archive. */
async function openTeamBodies() {
  const opened = await openBodies()
  const { accounts, archives, id } = opened
  const { server, password } = await createSchema()
  await archives.team.passwords.set(id, server, { password, keep: 'this-run' })
  await accounts.teamServers.set(id, { server, passwordInKeychain: false })
  const team = (await archives.teamOf(id))!
  const atServer = async () => {
    const found = await Promise.all(['old', 'new'].map((send) => team.sentCopy(send, email)))
    return found.map((copy) => copy !== null)
  }
  return { ...opened, atServer }
}

function send(at: number) {
  return { at, content: { text: 'Hello', html: '', columns: [] }, to: [{ address: email }] }
}

onServer('copies of unsent messages, and those that are too old, are removed from the server, too', async () => {
  const { bodies, id, atServer } = await openTeamBodies()
  expect(await bodies.keepSent(id, 'old', send(1000))).toBe(true)
  expect(await bodies.keepSent(id, 'new', send(2000))).toBe(true)
  await eventually(async () => expect(await atServer()).toEqual([true, true]))
  await bodies.prune(id, 2000)
  expect(await atServer()).toEqual([false, true])
  await bodies.removeSent(id, 'new')
  await eventually(async () => expect(await atServer()).toEqual([false, false]))
  expect(await bodies.sent(id, 'new', email)).toBeNull()
})

onServer('a program that quits after sending still uploads its copies', async () => {
  const { room, bodies, id, atServer } = await openTeamBodies()
  await bodies.keepSent(id, 'old', send(1000))
  await room.stop?.()
  expect(await atServer()).toEqual([true, false])
})
