import { merge } from './merge-records.ts'
import { GrowingSet, orderBy } from '../../../base/packs/growing-set.ts'
import { identityHash, sameIdentity } from './identity.ts'
import { IdentityTable } from './identity-table.ts'
import { readPack } from '../../../base/packs/pack.ts'
import { messageOf } from '../../../base/packs/record-set.ts'

/** Messages told together, and the places of each of them once, in the order of time. */
export type Gathered = { set: GrowingSet; order: Uint32Array }

/** Puts the packs of one transaction together. What it answers holds until it is asked again. */
export class Gatherer {
  readonly #set = new GrowingSet(1024)
  readonly #identities = new IdentityTable()
  /** One where a message is not told again further behind. */
  #isLast = new Uint8Array(0)
  /** The message that is looked for. */
  #at = 0

  gather(packs: Iterable<Uint8Array>): Gathered {
    this.#set.clear()
    for (const pack of packs) this.#set.appendAll(readPack(pack))
    this.#isLast = new Uint8Array(this.#set.size * 2)
    this.#identities.clear()
    for (let at = 0, told = this.#set.size; at < told; at++) this.#add(at)
    return { set: this.#set, order: orderBy(this.#set.created, this.#places()) }
  }

  /** A message that is told twice is put behind all others, as both together say it. */
  #add(at: number): void {
    const hash = identityHash(this.#set, at)
    this.#at = at
    const known = this.#identities.find(hash, this.#isSame)
    let place = at
    if (known >= 0) {
      this.#isLast[known] = 0
      this.#set.append(merge(messageOf(this.#set, known), messageOf(this.#set, at)))
      place = this.#set.size - 1
    }
    this.#identities.add(hash, place)
    this.#isLast[place] = 1
  }

  /** Once for all: a function for each of a million records would be garbage. */
  readonly #isSame = (other: number): boolean =>
    this.#isLast[other] === 1 && sameIdentity(this.#set, other, this.#set, this.#at)

  #places(): Uint32Array {
    const places = new Uint32Array(this.#set.size)
    let count = 0
    for (let at = 0; at < this.#set.size; at++) if (this.#isLast[at] === 1) places[count++] = at
    return places.subarray(0, count)
  }
}
