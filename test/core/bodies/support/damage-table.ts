import { open } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'

/** Overwrites the first page of a table. */
export async function damageTable(path: string, table: string): Promise<void> {
  const database = new DatabaseSync(path)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const { rootpage } = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table)!
  const { page_size: size } = database.prepare('PRAGMA page_size').get()!
  database.close()
  const file = await open(path, 'r+')
  await file.write(Buffer.alloc(Number(size), 0xff), 0, Number(size), (Number(rootpage) - 1) * Number(size))
  await file.close()
}
