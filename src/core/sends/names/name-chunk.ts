import { fold } from '#shared/domain/query/fold.ts'
import {
  beginsWord,
  canStandInside,
  mayBeMixed,
  rankMixed,
  rankPersonalName,
  type RecipientRank,
  type RecipientText,
} from '#shared/domain/recipients/rank-recipient.ts'

export type Named = {
  /** The address in lower case. */
  readonly email: string
  readonly name: string
}
export type NameMatch = {
  readonly at: number
  readonly rank: RecipientRank
  /** Whether some of the words occur only in the address. */
  readonly isMixed: boolean
}

const between = '\t'

/** A few thousand people. Their folded names form one text, which is scanned in a fraction of a millisecond. */
export class NameChunk {
  readonly length: number
  /** Each name is followed by a line break. */
  readonly #folded: string
  /** Where each name begins, and where the text ends. */
  readonly #starts: Uint32Array
  /** The names and addresses as bytes: a string would take up twice the memory if it contained a single Greek letter. */
  readonly #people: Buffer
  readonly #ends: Uint32Array

  constructor(people: readonly Named[]) {
    this.length = people.length
    const folded = people.map(({ name }) => `${fold(name)}\n`)
    // Encoding the text and decoding it again makes V8 store it with one byte per character even after accents were
    // removed.
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

  /** Everyone whose name matches. With `mixed`, also everyone whose name and address match together. */
  matches(text: RecipientText, { mixed }: { readonly mixed: boolean }): NameMatch[] {
    const isMixed = mixed && mayBeMixed(text)
    const seen = new Set<number>()
    const found: NameMatch[] = []
    for (const spelling of isMixed ? nameSpellings(text) : rarestSpellings(text)) {
      const standsInside = canStandInside(spelling)
      let at = 0
      for (let from = this.#folded.indexOf(spelling); from >= 0; from = this.#folded.indexOf(spelling, from + 1)) {
        // A single letter occurs inside nearly every name, so it must begin a word.
        if (!standsInside && !beginsWord(this.#folded, from)) continue
        while (this.#starts[at + 1]! <= from) at++
        if (seen.has(at)) continue
        seen.add(at)
        const match = this.#match(text, at, isMixed)
        if (match) found.push(match)
      }
    }
    return found.sort((one, other) => one.at - other.at)
  }

  #match(text: RecipientText, at: number, isMixed: boolean): NameMatch | null {
    const name = this.#folded.slice(this.#starts[at], this.#starts[at + 1]! - 1)
    const rank = rankPersonalName(text, name)
    if (rank !== null) return { at, rank, isMixed: false }
    const mixed = isMixed ? rankMixed(text, name, fold(this.person(at).email)) : null
    return mixed === null ? null : { at, rank: mixed, isMixed: true }
  }
}

/** The spellings of the longest word, which is likely to occur in the fewest names. */
function rarestSpellings({ words }: RecipientText): readonly string[] {
  const longest = words.reduce((one, other) => (other.same[0]!.length > one.same[0]!.length ? other : one))
  return [...longest.same, ...longest.possible]
}

/** The spellings of every word that could occur in a name. */
function nameSpellings({ words }: RecipientText): readonly string[] {
  return words.filter(({ isOfAddress }) => !isOfAddress).flatMap(({ same, possible }) => [...same, ...possible])
}

function endsOf(lengths: readonly number[]): Uint32Array {
  const ends = new Uint32Array(lengths.length + 1)
  lengths.forEach((length, at) => (ends[at + 1] = ends[at]! + length))
  return ends
}
