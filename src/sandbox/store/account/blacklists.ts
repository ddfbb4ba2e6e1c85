import type { Database } from '../database/database.ts'
import { ListPages } from './list-pages.ts'
import { blacklistTypes, type BlacklistEntry, type BlacklistQuery, type BlacklistType } from '../types/account-types.ts'

const numberOf = (type: BlacklistType): number => blacklistTypes.indexOf(type)
const noList = ''

const toEntry = (row: unknown): BlacklistEntry => {
  const entry = row as BlacklistEntry
  return { ...entry, list: entry.list === noList ? null : entry.list }
}

/**
 * If more addresses than this may be on a list, each address is looked up, because a set of them would use too much
 * memory.
 */
const maxKnown = 50_000

/**
 * How many page beginnings are remembered for each way of listing a blacklist. Readers request pages roughly in order.
 */
const mostBeginnings = 64

/** The addresses that no longer receive messages. */
export class Blacklists {
  readonly #database: Database
  readonly #pages = new ListPages(mostBeginnings)
  /**
   * Addresses that may be on a list. Every recipient of every send is checked, but hardly any are on a list, so this
   * set saves most queries. An address stays in the set after it is removed from its list, which only costs a query.
   */
  #known: Set<string> | undefined

  constructor(database: Database) {
    this.#database = database
    database.onForget(() => {
      this.#known = undefined
      this.#pages.clear()
    })
  }

  /**
   * Returns the list that blocks an address, or null if none does. If the send names a custom list, only that list and
   * the bounces apply.
   */
  blocking(address: string, list?: string | null): BlacklistType | null {
    const email = address.toLowerCase().toWellFormed()
    if (!this.#mayBlock(email)) return null
    // Bounces apply to every send, because the mailbox doesn’t exist.
    const row = this.#database
      .sql('SELECT type FROM blacklists WHERE email = ? AND type IN (0, 1, 2) AND (type = 0 OR list = ?) ORDER BY type')
      .get(email, list ?? noList)
    return row ? blacklistTypes[Number(row['type'])]! : null
  }

  list(
    type: BlacklistType,
    { list, page, pageSize, descending }: BlacklistQuery,
  ): { entries: BlacklistEntry[]; total: number } {
    const order = descending ? 'DESC' : 'ASC'
    const where = list ? 'type = ? AND list = ?' : 'type = ?'
    const values = list ? [numberOf(type), list] : [numberOf(type)]
    const place = this.#pages.of(JSON.stringify([type, list ?? noList, order]))
    place.total ??= Number(
      this.#database.sql(`SELECT count(*) AS total FROM blacklists WHERE ${where}`).get(...values)?.['total'],
    )
    const offset = (page - 1) * pageSize
    const { skip, after } = place.nearest(offset)
    const beyond = descending ? '<' : '>'
    const rows = this.#database
      .sql(
        `SELECT email, date, reason, list FROM blacklists WHERE ${where}${after ? ` AND (date, email, list) ${beyond} (?, ?, ?)` : ''}
        ORDER BY date ${order}, email ${order}, list ${order} LIMIT ? OFFSET ?`,
      )
      .all(...values, ...(after ?? []), pageSize, offset - skip) as unknown as BlacklistEntry[]
    const last = rows.at(-1)
    if (last && rows.length === pageSize) place.note(offset + pageSize, [last.date, last.email, last.list ?? noList])
    return { entries: rows.map(toEntry), total: place.total }
  }

  get(type: BlacklistType, email: string): BlacklistEntry | null {
    const row = this.#database
      .sql('SELECT email, date, reason, list FROM blacklists WHERE type = ? AND email = ? ORDER BY list')
      .get(numberOf(type), email.toLowerCase())
    return row ? toEntry(row) : null
  }

  entriesOf(email: string): (BlacklistEntry & { type: BlacklistType })[] {
    const rows = this.#database
      .sql(
        `SELECT type, email, date, reason, list FROM blacklists WHERE type IN (0, 1, 2) AND email = ?
        ORDER BY type, list`,
      )
      .all(email.toLowerCase())
    return rows.map((row) => ({ ...toEntry(row), type: blacklistTypes[Number(row['type'])]! }))
  }

  /** Returns false if the address is already on the list: its first date and reason are kept. */
  add(type: BlacklistType, entry: { email: string; date: number; reason: string; list?: string | null }): boolean {
    const email = entry.email.toLowerCase().toWellFormed()
    if (this.#known !== undefined && this.#known.size < maxKnown) this.#known.add(email)
    const list = type === 'bounces' ? noList : (entry.list ?? noList)
    const result = this.#database
      .sql('INSERT OR IGNORE INTO blacklists (type, email, list, date, reason) VALUES (?, ?, ?, ?, ?)')
      .run(numberOf(type), email, list, entry.date, entry.reason)
    if (result.changes === 1) this.#pages.clear()
    return result.changes === 1
  }

  /** Removes the address from the default list and all custom lists of this type. */
  remove(type: BlacklistType, email: string): boolean {
    const result = this.#database
      .sql('DELETE FROM blacklists WHERE type = ? AND email = ?')
      .run(numberOf(type), email.toLowerCase())
    if (Number(result.changes) > 0) this.#pages.clear()
    return Number(result.changes) > 0
  }

  #mayBlock(email: string): boolean {
    if (this.#known === undefined) {
      const rows = this.#database
        .arrays('SELECT DISTINCT email FROM blacklists WHERE type IN (0, 1, 2) LIMIT ?')
        .all(maxKnown) as unknown as [string][]
      this.#known = new Set(rows.map(([entry]) => entry))
    }
    return this.#known.size >= maxKnown || this.#known.has(email)
  }
}
