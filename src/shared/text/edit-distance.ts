/**
 * Returns how many letters must be added, removed, changed or swapped with their neighbour to turn one word into the
 * other. If there are more than `most`, returns `most + 1`.
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= a.length; row++) {
    const next = [row]
    for (let at = 1; at <= b.length; at++) {
      const changed = last[at - 1]! + (a[row - 1] === b[at - 1] ? 0 : 1)
      const isSwapped = row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1]
      const swapped = isSwapped ? before[at - 2]! + 1 : Infinity
      next.push(Math.min(last[at]! + 1, next[at - 1]! + 1, changed, swapped))
    }
    if (Math.min(...next) > most) return most + 1
    before = last
    last = next
  }
  return Math.min(last[b.length]!, most + 1)
}
