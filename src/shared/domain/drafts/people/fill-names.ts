import type { DraftPeople, Person } from '../../../contract/base/draft.ts'
import { withCells } from './edit-people.ts'
import { folded } from './grid-columns.ts'

/** The variable that the names next to the addresses can fill. The service fills in only values, never these names. */
export const nameVariable = 'name'

export function isNamed({ name }: Pick<Person, 'name'>): boolean {
  return name.trim() !== ''
}

export function areSomeNamed({ rows }: DraftPeople): boolean {
  return rows.some(isNamed)
}

/** Returns the rows that have a name but no value for `{{name}}`. */
export function namesToFill({ columns, rows }: DraftPeople): number[] {
  const column = columns.findLastIndex((each) => folded(each) === nameVariable)
  return rows.flatMap((person, row) => (isNamed(person) && (person.values[column] ?? null) === null ? [row] : []))
}

/** Fills the missing values from the names. Existing values are kept. */
export function withNamesFilled(people: DraftPeople): DraftPeople {
  const column = { kind: 'missing', name: nameVariable } as const
  const text = (row: number) => people.rows[row]!.name.trim()
  return withCells(
    people,
    namesToFill(people).map((row) => ({ row, column, text: text(row) })),
  )
}
