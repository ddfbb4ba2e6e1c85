/** The next row that a finding concerns, wrapping around at the end. `by` is -1 to go backwards. */
export function stepFrom(rows: readonly number[], current: number, by: 1 | -1): number | undefined {
  return by > 0
    ? (rows.find((row) => row > current) ?? rows[0])
    : (rows.findLast((row) => row < current) ?? rows.at(-1))
}
