import type { Period } from '#shared/domain/archive/horizon.ts'
import { recipientDomain, type Message, type StoredMessage } from '#shared/domain/messages/record.ts'
import { allPositions } from '../../../base/packs/growing-set.ts'
import { readPack } from '../../../base/packs/pack.ts'
import { exactText, messageOf, type RecordSet } from '../../../base/packs/record-set.ts'
import type { ErasedList, HorizonChange, ImportResult, SettingEntries } from '../../port/archive-port.ts'
import type { Database } from '../file/database.ts'
import type { Prepared } from '../index/prepared.ts'
import { PackCombiner } from '../record/combine-packs.ts'
import { hasChanged, mergeRecords } from '../record/merge-records.ts'
import { RecipientDomains } from '../record/recipient-domains.ts'
import { firstRowOf, secondOf, secondOfRow } from '../record/row-number.ts'
import { BlockStore } from './block-store.ts'
import { BlockWriter, type NewRecords, type RowChange } from './block-writer.ts'
import {
  addCounts,
  changeSetting,
  clipCoverage,
  eraseFromSettings,
  uncover,
  writeHorizon,
  writeSetting,
} from './coverage.ts'
import { KnownMessages } from './known-messages.ts'
import { overwriteFreePages } from './maintenance.ts'
import { Rollups } from './rollups.ts'
import { RowAllocator } from './row-allocator.ts'
import { plain, StoredRecords } from './stored-records.ts'
import { Tombstones } from './tombstones.ts'
import type { BesideMessages } from '../../common/beside-messages.ts'
import { identifyingValues, type IdentifyingValue } from '../../common/identifying-values.ts'
import { valueKinds } from '../../common/value-kinds.ts'
import { Values } from './values.ts'

/** All operations that write to one account’s archive. Each call is one transaction. */
export class ArchiveWriter {
  readonly #database: Database
  readonly #values: Values
  readonly #records: StoredRecords
  readonly #rollups: Rollups
  readonly #tombstones: Tombstones
  readonly #blocks: BlockWriter
  readonly #rows: RowAllocator
  readonly #known: KnownMessages
  readonly #combiner = new PackCombiner()
  readonly #domains = new RecipientDomains()
  /** Whether pages may have been freed without being overwritten since the last erasure. */
  #mayFreePagesHoldData = true

  constructor(database: Database) {
    this.#database = database
    this.#values = new Values(database)
    this.#records = new StoredRecords(database)
    this.#known = new KnownMessages(database, this.#records)
    this.#rollups = new Rollups(database, this.#values)
    this.#tombstones = new Tombstones(database)
    const store = new BlockStore(database, (state) => this.#values.id(valueKinds.state, state))
    this.#blocks = new BlockWriter(database, store, this.#records)
    this.#rows = new RowAllocator(this.#blocks)
  }

  /** Adds and updates packed records by id and recipient, and moves the horizon in the same transaction. */
  import(packs: Iterable<Uint8Array>, horizon: HorizonChange = {}): ImportResult {
    const { set, order } = this.#combiner.combine(packs)
    return this.#import({ set, order, domains: this.#domains.read(set), built: null }, horizon)
  }

  /** Like `import`, for records already prepared by the preparer thread. */
  importPrepared({ pack, domains, built }: Prepared, horizon: HorizonChange = {}): ImportResult {
    const set = readPack(pack)
    return this.#import({ set, order: allPositions(set.size), domains, built }, horizon)
  }

  /** Adds records from another archive under their existing rows, all of which are later than any row here. */
  fill(set: RecordSet): void {
    this.#transaction(() => {
      const added = { set, order: allPositions(set.size), domains: this.#domains.read(set), built: null }
      this.#blocks.apply(added, [])
      this.#rollups.addRecords(added)
      this.#rollups.write()
    })
  }

