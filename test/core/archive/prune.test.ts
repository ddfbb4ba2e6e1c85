import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Database } from '#core/archive/engine/file/database.ts'
import { migrate } from '#core/archive/engine/file/migrate.ts'
import { ArchiveWriter } from '#core/archive/engine/store/archive-writer.ts'
import { readHorizon } from '#core/archive/engine/store/coverage.ts'
import { CoverageTable } from '#core/archive/server/tables/coverage-table.ts'
import { ServerWriter } from '#core/archive/server/write/server-writer.ts'
import { generateMessages } from './support/generate.ts'
import { temporaryFolder } from './support/open-archive.ts'
import { onServer, openDatabase } from './support/open-server.ts'
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
