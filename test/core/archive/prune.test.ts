import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { Database } from '#core/archive/engine/file/database.ts'
import { migrate } from '#core/archive/engine/file/migrate.ts'
import { ArchiveWriter } from '#core/archive/engine/store/archive-writer.ts'
import { readHorizon } from '#core/archive/engine/store/coverage.ts'
import { ServerDatabase } from '#core/archive/server/connection/server-database.ts'
import { sql } from '#core/archive/server/connection/sql.ts'
import { ServerReader } from '#core/archive/server/server-reader.ts'
import { CoverageTable } from '#core/archive/server/tables/coverage-table.ts'
import { ServerWriter } from '#core/archive/server/write/server-writer.ts'
import { everything } from '#shared/domain/query/ast.ts'
import { generateMessages } from './support/generate.ts'
import { temporaryFolder } from './support/open-archive.ts'
import { createSchema, onServer, openDatabase } from './support/open-server.ts'
import { packed } from './support/packed.ts'

const messages = [...generateMessages({ count: 30 })]
const seconds = messages.map(({ createdDate }) => Math.floor(createdDate / 1000)).sort((one, other) => one - other)
const covered = { from: seconds[0]!, to: seconds.at(-1)! }
const before = seconds[20]!

// The user may stop the sync at this point and choose to keep messages for longer.
const title = 'a period of which only some messages have been removed no longer counts as read'

it(`${title} in a file`, async () => {
  const database = new Database(join(await temporaryFolder(), 'archive.sqlite'))
  migrate(database)
  const writer = new ArchiveWriter(database)
  writer.import([packed(messages)], { covered })
  expect(writer.prune(before, 5)).toBe(5)
  expect(readHorizon(database)).toMatchObject({ completeFrom: before, completeUntil: covered.to })
  database.close()
})

onServer(`${title} on a server`, async () => {
  const database = await openDatabase()
  const writer = new ServerWriter(database)
  await writer.import([packed(messages)], { covered })
  expect(await writer.prune(before, 5)).toBe(5)
  const horizon = await database.snapshot((run) => new CoverageTable(run).horizon())
  expect(horizon).toMatchObject({ completeFrom: before, completeUntil: covered.to })
})

onServer('an emptied month that a backup is reading is left for the next call, and nobody waits for it', async () => {
  const { server, password } = await createSchema()
  const [database, backup] = [new ServerDatabase(server, password), new ServerDatabase(server, password)]
  onTestFinished(async () => void (await Promise.all([database.close(), backup.close()])))
  const writer = new ServerWriter(database)
  const [january, february, march] = [0, 1, 2].map((month) => Date.UTC(2026, month))
  const old = [...generateMessages({ count: 30, from: january, to: february })]
  await writer.import([packed([...old, ...generateMessages({ count: 30, from: february, to: march, seed: 2 })])])
  const monthsLeft = async () =>
    (await database.query(sql`SELECT name FROM month ORDER BY first`)).map(({ name }) => name)
  const prune = async () => {
    while ((await writer.prune(february! / 1000, 20)) > 0);
    return monthsLeft()
  }
  const [begun, ended] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  const saving = backup.snapshot(async (run) => {
    await run(sql`SELECT count(*) FROM message`)
    begun.resolve(undefined)
    await ended.promise
  })
  await begun.promise
  expect(await prune()).toEqual(['before', '2026_01', '2026_02', 'after'])
  const all = { query: everything, context: { now: march!, zone: 'UTC' } }
  expect((await new ServerReader(database).search(all)).count).toEqual({ value: 30, exact: true })
  expect(await writer.import([packed(old)])).toMatchObject({ added: 30 })
  ended.resolve(undefined)
  await saving
  expect(await prune()).toEqual(['before', '2026_02', 'after'])
  expect((await new ServerReader(database).search(all)).count).toEqual({ value: 30, exact: true })
})
