import type { DraftContent, DraftPeople, Person } from '../../../contract/base/draft.ts'
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

/** A variable for which a recipient needs a value. `place` is the column’s index; −1 if there is no such column. */
export type NeededValue = { readonly name: string; readonly key: string; readonly place: number }

/**
 * Returns a function that lists the values that a recipient needs. A recipient’s own subject replaces the message’s
 * subject together with its variables.
 */
export function neededValues(
  columns: DraftPeople['columns'],
  { subject, others }: SubjectAndOthers,
): (person: Pick<Person, 'values'>) => readonly NeededValue[] {
  // If two columns have the same name, the later one wins.
  const places = new Map(columns.map((column, place) => [folded(column), place]))
  const withOthers = (names: readonly string[]) =>
    distinctNames([...names, ...others]).map((name): NeededValue => {
      const key = folded(name)
      return { name, key, place: places.get(key) ?? -1 }
    })
  const usual = withOthers(subject)
  const withoutSubject = withOthers([])
  const subjects = places.get('subject') ?? -1
  // Subjects of a list differ in their words, hardly ever in their variables.
  const ofSubjects = new Map<string, readonly NeededValue[]>()
  return ({ values }) => {
    const own = values[subjects] ?? ''
    if (own === '') return usual
    if (!own.includes('{{')) return withoutSubject
    const names = placeholders(own)
    const key = JSON.stringify(names)
    const known = ofSubjects.get(key) ?? withOthers(names)
    ofSubjects.set(key, known)
    return known
  }
}

/** Returns a function that lists the variables for which a recipient needs a value but has none. */
export function missingValues(
  columns: DraftPeople['columns'],
  variables: SubjectAndOthers,
): (person: Pick<Person, 'values'>) => string[] {
  const needed = neededValues(columns, variables)
  return (person) =>
    needed(person)
      .filter(({ place }) => (person.values[place] ?? null) === null)
      .map(({ name }) => name)
}
