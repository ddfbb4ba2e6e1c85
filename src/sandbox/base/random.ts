import { firstPosition } from '#shared/domain/base/binary-search.ts'

/** A small random number generator (mulberry32): the same seed gives the same numbers on every machine. */
export type Random = {
  /** Returns a number from 0 up to but not including 1. */
  next(): number
  /** Returns an integer from `low` to `high`, both included. */
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  /** Picks by weight; see `weights`. */
  weighted<T>(from: Weighted<T>): T
  /** Returns the waiting time until the next event, if one occurs every `mean` on average. */
  wait(mean: number): number
}

export type Weighted<T> = {
  items: readonly T[]
  sums: readonly number[]
}

export function weights<T>(items: readonly T[], weightOf: (item: T, at: number) => number): Weighted<T> {
  let sum = 0
  return { items, sums: items.map((item, at) => (sum += weightOf(item, at))) }
}

export function createRandom(seed: number): Random {
  let state = seed | 0
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick: (from) => from[Math.floor(next() * from.length)]!,
    weighted({ items, sums }) {
      const at = next() * sums.at(-1)!
      return items[firstPosition(sums.length - 1, (position) => sums[position]! > at)]!
    },
    wait: (mean) => -Math.log(1 - next()) * mean,
  }
}
