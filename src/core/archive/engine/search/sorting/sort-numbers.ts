const digitBits = 16
const digits = 2 ** digitBits

/**
 * Sorts entries by their numbers, which are below 2^32, one digit at a time. Entries with equal numbers keep their
 * order. Yields after each pass, so that no other call waits for the entire sort.
 */
export function* sortNumbers(entries: Uint32Array, numbers: Uint32Array): Generator<void, Sorted> {
  let from: Sorted = { entries, numbers }
  let to: Sorted = { entries: new Uint32Array(entries.length), numbers: new Uint32Array(numbers.length) }
  const ends = new Uint32Array(digits)
  for (let shift = 0; shift < 32; shift += digitBits) {
    yield
    ends.fill(0)
    for (const number of from.numbers) ends[(number >>> shift) & (digits - 1)]!++
    let isSame = false
    for (let digit = 0, sum = 0; digit < digits; digit++) {
      isSame ||= ends[digit] === entries.length
      const count = ends[digit]!
      ends[digit] = sum
      sum += count
    }
    if (isSame) continue
    yield
    for (let at = 0; at < from.numbers.length; at++) {
      const position = ends[(from.numbers[at]! >>> shift) & (digits - 1)]!++
      to.entries[position] = from.entries[at]!
      to.numbers[position] = from.numbers[at]!
    }
    ;[from, to] = [to, from]
  }
  return from
}

export type Sorted = { readonly entries: Uint32Array; readonly numbers: Uint32Array }
