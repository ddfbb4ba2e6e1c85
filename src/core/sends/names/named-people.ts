import type { RecipientText } from '#shared/domain/recipients/rank-recipient.ts'
import type { Turns } from '../repeats/wanted-people.ts'
import { NameChunk, type Named } from './name-chunk.ts'

export type FoundNames = {
  /** People whose names contain all of the words. */
  readonly named: readonly Named[]
  /** People whose names contain some of the words and whose addresses contain the others. */
  readonly mixed: readonly Named[]
}

/** The number of people in a chunk. Building a chunk takes a few milliseconds. */
const chunkSize = 2048
/** The best rank of people found by name and address together. */
const bestMixed = 1

/** An account’s named people, with one name per address. */
export class NamedPeople {
  readonly #chunks: NameChunk[] = []
  /**
   * The number of chunks at the end of the first reading, which adds the newest people first; null until then. Everyone
   * added later is newer.
   */
  #read: number | null = null
  #pending: Named[] = []
  /**
   * A hash table of each person’s number plus 1, stored at the slot given by the address’s hash or soon after it; 0 for a
   * free slot.
   */
  #table = new Int32Array(1024)
  /** The addresses’ hashes, so that no address has to be read when the numbers are moved to a larger table. */
  #hashes = new Int32Array(1024)
  #count = 0
  #bytes = 0

  get bytes(): number {
    return this.#bytes + this.#table.byteLength + this.#hashes.byteLength
  }

  /** The number of chunks added after the first reading. */
  get later(): number {
    return this.#chunks.length - (this.#read ?? this.#chunks.length)
  }

  /** The first name added for an address is kept, unless a later one `replaces` it. */
  add(person: Named, { replaces }: { readonly replaces: boolean }): void {
    const hash = hashOf(person.email)
    const slot = this.#slotOf(person.email, hash)
    const known = this.#table[slot]!
    if (known !== 0 && (!replaces || this.#person(known - 1).name === person.name)) return
    this.#table[slot] = this.#chunks.length * chunkSize + this.#pending.push(person)
    this.#hashes[slot] = hash
    if (known === 0 && ++this.#count * 2 > this.#table.length) this.#grow()
    if (this.#pending.length === chunkSize) this.seal()
  }

  /** Makes the people added before this call searchable. */
  seal(): void {
    if (this.#pending.length === 0) return
    const chunk = new NameChunk(this.#pending)
    this.#pending = []
    this.#chunks.push(chunk)
    this.#bytes += chunk.bytes
  }

  endReading(): void {
    this.seal()
    this.#read = this.#chunks.length
  }

  nameOf(email: string): string | null {
    const number = this.#table[this.#slotOf(email)]!
    return number === 0 ? null : this.#person(number - 1).name
  }

  /** The best-ranked people, newest first. */
  async find(text: RecipientText, limit: number, turns: Turns): Promise<FoundNames> {
    const named: Named[][] = [[], [], []]
    const mixed: Named[][] = [[], [], []]
    for (const index of this.#newestFirst()) {
      const chunk = this.#chunks[index]!
      for (const { at, rank, isMixed } of chunk.matches(text, { mixed: mixed[bestMixed]!.length < limit })) {
        const some = (isMixed ? mixed : named)[rank]!
        if (some.length >= limit) continue
        const person = chunk.person(at)
        // A person whose address has a different name by now is skipped.
        if (this.#table[this.#slotOf(person.email)] === index * chunkSize + at + 1) some.push(person)
      }
      if (named[0]!.length >= limit) break
      if (turns.hasLasted()) await turns.pass()
    }
    return { named: named.flat().slice(0, limit), mixed: mixed.flat().slice(0, limit) }
  }

  #newestFirst(): number[] {
    const numbers = this.#chunks.map((_chunk, index) => index)
    const read = this.#read ?? numbers.length
    return [...numbers.slice(read).reverse(), ...numbers.slice(0, read)]
  }

  #person(number: number): Named {
    const chunk = this.#chunks[Math.floor(number / chunkSize)]
    return chunk ? chunk.person(number % chunkSize) : this.#pending[number % chunkSize]!
  }

  /** The slot where this address’s number is, or belongs. */
  #slotOf(email: string, hash = hashOf(email)): number {
    const last = this.#table.length - 1
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const number = this.#table[slot]!
      if (number === 0 || (this.#hashes[slot] === hash && this.#person(number - 1).email === email)) return slot
    }
  }

  #grow(): void {
    const [numbers, hashes] = [this.#table, this.#hashes]
    this.#table = new Int32Array(numbers.length * 2)
    this.#hashes = new Int32Array(numbers.length * 2)
    const last = this.#table.length - 1
    for (let from = 0; from < numbers.length; from++) {
      const number = numbers[from]!
      if (number === 0) continue
      let slot = hashes[from]! & last
      while (this.#table[slot] !== 0) slot = (slot + 1) & last
      this.#table[slot] = number
      this.#hashes[slot] = hashes[from]!
    }
  }
}

/** An FNV-1a hash. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash ^ (hash >>> 15)
}
