import { expect, onTestFinished } from 'vitest'
import { createArchive } from '#core/archive/server/administration/create-archive.ts'
import { migrateArchive } from '#core/archive/server/administration/migrate-archive.ts'
import { ServerDatabase } from '#core/archive/server/connection/server-database.ts'
import { sql } from '#core/archive/server/connection/sql.ts'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'
import { addressOf, firstVersionArchive, teamArchive } from '#test/core/archive/server/administration/team-server.ts'
import { onServer } from '#test/core/archive/support/open-server.ts'
import { filesWith } from '#test/core/bodies/support/open-bodies.ts'
import { inState, newDraft, now, person, pixel } from '#test/core/sends/support/sending.ts'
import { eventually } from '#test/support/eventually.ts'
import { startPostgres } from '../../../scripts/support/postgres/start.mjs'
import {
  addressesOnce,
  join,
  openColleague,
  openTeamAccount,
  syncToday,
  type Created,
  type Mailroom,
} from './support/team-account.ts'

const [ada, eve] = ['ada@example.org', 'unmistakable.eve@example.org']
const picture = `data:image/png;base64,${pixel.toString('base64')}`
const content = { html: `<p>Hi {{name}} <img src="${picture}"></p>` }

/** Sends to each address with different values. */
async function sendTo(mailroom: Mailroom, ...addresses: readonly string[]): Promise<void> {
  const rows = addresses.map((address) => person(address, { values: [`<${address}>`] }))
  const draftId = await newDraft(mailroom, { content, rows })
  await mailroom.ask('sends.start', { draftId, ...now })
  await inState(mailroom, draftId, 'sent')
}

async function sentTo({ ask, accountId }: Mailroom, address: string) {
  const list = { accountId, text: `to:${address}`, zone: 'UTC', offset: 0, limit: 1 }
  const [found] = (await ask('messages.search', list)).rows
  if (!found) throw new Error(`There is no message to ${address}.`)
  return (await ask('messages.get', { accountId, row: found.row })).sent
}

/** Reads the records and then their details, as the page does, because only the details have the ids of the sends. */
async function readAll(mailroom: Mailroom, count: number): Promise<void> {
  const { ask, accountId } = mailroom
  await syncToday(mailroom)
  await ask('sync.now', { accountId })
  await addressesOnce(mailroom, count)
  const { rows } = await ask('messages.search', { accountId, text: '', zone: 'UTC', offset: 0, limit: count })
  for (const { row } of rows) await ask('messages.refresh', { accountId, row })
}

const shownTo = (address: string) => ({
  at: expect.any(Number) as number,
  html: expect.stringContaining(`Hi &lt;${address}&gt; <img src="${picture}">`) as string,
  text: `Hi <${address}>`,
})

const folderOf = ({ folder, accountId }: Mailroom): string => `${folder}/accounts/${accountId}`

/** The files on this computer that contain the copy of what was sent to this address. */
async function copiesHere(mailroom: Mailroom, address: string): Promise<string[]> {
  return (await filesWith(folderOf(mailroom), address)).filter((name) => name.startsWith('bodies.sqlite'))
}

/** The recipients with a copy on the server. */
async function copiesAt(server: TeamServer, password: string): Promise<unknown[]> {
  const database = new ServerDatabase(server, password)
  try {
    const rows = await database.query(sql`SELECT recipient FROM sent_to ORDER BY recipient`)
    return rows.map(({ recipient }) => recipient)
  } finally {
    await database.close()
  }
}

/** A server that can be stopped, with an empty archive. */
async function stoppableServer() {
  let postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const restart = async () => {
    postgres = { ...postgres, ...(await postgres.restart()) }
  }
  const { password } = postgres
  const server = addressOf(postgres, { user: 'postgres' })
  const administrator = new ServerDatabase(server, password)
  await createArchive(administrator)
  await administrator.close()
  return { postgres: { kill: () => postgres.kill(), restart }, created: { server, password } }
}

