import { setImmediate as nextTurn } from 'node:timers/promises'
import { isMailAddress } from '#shared/text/mail-address.ts'
import { plainAddress, type Entry } from './entry-table.ts'
import type { ListCopy } from './list-copy.ts'

export type Checked = {
  readonly addresses: number
  readonly listed: number
  /** The number of words that aren’t addresses, such as a name in front of an address. */
  readonly others: number
  readonly found: readonly (Entry & { readonly type: string })[]
  /** The addresses that are on no list, one per line. */
  readonly clean: string
}

/** The maximum number of rows returned: more than anyone reads on screen. */
const mostFound = 2000
const turn = 10_000
/** Characters that separate addresses in a list, a file or an email header. */
const between = /[\s,;<>"'()[\]]+/

/** Entries for these addresses on the account-wide lists and on one custom list. */
export async function listedAmong(
  addresses: readonly string[],
  { list, most }: { list: string; most: number },
  copies: readonly ListCopy[],
): Promise<(Entry & { type: string })[]> {
  const found: (Entry & { type: string })[] = []
  const seen = new Set<string>()
  for (const [at, address] of addresses.entries()) {
    if (at % turn === turn - 1) await nextTurn()
    const plain = plainAddress(address)
    if (seen.has(plain)) continue
    seen.add(plain)
    for (const { table, meta } of copies) {
      for (const row of table.rowsOfPlain(plain)) {
        const entry = table.entryAt(row)
        if (entry.list === '' || entry.list === list) found.push({ ...entry, email: address, type: meta.type })
      }
    }
    if (found.length >= most) break
  }
  return found.slice(0, most)
}

/** Looks up every address in a pasted text on every list. */
export async function checkAddresses(text: string, copies: readonly ListCopy[]): Promise<Checked> {
  const seen = new Set<string>()
  const found: (Entry & { type: string })[] = []
  const clean: string[] = []
  let others = 0
  let listed = 0
  let words = 0
  for (const word of plainAddress(text).split(between)) {
    if (++words % turn === 0) await nextTurn()
    if (word === '' || seen.has(word)) continue
    let isListed = false
    for (const { table, meta } of copies) {
      for (const row of table.rowsOfPlain(word)) {
        isListed = true
        if (found.length < mostFound) found.push({ ...table.entryAt(row), type: meta.type })
      }
    }
    // Any word on a list counts as an address. Other words are examined, which takes longer than looking them up.
    if (isListed) listed++
    else if (isMailAddress(word)) clean.push(word)
    else {
      others++
      continue
    }
    seen.add(word)
  }
  return { addresses: seen.size, listed, others, found, clean: clean.join('\n') }
}
