import {
  beginsWord,
  canStandInside,
  rankInDomain,
  type RecipientRank,
  type RecipientText,
} from '#shared/domain/recipients/rank-recipient.ts'
import { addressAt, noDomain, type BlockAddresses, type DomainNumbers } from './block-addresses.ts'

/** A person whose address matches, with the position of their newest message in the block. */
export type Candidate = { readonly address: string; readonly rank: RecipientRank; readonly at: number }

const none = 3

/** A search as it proceeds from block to block. Results about a domain apply to all blocks. */
export class AddressMatch {
  readonly #text: RecipientText
  readonly #domains: DomainNumbers
  readonly #limit: number
  /** By word and domain number. */
  readonly #domainRanks: readonly number[][]

  constructor(text: RecipientText, domains: DomainNumbers, limit: number) {
    this.#text = text
    this.#domains = domains
    this.#limit = limit
    this.#domainRanks = text.words.map(() => [none])
  }

  /** A list’s best entries; among entries of the same rank, the newest. */
  best(list: BlockAddresses): Candidate[] {
    this.#rankDomains()
    const names = this.#text.words.map((_, word) => this.#rankNames(list, word))
    const found: Candidate[] = []
    const counts = [0, 0, 0]
    for (let entry = 0; entry < list.newest.length && counts[0]! < this.#limit; entry++) {
      const rank = this.#rankOf(list, names, entry)
      if (rank === none || counts[rank]! >= this.#limit) continue
      counts[rank]!++
      const address = addressAt(list, entry, this.#domains)
      found.push({ address, rank: rank as RecipientRank, at: list.newest[entry]! })
    }
    return found
  }

  #rankOf(list: BlockAddresses, names: readonly Uint8Array[], entry: number): number {
    const domain = list.domains[entry]!
    let rank = 0
    for (let word = 0; word < names.length; word++) {
      const inDomain = domain === noDomain ? none : this.#domainRanks[word]![domain]!
      rank = Math.max(rank, Math.min(names[word]![entry]!, inDomain))
    }
    return rank === none || !this.#begins(list, entry) ? rank : 0
  }

  /** Whether the complete address begins with the typed text. */
  #begins(list: BlockAddresses, entry: number): boolean {
    const { start } = this.#text
    const { names, starts } = list
    const length = starts[entry + 1]! - 1 - starts[entry]!
    if (!names.startsWith(start.slice(0, length), starts[entry]!)) return false
    return start.length <= length || addressAt(list, entry, this.#domains).startsWith(start)
  }

  #rankDomains(): void {
    const { texts } = this.#domains
    this.#text.words.forEach((word, at) => {
      const ranks = this.#domainRanks[at]!
      for (let number = ranks.length; number < texts.length; number++) {
        ranks.push(rankInDomain(word, texts[number]!) ?? none)
      }
    })
  }

  #rankNames({ names, starts, newest }: BlockAddresses, word: number): Uint8Array {
    const ranks = new Uint8Array(newest.length).fill(none)
    const { same, possible } = this.#text.words[word]!
    const visit = (spelling: string, rankAt: (at: number) => number): void => {
      let entry = 0
      for (let at = names.indexOf(spelling); at >= 0; at = names.indexOf(spelling, at + 1)) {
        while (starts[entry + 1]! <= at) entry++
        ranks[entry] = Math.min(ranks[entry]!, rankAt(at))
      }
    }
    for (const spelling of same) {
      const inside = canStandInside(spelling) ? 2 : none
      visit(spelling, (at) => (beginsWord(names, at) ? 0 : inside))
    }
    for (const spelling of possible) visit(spelling, (at) => (beginsWord(names, at) ? 1 : none))
    return ranks
  }
}
