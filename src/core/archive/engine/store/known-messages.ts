import { secondsPerDay } from '#shared/domain/base/durations.ts'
import type { StoredMessage } from '#shared/domain/messages/record.ts'
import { GrowingSet } from '../../../base/packs/growing-set.ts'
import type { Database } from '../file/database.ts'
import { idHashAt } from '../index/columns.ts'
import { idHash, identityHash, sameIdentity } from '../record/identity.ts'
import { IdentityTable } from '../record/identity-table.ts'
import { dayOf, firstRowOf, secondOf } from '../record/row-number.ts'
import type { Block } from './block.ts'
import { readBlockColumn } from './block-store.ts'
import type { NewRecords } from './block-writer.ts'
import { plain, type StoredRecords } from './stored-records.ts'

/** Determines which records of an import are already in the archive. */
export class KnownMessages {
  readonly #records: StoredRecords
  readonly #database: Database
  readonly #ids = new IdentityTable()
  readonly #identities = new IdentityTable()
  readonly #one = new GrowingSet(1)

  constructor(database: Database, records: StoredRecords) {
    this.#database = database
    this.#records = records
  }

  /**
   * Finds the candidates that are already in the archive. Returns their stored messages by the candidates’ positions in
   * the set.
   */
  find(candidates: NewRecords, blocks: readonly Block[]): Map<number, StoredMessage> {
    const found = new Map<number, StoredMessage>()
    const near = this.#near(candidates, blocks)
    if (near.length === 0) return found
    this.#readIds(candidates)
    let areIdentitiesRead = false
    for (const block of near) {
      for (const stored of this.#withSameIdHash(block)) {
        if (!areIdentitiesRead) this.#readIdentities(candidates)
        areIdentitiesRead = true
        const at = this.#positionOf(candidates, stored)
        if (at >= 0 && !found.has(at)) found.set(at, stored)
      }
    }
    return found
  }

  /**
   * Returns the blocks from the day before the records to the day after them, because another response may give a
   * creation time in a different zone.
   */
  #near({ set, order }: NewRecords, blocks: readonly Block[]): readonly Block[] {
    if (order.length === 0) return []
    const [first, last] = [createdDay(set.created[order[0]!]!), createdDay(set.created[order.at(-1)!]!)]
    const [from, to] = [firstRowOf((first - 1) * secondsPerDay), firstRowOf((last + 2) * secondsPerDay)]
    return blocks.filter((block) => block.last >= from && block.first < to)
  }

  #readIds({ set, order, built }: NewRecords): void {
    this.#ids.clear()
    for (let index = 0; index < order.length; index++) {
      const hash = built ? idHashAt(built.columns, index) : idHash(set, order[index]!)
      if (!this.#ids.has(hash)) this.#ids.add(hash, index)
    }
  }

  #readIdentities({ set, order }: NewRecords): void {
    this.#identities.clear()
    for (const at of order) this.#identities.add(identityHash(set, at), at)
  }

  *#withSameIdHash(block: Block): Generator<StoredMessage> {
    const idLow = readBlockColumn(this.#database, block, 'idLow')
    const ids = { idLow, idHigh: readBlockColumn(this.#database, block, 'idHigh') }
    let rows: Float64Array | null = null
    for (let at = 0; at < block.size; at++) {
      if (!this.#ids.has(idHashAt(ids, at))) continue
      rows ??= readBlockColumn(this.#database, block, 'row')
      const stored = this.#records.find(block, at, rows[at]!)
      if (stored) yield stored
    }
  }

  #positionOf({ set }: NewRecords, stored: StoredMessage): number {
    this.#one.clear()
    this.#one.append(plain(stored))
    const day = dayOf(stored.row)
    return this.#identities.find(
      identityHash(this.#one, 0),
      (at) => sameIdentity(set, at, this.#one, 0) && Math.abs(createdDay(set.created[at]!) - day) <= 1,
    )
  }
}

function createdDay(created: number): number {
  return dayOf(firstRowOf(secondOf(created)))
}
