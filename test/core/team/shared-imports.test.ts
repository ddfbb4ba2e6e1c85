import { expect, onTestFinished } from 'vitest'
import type { ServerDatabase } from '#core/archive/server/connection/server-database.ts'
import { sql } from '#core/archive/server/connection/sql.ts'
import { addressOf, teamArchive } from '#test/core/archive/server/administration/team-server.ts'
import { onServer } from '#test/core/archive/support/open-server.ts'
import { file, fileOf, rows } from '#test/core/imports/support.ts'
import { eventually } from '#test/support/eventually.ts'
import { ended, join, openColleague, openTeamAccount, type Mailroom } from './support/team-account.ts'

/** Keeps imports from writing their first message. Returns a function that ends this. */
async function holdImports(database: ServerDatabase): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  // After a failure, a held import would keep its Mailroom from closing.
  onTestFinished(() => released.resolve())
  const holding = database
    .transaction(async ({ run }) => {
      await run(sql`LOCK TABLE tombstone IN ACCESS EXCLUSIVE MODE`)
      held.resolve()
      await released.promise
    })
    // The server may end meanwhile.
    .catch(held.reject)
  await held.promise
  return async () => {
    released.resolve()
    await holding
  }
}

/** Starts an import of this many messages; resolves once it is noted in the archive. Returns the job’s id. */
async function startImport(mailroom: Mailroom, database: ServerDatabase, count: number): Promise<string> {
  const token = await fileOf(mailroom, await file(mailroom, 'csv', rows(count)))
  const { jobId } = await mailroom.ask('imports.start', { accountId: mailroom.accountId, token })
  await eventually(async () => {
    const noted = await database.first(sql`SELECT 1 AS found FROM setting WHERE value::text LIKE ${`%${jobId}%`}`)
    expect(noted).not.toBeNull()
  })
  return jobId
}

function statusOf({ ask, accountId }: Mailroom) {
  return ask('imports.status', { accountId })
}

onServer('an import is reported as interrupted only by the Mailroom that began it', async () => {
  const postgres = await teamArchive({})
  const as = (user: string) => ({ server: addressOf(postgres, { user }), password: postgres.password })
  const { mailroom: ada } = await openTeamAccount(as('ada'))
  const colleagues = await Promise.all([openColleague(ada), openColleague(ada)])
  const [owner, reader] = colleagues
  await join(owner, as('postgres'))
  await join(reader, as('bob'))

  const database = postgres.as('postgres')
  const release = await holdImports(database)
  const whole = await startImport(ada, database, 3)
  for (const colleague of [reader, owner]) expect(await statusOf(colleague)).toEqual({ added: 0, files: 0 })
  await release()
  expect(await ended(ada, whole)).toMatchObject({ state: 'done' })
  for (const mailroom of [ada, owner, reader]) expect(await statusOf(mailroom)).toEqual({ added: 3, files: 1 })
  const report = await reader.ask('imports.report', { accountId: reader.accountId, jobId: whole })
  expect(report).toMatchObject({ state: 'whole', added: 3 })

  const releaseAgain = await holdImports(database)
  const broken = await startImport(ada, database, 5)
  await postgres.kill()
  expect(await ended(ada, broken)).toMatchObject({ state: 'failed' })
  await releaseAgain()
  const restarted = await postgres.restart()
  onTestFinished(() => restarted.stop())
  // A Mailroom looks for interrupted imports after each start.
  for (const colleague of colleagues) {
    await colleague.restart()
    await eventually(async () => expect(await statusOf(colleague)).toEqual({ added: 3, files: 1 }))
  }
  await ada.restart()
  for (const mailroom of [ada, owner]) expect(await statusOf(mailroom)).toEqual({ added: 3, files: 2 })
  expect(await ada.ask('imports.report', { accountId: ada.accountId, jobId: broken })).toMatchObject({
    state: 'part',
    added: 0,
  })
})
