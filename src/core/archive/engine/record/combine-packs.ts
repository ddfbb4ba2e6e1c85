import { GrowingSet, orderBy } from '../../../base/packs/growing-set.ts'
import { readPack } from '../../../base/packs/pack.ts'
import { messageOf } from '../../../base/packs/record-set.ts'
import { identityHash, sameIdentity } from './identity.ts'
import { IdentityTable } from './identity-table.ts'
import { mergeRecords } from './merge-records.ts'

/** The records of one transaction. `order` contains each distinct record’s position once, in chronological order. */
export type CombinedRecords = { set: GrowingSet; order: Uint32Array }

/** Combines the packs of one transaction and merges records that occur twice. A result is valid until the next call. */
export class PackCombiner {
  readonly #set = new GrowingSet(1024)
  readonly #identities = new IdentityTable()
  /** 1 if no later position contains the same record. */
  #isLast = new Uint8Array(0)
  /** The position that `#isSame` compares other positions with. */
  #at = 0

  combine(packs: Iterable<Uint8Array>): CombinedRecords {
    this.#set.clear()
    for (const pack of packs) this.#set.appendAll(readPack(pack))
    this.#isLast = new Uint8Array(this.#set.size * 2)
    this.#identities.clear()
    for (let at = 0, given = this.#set.size; at < given; at++) this.#add(at)
    return { set: this.#set, order: orderBy(this.#set.created, this.#positions()) }
  }

  /** A record that occurs again is merged with the earlier one; the merged record is appended at the end. */
  #add(at: number): void {
    const hash = identityHash(this.#set, at)
    this.#at = at
    const known = this.#identities.find(hash, this.#isSame)
    let position = at
    if (known >= 0) {
      this.#isLast[known] = 0
      this.#set.append(mergeRecords(messageOf(this.#set, known), messageOf(this.#set, at)))
      position = this.#set.size - 1
    }
    this.#identities.add(hash, position)
    this.#isLast[position] = 1
  }

  /** This function is shared by all records, because a closure for each of a million records would become garbage. */
  readonly #isSame = (other: number): boolean =>
    this.#isLast[other] === 1 && sameIdentity(this.#set, other, this.#set, this.#at)

  #positions(): Uint32Array {
    const positions = new Uint32Array(this.#set.size)
    let count = 0
    for (let at = 0; at < this.#set.size; at++) if (this.#isLast[at] === 1) positions[count++] = at
    return positions.subarray(0, count)
  }
}
