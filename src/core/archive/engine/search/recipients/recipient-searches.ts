import type { FindRecipients, FoundRecipient, FoundRecipients } from '#shared/domain/recipients/recipient.ts'
import { readRecipientText, type RecipientText } from '#shared/domain/recipients/rank-recipient.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { recipientQuery } from '#shared/domain/recipients/recipient-query.ts'
import type { MessageRow } from '#shared/domain/messages/record.ts'
import { recipientsInOrder } from '../../../common/recipient-order.ts'
import { countBits, someBits, withScratchBits } from '../../index/bits.ts'
import { termBytes } from '../../index/page.ts'
import { longestWhole } from '../../index/terms.ts'
import type { Block } from '../../store/block.ts'
import { BlockReader } from '../block-reader.ts'
import type { Deadline } from '../deadline.ts'
import type { BlockSource } from '../part-cache.ts'
import { textRows } from '../text-condition.ts'
import { KeptAddresses, versionKey } from './kept-addresses.ts'
import { AddressMatch, type Candidate } from './match-addresses.ts'

/**
 * The maximum number of searches kept. Recipients are searched for while the user types, in at most a few fields of the
 * page at the same time.
 */
const mostSearches = 4
/**
 * The maximum number of turns per search. A million messages take a third of them; in a larger archive, only the newest
 * messages are searched.
 */
const mostTurns = 120

type Chosen = Candidate & { readonly block: Block }

/** Finds recipients by any part of their address, in turns. A block’s results are kept until the block changes. */
export class RecipientSearches {
  readonly #searches = new Map<string, RecipientSearch>()
  readonly #lists = new KeptAddresses()

  /** Null if the deadline passes, in which case the call must be repeated. */
  find(source: BlockSource, request: FindRecipients, deadline: Deadline): FoundRecipients | null {
    const { text, limit, named, mixed } = request
    const wanted = readRecipientText(text)
    if (wanted === null) return { recipients: [], complete: true }
    const key = JSON.stringify([limit, text, named, mixed])
    const search = this.#searches.get(key) ?? new RecipientSearch(wanted, request, this.#lists)
    this.#searches.delete(key)
    this.#searches.set(key, search)
    if (this.#searches.size > mostSearches) this.#searches.delete(this.#searches.keys().next().value!)
    return search.find(source, deadline)
  }
}

class RecipientSearch {
  readonly #limit: number
  readonly #named: readonly string[]
  /** The addresses in `#named`, as stored in the index. */
  readonly #namedKeys: ReadonlySet<string>
  readonly #mixed: readonly string[]
  readonly #lists: KeptAddresses
  readonly #match: AddressMatch
  /**
   * The best recipients in each block. The best overall are among them, because each recipient is in the block of their
   * newest message.
   */
  readonly #best = new Map<string, readonly Candidate[]>()
  /** For each block, the number of messages to each address. */
  readonly #counts = new Map<string, Map<string, number>>()
  #turns = 0
  /** False if a block that could have contained better matches was left out. */
  #isWhole = true

  constructor(text: RecipientText, { limit, named = [], mixed = [] }: FindRecipients, lists: KeptAddresses) {
    this.#limit = limit
    this.#named = named.slice(0, limit)
    this.#namedKeys = new Set(this.#named.map(fold))
    this.#mixed = mixed
    this.#lists = lists
    this.#match = new AddressMatch(text, lists.domains, limit)
  }

