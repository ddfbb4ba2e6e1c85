import { expect, onTestFinished } from 'vitest'
import { ServerDatabase } from '#core/archive/server/connection/server-database.ts'
import { sql } from '#core/archive/server/connection/sql.ts'
import { createSchema, onServer } from '#test/core/archive/support/open-server.ts'
import { eventually } from '#test/support/eventually.ts'
import { openAccount } from '#test/support/open-app.ts'
import { join, type Created } from './support/team-account.ts'

/** Begins the work, and lets nothing write to the archive until this many writes wait. */
async function heldUntil<T>({ server, password }: Created, writes: number, begin: () => Promise<T>): Promise<T> {
  const database = new ServerDatabase(server, password)
  onTestFinished(() => database.close())
  const { work } = await database.transaction(async ({ run }) => {
    await run(sql`SELECT epoch FROM lease FOR UPDATE`)
    const begun = { work: begin() }
    await eventually(async () => {
      // Asked in this transaction, because the server would end it if it stayed idle for long.
      await run(sql`SELECT pg_stat_clear_snapshot()`)
      const waiting = await run(sql`
        SELECT DISTINCT pid FROM pg_locks JOIN pg_stat_activity USING (pid)
        WHERE relation = 'lease'::regclass AND wait_event_type = 'Lock'`)
      expect(waiting).toHaveLength(writes)
    })
    return begun
  })
  return work
}

onServer('of two accounts that join the same new archive at once, one is refused', async () => {
  const created = await createSchema()
  const mailrooms = await Promise.all([openAccount(), openAccount()])
  const joinAll = () => Promise.allSettled(mailrooms.map((mailroom) => join(mailroom, created)))
  const joins = await heldUntil(created, 2, joinAll)
  const refused = joins.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  expect(refused).toMatchObject([{ code: 'archive-of-another-account' }])

  const first = mailrooms[joins.findIndex(({ status }) => status === 'fulfilled')]!
  const other = mailrooms[joins.findIndex(({ status }) => status === 'rejected')]!
  expect((await first.ask('accounts.list')).accounts).toMatchObject([{ teamServer: created.server }])
  expect((await other.ask('accounts.list')).accounts).toMatchObject([{ teamServer: null }])
  const { account } = await first.ask('team.test', { accountId: first.accountId, ...created })
  expect(account).toEqual({ service: first.service.url, user: first.service.credentials.user })
})
