import { expect } from 'vitest'
import { everything } from '#shared/domain/query/ast.ts'
import { sql } from '#core/archive/server/connection/sql.ts'
import { ServerDatabase } from '#core/archive/server/connection/server-database.ts'
import { generateMessages } from '../support/generate.ts'
import { joinServerArchive } from '../support/engines.ts'
import { createSchema, onServer } from '../support/open-server.ts'

const all = { query: everything, context: { now: Date.UTC(2026, 0, 1), zone: 'UTC' } }

onServer('notices sums that differ from the records, and counts them again', async () => {
  const created = await createSchema()
  const archive = await joinServerArchive({ ...created, name: 'Ada’s Mailroom' })
  const messages = [...generateMessages({ count: 2000 })]
  await archive.import(messages)
  await archive.import(messages.slice(0, 300).map((message) => ({ ...message, from: 'new@example.org', open: 9 })))
  await archive.erase(messages[7]!.email)
  const before = await archive.histogram(all)
  expect(await archive.checkIntegrity()).toEqual({ kind: 'none', findings: [] })
  const database = new ServerDatabase(created.server, created.password)
  await database.query(
    sql`UPDATE quarter SET messages = messages + 1 WHERE quarter = (SELECT min(quarter) FROM quarter)`,
  )
  await database.query(sql`DELETE FROM address WHERE recipient = (SELECT min(recipient) FROM address)`)
  await database.query(sql`UPDATE rollup SET messages = messages + 1`)
  await database.query(sql`UPDATE version SET changed = changed + 1`)
  await database.close()
  const { kind, findings } = await archive.checkIntegrity()
  expect([kind, findings.length]).toEqual(['index', 3])
  expect((await archive.histogram(all)).bars).not.toEqual(before.bars)
  await archive.rebuildIndex()
  expect(await archive.checkIntegrity()).toEqual({ kind: 'none', findings: [] })
  expect((await archive.histogram(all)).bars).toEqual(before.bars)
})

onServer('keeps no tag, sender or metadata key that only an erased person had', async () => {
  const created = await createSchema()
  const archive = await joinServerArchive({ ...created, name: 'Ada’s Mailroom' })
  const [one] = [...generateMessages({ count: 1 })]
  const theirs = { from: 'private@sender.example', tags: ['common', 'private \0'], meta: { 'private-key': '1' } }
  await archive.import([
    { ...one!, ...theirs, id: 'theirs', email: 'ann@private.example' },
    { ...one!, id: 'other', tags: ['common'] },
  ])
  await archive.erase('ann@private.example')
  const database = new ServerDatabase(created.server, created.password)
  const found = await database.query(sql`SELECT name FROM value WHERE name = 'common' OR name LIKE '%private%'`)
  await database.close()
  expect(found).toEqual([{ name: 'common' }])
  expect(await archive.checkIntegrity()).toEqual({ kind: 'none', findings: [] })
})
