import { AppError } from '#shared/contract/base/error.ts'
import type { Damage } from '../../port/archive-port.ts'
import type { Database } from '../file/database.ts'
import type { Block } from './block.ts'
import { readBlockColumn, readBlocks } from './block-store.ts'
import { columnNames } from '../index/columns.ts'
import { StoredRecords } from './stored-records.ts'

/** Checks every page in the file, which takes about a second per gigabyte, and then the index. */
export function checkIntegrity(database: Database): Damage {
  const findings: string[] = []
  try {
    for (const row of database.all('PRAGMA integrity_check(20)')) {
      const finding = String(row.integrity_check)
      if (finding !== 'ok') findings.push(finding)
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { kind: 'file', findings: [String(error.details.reason ?? error.message)] }
  }
  if (findings.length > 0) return { kind: 'file', findings }
  const index = checkIndex(database)
  return { kind: index.length > 0 ? 'index' : 'none', findings: index }
}

/** Checks that the blocks contain as many records as the file, don’t overlap and have complete columns. */
function checkIndex(database: Database): string[] {
  const findings: string[] = []
  const blocks = readBlocks(database)
  let messages = 0
  for (const _record of new StoredRecords(database).all()) messages++
  const indexed = blocks.reduce((sum, block) => sum + block.live, 0)
  if (messages !== indexed) findings.push(`${messages} messages, ${indexed} of them in the index`)
  for (const [at, block] of blocks.entries()) {
    if (at > 0 && block.first <= blocks[at - 1]!.last) findings.push(`block ${block.id} overlaps the one before`)
    for (const name of columnNames) {
      if (!isComplete(database, block, name)) findings.push(`block ${block.id}: column ${name} is incomplete`)
    }
  }
  return findings
}

function isComplete(database: Database, block: Block, name: (typeof columnNames)[number]): boolean {
  try {
    return readBlockColumn(database, block, name).length === block.size
  } catch {
    return false
  }
}

/** How many bytes one statement overwrites: more than a page, and far below SQLite’s limit for one value. */
const overwrittenAtOnce = 64 * 1024 ** 2

/**
 * Overwrites pages that were freed without being cleared: allocates all free pages, fills them with zeros and frees them
 * again. Takes as long as writing these pages.
 */
export function overwriteFreePages(database: Database): void {
  const pages = Number(database.get('PRAGMA freelist_count')!.freelist_count)
  let bytes = pages * Number(database.get('PRAGMA page_size')!.page_size)
  if (bytes === 0) return
  database.transaction(() => {
    database.exec('CREATE TABLE filler (data BLOB)')
    for (; bytes > 0; bytes -= overwrittenAtOnce) {
      database.run('INSERT INTO filler VALUES (zeroblob(?))', Math.min(bytes, overwrittenAtOnce))
    }
    database.exec('DROP TABLE filler')
  })
}
