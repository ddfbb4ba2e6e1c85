import type { DraftContent, DraftPeople, Person } from '../../../contract/base/draft.ts'
import { columnUse } from '../person-values.ts'
import { distinctNames, placeholders } from '../substitution.ts'
import { folded } from './grid-columns.ts'

type Texts = Pick<DraftContent, 'subject' | 'preheader' | 'html' | 'text' | 'textMode'>

/** The variables of the subject, which a recipient may replace, and those of all other parts that are sent. */
type SubjectAndOthers = { readonly subject: readonly string[]; readonly others: readonly string[] }

export type MessageVariables = SubjectAndOthers & { readonly all: readonly string[] }

/** Returns the variables in all parts of a message that are sent. */
export function messageVariables({ subject, preheader, html, text, textMode }: Texts): MessageVariables {
  const inSubject = placeholders(subject)
  const others = placeholders(preheader, html, textMode === 'none' ? '' : text)
  return { subject: inSubject, others, all: distinctNames([...inSubject, ...others]) }
}

/**
 * A variable for which a recipient needs a value. `place` is the column’s index; −1 if there is no such column. The table
 * of recipients has a cell for each `ordinary` variable, which is not named like a column for subjects or metadata.
 */
export type NeededValue = {
  readonly name: string
  readonly key: string
  readonly place: number
  readonly ordinary: boolean
}

type WithValues = Pick<Person, 'values'>

/**
 * Returns a function that lists the values that a recipient needs. A recipient’s own subject replaces the message’s
 * subject together with its variables. Recipients who need the same values share a list.
 */
export function neededValues(
  columns: DraftPeople['columns'],
  { subject, others }: SubjectAndOthers,
): (person: WithValues) => readonly NeededValue[] {
  // If two columns have the same name, the later one wins.
  const places = new Map(columns.map((column, place) => [folded(column), place]))
  const known = new Map<string, NeededValue>()
  // A variable that is spelled in two ways has the same name for all recipients.
  const valueOf = (name: string): NeededValue => {
    const key = folded(name)
    const place = places.get(key) ?? -1
    const value = known.get(key) ?? { name, key, place, ordinary: columnUse(name).kind === 'variable' }
    known.set(key, value)
    return value
  }
  const withOthers = (names: readonly string[]) => distinctNames([...names, ...others]).map(valueOf)
  const usual = withOthers(subject)
  const withoutSubject = withOthers([])
  const subjects = places.get('subject') ?? -1
  const lists = new Map<string, readonly NeededValue[]>()
  /** A recipient who changes is replaced by another object, so each subject needs to be read only once. */
  const ofPerson = new WeakMap<WithValues, readonly NeededValue[]>()
  return (person) => {
    const own = person.values[subjects] ?? ''
    if (own === '') return usual
    if (!own.includes('{{')) return withoutSubject
    const found = ofPerson.get(person)
    if (found) return found
    const names = placeholders(own)
    const key = JSON.stringify(names)
    const list = lists.get(key) ?? withOthers(names)
    lists.set(key, list)
    ofPerson.set(person, list)
    return list
  }
}

/** Returns a function that lists the variables for which a recipient needs a value but has none. */
export function missingValues(
  columns: DraftPeople['columns'],
  variables: SubjectAndOthers,
): (person: WithValues) => string[] {
  const needed = neededValues(columns, variables)
  return (person) =>
    needed(person)
      .filter(({ place }) => (person.values[place] ?? null) === null)
      .map(({ name }) => name)
}
