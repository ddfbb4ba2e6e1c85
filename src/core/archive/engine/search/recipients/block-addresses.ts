import { ByteTable } from '../../../../base/packs/byte-table.ts'
import { hasBit, type Bits } from '../../index/bits.ts'
import { blockSize } from '../../index/build-block.ts'
import { termBytes } from '../../index/page.ts'
import { readPositions } from '../../index/posting.ts'
import { valueLists, valueTerm } from '../../index/terms.ts'
import type { BlockReader } from '../block-reader.ts'
import { AddressFilter } from './address-filter.ts'

/**
 * A block’s addresses in the form that is fastest to scan, starting with the address of the newest message. The parts
 * before the last @ form one string. Domains are stored by number, because a few domains account for most addresses.
 */
export type BlockAddresses = {
  /** Each name is followed by a line break. */
  readonly names: string
  /** Where each name begins, and where the text ends. */
  readonly starts: Uint32Array
  readonly domains: Uint32Array
  /** The position of the newest message to each address in the block. */
  readonly newest: Uint16Array
  readonly filter: AddressFilter
}

/** The number for an address without an @. */
const noDomain = 0

/** The folded domains of all blocks, by number. */
export class DomainNumbers {
  readonly texts: string[] = ['']
  /** Maps a domain to its number minus one, because 0 means no domain. */
  readonly #known = new ByteTable(1 << 10)

  numberOf(bytes: Uint8Array, from: number, end: number): number {
    this.#known.open(end - from)
    this.#known.bytes(bytes, from, end)
    const number = this.#known.close() + 1
    if (number === this.texts.length) this.texts.push(this.#known.textOf(number - 1))
    return number
  }
}

const listStart = valueTerm(valueLists.toWhole, '')
const listStartLength = termBytes(listStart).length
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const [sign, lineBreak] = [0x40, 0x0a]
const positions = new Uint16Array(blockSize)

export function readBlockAddresses(block: BlockReader, domains: DomainNumbers): BlockAddresses {
  const live = block.live()
  const found = new FoundAddresses(block.size)
  block.entries(listStart, (page, termAt, termLength, at, length) => {
    const newest = newestOf(live, readPositions(page, at, length, positions))
    // An address whose messages were all removed is left out.
    if (newest < 0) return
    found.add(newest, page, termAt + listStartLength, termAt + termLength, domains)
  })
  return found.newestFirst()
}

/** The last of the read positions whose message was not removed; -1 if there is none. */
function newestOf(live: Bits, count: number): number {
  for (let at = count - 1; at >= 0; at--) if (hasBit(live, positions[at]!)) return positions[at]!
  return -1
}

/**
 * Addresses in dictionary order. They are decoded as one string: creating sixteen thousand strings took longer than
 * reading the addresses. Each message has one address, so no two addresses have the same newest message.
 */
class FoundAddresses {
  readonly #pages: Uint8Array[] = []
  /** For each position, the page’s number plus one, and where the name is on that page. */
  readonly #page: Uint16Array
  readonly #from: Uint32Array
  readonly #end: Uint32Array
  readonly #domain: Uint32Array
  readonly #filter: AddressFilter
  #count = 0
  #bytes = 0

  constructor(size: number) {
    this.#page = new Uint16Array(size)
    this.#from = new Uint32Array(size)
    this.#end = new Uint32Array(size)
    this.#domain = new Uint32Array(size)
    this.#filter = new AddressFilter(size)
  }

  add(newest: number, page: Uint8Array, from: number, end: number, domains: DomainNumbers): void {
    let at = end - 1
    while (at >= from && page[at] !== sign) at--
    const nameEnd = at < from ? end : at
    if (this.#pages.at(-1) !== page) this.#pages.push(page)
    this.#page[newest] = this.#pages.length
    this.#from[newest] = from
    this.#end[newest] = nameEnd
    this.#domain[newest] = at < from ? noDomain : domains.numberOf(page, at + 1, end)
    this.#filter.add(page, from, end)
    this.#count++
    this.#bytes += nameEnd - from + 1
  }

  newestFirst(): BlockAddresses {
    const starts = new Uint32Array(this.#count + 1)
    const domains = new Uint32Array(this.#count)
    const newest = new Uint16Array(this.#count)
    const names = new Uint8Array(this.#bytes)
    const [pages, pageNumbers, froms, ends] = [this.#pages, this.#page, this.#from, this.#end]
    let [entry, used, bits] = [0, 0, 0]
    for (let at = pageNumbers.length - 1; at >= 0; at--) {
      if (pageNumbers[at] === 0) continue
      const page = pages[pageNumbers[at]! - 1]!
      for (let from = froms[at]!, end = ends[at]!; from < end; from++) {
        const byte = page[from]!
        names[used++] = byte
        bits |= byte
      }
      names[used++] = lineBreak
      domains[entry] = this.#domain[at]!
      newest[entry] = at
      starts[++entry] = used
    }
    // In ASCII text, byte positions are character positions, so nothing needs to be converted.
    if (bits > 0x7f) measureTexts(names, starts)
    return { names: decoder.decode(names), starts, domains, newest, filter: this.#filter }
  }
}

/** Converts byte positions to character positions. */
function measureTexts(bytes: Uint8Array, positions: Uint32Array): void {
  let [at, length] = [0, 0]
  for (let index = 0; index < positions.length; index++) {
    for (const end = positions[index]!; at < end; at++) length += unitsOf(bytes[at]!)
    positions[index] = length
  }
}

/** How many UTF-16 units a UTF-8 byte adds: none if it continues a character. */
function unitsOf(byte: number): number {
  if ((byte & 0xc0) === 0x80) return 0
  return byte >= 0xf0 ? 2 : 1
}

/** The approximate size in memory. Names are counted with one byte per character, because they are mostly Latin. */
export function addressBytes({ names, starts, domains, newest, filter }: BlockAddresses): number {
  return names.length + starts.byteLength + domains.byteLength + newest.byteLength + filter.byteLength
}

export function addressAt({ names, starts, domains }: BlockAddresses, entry: number, { texts }: DomainNumbers): string {
  const name = names.slice(starts[entry], starts[entry + 1]! - 1)
  const domain = domains[entry]!
  return domain === noDomain ? name : `${name}@${texts[domain]!}`
}
