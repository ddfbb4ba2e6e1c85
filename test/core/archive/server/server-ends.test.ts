import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, vi } from 'vitest'
import { createArchive } from '#core/archive/server/administration/create-archive.ts'
import { ServerDatabase, silentMilliseconds } from '#core/archive/server/connection/server-database.ts'
import { sql } from '#core/archive/server/connection/sql.ts'
import { everything } from '#shared/domain/query/ast.ts'
import { eventually } from '#test/support/eventually.ts'
import { startPostgres } from '../../../../scripts/support/postgres/start.mjs'
import { joinServerArchive } from '../support/engines.ts'
import { partOf } from '../support/lessee-program.ts'
import { createSchema, onServer, openDatabase } from '../support/open-server.ts'
import { openNetwork } from '../support/open-network.ts'
import { addressOf } from './administration/team-server.ts'

const all = { query: everything, context: { now: 0, zone: 'UTC' } }

onServer('a server that stops during reads and writes ends no thread', async () => {
  let postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const { password } = postgres
  const server = addressOf(postgres, {})
  const administrator = new ServerDatabase(server, password)
  await createArchive(administrator)
  await administrator.close()
  const archive = await joinServerArchive({ server, password, name: 'Ada’s Mailroom' })
  const { messages } = partOf(1)
  await archive.import(messages)

  const asked = Promise.allSettled(Array.from({ length: 50 }, () => archive.histogram(all)))
  const written = Promise.allSettled([archive.import(partOf(2).messages), archive.setSetting('a', 1)])
  await postgres.kill()
  await Promise.all([asked, written])
  await expect(archive.search(all)).rejects.toMatchObject({ code: 'archive-away' })

  postgres = { ...postgres, ...(await postgres.restart()) }
  await eventually(async () => expect((await archive.search(all)).rows.length).toBeGreaterThan(0))
  await archive.import(partOf(2).messages)
  expect((await archive.count(all)).value).toBe(messages.length + partOf(2).messages.length)
})

onServer(
  'a connection that is briefly lost counts as a change, because notifications may have been missed',
  async () => {
    const { server, password } = await createSchema()
    const archive = await joinServerArchive({ server, password, name: 'Ada’s Mailroom' })
    const changes: string[] = []
    archive.onChange((happened) => changes.push(...happened))
    const administrator = new ServerDatabase(server, password)
    onTestFinished(() => administrator.close())
    const ended = await eventually(async () => {
      const rows = await administrator.query(sql`
      SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
      WHERE query = ${`LISTEN "mailroom_${server.schema}"`} AND state = 'idle'`)
      expect(rows).toHaveLength(1)
      return rows
    })
    expect(ended).toEqual([{ ended: true }])
    await eventually(() => expect(changes.toSorted()).toEqual(['lease', 'records']))
  },
)

onServer('an archive closes although its server no longer responds', async () => {
  const { server, password } = await createSchema()
  const { port, fallSilent } = await openNetwork(server)
  const archive = await joinServerArchive({ server: { ...server, port }, password, name: 'Ada’s Mailroom' })
  expect(await archive.takeLease()).toMatchObject({ mine: true })
  fallSilent()
  const asked = Promise.allSettled([archive.search(all), archive.setSetting('a', 1)])
  await archive.close()
  expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

onServer('a silent server counts as away, and its connections are replaced', async () => {
  const { server, password } = await createSchema()
  const { port, fallSilent } = await openNetwork(server)
  const database = new ServerDatabase({ ...server, port }, password)
  onTestFinished(() => database.close())
  // The limits of good statements never pass, however busy the machine is.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const version = sql`SELECT version FROM version`
  const ask = () => database.first(version)
  const each = () => database.eachBatch(version, () => undefined)
  const snapshot = () => database.snapshot((run) => run(version))
  const [found] = await Promise.all([ask(), ask()])
  // Two calls at once use both of the open connections.
  for (const silenced of [
    [ask, snapshot],
    [each, each],
  ]) {
    fallSilent()
    const refused: unknown[] = []
    for (const work of silenced) work().catch((error: unknown) => refused.push(error))
    // By then, each has its connection and waits for the server.
    await turn()
    await eventually(() => {
      vi.advanceTimersByTime(silentMilliseconds)
      expect(refused).toMatchObject([{ code: 'archive-away' }, { code: 'archive-away' }])
    })
    expect(await Promise.all([ask(), ask()])).toEqual([found, found])
  }
  await database.listen('anything', () => undefined)
  const stop = new AbortController()
  const slow = database.query(sql`SELECT pg_sleep(60)`, stop.signal)
  const cancelled = expect(slow).rejects.toMatchObject({ code: 'cancelled' })
  stop.abort()
  await cancelled
})

onServer('calls wait for a free connection for as long as others need theirs', async () => {
  const database = await openDatabase()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const ended = Promise.withResolvers<undefined>()
  const both = [1, 2].map(() => Promise.withResolvers<undefined>())
  const busy = both.map((begun) =>
    database.transaction(async () => {
      begun.resolve(undefined)
      await ended.promise
    }),
  )
  await Promise.all(both.map(({ promise }) => promise))
  const waiting = [1, 2, 3].map((one) => database.first(sql`SELECT ${one}::int AS one`))
  vi.advanceTimersByTime(silentMilliseconds)
  ended.resolve(undefined)
  expect(await Promise.all(waiting)).toEqual([{ one: 1 }, { one: 2 }, { one: 3 }])
  await Promise.all(busy)
})

onServer('a server that does not answer a new connection counts as away', async () => {
  const { server, password } = await createSchema()
  const { port, lose } = await openNetwork(server)
  lose()
  const database = new ServerDatabase({ ...server, port }, password)
  onTestFinished(() => database.close())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const refused = expect(database.first(sql`SELECT 1`)).rejects.toMatchObject({ code: 'archive-away' })
  vi.advanceTimersByTime(silentMilliseconds)
  await refused
})

onServer('a connection that could not listen listens at the next attempt', async () => {
  const database = await openDatabase()
  const heard: string[] = []
  const hear = (payload: string): void => void heard.push(payload)
  // PostgreSQL refuses a channel without a name.
  await expect(database.listen('', hear)).rejects.toThrow()
  expect(await database.listen('changes', hear)).toBe(true)
  await database.query(sql`SELECT pg_notify('changes', 'one')`)
  await eventually(() => expect(heard).toEqual(['one']))
})
