/**
 * The first of `length` places at which `isReached` returns true, or `length` where none does. In the order of the
 * places, it must go on returning true once it has.
 */
export function firstPlace(length: number, isReached: (place: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isReached(middle)) high = middle
    else low = middle + 1
  }
  return low
}
