import { or, type Query } from './ast.ts'
import { fold } from './fold.ts'
import { stateNames } from './states.ts'

/**
 * The last term while it is typed. A word is a beginning, and so is the name of a state: nothing has the state "de", and
 * the rows would go until "delivered" is whole.
 */
export function growing(query: Query): Query {
  if (query.kind === 'text' && query.mode === 'words') return { ...query, mode: 'prefix' }
  if (query.kind !== 'value' || query.field !== 'state') return query
  const typed = fold(query.value)
  if (stateNames.includes(typed)) return query
  const begun = stateNames.filter((name) => name.startsWith(typed))
  return begun.length === 0 ? query : or(begun.map((value) => ({ ...query, value })))
}
