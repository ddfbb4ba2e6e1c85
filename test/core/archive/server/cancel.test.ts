import { expect } from 'vitest'
import { everything } from '#shared/domain/query/ast.ts'
import { sql } from '#core/archive/server/connection/sql.ts'
import { sharedWork } from '#core/archive/server/search/shared-work.ts'
import { ServerReader } from '#core/archive/server/server-reader.ts'
import { ServerWriter } from '#core/archive/server/write/server-writer.ts'
import { generateMessages } from '../support/generate.ts'
import { onServer, openDatabase } from '../support/open-server.ts'
import { packed } from '../support/packed.ts'

const context = { now: Date.UTC(2026, 0, 1), zone: 'UTC' }

onServer('ends a statement on the server when its search is cancelled, and no other', async () => {
  const database = await openDatabase()
  const stop = new AbortController()
  const slow = database.query(sql`SELECT pg_sleep(60)`, stop.signal)
  // The statement has reached the server once the other connection sees it.
  const isRunning = async (): Promise<boolean> => {
    const found = await database.query(sql`SELECT 1 FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)'`)
    return found.length > 0
  }
  await expect.poll(isRunning).toBe(true)
  stop.abort()
  await expect(slow).rejects.toMatchObject({ code: 'cancelled' })
  expect(await isRunning()).toBe(false)
  for (let round = 0; round < 100; round++) {
    const each = new AbortController()
    const quick = database.query(sql`SELECT pg_sleep(0.0005)`, each.signal).catch(() => [])
    // The statement is just about to end.
    await database.query(sql`SELECT pg_sleep(0.0005)`)
    each.abort()
    await quick
    // A late cancel would abort one of these.
    const both = await Promise.all([database.query(sql`SELECT 2 AS two`), database.query(sql`SELECT 2 AS two`)])
    expect(both).toEqual([[{ two: 2 }], [{ two: 2 }]])
  }
})

onServer('returns a result to a search whose identical predecessor was cancelled', async () => {
  const database = await openDatabase()
  await new ServerWriter(database).import([packed([...generateMessages({ count: 300 })])])
  const reader = new ServerReader(database)
  const request = { query: everything, context, sort: { field: 'subject', descending: false } } as const
  const first = new AbortController()
  const cancelled = reader.search(request, first.signal)
  const second = reader.search(request)
  first.abort()
  await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' })
  expect((await second).count.value).toBe(300)
})

onServer('ends a statement that takes too long with an error that says so, and does not repeat it', async () => {
  const database = await openDatabase()
  let attempts = 0
  const slow = sharedWork(() => {
    attempts += 1
    return database.snapshot(async (run) => {
      await run(sql`SET LOCAL statement_timeout = 1`)
      return run(sql`SELECT pg_sleep(60)`)
    }, new AbortController().signal)
  })
  const message = expect.stringMatching(/took too long/) as string
  await expect(slow).rejects.toMatchObject({ code: 'archive-too-slow', retryable: false, message })
  expect(attempts).toBe(1)
})
