import { expect, test } from 'vitest'
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

onServer('ends a large read on the server when it is cancelled before its first rows', async () => {
  const database = await openDatabase()
  const stop = new AbortController()
  const slow = database.eachBatch(sql`SELECT pg_sleep(60)`, () => undefined, stop.signal)
  const isRunning = async (): Promise<boolean> => {
    const found = await database.query(sql`SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'`)
    return found.length > 0
  }
  await expect.poll(isRunning).toBe(true)
  stop.abort()
  await expect(slow).rejects.toMatchObject({ code: 'cancelled' })
  expect(await isRunning()).toBe(false)
})

onServer('ends a large read between two batches when it is cancelled', async () => {
  const database = await openDatabase()
  const stop = new AbortController()
  let read = 0
  const take = (rows: readonly unknown[]): void => {
    read += rows.length
    stop.abort()
  }
  const all = database.eachBatch(sql`SELECT generate_series(1, 20000)`, take, stop.signal)
  await expect(all).rejects.toMatchObject({ code: 'cancelled' })
  expect(read).toBe(5000)
})

onServer('reads a large result for longer than the server’s limit for a statement', async () => {
  const database = await openDatabase()
  // There is one connection, because these calls follow each other.
  await database.script('SET statement_timeout = 2000')
  const slow = sql`
    SELECT n, CASE WHEN n % 5000 = 0 THEN pg_sleep(0.15) END FROM generate_series(1, ${100_000}::int) AS n`
  let [read, sum] = [0, 0]
  await database.eachBatch(slow, (rows) => {
    read += rows.length
    for (const { n } of rows) sum += Number(n)
  })
  expect({ read, sum }).toEqual({ read: 100_000, sum: 5_000_050_000 })
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

test('a search that is cancelled does not wait for work that another search began', async () => {
  const { promise: othersWork, resolve } = Promise.withResolvers<string>()
  const stop = new AbortController()
  const [other, cancelled] = [sharedWork(() => othersWork), sharedWork(() => othersWork, stop.signal)]
  stop.abort()
  await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' })
  await expect(sharedWork(() => othersWork, stop.signal)).rejects.toMatchObject({ code: 'cancelled' })
  resolve('found')
  expect(await other).toBe('found')
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