onServer('a colleague sees what was sent, including its image, and this computer no longer stores it', async () => {
  const { mailroom, created } = await openTeamAccount()
  await sendTo(mailroom, ada, eve)
  await readAll(mailroom, 2)
  const colleague = await openColleague(mailroom)
  await join(colleague, created)
  await addressesOnce(colleague, 2)
  await eventually(async () => expect(await sentTo(colleague, ada)).toEqual(shownTo(ada)))
  expect(await sentTo(colleague, eve)).toEqual(shownTo(eve))
  await eventually(async () => expect(await copiesHere(mailroom, ada)).toEqual([]))
  expect(await sentTo(mailroom, eve)).toEqual(shownTo(eve))
})

onServer(
  'copies of messages sent while the server is away are uploaded once, when it responds or at the next start',
  async () => {
    const { postgres, created } = await stoppableServer()
    const { mailroom } = await openTeamAccount(created)
    await postgres.kill()
    await sendTo(mailroom, ada)
    expect(await copiesHere(mailroom, ada)).not.toEqual([])
    await postgres.restart()
    await eventually(async () => expect(await copiesAt(created.server, created.password)).toEqual([ada]))
    await eventually(async () => expect(await copiesHere(mailroom, ada)).toEqual([]))

    await postgres.kill()
    await sendTo(mailroom, eve)
    await mailroom.close()
    await postgres.restart()
    expect(await copiesAt(created.server, created.password)).toEqual([ada])
    await mailroom.start()
    await eventually(async () => expect(await copiesAt(created.server, created.password)).toEqual([ada, eve]))
  },
)

onServer('people whom a colleague has erased are left out, and removed from this computer', async () => {
  const { postgres, created } = await stoppableServer()
  const { mailroom } = await openTeamAccount(created)
  const colleague = await openColleague(mailroom)
  await join(colleague, created)
  await postgres.kill()
  await sendTo(mailroom, ada, eve)
  await sendTo(mailroom, eve)
  await mailroom.close()
  expect(await copiesHere(mailroom, eve)).not.toEqual([])
  await postgres.restart()
  await eventually(() => colleague.ask('recipients.erase', { accountId: colleague.accountId, email: eve }))
  await mailroom.start()
  await eventually(async () => expect(await copiesAt(created.server, created.password)).toEqual([ada]))
  await eventually(async () => expect(await copiesHere(mailroom, eve)).toEqual([]))
  expect(await copiesHere(mailroom, ada)).toEqual([])
})

onServer('a reader can send, and keeps the copies on this computer', async () => {
  const server = await teamArchive({})
  const { password } = server
  const as = (user: string): Created => ({ server: addressOf(server, { user }), password })
  const { mailroom: writer } = await openTeamAccount(as('ada'))
  const reader = await openColleague(writer)
  await join(reader, as('bob'))
  await sendTo(reader, eve)
  await readAll(writer, 1)
  await addressesOnce(reader, 1)
  await eventually(async () => expect(await sentTo(reader, eve)).toEqual(shownTo(eve)))
  expect(await sentTo(writer, eve)).toBeNull()
  expect(await copiesAt(as('postgres').server, password)).toEqual([])
})

onServer('an archive of version 1 gets the copies once it is migrated, without those of erased people', async () => {
  const server = await firstVersionArchive({})
  const { password } = server
  const created = { server: addressOf(server, { user: 'ada' }), password }
  const { mailroom } = await openTeamAccount(created)
  const colleague = await openColleague(mailroom)
  await join(colleague, created)
  await sendTo(mailroom, ada, eve)
  await colleague.ask('recipients.erase', { accountId: colleague.accountId, email: eve })
  await mailroom.restart()
  await eventually(async () => expect(await copiesHere(mailroom, eve)).toEqual([]))
  expect(await copiesHere(mailroom, ada)).not.toEqual([])
  await migrateArchive(server.as('postgres'))
  await sendTo(mailroom, 'late@example.org')
  await eventually(async () => expect(await copiesAt(created.server, password)).toEqual([ada, 'late@example.org']))
})
