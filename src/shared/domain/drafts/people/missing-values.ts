import type { DraftContent, DraftPeople, Person } from '../../../contract/base/draft.ts'
import { distinctNames, placeholders } from '../substitution.ts'
import { folded } from './grid-columns.ts'

type Texts = Pick<DraftContent, 'subject' | 'preheader' | 'html' | 'text' | 'textMode'>

/** Returns the variables in all parts of a message that are sent. */
export function draftVariables({ subject, preheader, html, text, textMode }: Texts): string[] {
  return placeholders(subject, preheader, html, textMode === 'none' ? '' : text)
}

/**
 * Returns a function that lists the variables for which a recipient has no value: those of the message, and those of the
 * recipient’s own subject.
 */
export function missingValues(
  columns: DraftPeople['columns'],
  variables: readonly string[],
): (person: Pick<Person, 'values'>) => string[] {
  // If two columns have the same name, the later one wins.
  const places = new Map(columns.map((column, place) => [folded(column), place]))
  const placed = (name: string) => ({ name, place: places.get(folded(name)) ?? -1 })
  const usual = variables.map(placed)
  const subjects = places.get('subject') ?? -1
  return ({ values }) => {
    const own = placeholders(values[subjects] ?? '')
    const names = own.length === 0 ? usual : distinctNames([...variables, ...own]).map(placed)
    return names.filter(({ place }) => (values[place] ?? null) === null).map(({ name }) => name)
  }
}
