/** Returns the next row that a finding concerns, or the previous one if `by` is -1. Wraps around at the ends. */
export function stepFrom(rows: readonly number[], current: number, by: 1 | -1): number | undefined {
  return by > 0
    ? (rows.find((row) => row > current) ?? rows[0])
    : (rows.findLast((row) => row < current) ?? rows.at(-1))
}
