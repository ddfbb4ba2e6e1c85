/**
 * Returns the entry that a key moves to in a menu or a list, or undefined for a key that does not move. The arrows wrap
 * around. `reachable` contains the indexes of the reachable entries, in order; `current` is -1 before the first move.
 */
export function entryAfterKey(key: string, current: number, reachable: readonly number[]): number | undefined {
  const place = reachable.indexOf(current)
  if (key === 'ArrowDown') return reachable[(place + 1) % reachable.length]
  if (key === 'ArrowUp') return reachable.at(place <= 0 ? -1 : place - 1)
  if (key === 'Home') return reachable[0]
  if (key === 'End') return reachable.at(-1)
  return undefined
}
