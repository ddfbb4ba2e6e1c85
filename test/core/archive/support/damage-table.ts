import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { archiveFileName } from '#core/archive/engine/file/archive-files.ts'
import { Database } from '#core/archive/engine/file/database.ts'

/** The part of the first page that is needed to recognize a database. */
const headerBytes = 100

/** Overwrites the first page of each of these tables in a closed archive. That of `sqlite_schema` keeps its header. */
export async function damageTables(folder: string, ...tables: readonly string[]): Promise<void> {
  const path = join(folder, archiveFileName)
  const database = new Database(path, { immutable: true })
  const size = Number(database.get('PRAGMA page_size')!.page_size)
  const pages = tables.map((table) => {
    if (table === 'sqlite_schema') return 1
    return Number(database.get('SELECT rootpage FROM sqlite_schema WHERE name = ?', table)!.rootpage)
  })
  database.close()
  const file = await open(path, 'r+')
  for (const page of pages) {
    const spared = page === 1 ? headerBytes : 0
    await file.write(Buffer.alloc(size - spared, 0xa5), 0, size - spared, (page - 1) * size + spared)
  }
  await file.close()
}
