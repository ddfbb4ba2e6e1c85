import { rmSync, statSync } from 'node:fs'
import { AppError } from '#shared/contract/base/error.ts'
import { Database } from '../file/database.ts'
import { readBlockColumn, readBlocks, type Block } from './block-store.ts'
import { columnNames } from '../index/columns.ts'
import { Records } from './stored-records.ts'

export type Damage = {
  /** `none`, `index` (records are whole: rebuilding helps), `file` (records may be lost: read them again). */
  kind: 'none' | 'index' | 'file'
  /** What was found, for the log. */
  findings: string[]
}

/** Looks at every page of the file; takes about a second per gigabyte. */
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

/** Whether the blocks hold every message once, and their columns every row. */
function checkIndex(database: Database): string[] {
  const findings: string[] = []
  const blocks = readBlocks(database)
  let messages = 0
  for (const _record of new Records(database).every()) messages++
  const indexed = blocks.reduce((sum, block) => sum + block.live, 0)
  if (messages !== indexed) findings.push(`${messages} messages, ${indexed} of them in the index`)
  for (const [at, block] of blocks.entries()) {
    if (at > 0 && block.first <= blocks[at - 1]!.last) findings.push(`block ${block.id} overlaps the one before`)
    for (const name of columnNames) {
      if (!isWhole(database, block, name)) findings.push(`block ${block.id}: column ${name} is not whole`)
    }
  }
  return findings
}

function isWhole(database: Database, block: Block, name: (typeof columnNames)[number]): boolean {
  try {
    return readBlockColumn(database, block, name).length === block.size
  } catch {
    return false
  }
}

/** A consistent copy, made while reading and writing go on. The target must not exist. */
export function backUp(database: Database, target: string): number {
  try {
    database.run('VACUUM INTO ?', target)
    return statSync(target).size
  } catch (error) {
    rmSync(target, { force: true })
    throw error
  }
}

/** More than a page, and far from what SQLite allows. */
const wipedAtOnce = 64 * 1024 ** 2

/**
 * Overwrites what the file gave up without doing so: its free pages are taken, filled with nothing, and given up again. Takes
 * as long as writing them.
 */
export function wipeFreePages(database: Database): void {
  const pages = Number(database.get('PRAGMA freelist_count')!.freelist_count)
  let bytes = pages * Number(database.get('PRAGMA page_size')!.page_size)
  if (bytes === 0) return
  database.transaction(() => {
    database.exec('CREATE TABLE wiped (data BLOB)')
    for (; bytes > 0; bytes -= wipedAtOnce) {
      database.run('INSERT INTO wiped VALUES (zeroblob(?))', Math.min(bytes, wipedAtOnce))
    }
    database.exec('DROP TABLE wiped')
  })
}

/** Bytes on the disk, the log beside the file included. */
export function diskUse(path: string): number {
  return ['', '-wal', '-shm'].reduce(
    (sum, suffix) => sum + (statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
}
