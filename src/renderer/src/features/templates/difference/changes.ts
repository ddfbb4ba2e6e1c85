import type { ChangeObject } from 'diff'

/**
 * The range from `fromA` to `toA` was replaced by the range from `fromB` to `toB`. The two ends of an empty range are
 * equal.
 */
export type Change = { readonly fromA: number; readonly toA: number; readonly fromB: number; readonly toB: number }

/** Converts the changes that jsdiff found in texts or lists starting at these positions. */
export function changesOf(found: readonly ChangeObject<{ length: number }>[], startA = 0, startB = 0): Change[] {
  const changes: Change[] = []
  let a = startA
  let b = startB
  for (const { value, added, removed } of found) {
    const toA = added ? a : a + value.length
    const toB = removed ? b : b + value.length
    const last = changes.at(-1)
    if (added || removed) {
      if (last?.toA === a && last.toB === b) changes[changes.length - 1] = { ...last, toA, toB }
      else changes.push({ fromA: a, toA, fromB: b, toB })
    }
    a = toA
    b = toB
  }
  return changes
}

/** Joins changes if the text between them is too trivial to keep them separate. */
export function joinedChanges(changes: readonly Change[], isTrifle: (from: number, to: number) => boolean): Change[] {
  const result: Change[] = []
  for (const change of changes) {
    const last = result.at(-1)
    if (last && isTrifle(last.toA, change.fromA))
      result[result.length - 1] = { ...last, toA: change.toA, toB: change.toB }
    else result.push(change)
  }
  return result
}
