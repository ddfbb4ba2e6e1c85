import { blockSize } from '../../index/build-block.ts'

/** The rank of an entry that does not match. */
export const noRank = 3

/** How well each domain matches. */
export type DomainRanks = {
  /** Each domain’s rank, by domain number. */
  readonly domainRanks: number[]
  bestDomainRank: number
}

/**
 * The best ranks of one list’s entries. Entries that have a rank are listed, so that the others need not be visited.
 */
export class RankedEntries {
  readonly #buffer = new Uint8Array(blockSize)
  readonly #entries = new Uint16Array(blockSize)
  ranks = this.#buffer
  count = 0

  clear(size: number): void {
    this.ranks = this.#buffer.subarray(0, size).fill(noRank)
    this.count = 0
  }

  add(entry: number, rank: number): void {
    const known = this.ranks[entry]!
    if (rank >= known) return
    if (known === noRank) this.#entries[this.count++] = entry
    this.ranks[entry] = rank
  }

  /** Adds the entries whose domain matches, until `enough` of them have the best rank of any domain. */
  addByDomain(domains: Uint32Array, { domainRanks, bestDomainRank }: DomainRanks, enough: number): void {
    let best = 0
    for (let entry = 0; entry < domains.length && best < enough; entry++) {
      const rank = domainRanks[domains[entry]!]!
      if (rank === noRank) continue
      this.add(entry, rank)
      if (rank === bestDomainRank) best++
    }
  }

  /** Keeps only the entries that another word also matches, by name or domain. Each gets the worse of its two ranks. */
  keepRanked(other: RankedEntries, domains: Uint32Array, { domainRanks }: DomainRanks): void {
    let kept = 0
    for (let at = 0; at < this.count; at++) {
      const entry = this.#entries[at]!
      const more = Math.min(other.ranks[entry]!, domainRanks[domains[entry]!]!)
      const rank = Math.max(this.ranks[entry]!, more)
      this.ranks[entry] = rank
      if (rank !== noRank) this.#entries[kept++] = entry
    }
    this.count = kept
  }
}
