/**
 * The first of `length` positions at which `isReached` returns true, or `length` where none does. In the order of the
 * positions, it must go on returning true once it has.
 */
export function firstPosition(length: number, isReached: (position: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isReached(middle)) high = middle
    else low = middle + 1
  }
  return low
}
