import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { AppError } from '#shared/contract/base/error.ts'
import { messageOf, type RecordSet } from '../../../base/packs/record-set.ts'
import type { BesideMessages } from '../../common/beside-messages.ts'
import type { RunSql, ServerDatabase, Writing } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { copyMessages, messageOfRow, recordColumns } from '../record/columns.ts'
import { besideMonths, type Month } from '../record/months.ts'
import { requireKnownVersion } from '../search/archive-state.ts'
import { writeBesideTables } from '../tables/beside-tables.ts'
import { SettingTable } from '../tables/setting-table.ts'
import type { Lease } from '../team/lease.ts'
import { identifyingValues } from '../../common/identifying-values.ts'
import type { ArchiveAccount } from '../administration/inspect-archive.ts'
import { addMonths } from '../write/add-months.ts'
import { removeUnused } from '../write/remove-unused.ts'
import { copyLines, removeMessages } from '../write/server-writer.ts'
import { notifyReaders } from '../write/tell-readers.ts'
import { TransactionCounts } from '../write/transaction-counts.ts'
import { MonthDigest, type MonthSum } from './month-digest.ts'
import { recordsIn, stopOf } from './rows-in-order.ts'
import { recordsAtOnce } from './archive-file.ts'

/**
 * Progress that is stored in the archive while it is filled. `before` is the number of changes that readers last saw.
 * Older versions of Mailroom noted no account.
 */
type Note = {
  readonly source: string
  readonly account?: ArchiveAccount
  readonly before: number
  readonly months: Readonly<Record<string, MonthSum>>
}

/** The archive’s file, which is identified by `source`, and the account whose messages it contains. */
export type FilledFrom = { readonly source: string; readonly account: ArchiveAccount }

type Begun = { readonly account: ArchiveAccount; readonly note: Note }

const noteName = 'filling'

/** Settings that an archive can have although nobody has used it yet. The salt is not one of them. */
const settingsOfUnused = ['account', 'sync', 'wantedFrom', 'opensRefreshedUntil', 'lastSync']

/** An archive on a server while it is being filled. Until it is complete, no other program can read it or write to it. */
export class Filling {
  readonly #database: ServerDatabase
  readonly #lease: Lease
  readonly #account: ArchiveAccount
  #note: Note

  private constructor(database: ServerDatabase, lease: Lease, { account, note }: Begun) {
    this.#database = database
    this.#lease = lease
    this.#account = account
    this.#note = note
  }

  /**
   * Begins a move, or continues one that the same source began. Another source of the same account, such as a file on
   * another computer, begins again, because its messages may differ.
   */
  static async begin(database: ServerDatabase, lease: Lease, { source, account }: FilledFrom): Promise<Filling> {
    await requireKnownVersion((statement) => database.query(statement))
    const { mine, name } = await lease.take()
    if (!mine) {
      throw new AppError(
        'lease-held',
        name === null
          ? 'Another Mailroom is using this team archive, or was until a moment ago. Pause its sync there, then try again.'
          : `${name} is using this team archive, or was until a moment ago. Pause its sync there, then try again.`,
        { retryable: true },
      )
    }
    const note = await database.transaction(async ({ run }) => {
      await run(sql`SELECT epoch FROM lease FOR UPDATE`)
      await lease.require(run)
      const changed = await requireKnownVersion(run)
      const settings = new SettingTable(run)
      const known = changed === 0 ? ((await settings.get(noteName)) as Note | null) : null
      if (known?.source === source) return known
      if (known === null) {
        await requireEmpty(run)
        requireSameAccount((await settings.get('account')) as ArchiveAccount | null, account)
      } else if (!isDeepStrictEqual(known.account, account)) throw foreignError()
      const begun: Note = { source, account, before: known?.before ?? changed, months: {} }
      await settings.set(noteName, begun)
      await run(sql`UPDATE version SET changed = 0`)
      await notifyReaders(run, 0)
      return begun
    })
    return new Filling(database, lease, { account, note })
  }

  /** The months that an earlier run already wrote and compared. */
  get months(): Note['months'] {
    return this.#note.months
  }

