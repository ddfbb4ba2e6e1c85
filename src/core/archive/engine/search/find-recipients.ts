import type { FindRecipients, FoundRecipient, FoundRecipients } from '#shared/domain/recipients/recipient.ts'
import { rankRecipient, readRecipientText, type RecipientText } from '#shared/domain/recipients/rank-recipient.ts'
import { recipientQuery } from '#shared/domain/recipients/recipient-query.ts'
import type { MessageRow } from '#shared/domain/messages/record.ts'
import { countBits, hasBit, withScratchBits, type Bits } from '../index/bits.ts'
import { postingRows } from '../index/posting.ts'
import { valueLists, valueTerm } from '../index/terms.ts'
import type { Block } from '../store/block.ts'
import { BlockReader } from './block-reader.ts'
import type { Deadline } from './deadline.ts'
import type { BlockSource } from './part-cache.ts'
import { textRows } from './text-condition.ts'

/** A text is searched for while it is typed, in more than one place of the page at most. */
const mostSearches = 4
/** Of a million messages a few are enough. An archive that needs more returns the recipients of its newest messages. */
const mostTurns = 40

const listStart = valueTerm(valueLists.toWhole, '')
const decoder = new TextDecoder()

/** Someone whose address matches, with the position of their newest message in a block. */
type Candidate = { readonly address: string; readonly rank: number; readonly at: number }
type Chosen = Candidate & { readonly block: Block }

/** Finds recipients by any part of their address, in turns. What was found in a block is kept for as long as the block. */
export class RecipientSearches {
  readonly #searches = new Map<string, RecipientSearch>()

  /** Null when the deadline passes: call again. */
  find(source: BlockSource, { text, limit }: FindRecipients, deadline: Deadline): FoundRecipients | null {
    const wanted = readRecipientText(text)
    if (wanted === null) return { recipients: [], complete: true }
    const key = `${limit} ${text}`
    const search = this.#searches.get(key) ?? new RecipientSearch(wanted, limit)
    this.#searches.delete(key)
    this.#searches.set(key, search)
    if (this.#searches.size > mostSearches) this.#searches.delete(this.#searches.keys().next().value!)
    return search.find(source, deadline)
  }
}

class RecipientSearch {
  readonly #text: RecipientText
  readonly #limit: number
  /** The best of each block. The best of all are among them: each stands in the block of their newest message. */
  readonly #best = new Map<string, readonly Candidate[]>()
  /** The messages to each address, by block. */
  readonly #counts = new Map<string, Map<string, number>>()
  #turns = 0

  constructor(text: RecipientText, limit: number) {
    this.#text = text
    this.#limit = limit
  }

  find(source: BlockSource, deadline: Deadline): FoundRecipients | null {
    this.#keepOnly(new Set(source.blocks.map(keyOf)))
    this.#turns++
    const unsearched = source.blocks.filter((block) => !this.#best.has(keyOf(block))).reverse()
    for (const block of this.#turns > mostTurns ? [] : unsearched) {
      if (deadline.passed()) return null
      this.#best.set(keyOf(block), bestOf(readerOf(source, block), this.#text, this.#limit))
    }
    const searched = source.blocks.filter((block) => this.#best.has(keyOf(block)))
    const found = this.#chosen(searched).flatMap((chosen) => withNewest(source, chosen))
    const counts = this.#count(source, searched, found, deadline)
    if (counts === null) return null
    this.#turns = 0
    return {
      recipients: found.map((recipient, at) => ({ ...recipient, messages: counts[at]! })),
      complete: searched.length === source.blocks.length,
    }
  }

  /** The best of all blocks, which are given in the order of time. */
  #chosen(blocks: readonly Block[]): Chosen[] {
    const newest = new Map<string, Chosen>()
    for (const block of blocks.toReversed()) {
      for (const candidate of this.#best.get(keyOf(block))!) {
        if (!newest.has(candidate.address)) newest.set(candidate.address, { ...candidate, block })
      }
    }
    return [...newest.values()]
      .sort((a, b) => a.rank - b.rank || b.block.first - a.block.first || b.at - a.at)
      .slice(0, this.#limit)
  }

  /** Null when the deadline passes. */
  #count(
    source: BlockSource,
    blocks: readonly Block[],
    recipients: readonly { readonly email: string }[],
    deadline: Deadline,
  ): number[] | null {
    const sums = recipients.map(() => 0)
    for (const block of blocks) {
      const key = keyOf(block)
      const known = this.#counts.get(key) ?? new Map<string, number>()
      this.#counts.set(key, known)
      if (recipients.some(({ email }) => !known.has(email))) {
        if (deadline.passed()) return null
        withScratchBits(() => countIn(readerOf(source, block), recipients, known))
      }
      recipients.forEach(({ email }, at) => (sums[at]! += known.get(email)!))
    }
    return sums
  }

  #keepOnly(keys: ReadonlySet<string>): void {
    for (const kept of [this.#best, this.#counts]) {
      for (const key of kept.keys()) if (!keys.has(key)) kept.delete(key)
    }
  }
}

/** Reads the whole list of addresses of a block, but only the pages where one of the words stands. */
function bestOf(block: BlockReader, text: RecipientText, limit: number): Candidate[] {
  const live = block.live()
  let best: Candidate[] = []
  const keepBest = () => (best = best.sort((a, b) => a.rank - b.rank || b.at - a.at).slice(0, limit))
  block.entries(
    listStart,
    (page, termAt, termLength, at, length) => {
      const address = decoder.decode(page.subarray(termAt, termAt + termLength)).slice(listStart.length)
      const rank = rankRecipient(text, address)
      if (rank === null) return
      const newest = newestLive(postingRows(page, at, length), live)
      if (newest === undefined) return
      best.push({ address, rank, at: newest })
      if (best.length >= limit * 8) keepBest()
    },
    pagesWith(text),
  )
  return keepBest()
}

/** Few pages have a word of several letters: a search for its bytes leaves most of them unread. */
function pagesWith({ words }: RecipientText): (page: Uint8Array) => boolean {
  const longest = words.reduce((a, b) => (b.same[0]!.length > a.same[0]!.length ? b : a))
  const spellings = [...longest.same, ...longest.possible].map((word) => Buffer.from(word))
  return ({ buffer, byteOffset, byteLength }) => {
    const page = Buffer.from(buffer, byteOffset, byteLength)
    return spellings.some((word) => page.includes(word))
  }
}

function newestLive(positions: readonly number[], live: Bits): number | undefined {
  return positions.findLast((at) => hasBit(live, at))
}

type Newest = Pick<FoundRecipient, 'email' | 'newest'>

/** None where the record was erased. */
function withNewest(source: BlockSource, { block, at }: Chosen): Newest[] {
  const message: MessageRow | null = readerOf(source, block).stored(at)
  if (!message) return []
  const { email, subject, createdDate, lastState } = message
  return [{ email, newest: { subject, createdDate, lastState } }]
}

/** Adds to `counts` the addresses that it lacks. */
function countIn(
  block: BlockReader,
  recipients: readonly { readonly email: string }[],
  counts: Map<string, number>,
): void {
  const live = block.live()
  for (const { email } of recipients) {
    if (!counts.has(email)) counts.set(email, countBits(textRows(recipientQuery(email), block, live)))
  }
}

function readerOf({ database, cache }: BlockSource, block: Block): BlockReader {
  return new BlockReader(database, block, cache)
}

function keyOf({ id, version }: Block): string {
  return `${id}.${version}`
}
