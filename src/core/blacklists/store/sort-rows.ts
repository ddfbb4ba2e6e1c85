/**
 * With more rows, a row number and 32 bits of time no longer fit into the 53 bits of a number, so the rows are sorted by
 * comparison.
 */
const mostByKey = 2 ** 21

export function allRows({ count }: { readonly count: number }): Uint32Array {
  const rows = new Uint32Array(count)
  for (let row = 0; row < count; row++) rows[row] = row
  return rows
}

/** Sorts rows newest first. Entries with the same second keep the service’s order. */
export function newestFirst(dates: Uint32Array, kept: Uint32Array): Uint32Array {
  if (isSorted(dates, kept)) return kept
  if (kept.length > mostByKey) return kept.sort((a, b) => dates[b]! - dates[a]! || a - b)
  // Sorting plain numbers is several times faster than sorting with a comparison function.
  const keys = Float64Array.from(kept, (row, at) => (0xffffffff - dates[row]!) * mostByKey + at).sort()
  return Uint32Array.from(keys, (key) => kept[key % mostByKey]!)
}

function isSorted(dates: Uint32Array, rows: Uint32Array): boolean {
  for (let at = 1; at < rows.length; at++) if (dates[rows[at]!]! > dates[rows[at - 1]!]!) return false
  return true
}
