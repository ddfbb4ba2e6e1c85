import { and } from '../../query/ast.ts'
import { print, value } from '../../query/print.ts'
import { words } from '../../query/words.ts'
import { sizeBounds } from './classes.ts'

/** Returns the condition that finds exactly the messages with a given reason, or undefined if no condition does. */
export function reasonTermOf(refusal: {
  readonly state: string
  readonly example: string
  readonly isOnly: boolean
}): string | undefined {
  const { state, example, isOnly } = refusal
  return isOnly && words(example).length > 0 ? `state:${value(state)} reason:=${value(example)}` : undefined
}

/** Returns the condition for a size class. A size of zero means that it is unknown. */
export function sizeTermOf(at: number): string {
  const [low, high] = [sizeBounds[at - 1] ?? 0, sizeBounds[at]]
  const above = { kind: 'number', field: 'size', comparison: '>', value: low } as const
  if (high === undefined) return print(above)
  return print(and([above, { kind: 'number', field: 'size', comparison: '<=', value: high }]))
}
