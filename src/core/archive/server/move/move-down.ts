import { AppError } from '#shared/contract/base/error.ts'
import type { Period } from '#shared/domain/archive/horizon.ts'
import { GrowingSet } from '../../../base/packs/growing-set.ts'
import { messageOf } from '../../../base/packs/record-set.ts'
import { besideIn } from '../../common/beside-messages.ts'
import { firstRowOf } from '../../engine/record/row-number.ts'
import { checkBackup, type BackupNote } from '../../engine/store/backup.ts'
import type { Backup, BackupStep } from '../../port/archive-port.ts'
import type { RunSql, ServerDatabase } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { rowsPerQuarter } from '../record/quarters.ts'
import { requireReadable } from '../search/archive-state.ts'
import { readBesideTables } from '../tables/beside-tables.ts'
import { recordsAtOnce, SourceFile, TargetFile } from './archive-file.ts'
import { isSameSum, MonthDigests, type MonthSum } from './month-digest.ts'
import { openSnapshot, recordsIn, type Rows } from './rows-in-order.ts'

export type MoveDown = {
  /** The path of an empty file. */
  readonly path: string
  /** Limits the copy to messages created in this period; null for all. */
  readonly period: Period | null
  readonly note: BackupNote
}

export type MovedDown = Pick<Backup, 'messages' | 'keepsErasedOut'>

type Written = MovedDown & { readonly sums: ReadonlyMap<string, MonthSum> }

/**
 * Writes a consistent snapshot of a server’s archive to a file and compares each month. Others may change the archive
 * meanwhile.
 */
export async function* moveDown(
  database: ServerDatabase,
  { path, period, note }: MoveDown,
): AsyncGenerator<BackupStep, MovedDown> {
  const { messages, keepsErasedOut, sums } = yield* copy(database, { path, period, note })
  yield { note: 'Checking the copy', fraction: null }
  checkBackup(path, messages)
  const file = new SourceFile(path)
  try {
    const found = new MonthDigests()
    for (const month of file.months()) {
      for (const set of file.records(month)) {
        for (let at = 0; at < set.size; at++) found.add(set.row[at]!, messageOf(set, at))
        yield { note: 'Checking the copy', fraction: null }
      }
    }
    const copied = found.sums()
    const differing = [...sums].filter(([name, sum]) => !isSameSum(sum, copied.get(name))).map(([name]) => name)
    if (differing.length > 0 || copied.size !== sums.size) throw damagedError(differing)
  } finally {
    file.close()
  }
  return { messages, keepsErasedOut }
}

async function* copy(database: ServerDatabase, { path, period, note }: MoveDown): AsyncGenerator<BackupStep, Written> {
  const snapshot = await openSnapshot(database)
  const target = new TargetFile(path)
  try {
    const { run } = snapshot
    await requireReadable(run)
    const rows = period
      ? { first: firstRowOf(period.from), stop: firstRowOf(period.to + 1) }
      : { first: 0, stop: Infinity }
    const whole = await messagesIn(run, rows)
    const beside = await readBesideTables(run)
    const [digests, set] = [new MonthDigests(), new GrowingSet(recordsAtOnce)]
    let messages = 0
    const write = (): BackupStep => {
      target.add(set)
      messages += set.size
      set.clear()
      return { note: 'Copying', fraction: Math.min(1, messages / Math.max(whole, messages)) }
    }
    yield { note: 'Copying', fraction: 0 }
    for await (const page of recordsIn(run, rows)) {
      for (const message of page) {
        digests.add(message.row, message)
        set.append(message, message.row)
        if (set.size === recordsAtOnce) yield write()
      }
    }
    if (set.size > 0) yield write()
    target.finish(period ? besideIn(period, beside) : beside, note)
    return { messages, keepsErasedOut: beside.tombstones !== null, sums: digests.sums() }
  } finally {
    target.close()
    await snapshot.close()
  }
}

/**
 * The approximate number of messages in these rows. Quarters of an hour that are only partly included are counted in
 * full.
 */
async function messagesIn(run: RunSql, { first, stop }: Rows): Promise<number> {
  const [from, to] = [first, stop].map((row) => Math.min(Math.floor(row / rowsPerQuarter), 2 ** 31 - 1)) as [
    number,
    number,
  ]
  const [found] = await run(
    sql`SELECT coalesce(sum(messages), 0) AS messages FROM quarter WHERE quarter >= ${from} AND quarter <= ${to}`,
  )
  return Number(found?.messages ?? 0)
}

function damagedError(months: readonly string[]): AppError {
  return new AppError(
    'backup-damaged',
    'The messages in the file didn’t match those on the server, so the file was removed. Try again.',
    { retryable: true, details: { months } },
  )
}
