import { expect, onTestFinished } from 'vitest'
import { ServerDatabase } from '#core/archive/server/connection/server-database.ts'
import { compile } from '#core/archive/server/search/compile.ts'
import { decide } from '#core/archive/server/search/found-messages.ts'
import { sortedRows } from '#core/archive/server/search/sorted-rows.ts'
import { ServerReader } from '#core/archive/server/server-reader.ts'
import { ServerWriter } from '#core/archive/server/write/server-writer.ts'
import { everything } from '#shared/domain/query/ast.ts'
import { generateMessages } from '../support/generate.ts'
import { createSchema, onServer } from '../support/open-server.ts'
import { packed } from '../support/packed.ts'

const scope = { query: everything, context: { now: Date.UTC(2026, 0, 1), zone: 'UTC' } }
const count = 3000
const bySubject = { field: 'subject', descending: true } as const
const oldest = { field: 'created', descending: false } as const

async function openFilled() {
  const { server, password } = await createSchema()
  const database = new ServerDatabase(server, password)
  onTestFinished(() => database.close())
  await new ServerWriter(database).import([packed([...generateMessages({ count })])])
  const signal = undefined
  const found = await decide(scope, compile(scope.query, scope.context), { database, odd: [], signal })
  return { found, given: { database, signal }, reader: new ServerReader(database) }
}

onServer('refuses to sort more matches than fit in the memory, except by time', async () => {
  const { found, given, reader } = await openFilled()
  await expect(sortedRows(found, bySubject, { ...given, most: count - 1 })).rejects.toMatchObject({
    code: 'too-many-to-sort',
    message: expect.stringContaining('more than 2,999 messages') as string,
  })
  const sorted = await sortedRows(found, bySubject, { ...given, most: count })
  expect(sorted).toEqual(await reader.rows({ ...scope, sort: bySubject }, [{ first: 0, last: count }]))
  expect(sorted).toHaveLength(count)
  expect(await sortedRows(found, oldest, { ...given, most: 1 })).toEqual(sorted.toSorted())
})
