import { Readable } from 'node:stream'
import { recipientDomain, type StoredMessage } from '#shared/domain/messages/record.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { secondsPerHour } from '#shared/domain/base/durations.ts'
import type { Period } from '#shared/domain/archive/horizon.ts'
import { messageOf } from '../../../base/packs/record-set.ts'
import { PackCombiner } from '../../engine/record/combine-packs.ts'
import { firstRowOf, secondOfRow } from '../../engine/record/row-number.ts'
import { identifyingValues } from '../../common/identifying-values.ts'
import { valueKinds } from '../../common/value-kinds.ts'
import type { ErasedList, HorizonChange, ImportResult, SettingEntries } from '../../port/archive-port.ts'
import type { RunSql, ServerDatabase, Writing } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { addAccess } from '../access/log-access.ts'
import { copiedFields, copyMessages, messageOfRow, recipientOf, recordColumns } from '../record/columns.ts'
import { besideMonths, monthOf } from '../record/months.ts'
import { CoverageTable } from '../tables/coverage-table.ts'
import { SettingTable } from '../tables/setting-table.ts'
import type { Lease } from '../team/lease.ts'
import {
  changedAmong,
  knownAmong,
  placed,
  type ChangedRecord,
  type PlacedRecord,
  type PreparedRecord,
} from './known-records.ts'
import { addMonths, indexAddedMonths } from './add-months.ts'
import { dropMonth, emptyMonths } from './empty-months.ts'
import { removeUnused } from './remove-unused.ts'
import { tellReaders } from './tell-readers.ts'
import { TransactionCounts } from './transaction-counts.ts'
import { addErasedList, addTombstone, erasedAmong } from './tombstones.ts'

const countedAtOnce = 16_384
/** How long dropping an emptied month may keep the team waiting. */
const longestDrop = '1s'

/** Writes to a team archive. Each change is one transaction and waits for those of other programs. */
export class ServerWriter {
  readonly #database: ServerDatabase
  readonly #lease: Lease | null
  readonly #combiner = new PackCombiner()

  /** `lease` is null for a program that fills an archive that no Mailroom syncs. */
  constructor(database: ServerDatabase, lease: Lease | null = null) {
    this.#database = database
    this.#lease = lease
  }

  /** Adds and updates packed records by id and recipient, and moves the horizon in the same transaction. */
  import(packs: Iterable<Uint8Array>, horizon: HorizonChange = {}): Promise<ImportResult> {
    return this.importPrepared(this.prepare(packs), horizon)
  }

  /** Does the part of a transaction that needs no lock. */
  prepare(packs: Iterable<Uint8Array>): readonly PreparedRecord[] {
    const { set, order } = this.#combiner.combine(packs)
    return Array.from(order, (at) => {
      const message = messageOf(set, at)
      return { message, fields: copiedFields(message) }
    })
  }

