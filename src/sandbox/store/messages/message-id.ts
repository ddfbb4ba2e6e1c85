import { firstIdOf } from '../counting/id-time.ts'

/** Mixes 32 bits (the MurmurHash3 finalizer). */
function mix(value: number): number {
  let hash = value | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0')

/**
 * Returns a message’s public id. Its first 13 hex digits are the row number, so that ids are ordered by time and found
 * without an index. The other 11 depend on the seed and keep ids from looking like a sequence.
 */
export function publicId(id: number, seed: number): string {
  const low = id % 0x1_0000_0000
  const high = Math.floor(id / 0x1_0000_0000)
  const first = mix(low ^ mix(high ^ mix(seed)))
  return hex(id, 13) + hex(first, 8) + hex(mix(first + seed + 0x9e3779b9) & 0xfff, 3)
}

/** Returns the row number in a public id. The caller must compare the complete id with the row’s. */
export function rowOf(code: string): number | null {
  return /^[0-9a-f]{24}$/.test(code) ? Number.parseInt(code.slice(0, 13), 16) : null
}

/** Up to this second, the row number fits into 13 hex digits and is exact as a JavaScript number. */
const lastSecond = 2 ** 32 - 1

/** Assigns row numbers. `highest` returns the largest one in use below a bound. */
export function idSequence(highest: (below: number) => number) {
  let second = -1
  let last = 0
  return {
    next(createdDate: number): number {
      const now = Math.floor(createdDate / 1000)
      if (now < 0 || now > lastSecond) throw new RangeError('The sandbox supports only messages from 1970 to 2106.')
      if (now !== second) {
        second = now
        last = Math.max(highest(firstIdOf(now + 1)), firstIdOf(now) - 1)
      }
      if (last + 1 >= firstIdOf(now + 1)) {
        throw new RangeError(
          'The sandbox can’t hold more than 1,048,576 messages within one second of its clock. Move the clock forward.',
        )
      }
      return ++last
    },
    forget() {
      second = -1
    },
  }
}
