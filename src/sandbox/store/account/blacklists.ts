import type { Database } from '../database/database.ts'
import { blacklistTypes, type BlacklistEntry, type Blacklists, type BlacklistType } from '../index.ts'

const numberOf = (type: BlacklistType): number => blacklistTypes.indexOf(type)
const noList = ''

type EntryRow = { email: string; date: number; reason: string; list: string }
const toEntry = (row: unknown): BlacklistEntry => {
  const { email, date, reason, list } = row as EntryRow
  return { email, date, reason, list: list === noList ? null : list }
}

/** With more the memory is better spent otherwise, and every address is looked up. */
const mostKnown = 50_000

export function createBlacklists(database: Database): Blacklists {
  // Every recipient of every send is asked for, and hardly any is on a list: most are answered without the database.
  // Addresses taken off a list stay in here, they are only looked up in vain.
  let known: Set<string> | undefined
  database.onForget(() => (known = undefined))

  function mayBlock(email: string): boolean {
    if (known === undefined) {
      const rows = database
        .arrays('SELECT DISTINCT email FROM blacklists WHERE type IN (0, 1, 2) LIMIT ?')
        .all(mostKnown) as unknown as [string][]
      known = new Set(rows.map(([entry]) => entry))
    }
    return known.size >= mostKnown || known.has(email)
  }

  return {
    blocking(address, list) {
      const email = address.toLowerCase().toWellFormed()
      if (!mayBlock(email)) return null
      // Bounces hold for every send: the mailbox does not exist, whatever list the recipient chose.
      const row = database
        .sql(
          'SELECT type FROM blacklists WHERE email = ? AND type IN (0, 1, 2) AND (type = 0 OR list = ?) ORDER BY type',
        )
        .get(email, list ?? noList)
      return row ? blacklistTypes[Number(row['type'])]! : null
    },
    list(type, { list, page, pageSize, descending }) {
      const order = descending ? 'DESC' : 'ASC'
      const where = list ? 'type = ? AND list = ?' : 'type = ?'
      const values = list ? [numberOf(type), list] : [numberOf(type)]
      const total = database.sql(`SELECT count(*) AS total FROM blacklists WHERE ${where}`).get(...values)
      const rows = database
        .sql(
          `SELECT email, date, reason, list FROM blacklists WHERE ${where}
          ORDER BY date ${order}, email ${order}, list LIMIT ? OFFSET ?`,
        )
        .all(...values, pageSize, (page - 1) * pageSize)
      return { entries: rows.map(toEntry), total: Number(total?.['total']) }
    },
    get(type, email) {
      const row = database
        .sql('SELECT email, date, reason, list FROM blacklists WHERE type = ? AND email = ? ORDER BY list')
        .get(numberOf(type), email.toLowerCase())
      return row ? toEntry(row) : null
    },
    add(type, { email: address, date, reason, list }) {
      const email = address.toLowerCase().toWellFormed()
      if (known !== undefined && known.size < mostKnown) known.add(email)
      const result = database
        .sql('INSERT OR IGNORE INTO blacklists (type, email, list, date, reason) VALUES (?, ?, ?, ?, ?)')
        .run(numberOf(type), email, type === 'bounces' ? noList : (list ?? noList), date, reason)
      return result.changes === 1
    },
    remove(type, email) {
      const result = database
        .sql('DELETE FROM blacklists WHERE type = ? AND email = ?')
        .run(numberOf(type), email.toLowerCase())
      return Number(result.changes) > 0
    },
  }
}
