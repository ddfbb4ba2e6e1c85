import type { TermTable } from './term-table.ts'

/** Up to this many terms are sorted by comparison, which is faster than another round of keys. */
const few = 12
const keyBytes = 5

/**
 * Returns the numbers of all terms, sorted by their text. Five bytes of a term and its position are combined into one
 * 64-bit number, because numbers can be sorted without calling a comparison function. Terms with the same five bytes
 * are then sorted by the bytes that follow.
 */
export function termsInOrder(table: TermTable): Uint32Array {
  const terms = new Uint32Array(table.size)
  for (let term = 0; term < terms.length; term++) terms[term] = term
  sortFrom(table, terms, 0, terms.length, 0)
  return terms
}

/** Sorts the terms from `start` to `stop`, whose first `depth` bytes are the same. */
function sortFrom(table: TermTable, terms: Uint32Array, start: number, stop: number, depth: number): void {
  const { arena } = table
  const size = stop - start
  const keys = new BigUint64Array(size)
  const halves = new Uint32Array(keys.buffer)
  for (let at = 0; at < size; at++) {
    const term = terms[start + at]!
    const end = table.end(term)
    let byte = table.start(term) + depth
    let high = 0
    for (let taken = 1; taken < keyBytes; taken++, byte++) high = (high << 8) | (byte < end ? rank(arena[byte]!) : 0)
    halves[at * 2 + 1] = high
    halves[at * 2] = ((byte < end ? rank(arena[byte]!) : 0) << 24) | at
  }
  keys.sort()
  const before = terms.slice(start, stop)
  for (let at = 0; at < size; at++) terms[start + at] = before[halves[at * 2]! & 0xffffff]!
  for (let from = 0; from < size;) {
    let to = from + 1
    while (to < size && sameKey(halves, from, to)) to++
    if (to - from > 1) sortAlike(table, terms, start + from, start + to, depth + keyBytes)
    from = to
  }
}

function sameKey(halves: Uint32Array, one: number, other: number): boolean {
  return halves[one * 2 + 1] === halves[other * 2 + 1] && halves[one * 2]! >>> 24 === halves[other * 2]! >>> 24
}

function sortAlike(table: TermTable, terms: Uint32Array, start: number, stop: number, depth: number): void {
  if (stop - start > few && isAnyLonger(table, terms, start, stop, depth)) {
    return sortFrom(table, terms, start, stop, depth)
  }
  for (let at = start + 1; at < stop; at++) {
    const term = terms[at]!
    let to = at
    for (; to > start && isAfter(table, terms[to - 1]!, term, depth); to--) terms[to] = terms[to - 1]!
    terms[to] = term
  }
}

function isAnyLonger(table: TermTable, terms: Uint32Array, start: number, stop: number, depth: number): boolean {
  for (let at = start; at < stop; at++) if (table.end(terms[at]!) - table.start(terms[at]!) > depth) return true
  return false
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

/**
 * Maps a byte to its rank in the order of JavaScript strings. These are compared by UTF-16 units, where U+E000 to
 * U+FFFF come after the surrogate pairs; in UTF-8 they come before.
 */
function rank(byte: number): number {
  return byte === 0xee || byte === 0xef ? byte + 7 : byte
}
