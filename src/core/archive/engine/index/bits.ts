/** A set of rows in one block, with one bit per row. */
export type Bits = Uint32Array

/** Sets are small and numerous. An ArrayBuffer for each would cost more than the work on the set, so they share buffers. */
const bufferSize = 2 ** 17
let buffer = new ArrayBuffer(bufferSize)
let used = 0
/**
 * Holds sets that are needed only during one piece of work: a search through ten million rows creates thousands of
 * them.
 */
const scratch = new Uint32Array(2 ** 16)
/** The number of words of the scratch buffer that are in use; -1 outside `withScratchBits`, where sets must last. */
let scratchUsed = -1

/** Runs the work with the scratch buffer. Sets created during the work are invalid afterwards. */
export function withScratchBits<T>(work: () => T): T {
  const before = scratchUsed
  scratchUsed = Math.max(scratchUsed, 0)
  try {
    return work()
  } finally {
    scratchUsed = before
  }
}

export function noBits(size: number): Bits {
  const words = (size + 31) >>> 5
  if (scratchUsed >= 0 && scratchUsed + words <= scratch.length) {
    return scratch.subarray(scratchUsed, (scratchUsed += words)).fill(0)
  }
  if (used + words * 4 > bufferSize) {
    buffer = new ArrayBuffer(Math.max(bufferSize, words * 4))
    used = 0
  }
  const bits = new Uint32Array(buffer, used, words)
  used += words * 4
  return bits
}

export function allBits(size: number): Bits {
  const bits = noBits(size).fill(0xffffffff)
  if (size & 31) bits[bits.length - 1] = 0xffffffff >>> (32 - (size & 31))
  return bits
}

export function setBit(bits: Bits, at: number): void {
  bits[at >>> 5]! |= 1 << (at & 31)
}

export function clearBit(bits: Bits, at: number): void {
  bits[at >>> 5]! &= ~(1 << (at & 31))
}

export function hasBit(bits: Bits, at: number): boolean {
  return (bits[at >>> 5]! & (1 << (at & 31))) !== 0
}

/** Sets the bits from `from` up to but not including `to`. */
export function setRange(bits: Bits, from: number, to: number): void {
  for (let at = from; at < to;) {
    if ((at & 31) === 0 && at + 32 <= to) {
      bits[at >>> 5] = 0xffffffff
      at += 32
    } else setBit(bits, at++)
  }
}

export function andInto(target: Bits, other: Bits): Bits {
  for (let at = 0; at < target.length; at++) target[at]! &= other[at]!
  return target
}

export function orInto(target: Bits, other: Bits): Bits {
  for (let at = 0; at < target.length; at++) target[at]! |= other[at]!
  return target
}

export function without(target: Bits, other: Bits): Bits {
  const left = noBits(target.length << 5)
  for (let at = 0; at < target.length; at++) left[at] = target[at]! & ~other[at]!
  return left
}

export function isEmpty(bits: Bits): boolean {
  for (let at = 0; at < bits.length; at++) if (bits[at] !== 0) return false
  return true
}

function countWord(word: number): number {
  word -= (word >>> 1) & 0x55555555
  word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
  return Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

export function countBits(bits: Bits, from = 0, to = bits.length << 5): number {
  let count = 0
  let at = from
  for (; at < to && at & 31; at++) if (hasBit(bits, at)) count++
  for (; at + 32 <= to; at += 32) count += countWord(bits[at >>> 5]!)
  for (; at < to; at++) if (hasBit(bits, at)) count++
  return count
}

export function eachBit(bits: Bits, visit: (at: number) => void): void {
  for (let index = 0; index < bits.length; index++) {
    let word = bits[index]!
    while (word !== 0) {
      const lowest = word & -word
      visit((index << 5) + 31 - Math.clz32(lowest))
      word ^= lowest
    }
  }
}

/** Returns at most `limit` rows of the set after skipping `skip` rows, counted from the end if `backwards`. */
export function someBits(bits: Bits, skip: number, limit: number, backwards: boolean): number[] {
  const found: number[] = []
  for (let step = 0; step < bits.length && found.length < limit; step++) {
    const index = backwards ? bits.length - 1 - step : step
    const word = bits[index]!
    const count = countWord(word)
    if (skip >= count) {
      skip -= count
      continue
    }
    for (let bit = 0; bit < 32 && found.length < limit; bit++) {
      const at = backwards ? 31 - bit : bit
      if ((word & (1 << at)) === 0) continue
      if (skip > 0) skip--
      else found.push((index << 5) + at)
    }
  }
  return found
}