  #import(given: NewRecords, horizon: HorizonChange): ImportResult {
    return this.#transaction(() => {
      const admitted = this.#tombstones.any ? without(given, (at) => this.#isErased(given, at)) : given
      const known = this.#known.find(admitted, this.#blocks.blocks)
      const added = known.size > 0 ? without(admitted, (at) => known.has(at)) : admitted
      const changed = this.#update(given, known)
      this.#assignRows(added)
      this.#blocks.apply(added, changed)
      this.#rollups.addRecords(added)
      this.#rollups.write()
      this.#uncoverDetails(added, changed)
      writeHorizon(this.#database, horizon)
      const result: ImportResult = {
        added: added.order.length,
        changed: changed.length,
        unchanged: known.size - changed.length,
        erased: given.order.length - admitted.order.length,
      }
      if (horizon.countedIn !== undefined) addCounts(this.#database, horizon.countedIn, result)
      return result
    })
  }

  /**
   * Erases a person and prevents later imports of their messages. Returns how many messages were removed. The log may
   * still contain them until it is emptied.
   */
  erase(email: string, rows: readonly number[], now: number): number {
    const mayFreePagesHoldData = this.#mayFreePagesHoldData
    this.#database.exec('PRAGMA secure_delete = ON')
    try {
      const removed = this.#transaction(() => {
        this.#tombstones.add(email, now)
        eraseFromSettings(this.#database, email)
        const values: IdentifyingValue[] = [{ kind: valueKinds.domain, name: recipientDomain(email) }]
        const count = this.#remove(rows, (message) => values.push(...identifyingValues(message)))
        this.#values.removeUnused(values)
        return count
      })
      // Blocks that were joined or rewritten earlier left the person’s data in pages that are now free, so these are
      // overwritten.
      if (mayFreePagesHoldData) overwriteFreePages(this.#database)
      this.#mayFreePagesHoldData = false
      return removed
    } finally {
      this.#database.exec('PRAGMA secure_delete = FAST')
    }
  }

  /** Prevents later imports of messages to the people whom another archive erased. Their messages here stay. */
  keepOut(erased: ErasedList): void {
    this.#database.transaction(() => this.#tombstones.addList(erased))
  }

  /** Adds what was read from a damaged archive to this one, which is new. One of the settings is the tombstones’ salt. */
  addSalvaged({ settings, tombstones }: Pick<BesideMessages, 'settings'> & Pick<ErasedList, 'tombstones'>): void {
    this.#database.transaction(() => {
      for (const { name, value } of settings) writeSetting(this.#database, name, JSON.parse(value))
      this.#tombstones.addList({ salts: [], tombstones })
    })
  }

  isErased(email: string): boolean {
    return this.#tombstones.has(email)
  }

  hasErased(): boolean {
    return this.#tombstones.any
  }

  /**
   * Removes messages older than this second, at most `limit` of them, and returns how many were removed; zero when
   * done. The first call removes the coverage of the entire period, because the period must not count as read if no
   * further call follows.
   */
  prune(before: number, limit: number): number {
    return this.#transaction(() => {
      clipCoverage(this.#database, { from: before, to: Infinity })
      return this.#remove(this.#blocks.rowsBefore(firstRowOf(before), limit))
    })
  }

  rebuild(): void {
    this.#transaction(() => {
      this.#database.run('DELETE FROM rollup')
      this.#database.run('UPDATE value SET messages = 0')
      this.#blocks.rebuild((added) => {
        this.#rollups.addRecords(added)
        this.#rollups.write()
      })
    })
  }

  setSetting(name: string, value: unknown): void {
    this.#database.transaction(() => writeSetting(this.#database, name, value))
  }

  changeSetting(name: string, entries: SettingEntries, expected?: SettingEntries): boolean {
    return this.#database.transaction(() => changeSetting(this.#database, name, entries, expected))
  }

  setHorizon(change: HorizonChange): void {
    this.#database.transaction(() => writeHorizon(this.#database, change))
  }

  /**
   * Removes the coverage after this second. The clock was ahead, so periods were marked as read before they were over.
   */
  uncoverAfter(second: number): void {
    this.#database.transaction(() => clipCoverage(this.#database, { from: 0, to: second }))
  }

  #isErased({ set }: NewRecords, at: number): boolean {
    return this.#tombstones.has(exactText(set, at, 'email'))
  }

  #assignRows({ set, order }: NewRecords): void {
    this.#rows.begin()
    for (const at of order) set.row[at] = this.#rows.next(secondOf(set.created[at]!))
  }

  #update({ set }: NewRecords, known: ReadonlyMap<number, StoredMessage>): (RowChange & { at: number })[] {
    const changed: (RowChange & { at: number })[] = []
    for (const [at, stored] of known) {
      const { row } = stored
      const before = plain(stored)
      const after = mergeRecords(before, messageOf(set, at))
      if (!hasChanged(before, after)) continue
      this.#records.change(row, after)
      this.#rollups.add(row, before, -1)
      this.#rollups.add(row, after, 1)
      changed.push({ at, row, before, after })
    }
    return changed
  }

  /**
   * Exports lack details (single opens, reasons), which must be read later. Whole hours are marked, because shorter
   * periods would be too many.
   */
  #uncoverDetails({ set, order }: NewRecords, changed: readonly { row: number; at: number }[]): void {
    const hours = new Set<number>()
    for (const at of order) if (set.complete[at] === 0) hours.add(hourOf(set.row[at]!))
    for (const { row, at } of changed) if (set.complete[at] === 0) hours.add(hourOf(row))
    const touched = [...hours].map((hour): Period => ({ from: hour * 3600, to: hour * 3600 + 3599 }))
    uncover(this.#database, 'details', touched)
  }

  #remove(rows: readonly number[], onRemoved?: (message: Message) => void): number {
    const removed = this.#blocks.remove(rows, (row, message) => {
      this.#rollups.add(row, message, -1)
      onRemoved?.(message)
    })
    this.#rollups.write()
    return removed
  }

  #transaction<T>(work: () => T): T {
    this.#mayFreePagesHoldData = true
    try {
      return this.#database.transaction(() => {
        this.#records.clearCache()
        return work()
      })
    } catch (error) {
      // The state in memory no longer matches the file, so it is read again.
      this.#rollups.clear()
      this.#values.reload()
      this.#blocks.reload()
      throw error
    }
  }
}

function without(given: NewRecords, isOut: (at: number) => boolean): NewRecords {
  const order = given.order.filter((at) => !isOut(at))
  return order.length === given.order.length ? given : { ...given, order, built: null }
}

function hourOf(row: number): number {
  return Math.floor(secondOfRow(row) / 3600)
}