  find(source: BlockSource, deadline: Deadline): FoundRecipients | null {
    const keys = new Set(source.blocks.map(versionKey))
    this.#keepOnly(keys)
    this.#lists.keepOnly(keys)
    this.#turns++
    if (!this.#search(source, deadline)) return null
    const searched = source.blocks.filter((block) => this.#best.has(versionKey(block)))
    const found = this.#found(source, this.#chosen(searched))
    const counts = this.#count(source, source.blocks, found, deadline)
    if (counts === null) return null
    this.#turns = 0
    return {
      recipients: found.map((recipient, at) => ({
        ...(recipient.newest ? recipient : this.#withNewestOf(source, recipient.email)),
        messages: counts[at]!,
      })),
      complete: this.#isWhole,
    }
  }

  /**
   * Searches the blocks, newest first, until enough recipients have the best rank: older blocks could only add older
   * addresses of that rank. Returns false when the deadline passes.
   */
  #search(source: BlockSource, deadline: Deadline): boolean {
    const best = new Set<string>()
    this.#isWhole = true
    if (this.#named.length >= this.#limit) return true
    for (const block of source.blocks.toReversed()) {
      if (best.size >= this.#limit) return true
      const key = versionKey(block)
      if (!this.#best.has(key)) {
        if (this.#turns > mostTurns) {
          this.#isWhole = false
          continue
        }
        if (deadline.passed()) return false
        this.#best.set(key, this.#match.best(this.#lists.of(block, readerOf(source, block))))
      }
      for (const { address, rank } of this.#best.get(key)!) if (rank === 0) best.add(address)
    }
    return true
  }

  /** The best candidates in these blocks, which are passed in chronological order. */
  #chosen(blocks: readonly Block[]): Chosen[] {
    const newest = new Map<string, Chosen>()
    for (const block of blocks.toReversed()) {
      for (const candidate of this.#best.get(versionKey(block))!) {
        const { address } = candidate
        if (!newest.has(address) && !this.#namedKeys.has(address)) newest.set(address, { ...candidate, block })
      }
    }
    return [...newest.values()]
      .sort((a, b) => a.rank - b.rank || b.block.first - a.block.first || b.at - a.at)
      .slice(0, this.#limit - this.#named.length)
  }

  /** Returns the recipients in their final order. For people known by name, the newest message is read later. */
  #found(source: BlockSource, chosen: readonly Chosen[]): Newest[] {
    const unread = (email: string): Newest => ({ email, newest: null })
    const ordered = recipientsInOrder({ named: this.#named, mixed: this.#mixed }, chosen)
    return ordered
      .flatMap((each) => (typeof each === 'string' ? [unread(each)] : withNewest(source, each)))
      .slice(0, this.#limit)
  }

  /**
   * Adds the newest message of a person whose messages have been counted. Uses the archive’s spelling of the address, if
   * there is one.
   */
  #withNewestOf(source: BlockSource, email: string): Newest {
    const block = source.blocks.findLast((each) => this.#counts.get(versionKey(each))!.get(email)! > 0)
    if (!block) return { email, newest: null }
    const reader = readerOf(source, block)
    const at = withScratchBits(() => someBits(textRows(recipientQuery(email), reader, reader.live()), 0, 1, true)[0]!)
    return withNewest(source, { block, at })[0] ?? { email, newest: null }
  }

  /** The number of messages to each recipient; null if the deadline passes. */
  #count(
    source: BlockSource,
    blocks: readonly Block[],
    recipients: readonly { readonly email: string }[],
    deadline: Deadline,
  ): number[] | null {
    const sums = recipients.map(() => 0)
    const keys = new Map(recipients.map(({ email }) => [email, termBytes(fold(email).slice(0, longestWhole))]))
    for (const block of blocks) {
      const key = versionKey(block)
      const known = this.#counts.get(key) ?? new Map<string, number>()
      this.#counts.set(key, known)
      if (recipients.some(({ email }) => !known.has(email))) {
        if (deadline.passed()) return null
        withScratchBits(() => this.#countIn(source, block, keys, known))
      }
      recipients.forEach(({ email }, at) => (sums[at]! += known.get(email)!))
    }
    return sums
  }

  /** Adds the missing addresses to `counts`. Reads nothing from a block that contains none of them. */
  #countIn(
    source: BlockSource,
    block: Block,
    keys: ReadonlyMap<string, Uint8Array>,
    counts: Map<string, number>,
  ): void {
    const missing = [...keys].filter(([email]) => !counts.has(email))
    const possible = missing.filter(([, key]) => this.#lists.mayContain(block, key))
    for (const [email] of missing) counts.set(email, 0)
    if (possible.length === 0) return
    const reader = readerOf(source, block)
    const live = reader.live()
    for (const [email] of possible) counts.set(email, countBits(textRows(recipientQuery(email), reader, live)))
  }

  #keepOnly(keys: ReadonlySet<string>): void {
    for (const kept of [this.#best, this.#counts]) {
      for (const key of kept.keys()) if (!keys.has(key)) kept.delete(key)
    }
  }
}

type Newest = Pick<FoundRecipient, 'email' | 'newest'>

/** Returns an empty list if the record was removed. */
function withNewest(source: BlockSource, { block, at }: Pick<Chosen, 'block' | 'at'>): Newest[] {
  const message: MessageRow | null = readerOf(source, block).stored(at)
  if (!message) return []
  const { email, subject, createdDate, lastState } = message
  return [{ email, newest: { subject, createdDate, lastState } }]
}

function readerOf({ database, cache }: BlockSource, block: Block): BlockReader {
  return new BlockReader(database, block, cache)
}
