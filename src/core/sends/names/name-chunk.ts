import { fold } from '#shared/domain/query/fold.ts'
import {
  beginsWord,
  canStandInside,
  rankPersonalName,
  type RecipientRank,
  type RecipientText,
} from '#shared/domain/recipients/rank-recipient.ts'

export type Named = {
  /** In small letters. */
  readonly email: string
  readonly name: string
}
export type NameMatch = { readonly at: number; readonly rank: RecipientRank }

const between = '\t'

/** Some thousand people, whose folded names are one text: it is scanned in a fraction of a millisecond. */
export class NameChunk {
  readonly length: number
  /** Each with a line break behind it. */
  readonly #folded: string
  /** Where each name begins, and where the text ends. */
  readonly #starts: Uint32Array
  /** Name and address of each as bytes: a text with a single Greek letter would take twice the memory. */
  readonly #people: Buffer
  readonly #ends: Uint32Array

  constructor(people: readonly Named[]) {
    this.length = people.length
    const folded = people.map(({ name }) => `${fold(name)}\n`)
    // Read again from bytes, a text that lost its accents takes a byte for each letter, as one does that had none.
    this.#folded = Buffer.from(folded.join('')).toString()
    this.#starts = endsOf(folded.map(({ length }) => length))
    const lines = people.map(({ name, email }) => Buffer.from(`${name}${between}${email}`))
    this.#people = Buffer.concat(lines)
    this.#ends = endsOf(lines.map(({ length }) => length))
  }

  get bytes(): number {
    return this.#folded.length + this.#people.length + this.#starts.byteLength + this.#ends.byteLength
  }

  person(at: number): Named {
    const line = this.#people.toString('utf8', this.#ends[at], this.#ends[at + 1])
    const middle = line.indexOf(between)
    return { name: line.slice(0, middle), email: line.slice(middle + 1) }
  }

  /** Everybody whose name matches. */
  matches(text: RecipientText): NameMatch[] {
    const seen = new Set<number>()
    const found: NameMatch[] = []
    for (const spelling of rarestSpellings(text)) {
      const standsInside = canStandInside(spelling)
      let at = 0
      for (let from = this.#folded.indexOf(spelling); from >= 0; from = this.#folded.indexOf(spelling, from + 1)) {
        // Nearly every name has a single letter somewhere.
        if (!standsInside && !beginsWord(this.#folded, from)) continue
        while (this.#starts[at + 1]! <= from) at++
        if (seen.has(at)) continue
        seen.add(at)
        const rank = rankPersonalName(text, this.#folded.slice(this.#starts[at], this.#starts[at + 1]! - 1))
        if (rank !== null) found.push({ at, rank })
      }
    }
    return found.sort((one, other) => one.at - other.at)
  }
}

/** Fewest names have the longest word. */
function rarestSpellings({ words }: RecipientText): readonly string[] {
  const longest = words.reduce((one, other) => (other.same[0]!.length > one.same[0]!.length ? other : one))
  return [...longest.same, ...longest.possible]
}

function endsOf(lengths: readonly number[]): Uint32Array {
  const ends = new Uint32Array(lengths.length + 1)
  lengths.forEach((length, at) => (ends[at + 1] = ends[at]! + length))
  return ends
}
