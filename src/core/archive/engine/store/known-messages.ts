import type { StoredMessage } from '#shared/domain/messages/record.ts'
import type { Database } from '../file/database.ts'
import { readBlockColumn, type Block } from './block-store.ts'
import { idHashAt } from '../index/columns.ts'
import type { News } from './block-writer.ts'
import { GrowingSet } from '../../../base/packs/growing-set.ts'
import { idHash, identityHash, sameIdentity } from '../record/identity.ts'
import { IdentityTable } from '../record/identity-table.ts'
import { plain, type Records } from './stored-records.ts'
import { dayOf, firstRowOf, secondOf } from '../record/row-number.ts'

/** Tells messages that the archive has from new ones. */
export class KnownMessages {
  readonly #records: Records
  readonly #database: Database
  readonly #ids = new IdentityTable()
  readonly #identities = new IdentityTable()
  /** A record of the archive, to be compared. */
  readonly #one = new GrowingSet(1)

  constructor(database: Database, records: Records) {
    this.#database = database
    this.#records = records
  }

  /** What the blocks hold of them, by their places. */
  find(news: News, blocks: readonly Block[]): Map<number, StoredMessage> {
    const found = new Map<number, StoredMessage>()
    const near = this.#near(news, blocks)
    if (near.length === 0) return found
    this.#readIds(news)
    let areIdentitiesRead = false
    for (const block of near) {
      for (const known of this.#candidates(block)) {
        if (!areIdentitiesRead) this.#readIdentities(news)
        areIdentitiesRead = true
        const at = this.#placeOf(news, known)
        if (at >= 0 && !found.has(at)) found.set(at, known)
      }
    }
    return found
  }

  /** Blocks of the same days, and of those before and after: a creation time may be read with another zone the next time. */
  #near({ set, order }: News, blocks: readonly Block[]): readonly Block[] {
    if (order.length === 0) return []
    const [first, last] = [createdDay(set.created[order[0]!]!), createdDay(set.created[order.at(-1)!]!)]
    const [from, to] = [firstRowOf((first - 1) * daySeconds), firstRowOf((last + 2) * daySeconds)]
    return blocks.filter((block) => block.last >= from && block.first < to)
  }

  #readIds({ set, order, built }: News): void {
    this.#ids.clear()
    for (let index = 0; index < order.length; index++) {
      const hash = built ? idHashAt(built.columns, index) : idHash(set, order[index]!)
      if (!this.#ids.has(hash)) this.#ids.add(hash, index)
    }
  }

  #readIdentities({ set, order }: News): void {
    this.#identities.clear()
    for (const at of order) this.#identities.add(identityHash(set, at), at)
  }

  *#candidates(block: Block): Generator<StoredMessage> {
    const idLow = readBlockColumn(this.#database, block, 'idLow')
    const ids = { idLow, idHigh: readBlockColumn(this.#database, block, 'idHigh') }
    let rows: Float64Array | null = null
    for (let at = 0; at < block.size; at++) {
      if (!this.#ids.has(idHashAt(ids, at))) continue
      rows ??= readBlockColumn(this.#database, block, 'row')
      const known = this.#records.find(block, at, rows[at]!)
      if (known) yield known
    }
  }

  #placeOf({ set }: News, known: StoredMessage): number {
    this.#one.clear()
    this.#one.append(plain(known))
    const day = dayOf(known.row)
    return this.#identities.find(
      identityHash(this.#one, 0),
      (at) => sameIdentity(set, at, this.#one, 0) && Math.abs(createdDay(set.created[at]!) - day) <= 1,
    )
  }
}

const daySeconds = 86_400

function createdDay(created: number): number {
  return dayOf(firstRowOf(secondOf(created)))
}
