import {
  beginsWord,
  canStandInside,
  rankInDomain,
  rankInName,
  type RecipientRank,
  type RecipientText,
  type RecipientWord,
} from '#shared/domain/recipients/rank-recipient.ts'
import { noRank, RankedEntries, type DomainRanks } from './ranked-entries.ts'
import { addressAt, type BlockAddresses, type DomainNumbers } from './block-addresses.ts'

/** A person whose address matches, with the position of their newest message in the block. */
export type Candidate = { readonly address: string; readonly rank: RecipientRank; readonly at: number }

/** How many characters of the first list’s names are sampled to find out which letters are rare. */
const sampled = 4096
/** Reused, because a million entries are ranked for each text. */
const ranked = new RankedEntries()
const rankedByWord = new RankedEntries()

type Spelling = {
  readonly text: string
  /** `rare`: the text from its rarest letter on. `before`: the number of letters before that letter. */
  readonly rare: string
  readonly before: number
  readonly begins: RecipientRank
  readonly inside: number
}

type WordOfMatch = DomainRanks & {
  readonly word: RecipientWord
  readonly spellings: readonly Spelling[]
}

/** A search that proceeds from block to block. Each domain is ranked once for all blocks. */
export class AddressMatch {
  readonly #text: RecipientText
  readonly #domains: DomainNumbers
  readonly #limit: number
  /** Null before the first list. */
  #words: readonly WordOfMatch[] | null = null
  /**
   * False if names need not be compared with the beginning of the text, because the words alone already give the best
   * rank to every name that begins with it.
   */
  readonly #comparesStart: boolean

  constructor(text: RecipientText, domains: DomainNumbers, limit: number) {
    this.#text = text
    this.#domains = domains
    this.#limit = limit
    this.#comparesStart = text.start.includes('@') || text.words.some((word) => rankInName(word, text.start) !== 0)
  }

  /** A list’s best entries; among entries of the same rank, the newest. */
  best(list: BlockAddresses): Candidate[] {
    this.#words ??= wordsOf(this.#text, list.names)
    this.#rankDomains(this.#words)
    const ranks = this.#rankEntries(list, this.#words)
    if (ranks === null) return []
    if (this.#comparesStart) this.#raiseBeginnings(list, ranks)
    const found: Candidate[] = []
    for (const rank of [0, 1, 2] as const) {
      for (let entry = ranks.indexOf(rank); entry >= 0; entry = ranks.indexOf(rank, entry + 1)) {
        if (found.length === this.#limit) return found
        found.push({ address: addressAt(list, entry, this.#domains), rank, at: list.newest[entry]! })
      }
    }
    return found
  }

  /** Null if no entry matches. Entries that cannot be among the best may be left without a rank. */
  #rankEntries(list: BlockAddresses, words: readonly WordOfMatch[]): Uint8Array | null {
    // A word that matches no domain is ranked first, because it leaves fewer entries for the other words.
    const first = words.find(({ bestDomainRank }) => bestDomainRank === noRank) ?? words[0]!
    ranked.clear(list.newest.length)
    rankByNames(list, first, ranked)
    const enough = words.length > 1 || this.#comparesStart ? Infinity : this.#limit
    if (first.bestDomainRank !== noRank) ranked.addByDomain(list.domains, first, enough)
    for (const word of words) {
      if (ranked.count === 0) return null
      if (word === first) continue
      rankedByWord.clear(list.newest.length)
      rankByNames(list, word, rankedByWord)
      ranked.keepRanked(rankedByWord, list.domains, word)
    }
    return ranked.count === 0 ? null : ranked.ranks
  }

  /** An address that begins with the typed text has the best rank. */
  #raiseBeginnings(list: BlockAddresses, ranks: Uint8Array): void {
    for (let entry = 0; entry < ranks.length; entry++) {
      if (ranks[entry] !== noRank && ranks[entry] !== 0 && this.#begins(list, entry)) ranks[entry] = 0
    }
  }

  #begins(list: BlockAddresses, entry: number): boolean {
    const { start } = this.#text
    const { names, starts } = list
    const length = starts[entry + 1]! - 1 - starts[entry]!
    if (length > 0 && names.charCodeAt(starts[entry]!) !== start.charCodeAt(0)) return false
    if (!names.startsWith(start.slice(0, length), starts[entry]!)) return false
    return start.length <= length || addressAt(list, entry, this.#domains).startsWith(start)
  }

  #rankDomains(words: readonly WordOfMatch[]): void {
    const { texts } = this.#domains
    for (const each of words) {
      for (let number = each.domainRanks.length; number < texts.length; number++) {
        const rank = rankInDomain(each.word, texts[number]!) ?? noRank
        each.domainRanks.push(rank)
        each.bestDomainRank = Math.min(each.bestDomainRank, rank)
      }
    }
  }
}

function wordsOf({ words }: RecipientText, names: string): WordOfMatch[] {
  const letters = countLetters(names.slice(0, sampled))
  return words.map((word) => {
    const spellings = [
      ...word.same.map((text) => ({ text, begins: 0, inside: canStandInside(text) ? 2 : noRank }) as const),
      ...word.possible.map((text) => ({ text, begins: 1, inside: noRank }) as const),
    ].map((spelling) => {
      const before = rarestLetter(spelling.text, letters)
      return { ...spelling, rare: spelling.text.slice(before), before }
    })
    return { word, spellings, domainRanks: [noRank], bestDomainRank: noRank }
  })
}

function countLetters(text: string): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (let at = 0; at < text.length; at++) counts.set(text.charCodeAt(at), (counts.get(text.charCodeAt(at)) ?? 0) + 1)
  return counts
}

/**
 * A scan stops wherever the first letter of the text occurs, so scanning for the text from its rarest letter on takes
 * as little as a tenth of the time. At least two letters are kept: a single letter matches too often, and so does a
 * letter that is only slightly rarer.
 */
function rarestLetter(text: string, counts: ReadonlyMap<number, number>): number {
  const countAt = (at: number): number => counts.get(text.charCodeAt(at)) ?? 0
  let rarest = 0
  for (let at = 1; at < text.length - 1; at++) if (countAt(at) < countAt(rarest)) rarest = at
  return countAt(rarest) * 2 < countAt(0) ? rarest : 0
}

function rankByNames({ names, starts }: BlockAddresses, { spellings }: WordOfMatch, into: RankedEntries): void {
  for (const { text, rare, before, begins, inside } of spellings) {
    let entry = 0
    for (let end = names.indexOf(rare, before); end >= 0; end = names.indexOf(rare, end + 1)) {
      const at = end - before
      if (before > 0 && !names.startsWith(text, at)) continue
      while (starts[entry + 1]! <= at) entry++
      into.add(entry, beginsWord(names, at) ? begins : inside)
    }
  }
}
