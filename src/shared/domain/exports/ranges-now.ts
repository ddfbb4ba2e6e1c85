type Range = { readonly first: number; readonly last: number }

/**
 * Returns the current positions of ranges of selected rows, given the positions of their first and last rows, in turn.
 * Null if there are no ranges, or if one has lost its first or last row or changed its size.
 */
export function rangesNow(
  sizes: readonly { readonly size: number }[],
  positions: readonly (number | null)[],
): Range[] | null {
  const ranges = sizes.flatMap(({ size }, at) => {
    const [first, last] = [positions[2 * at] ?? null, positions[2 * at + 1] ?? null]
    return first !== null && last !== null && last - first + 1 === size ? [{ first, last }] : []
  })
  return ranges.length === sizes.length && sizes.length > 0 ? ranges : null
}