  importPrepared(given: readonly PreparedRecord[], horizon: HorizonChange = {}): Promise<ImportResult> {
    return this.#write(
      async (writing) => {
        const { run } = writing
        const admitted = await withoutErased(run, given)
        const known = await knownAmong(
          run,
          admitted.map(({ message }) => message),
        )
        const added = await placed(
          run,
          admitted.filter(({ message }) => !known.has(message)),
        )
        const changed = changedAmong(known)
        const all = [...added, ...changed]
        await addMonths(
          run,
          all.map(({ row }) => row),
        )
        await replaceRows(writing, all, changed)
        await countIn(run, added, changed)
        const coverage = new CoverageTable(run)
        await coverage.uncoverDetails(incompleteHours(added, changed))
        await coverage.move(horizon)
        const result: ImportResult = {
          added: added.length,
          changed: changed.length,
          unchanged: known.size - changed.length,
          erased: given.length - admitted.length,
        }
        if (horizon.countedIn !== undefined) await new SettingTable(run).addCounts(horizon.countedIn, result)
        return result
      },
      movesHorizon(horizon) ? this.#lease : null,
    )
  }

  /** Recomputes all counts from the records, in one transaction. */
  rebuild(): Promise<void> {
    return this.#write(async ({ run }) => {
      await run(sql`DELETE FROM rollup`)
      await run(sql`DELETE FROM quarter`)
      await run(sql`DELETE FROM address`)
      await run(sql`UPDATE value SET messages = 0`)
      for (let after = -1; ;) {
        const rows = await run(sql`
          SELECT ${recordColumns} FROM message WHERE row > ${after}::bigint ORDER BY row LIMIT ${countedAtOnce}`)
        const messages = rows.map(messageOfRow)
        const counts = new TransactionCounts()
        for (const message of messages) counts.add(message.row, message, 1)
        await counts.write(run)
        if (messages.length < countedAtOnce) return
        after = messages.at(-1)!.row
      }
    })
  }

  /** Must be called at the end of an import. */
  indexMonths(): Promise<void> {
    return indexAddedMonths(this.#database)
  }

  /** Erases a person and prevents later imports of their messages. Returns how many messages were removed. */
  erase(email: string, now: number): Promise<number> {
    return this.#write(async ({ run }) => {
      await addTombstone(run, email, now)
      await new SettingTable(run).erase(email)
      const recipient = recipientOf(email)
      const rows = await run(sql`SELECT ${recordColumns} FROM message WHERE recipient = ${recipient}`)
      // The column truncates long addresses, which may make two of them equal, so the complete addresses are compared.
      const messages = rows.map(messageOfRow).filter((message) => fold(message.email) === fold(email))
      await removeMessages(run, messages)
      const domain = { kind: valueKinds.domain, name: recipientDomain(email) }
      await removeUnused(run, [domain, ...messages.flatMap(identifyingValues)])
      const months = new Set(messages.map(({ row }) => monthOf(row).name))
      await run(sql`
        INSERT INTO rewrite (month, since)
        SELECT month, ${now}::bigint FROM unnest(${[...months, ...besideMonths]}::text[]) AS month
        ON CONFLICT (month) DO UPDATE SET erasure = excluded.erasure`)
      await addAccess(run, this.#lease?.name ?? null, { kind: 'erased', person: email, messages: messages.length })
      return messages.length
    })
  }

  /** Prevents later imports of messages to the people whom another archive erased. Their messages here stay. */
  keepOut(erased: ErasedList): Promise<void> {
    return this.#write(({ run }) => addErasedList(run, erased))
  }

  /** A user with read access only can’t see who was erased. */
  async erasedAmong(emails: readonly string[]): Promise<string[]> {
    if (!(await this.#mayReadErased())) return []
    const erased = await erasedAmong((statement) => this.#database.query(statement), emails)
    return emails.filter((email) => erased.has(email))
  }

  async hasErased(): Promise<boolean> {
    if (!(await this.#mayReadErased())) return false
    return (await this.#database.first(sql`SELECT EXISTS (SELECT 1 FROM tombstone) AS found`))?.found === true
  }

  async #mayReadErased(): Promise<boolean> {
    const found = await this.#database.first(sql`SELECT has_table_privilege('tombstone', 'SELECT') AS may`)
    return found?.may === true
  }

  /** Removes messages older than this second, at most `limit` of them. Returns how many were removed; zero when done. */
  async prune(before: number, limit: number): Promise<number> {
    const removed = await this.#write(async ({ run }) => {
      const rows = await run(
        sql`SELECT ${recordColumns} FROM message WHERE row < ${firstRowOf(before)}::bigint ORDER BY row LIMIT ${limit}`,
      )
      await removeMessages(run, rows.map(messageOfRow))
      // The coverage is clipped with the first messages: if no further call follows, the period must not count as read.
      await new CoverageTable(run).clip({ from: before, to: Number.MAX_SAFE_INTEGER })
      return rows.length
    })
    if (removed > 0) return removed
    for (const month of await emptyMonths(this.#database, firstRowOf(before))) {
      // Months in use are left for the next call.
      if ((await dropMonth(this.#database, month, longestDrop)) === 'in-use') break
    }
    return 0
  }

  setSetting(name: string, value: unknown): Promise<void> {
    return this.#write(({ run }) => new SettingTable(run).set(name, value))
  }

  changeSetting(name: string, entries: SettingEntries, expected?: SettingEntries): Promise<boolean> {
    return this.#write(({ run }) => new SettingTable(run).change(name, entries, expected))
  }

  setHorizon(change: HorizonChange): Promise<void> {
    return this.#write(({ run }) => new CoverageTable(run).move(change), this.#lease)
  }

  /**
   * Removes the coverage after this second. The clock was ahead, so periods were marked as read before they were over.
   */
  uncoverAfter(second: number): Promise<void> {
    return this.#write(({ run }) => new CoverageTable(run).clip({ from: 0, to: second }))
  }

  /**
   * Locks the lease’s row, so that only one program writes at a time, and increments `changed` to notify readers. With
   * a lease, only its holder may write.
   */
  #write<T>(work: (writing: Writing) => Promise<T>, lease: Lease | null = null): Promise<T> {
    return this.#database.transaction(async (writing) => {
      const { run } = writing
      await run(sql`SELECT epoch FROM lease FOR UPDATE`)
      await lease?.require(run)
      const result = await work(writing)
      await lease?.extend(run)
      await tellReaders(run)
      return result
    })
  }
}

/** Only a sync knows which periods are complete, so an import from a file moves no horizon. */
function movesHorizon({ covered, detailsCovered, opensRefreshedUntil, lastSync }: HorizonChange): boolean {
  return [covered, detailsCovered, opensRefreshedUntil, lastSync].some((moved) => moved !== undefined)
}

async function withoutErased(run: RunSql, given: readonly PreparedRecord[]): Promise<readonly PreparedRecord[]> {
  const emails = [...new Set(given.map(({ message }) => message.email))]
  const erased = await erasedAmong(run, emails)
  return erased.size === 0 ? given : given.filter(({ message }) => !erased.has(message.email))
}

async function replaceRows(
  { run, copy }: Writing,
  all: readonly PlacedRecord[],
  changed: readonly ChangedRecord[],
): Promise<void> {
  if (all.length === 0) return
  if (changed.length > 0) {
    const rows = changed.map(({ row }) => row)
    await run(sql`DELETE FROM message WHERE row = ANY(${rows}::bigint[])`)
  }
  await copy(copyMessages, Readable.from(copyLines(all)))
}

/** Lines are joined into larger pieces, because sending each line costs more than creating it. */
const linesPerPiece = 256

export function* copyLines(all: readonly PlacedRecord[]): Generator<string> {
  for (let at = 0; at < all.length; at += linesPerPiece) {
    let piece = ''
    for (const { row, message, fields = copiedFields(message) } of all.slice(at, at + linesPerPiece)) {
      piece += `${row}\t${fields}`
    }
    yield piece
  }
}

async function countIn(run: RunSql, added: readonly PlacedRecord[], changed: readonly ChangedRecord[]): Promise<void> {
  const counts = new TransactionCounts()
  for (const { row, message } of added) counts.add(row, message, 1)
  for (const { row, before, message } of changed) {
    counts.add(row, before, -1)
    counts.add(row, message, 1)
  }
  await counts.write(run)
}

export async function removeMessages(run: RunSql, messages: readonly StoredMessage[]): Promise<void> {
  const counts = new TransactionCounts()
  for (const message of messages) counts.add(message.row, message, -1)
  const rows = messages.map(({ row }) => row)
  await run(sql`DELETE FROM message WHERE row = ANY(${rows}::bigint[])`)
  await counts.write(run)
}

/**
 * Exports lack details (single opens, reasons), which must be read later. Whole hours are marked, because shorter periods
 * would be too many.
 */
function incompleteHours(added: readonly PlacedRecord[], changed: readonly ChangedRecord[]): Period[] {
  const hours = new Set<number>()
  const reports = [...added, ...changed.map(({ row, reported }) => ({ row, message: reported }))]
  for (const { row, message } of reports) {
    if (message.meta === undefined) hours.add(Math.floor(secondOfRow(row) / secondsPerHour))
  }
  return [...hours].map((hour) => ({ from: hour * secondsPerHour, to: (hour + 1) * secondsPerHour - 1 }))
}
