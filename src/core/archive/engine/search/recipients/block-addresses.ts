import { hasBit } from '../../index/bits.ts'
import { postingRows } from '../../index/posting.ts'
import { valueLists, valueTerm } from '../../index/terms.ts'
import type { BlockReader } from '../block-reader.ts'

/**
 * A block’s addresses, the newest message’s address first, in the form that is fastest to scan: the parts before the last @
 * as one text, and the domains by number, because a few domains account for most addresses.
 */
export type BlockAddresses = {
  /** Each name is followed by a line break. */
  readonly names: string
  /** Where each name begins, and where the text ends. */
  readonly starts: Uint32Array
  readonly domains: Uint32Array
  /** The position of the newest message to each address in the block. */
  readonly newest: Uint16Array
}

/** The number for an address without an @. */
export const noDomain = 0

/** The folded domains of all blocks, by number. */
export class DomainNumbers {
  readonly texts: string[] = ['']
  readonly #numbers = new Map<string, number>()

  numberOf(domain: string): number {
    const known = this.#numbers.get(domain)
    if (known !== undefined) return known
    const number = this.texts.push(domain) - 1
    this.#numbers.set(domain, number)
    return number
  }
}

const listStart = valueTerm(valueLists.toWhole, '')
const decoder = new TextDecoder()

export function readBlockAddresses(block: BlockReader, domains: DomainNumbers): BlockAddresses {
  const live = block.live()
  // Each message has one address, so no two addresses have the same newest message.
  const names: (string | undefined)[] = new Array<string | undefined>(block.size)
  const numbers = new Uint32Array(block.size)
  let count = 0
  block.entries(listStart, (page, termAt, termLength, at, length) => {
    const newest = postingRows(page, at, length).findLast((row) => hasBit(live, row))
    // All messages to this address were erased.
    if (newest === undefined) return
    const address = decoder.decode(page.subarray(termAt + listStart.length, termAt + termLength))
    const sign = address.lastIndexOf('@')
    names[newest] = sign < 0 ? address : address.slice(0, sign)
    numbers[newest] = sign < 0 ? noDomain : domains.numberOf(address.slice(sign + 1))
    count++
  })
  return newestFirst(names, numbers, count)
}

function newestFirst(names: readonly (string | undefined)[], numbers: Uint32Array, count: number): BlockAddresses {
  const starts = new Uint32Array(count + 1)
  const domains = new Uint32Array(count)
  const newest = new Uint16Array(count)
  const parts: string[] = []
  for (let at = names.length - 1; at >= 0; at--) {
    const name = names[at]
    if (name === undefined) continue
    const entry = parts.push(name) - 1
    starts[entry + 1] = starts[entry]! + name.length + 1
    domains[entry] = numbers[at]!
    newest[entry] = at
  }
  return { names: parts.map((name) => `${name}\n`).join(''), starts, domains, newest }
}

/** A rough size in memory: names are mostly Latin. */
export function addressBytes({ names, starts, domains, newest }: BlockAddresses): number {
  return names.length + starts.byteLength + domains.byteLength + newest.byteLength
}

export function addressAt({ names, starts, domains }: BlockAddresses, entry: number, { texts }: DomainNumbers): string {
  const name = names.slice(starts[entry], starts[entry + 1]! - 1)
  const domain = domains[entry]!
  return domain === noDomain ? name : `${name}@${texts[domain]!}`
}
