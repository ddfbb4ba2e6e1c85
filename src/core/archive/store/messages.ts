import type { Message, MessageRow, StoredMessage } from '#shared/domain/message/record.ts'
import type { Database, Row } from '../database.ts'
import { dayOf, firstRowOf, hashOf, identityOf, identityOn, rowsPerSecond, secondOf, secondOfRow } from './row.ts'

/** The records themselves. */
export class Messages {
  readonly #database: Database
  /** Next free counter of seconds written in this transaction. */
  readonly #next = new Map<number, number>()
  #ends: { first: number; last: number } | null = null
  /** Hashes of ids by day, read in this transaction; null for a day with too many. */
  readonly #hashes = new Map<number, Set<number> | null>()
  #looks = 0

  constructor(database: Database) {
    this.#database = database
  }

  /** Looks on the day before and after too: a creation time may be read with another zone the next time. */
  find(id: string, email: string, createdDate: number): StoredMessage | null {
    const day = dayOf(firstRowOf(secondOf(createdDate)))
    const hash = hashOf(id)
    this.#looks++
    for (const near of [day, day - 1, day + 1]) {
      if (this.#knownOn(near)?.has(hash) === false) continue
      for (const row of this.#database.all(select, identityOn(near, hash))) {
        const message = readStored(row)
        if (message.id === id && message.email === email) return message
      }
    }
    return null
  }

  insert(message: Message): number {
    const row = this.#freeRow(secondOf(message.createdDate))
    const { record, details } = write(message)
    const [day, hash] = [dayOf(row), hashOf(message.id)]
    this.#database.run('INSERT INTO message VALUES (?, ?, ?, ?)', row, identityOn(day, hash), record, details)
    this.#hashes.get(day)?.add(hash)
    return row
  }

  update(row: number, message: Message): void {
    const { record, details } = write(message)
    this.#database.run('UPDATE message SET record = ?, details = ? WHERE row = ?', record, details, row)
  }

  remove(row: number): void {
    this.#database.run('DELETE FROM message WHERE row = ?', row)
  }

  /** At the start of every transaction: nothing is known of the counters, for the one before may have failed. */
  begin(): void {
    this.#next.clear()
    this.#hashes.clear()
    this.#looks = 0
    const ends = this.#database.get(endsOfRows)!
    this.#ends =
      ends.first === null ? null : { first: secondOfRow(Number(ends.first)), last: secondOfRow(Number(ends.last)) }
  }

  /** Most messages of an import are new: reading the identities of a day once spares a look for each of them. */
  #knownOn(day: number): ReadonlySet<number> | null {
    if (this.#looks < fewMessages) return null
    let hashes = this.#hashes.get(day)
    if (hashes === undefined) this.#hashes.set(day, (hashes = this.#readHashes(day)))
    return hashes
  }

  #readHashes(day: number): Set<number> | null {
    const sql = 'SELECT identity FROM message WHERE identity >= ? AND identity < ? LIMIT ?'
    const found = this.#database.all(sql, identityOn(day, 0), identityOn(day + 1, 0), mostIdentities)
    if (found.length === mostIdentities) return null
    return new Set(found.map(({ identity }) => Number(identity) - identityOn(day, 0)))
  }

  #freeRow(second: number): number {
    let next = this.#next.get(second)
    if (next === undefined) {
      const outside = this.#ends === null || second < this.#ends.first || second > this.#ends.last
      next = outside ? 0 : this.#counterAfter(second)
    }
    // A million messages in one second spill into the next one.
    if (next >= rowsPerSecond) return this.#freeRow(second + 1)
    this.#next.set(second, next + 1)
    return firstRowOf(second) + next
  }

  #counterAfter(second: number): number {
    const sql = 'SELECT max(row) AS row FROM message WHERE row >= ? AND row < ?'
    const { row } = this.#database.get(sql, firstRowOf(second), firstRowOf(second + 1))!
    return row === null ? 0 : Number(row) - firstRowOf(second) + 1
  }
}

/** Each by itself, or SQLite would read every row. */
const endsOfRows = 'SELECT (SELECT min(row) FROM message) AS first, (SELECT max(row) FROM message) AS last'
/** Fewer are looked up one by one. */
const fewMessages = 100
/** Where a day holds more, reading their identities would cost more than it spares. */
const mostIdentities = 100_000
const select = 'SELECT row, record, details FROM message WHERE identity = ?'

function write(message: Message): { record: string; details: string | null } {
  // An export tells no details: most records are written as they are, without a copy.
  if (message.openDetails === undefined && message.clickDetails === undefined) {
    return { record: JSON.stringify(message), details: null }
  }
  const { openDetails, clickDetails, ...rest } = message
  return { record: JSON.stringify(rest), details: JSON.stringify({ openDetails, clickDetails }) }
}

export function readRow(row: Row): MessageRow {
  const record = JSON.parse(String(row.record)) as Message
  return { ...record, row: Number(row.row), complete: record.meta !== undefined }
}

export function readStored(row: Row): StoredMessage {
  const details = row.details == null ? {} : (JSON.parse(String(row.details)) as Partial<Message>)
  return { ...readRow(row), ...details }
}

/** The record alone, without its place. */
export function plain({ row: _row, complete: _complete, ...message }: StoredMessage): Message {
  return message
}

export function rowsOfIds(database: Database, id: string): StoredMessage[] {
  const ends = database.get(endsOfRows)!
  if (ends.first === null) return []
  const found: StoredMessage[] = []
  for (let day = dayOf(Number(ends.last)); day >= dayOf(Number(ends.first)); day--) {
    for (const row of database.all(select, identityOf(day, id))) {
      const message = readStored(row)
      if (message.id === id) found.push(message)
    }
  }
  return found
}
