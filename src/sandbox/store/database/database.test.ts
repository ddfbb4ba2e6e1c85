import { readFile } from 'node:fs/promises'
import { onTestFinished, expect, test } from 'vitest'
import { storePath } from '#test/sandbox/support/stores.ts'
import { Database } from './database.ts'

const tables = { schema: 'CREATE TABLE numbers (number)', upgrades: new Map<number, string>() }

test('a copy that begins during a transaction contains it, too', async () => {
  const path = await storePath()
  const database = new Database(path, tables)
  onTestFinished(() => database.close())
  database.exec('BEGIN IMMEDIATE; INSERT INTO numbers VALUES (1)')
  const failed = database.copyTo(`${path}.copy`).catch((error: unknown) => error)
  // Files are read on the threads that copy, so the copy has begun when they have been read.
  for (let time = 0; time < 20; time++) await readFile(path)
  database.exec('COMMIT')
  expect(await failed).toBeUndefined()
  const copy = new Database(`${path}.copy`, tables, 'working')
  onTestFinished(() => copy.close())
  expect(copy.sql('SELECT number FROM numbers').all()).toEqual([{ number: 1 }])
})

test.each([
  ['kept', 2, 1],
  ['temporary', 0, 0],
] as const)(
  'a %s file waits for the disk only where its commits must survive a power failure',
  async (kind, within, after) => {
    const database = new Database(await storePath(), tables, kind)
    onTestFinished(() => database.close())
    const synchronous = () => database.sql('PRAGMA synchronous').get()?.['synchronous']
    let found: unknown
    database.durably(() => (found = synchronous()))
    expect([found, synchronous()]).toEqual([within, after])
  },
)
