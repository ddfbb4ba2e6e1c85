import type { DraftContent, DraftPeople, Person } from '../../../contract/base/draft.ts'
import { fold } from '../../query/fold.ts'
import { valuesOf } from '../../drafts/person-values.ts'
import { distinctNames, placeholders, substitute, substitutionValues } from '../../drafts/substitution.ts'

type Written = Pick<DraftContent, 'subject' | 'html' | 'text' | 'textMode' | 'parts'> & {
  readonly options: Pick<DraftContent['options'], 'template'>
}

/**
 * Whether two messages are the same before their values are filled in. If their files differ, they are not: the file
 * might be another invoice.
 */
export function isSameContent(one: Written, other: Written): boolean {
  return (
    one.subject === other.subject &&
    one.html === other.html &&
    textOf(one) === textOf(other) &&
    one.options.template.trim() === other.options.template.trim() &&
    filesOf(one) === filesOf(other)
  )
}

const textOf = ({ text, textMode }: Written): string => (textMode === 'none' ? '' : text)

/** Files are compared by their bytes, because the copy of a draft names the same file differently. */
function filesOf({ parts }: Pick<Written, 'parts'>): string {
  const shared = parts.filter(({ kind }) => kind !== 'row')
  return shared
    .map(({ sha256 }) => sha256)
    .toSorted()
    .join(' ')
}

/** Returns the subject as this person reads it, in the form used for comparison. Empty if there is none. */
export function comparedSubject(content: Pick<Written, 'subject'>, columns: readonly string[], person: Person): string {
  if (columns.length === 0) return foldedSubject(content.subject)
  const { values, subject: own } = valuesOf(columns, person)
  const subject = own === undefined || own === '' ? content.subject : own
  return foldedSubject(subject.includes('{{') ? substitute(subject, substitutionValues(values), 'text') : subject)
}

/** Folds a subject in the way in which the archive compares complete subjects. */
export function foldedSubject(subject: string): string {
  return fold(subject.trim())
}

/** Whether all recipients read the same subject. */
export function hasOneSubject(
  { subject }: Pick<Written, 'subject'>,
  { columns }: Pick<DraftPeople, 'columns'>,
): boolean {
  return placeholders(subject).length === 0 && !columns.some((column) => column.trim().toLowerCase() === 'subject')
}

/**
 * Returns a function that returns the parts of a person’s email that may differ from other people’s emails. If the
 * parts of two people are equal, so are their emails.
 */
export function ownPartReader(content: Written, columns: readonly string[]): (person: Person) => string {
  const files = new Map(content.parts.map(({ id, sha256 }) => [id, sha256]))
  const names = distinctNames(placeholders(content.subject, content.html, textOf(content)))
  return (person) => {
    const { values, subject: own } = valuesOf(columns, person)
    const known = substitutionValues(values)
    const used = names.map((name) => known.get(name.toLowerCase()) ?? null)
    const inSubject = own ? placeholders(own).map((name) => known.get(name.toLowerCase()) ?? null) : []
    const parts = person.parts.map((id) => files.get(id) ?? id).toSorted()
    return JSON.stringify([own ?? '', inSubject, used, parts])
  }
}