  /** Adds records under the rows that they have in the source. */
  add(set: RecordSet): Promise<void> {
    const all = Array.from({ length: set.size }, (_, at) => ({ row: set.row[at]!, message: messageOf(set, at) }))
    return this.#write(async ({ run, copy }) => {
      await addMonths(
        run,
        all.map(({ row }) => row),
      )
      await copy(copyMessages, Readable.from(copyLines(all)))
      const counts = new TransactionCounts()
      for (const { row, message } of all) counts.add(row, message, 1)
      await counts.write(run)
    })
  }

  /** Months are indexed once filled, because updating the indexes with every record takes several times as long. */
  index({ name }: Month): Promise<void> {
    return this.#database.transaction(async ({ run }) => void (await run(sql`SELECT index_month(${name})`)))
  }

  async sum(month: Month): Promise<MonthSum> {
    const digest = new MonthDigest()
    for await (const messages of recordsIn((statement) => this.#database.query(statement), month)) {
      for (const message of messages) digest.add(message.row, message)
    }
    return digest.sum()
  }

  /** Notes that the month is complete and the same as in the source. */
  confirm({ name }: Month, sum: MonthSum): Promise<void> {
    return this.#setMonths({ ...this.#note.months, [name]: sum })
  }

  /** Removes the records of all months that are not in `kept`. */
  async keepOnly(kept: readonly Month[]): Promise<void> {
    const names = kept.map(({ name }) => name)
    const rows = await this.#database.query(
      sql`SELECT name, first, stop FROM month WHERE name <> ALL(${names}::text[]) ORDER BY first`,
    )
    for (const { name, first, stop } of rows) {
      await this.empty({ name: String(name), first: Number(first), stop: Number(stop) })
    }
  }

  /** Removes records that an interrupted run left behind or that are no longer in the source. */
  async empty(month: Month): Promise<void> {
    if (month.name in this.#note.months) {
      const { [month.name]: former, ...others } = this.#note.months
      void former
      await this.#setMonths(others)
    }
    while (await this.#emptySome(month));
  }

  /** Writes everything apart from the messages, marks whose archive it is and makes it visible. */
  finish(beside: BesideMessages): Promise<void> {
    return this.#write(async ({ run }) => {
      await writeBesideTables(run, beside)
      await new SettingTable(run).set('account', this.#account)
      const changed = this.#note.before + 1
      await run(sql`UPDATE version SET changed = ${changed}::bigint`)
      await notifyReaders(run, changed)
    })
  }

  #emptySome(month: Month): Promise<boolean> {
    return this.#write(async ({ run }) => {
      const rows = await run(sql`
        SELECT ${recordColumns} FROM message WHERE row >= ${month.first}::bigint AND row < ${stopOf(month)}::bigint
        ORDER BY row LIMIT ${recordsAtOnce}`)
      if (rows.length === 0) return false
      const messages = rows.map(messageOfRow)
      await removeMessages(run, messages)
      await removeUnused(run, messages.flatMap(identifyingValues))
      // The source may lack these records because a person was erased there, so their bytes must be removed by a
      // rewrite.
      await run(sql`
        INSERT INTO rewrite (month, since)
        SELECT month, extract(epoch FROM now()) * 1000 FROM unnest(${[month.name, ...besideMonths]}::text[]) AS month
        ON CONFLICT (month) DO UPDATE SET erasure = excluded.erasure`)
      return true
    })
  }

  async #setMonths(months: Note['months']): Promise<void> {
    const note = { ...this.#note, months }
    await this.#write(({ run }) => new SettingTable(run).set(noteName, note))
    this.#note = note
  }

  async #write<T>(work: (writing: Writing) => Promise<T>): Promise<T> {
    // A thread busy with records may have missed renewing the lease.
    await this.#lease.take()
    return this.#database.transaction(async (writing) => {
      await writing.run(sql`SELECT epoch FROM lease FOR UPDATE`)
      await this.#lease.require(writing.run)
      if ((await requireKnownVersion(writing.run)) !== 0) throw notEmptyError()
      // Another move may have replaced months that this one considers complete.
      const note = await new SettingTable(writing.run).get(noteName)
      if (!isDeepStrictEqual(note, this.#note)) throw continuedError()
      const result = await work(writing)
      await this.#lease.extend(writing.run)
      return result
    })
  }
}

/**
 * What colleagues shared would be lost, because a move replaces all settings. With another salt, an erasure would no
 * longer find people in copies of sent messages.
 */
async function requireEmpty(run: RunSql): Promise<void> {
  const [found] = await run(sql`
    SELECT EXISTS (SELECT 1 FROM message) OR EXISTS (SELECT 1 FROM tombstone) OR EXISTS (SELECT 1 FROM coverage)
      OR EXISTS (SELECT 1 FROM setting WHERE value::text <> '{}' AND name <> ALL(${settingsOfUnused}::text[]))
      OR EXISTS (SELECT 1 FROM setting WHERE name = 'sync' AND value->>'keepDays' IS NOT NULL) AS used`)
  if (found?.used === true) throw notEmptyError()
}

/** An account may have joined the archive without having synced yet. */
function requireSameAccount(joined: ArchiveAccount | null, { service, user }: ArchiveAccount): void {
  if (joined === null || (joined.service === service && joined.user === user)) return
  throw new AppError(
    'archive-of-another-account',
    `This team archive is already used by ${joined.user} at ${joined.service}, so nothing was moved into it. Ask its administrator for a new one: mailroom team-archive create.`,
  )
}

function notEmptyError(): AppError {
  return new AppError(
    'archive-not-empty',
    'This team archive is already in use, so nothing was moved into it. Ask its administrator for a new one: mailroom team-archive create.',
  )
}

function continuedError(): AppError {
  return new AppError('conflict', 'Another Mailroom has continued this move in the meantime. Try again.', {
    retryable: true,
  })
}

function foreignError(): AppError {
  return new AppError(
    'archive-foreign',
    'Another account’s archive is being moved into this team archive. Finish that move, or ask its administrator for a new one: mailroom team-archive create.',
  )
}
