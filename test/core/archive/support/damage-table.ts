import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { archiveFileName } from '#core/archive/engine/file/archive-files.ts'
import { Database } from '#core/archive/engine/file/database.ts'

/** Overwrites the first page of each of these tables in a closed archive. */
export async function damageTables(folder: string, ...tables: readonly string[]): Promise<void> {
  const path = join(folder, archiveFileName)
  const database = new Database(path, { immutable: true })
  const size = Number(database.get('PRAGMA page_size')!.page_size)
  const pages = tables.map((table) => database.get('SELECT rootpage FROM sqlite_schema WHERE name = ?', table)!)
  database.close()
  const file = await open(path, 'r+')
  for (const { rootpage } of pages) await file.write(Buffer.alloc(size, 0xa5), 0, size, (Number(rootpage) - 1) * size)
  await file.close()
}
