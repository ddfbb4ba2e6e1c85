import type { TermTable } from './term-table.ts'

/** Compared one by one below this many, which spares another round of keys. */
const few = 12
const keyBytes = 5

/**
 * The numbers of all terms, in the order of their text. Five bytes and the place of a term make one number of 64 bits,
 * and numbers are sorted without a call for every comparison; terms that begin alike are sorted again by what follows.
 */
export function termsInOrder(table: TermTable): Uint32Array {
  const terms = Uint32Array.from({ length: table.size }, (_, term) => term)
  sortFrom(table, terms, 0)
  return terms
}

function sortFrom(table: TermTable, terms: Uint32Array, depth: number): void {
  const { arena } = table
  const keys = new BigUint64Array(terms.length)
  const halves = new Uint32Array(keys.buffer)
  for (let at = 0; at < terms.length; at++) {
    const end = table.end(terms[at]!)
    let byte = table.start(terms[at]!) + depth
    let high = 0
    for (let taken = 1; taken < keyBytes; taken++, byte++) high = (high << 8) | (byte < end ? rank(arena[byte]!) : 0)
    halves[at * 2 + 1] = high
    halves[at * 2] = ((byte < end ? rank(arena[byte]!) : 0) << 24) | at
  }
  keys.sort()
  const before = terms.slice()
  for (let at = 0; at < terms.length; at++) terms[at] = before[halves[at * 2]! & 0xffffff]!
  for (let from = 0; from < terms.length;) {
    let to = from + 1
    while (to < terms.length && sameKey(halves, from, to)) to++
    if (to - from > 1) sortAlike(table, terms.subarray(from, to), depth + keyBytes)
    from = to
  }
}

function sameKey(halves: Uint32Array, one: number, other: number): boolean {
  return halves[one * 2 + 1] === halves[other * 2 + 1] && halves[one * 2]! >>> 24 === halves[other * 2]! >>> 24
}

function sortAlike(table: TermTable, terms: Uint32Array, depth: number): void {
  if (terms.length > few && terms.some((term) => table.end(term) - table.start(term) > depth)) {
    return sortFrom(table, terms, depth)
  }
  for (let at = 1; at < terms.length; at++) {
    const term = terms[at]!
    let to = at
    for (; to > 0 && isAfter(table, terms[to - 1]!, term, depth); to--) terms[to] = terms[to - 1]!
    terms[to] = term
  }
}

function isAfter(table: TermTable, one: number, other: number, depth: number): boolean {
  const { arena } = table
  const [oneEnd, otherEnd] = [table.end(one), table.end(other)]
  let oneAt = table.start(one) + depth
  let otherAt = table.start(other) + depth
  for (; oneAt < oneEnd && otherAt < otherEnd; oneAt++, otherAt++) {
    if (arena[oneAt] !== arena[otherAt]) return rank(arena[oneAt]!) > rank(arena[otherAt]!)
  }
  return oneEnd - table.start(one) > otherEnd - table.start(other)
}

/** Strings are compared by units of UTF-16, where the letters from U+E000 on come last; in UTF-8 the surrogates do. */
function rank(byte: number): number {
  return byte === 0xee || byte === 0xef ? byte + 7 : byte
}
