/**
 * Finds the first of `length` positions for which `isReached` returns true. Returns `length` if there is none.
 * `isReached` must also return true for all later positions.
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
