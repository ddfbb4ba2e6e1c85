import type { Period } from '#shared/domain/message/horizon.ts'
import type { Message } from '#shared/domain/message/record.ts'
import { recipientDomain } from '#shared/domain/message/record.ts'
import type { Database } from '../database.ts'
import { BlockStore, type IndexedRow } from '../index/block-store.ts'
import { BlockWriter, type RowChange } from '../index/block-writer.ts'
import { clipCoverage, uncover, writeHorizon, writeSetting, type HorizonChange } from './coverage.ts'
import { merge } from './merge.ts'
import { Messages, plain, readRow } from './messages.ts'
import { Rollups } from './rollups.ts'
import { firstRowOf, secondOfRow } from './row.ts'
import { Tombstones } from './tombstones.ts'
import { valueKinds, Values } from './values.ts'

export type ImportResult = {
  added: number
  changed: number
  unchanged: number
  /** Left out, because the person was erased. */
  erased: number
}

/** Everything that writes into the archive of one account. One call is one transaction. */
export class ArchiveWriter {
  readonly #database: Database
  readonly #values: Values
  readonly #messages: Messages
  readonly #rollups: Rollups
  readonly #tombstones: Tombstones
  readonly #blocks: BlockWriter

  constructor(database: Database) {
    this.#database = database
    this.#values = new Values(database)
    this.#messages = new Messages(database)
    this.#rollups = new Rollups(database, this.#values)
    this.#tombstones = new Tombstones(database)
    const store = new BlockStore(database, (state) => this.#values.id(valueKinds.state, state))
    this.#blocks = new BlockWriter(database, store)
  }

  /**
   * Adds and updates by id and recipient, and moves the horizon with them. Batch after batch: what was written of one need
   * not stay in memory for the next.
   */
  import(batches: Iterable<readonly Message[]>, horizon: HorizonChange = {}): ImportResult {
    return this.#transaction(() => {
      const result: ImportResult = { added: 0, changed: 0, unchanged: 0, erased: 0 }
      const changed: RowChange[] = []
      const hours = new Set<number>()
      this.#blocks.begin()
      for (const batch of batches) {
        for (const told of this.#admit(batch, result)) {
          const row = this.#write(told, changed, result)
          // What an export does not tell (opens one by one, reasons) has to be read again.
          if (row !== null && told.meta === undefined) hours.add(Math.floor(secondOfRow(row) / 3600))
        }
      }
      this.#blocks.apply(changed)
      this.#rollups.write()
      const touched = [...hours].map((hour): Period => ({ from: hour * 3600, to: hour * 3600 + 3599 }))
      uncover(this.#database, 'details', touched)
      writeHorizon(this.#database, horizon)
      return result
    })
  }

  /** Removes a person and keeps them out: answers how many messages were removed. */
  erase(email: string, rows: readonly number[], now: number): number {
    this.#database.exec('PRAGMA secure_delete = ON')
    const removed = this.#transaction(() => {
      this.#tombstones.add(email, now)
      const count = this.#remove(rows)
      // A domain is as telling as an address when it is the person's own.
      const domain = this.#values.id(valueKinds.domain, recipientDomain(email))
      this.#database.run('DELETE FROM rollup WHERE value = ? AND messages = 0', domain)
      return count
    })
    this.#database.exec('PRAGMA secure_delete = OFF')
    // What was overwritten in the file may still stand in the log beside it.
    this.#database.all('PRAGMA wal_checkpoint(TRUNCATE)')
    return removed
  }

  isErased(email: string): boolean {
    return this.#tombstones.has(email)
  }

  /** Removes messages older than this second, at most so many at once; answers how many, zero when done. */
  prune(before: number, limit: number): number {
    return this.#transaction(() => {
      const rows = this.#database.all(
        'SELECT row FROM message WHERE row < ? ORDER BY row LIMIT ?',
        firstRowOf(before),
        limit,
      )
      const count = this.#remove(rows.map(({ row }) => Number(row)))
      if (count === 0) clipCoverage(this.#database, { from: before, to: Infinity })
      return count
    })
  }

  /** Writes the index and the counts anew from the records. */
  rebuild(progress: (row: number) => void): void {
    this.#transaction(() => {
      this.#blocks.rebuild(progress)
      this.#database.run('DELETE FROM rollup')
      this.#database.run('UPDATE value SET messages = 0')
      let count = 0
      for (const found of this.#database.iterate('SELECT row, record FROM message ORDER BY row')) {
        const message = readRow(found)
        this.#rollups.add(message.row, message, 1)
        if (++count % 50_000 === 0) this.#rollups.write()
      }
      this.#rollups.write()
    })
  }

  setSetting(name: string, value: unknown): void {
    this.#database.transaction(() => writeSetting(this.#database, name, value))
  }

  setHorizon(change: HorizonChange): void {
    this.#database.transaction(() => writeHorizon(this.#database, change))
  }

  /** The clock had been ahead: what it called the past was not read yet. */
  forgetAfter(second: number): void {
    this.#database.transaction(() => clipCoverage(this.#database, { from: 0, to: second }))
  }

  #admit(batch: readonly Message[], result: ImportResult): Message[] {
    const byIdentity = new Map<string, Message>()
    for (const message of batch) {
      if (this.#tombstones.has(message.email)) {
        result.erased++
        continue
      }
      const identity = `${message.id}\0${message.email}`
      const known = byIdentity.get(identity)
      byIdentity.set(identity, known ? merge(known, message) : message)
    }
    // Counters of one second follow the milliseconds.
    return [...byIdentity.values()].sort((a, b) => a.createdDate - b.createdDate)
  }

  /** Answers the row with news, or null where there are none. */
  #write(told: Message, changed: RowChange[], result: ImportResult): number | null {
    const known = this.#messages.find(told.id, told.email, told.createdDate)
    if (!known) {
      const row = this.#messages.insert(told)
      this.#blocks.add(row, told)
      this.#rollups.add(row, told, 1)
      result.added++
      return row
    }
    const before = plain(known)
    const after = merge(before, told)
    if (JSON.stringify(ordered(before)) === JSON.stringify(ordered(after))) {
      result.unchanged++
      return null
    }
    this.#messages.update(known.row, after)
    changed.push({ row: known.row, before, after })
    this.#rollups.add(known.row, before, -1)
    this.#rollups.add(known.row, after, 1)
    result.changed++
    return known.row
  }

  #remove(rows: readonly number[]): number {
    const removed: IndexedRow[] = []
    for (const row of rows) {
      const found = this.#database.get('SELECT row, record FROM message WHERE row = ?', row)
      if (!found) continue
      const { row: _row, complete: _complete, ...message } = readRow(found)
      removed.push({ row, message })
      this.#messages.remove(row)
      this.#rollups.add(row, message, -1)
    }
    this.#blocks.remove(removed)
    this.#rollups.write()
    return removed.length
  }

  #transaction<T>(work: () => T): T {
    try {
      return this.#database.transaction(() => {
        this.#messages.begin()
        return work()
      })
    } catch (error) {
      // What is kept in memory was written in vain.
      this.#rollups.clear()
      this.#values.reload()
      this.#blocks.reload()
      throw error
    }
  }
}

/** The fields in one order, so that equal records are equal texts. */
function ordered(message: Message): unknown[] {
  return fieldNames.map((name) => message[name])
}

const fieldNames = [
  ...(['id', 'email', 'from', 'subject', 'apiKey', 'size', 'createdDate', 'lastStateDate', 'lastState'] as const),
  ...(['tags', 'open', 'click', 'meta', 'reason', 'openDetails', 'clickDetails', 'extra'] as const),
]
