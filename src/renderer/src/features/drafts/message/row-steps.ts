/** The row after the current one that a finding concerns, from the first one again after the last; `by` is -1 backwards. */
export function stepFrom(rows: readonly number[], current: number, by: 1 | -1): number | undefined {
  return by > 0
    ? (rows.find((row) => row > current) ?? rows[0])
    : (rows.findLast((row) => row < current) ?? rows.at(-1))
}
