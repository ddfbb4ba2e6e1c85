import { expect, onTestFinished } from 'vitest'
import { ServerDatabase } from '#core/archive/server/connection/server-database.ts'
import { sql } from '#core/archive/server/connection/sql.ts'
import { ServerWriter } from '#core/archive/server/write/server-writer.ts'
import { eventually } from '#test/support/eventually.ts'
import { generateMessages } from '../support/generate.ts'
import { createSchema, onServer } from '../support/open-server.ts'
import { packed } from '../support/packed.ts'

onServer('two computers that index a new month at once both succeed', async () => {
  const { server, password } = await createSchema()
  const open = (): ServerDatabase => {
    const database = new ServerDatabase(server, password)
    onTestFinished(() => database.close())
    return database
  }
  const [ada, bob, other] = [open(), open(), open()]
  const [from, to] = [Date.UTC(2026, 0), Date.UTC(2026, 1)]
  await new ServerWriter(ada).import([packed([...generateMessages({ count: 300, from, to })])])
  let indexing = Promise.allSettled<void>([])
  await other.transaction(async ({ run }) => {
    // Indexing waits for this lock, so that both programs reach the first month before either has indexed it.
    await run(sql`LOCK TABLE message_before IN ROW EXCLUSIVE MODE`)
    indexing = Promise.allSettled([ada, bob].map((database) => new ServerWriter(database).indexMonths()))
    const waiting = sql`SELECT pid FROM pg_locks WHERE NOT granted`
    await eventually(async () => expect(await run(waiting)).toHaveLength(2))
  })
  expect(await indexing).toEqual([1, 2].map(() => ({ status: 'fulfilled', value: undefined })))
  expect(await other.query(sql`SELECT name FROM month WHERE NOT indexed`)).toEqual([])
})
