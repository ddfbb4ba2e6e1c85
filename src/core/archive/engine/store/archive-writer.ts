import type { Period } from '#shared/domain/archive/horizon.ts'
import type { Message, StoredMessage } from '#shared/domain/messages/record.ts'
import { recipientDomain } from '#shared/domain/messages/record.ts'
import type { SentMessage } from '#shared/domain/messages/sent.ts'
import type { Database } from '../file/database.ts'
import { wipeFreePages } from './maintenance.ts'
import { BlockStore } from './block-store.ts'
import { BlockWriter, type News, type RowChange } from './block-writer.ts'
import type { Prepared } from '../index/prepare.ts'
import { Domains } from '../record/recipient-domains.ts'
import { Gatherer } from '../record/combine-packs.ts'
import { allPlaces } from '../../../base/packs/growing-set.ts'
import { readPack } from '../../../base/packs/pack.ts'
import { exactText, messageOf } from '../../../base/packs/record-set.ts'
import { plain, Records } from './stored-records.ts'
import { clipCoverage, uncover, writeHorizon, writeSetting, type HorizonChange } from './coverage.ts'
import { FreeRows } from './row-allocator.ts'
import { KnownMessages } from './known-messages.ts'
import { merge } from '../record/merge-records.ts'
import { Rollups } from './rollups.ts'
import { firstRowOf, secondOf, secondOfRow } from '../record/row-number.ts'
import { SentMessages } from './sent-messages.ts'
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
  readonly #records: Records
  readonly #rollups: Rollups
  readonly #tombstones: Tombstones
  readonly #sent: SentMessages
  readonly #blocks: BlockWriter
  readonly #rows: FreeRows
  readonly #known: KnownMessages
  readonly #gatherer = new Gatherer()
  readonly #domains = new Domains()
  /** Whether something may have been given up without being overwritten since a person was erased last. */
  #areFreePagesTelling = true

  constructor(database: Database) {
    this.#database = database
    this.#values = new Values(database)
    this.#records = new Records(database)
    this.#known = new KnownMessages(database, this.#records)
    this.#rollups = new Rollups(database, this.#values)
    this.#tombstones = new Tombstones(database)
    this.#sent = new SentMessages(database, this.#tombstones)
    const store = new BlockStore(database, (state) => this.#values.id(valueKinds.state, state))
    this.#blocks = new BlockWriter(database, store, this.#records)
    this.#rows = new FreeRows(this.#blocks)
  }

  /** Adds and updates by id and recipient, and moves the horizon with them. The messages come in packs. */
  import(packs: Iterable<Uint8Array>, horizon: HorizonChange = {}): ImportResult {
    const { set, order } = this.#gatherer.gather(packs)
    return this.#import({ set, order, domains: this.#domains.read(set), built: null }, horizon)
  }

  /** The same with most of the work done. */
  importPrepared({ pack, domains, built }: Prepared, horizon: HorizonChange = {}): ImportResult {
    const set = readPack(pack)
    return this.#import({ set, order: allPlaces(set.size), domains, built }, horizon)
  }

  #import(told: News, horizon: HorizonChange): ImportResult {
    return this.#transaction(() => {
      const hours = new Set<number>()
      const admitted = this.#tombstones.any ? without(told, (at) => this.#isErased(told, at)) : told
      const known = this.#known.find(admitted, this.#blocks.blocks)
      const news = known.size > 0 ? without(admitted, (at) => known.has(at)) : admitted
      const changed = this.#update(told, known)
      this.#rows.begin()
      for (const at of news.order) {
        news.set.row[at] = this.#rows.next(secondOf(news.set.created[at]!))
        // What an export does not tell (opens one by one, reasons) has to be read again.
        if (news.set.complete[at] === 0) hours.add(hourOf(news.set.row[at]!))
      }
      for (const { row, at } of changed) if (told.set.complete[at] === 0) hours.add(hourOf(row))
      this.#blocks.apply(news, changed)
      this.#rollups.addNews(news)
      this.#rollups.write()
      const touched = [...hours].map((hour): Period => ({ from: hour * 3600, to: hour * 3600 + 3599 }))
      uncover(this.#database, 'details', touched)
      writeHorizon(this.#database, horizon)
      return {
        added: news.order.length,
        changed: changed.length,
        unchanged: known.size - changed.length,
        erased: told.order.length - admitted.order.length,
      }
    })
  }

  /** Removes a person and keeps them out: answers how many messages were removed. */
  erase(email: string, rows: readonly number[], now: number): number {
    const areFreePagesTelling = this.#areFreePagesTelling
    this.#database.exec('PRAGMA secure_delete = ON')
    try {
      const removed = this.#transaction(() => {
        this.#tombstones.add(email, now)
        this.#sent.eraseRecipient(email)
        const count = this.#remove(rows)
        // A domain is as telling as an address when it is the person's own.
        this.#values.removeUnused(valueKinds.domain, recipientDomain(email))
        return count
      })
      // Blocks that were joined or written anew left the person in pages that are free now.
      if (areFreePagesTelling) wipeFreePages(this.#database)
      this.#areFreePagesTelling = false
      // What was overwritten in the file may still stand in the log beside it.
      this.#database.all('PRAGMA wal_checkpoint(TRUNCATE)')
      return removed
    } finally {
      this.#database.exec('PRAGMA secure_delete = FAST')
    }
  }

  isErased(email: string): boolean {
    return this.#tombstones.has(email)
  }

  /** Removes messages older than this second, at most so many at once; answers how many, zero when done. */
  prune(before: number, limit: number): number {
    return this.#transaction(() => {
      const rows = this.#blocks.rowsBefore(firstRowOf(before), limit)
      const count = this.#remove(rows)
      if (count === 0) {
        clipCoverage(this.#database, { from: before, to: Infinity })
        this.#sent.prune(before)
      }
      return count
    })
  }

  /** Writes the index and the counts anew from the records. */
  rebuild(): void {
    this.#transaction(() => {
      this.#database.run('DELETE FROM rollup')
      this.#database.run('UPDATE value SET messages = 0')
      this.#blocks.rebuild((news) => {
        this.#rollups.addNews(news)
        this.#rollups.write()
      })
    })
  }

  /** Answers whether it was not known before. */
  keepSent(send: string, message: SentMessage, to: readonly string[]): boolean {
    return this.#database.transaction(() => this.#sent.keep(send, message, to))
  }

  forgetSent(send: string): void {
    this.#transaction(() => this.#sent.forget(send))
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

  #isErased({ set }: News, at: number): boolean {
    return this.#tombstones.has(exactText(set, at, 'email'))
  }

  /** Answers what changed. */
  #update({ set }: News, known: ReadonlyMap<number, StoredMessage>): (RowChange & { at: number })[] {
    const changed: (RowChange & { at: number })[] = []
    for (const [at, stored] of known) {
      const { row } = stored
      const before = plain(stored)
      const after = merge(before, messageOf(set, at))
      if (JSON.stringify(ordered(before)) === JSON.stringify(ordered(after))) continue
      this.#records.change(row, after)
      this.#rollups.add(row, before, -1)
      this.#rollups.add(row, after, 1)
      changed.push({ at, row, before, after })
    }
    return changed
  }

  #remove(rows: readonly number[]): number {
    const removed = this.#blocks.remove(rows, (row, message) => this.#rollups.add(row, message, -1))
    this.#rollups.write()
    return removed
  }

  #transaction<T>(work: () => T): T {
    this.#areFreePagesTelling = true
    try {
      return this.#database.transaction(() => {
        this.#records.forget()
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

function without(news: News, isOut: (at: number) => boolean): News {
  const order = news.order.filter((at) => !isOut(at))
  return order.length === news.order.length ? news : { ...news, order, built: null }
}

function hourOf(row: number): number {
  return Math.floor(secondOfRow(row) / 3600)
}

/** The fields in one order, so that equal records are equal texts. */
function ordered(message: Message): unknown[] {
  return fieldNames.map((name) => message[name])
}

const fieldNames = [
  ...(['id', 'email', 'from', 'subject', 'apiKey', 'size', 'createdDate', 'lastStateDate', 'lastState'] as const),
  ...(['tags', 'open', 'click', 'meta', 'reason', 'openDetails', 'clickDetails', 'extra'] as const),
]
