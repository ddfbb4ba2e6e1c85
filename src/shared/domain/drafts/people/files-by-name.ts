import type { DraftPart, DraftPeople, Person } from '#shared/contract/base/draft.ts'
import { mostOwnFiles } from '#shared/contract/base/draft-limits.ts'
import { plural, type NumberFormat } from '../../base/plural.ts'
import { withPart } from './edit-people.ts'

/** Shorter values, such as a single digit, would occur in every file name. */
const shortest = 3

type FileCounts = {
  readonly assigned: number
  readonly matchingNobody: number
  readonly matchingSeveral: number
  /** Files whose recipient already has the maximum number of files. */
  readonly beyondLimit: number
}

/**
 * Assigns each file to the recipient whose address, or one of their values, is a word in its name: `invoice-4711.pdf` is
 * assigned to the recipient with the value 4711. A value that several recipients share assigns nothing, because the files
 * are private. Files that a recipient already has are left out.
 */
export function filesByName(
  people: DraftPeople,
  parts: readonly DraftPart[],
): { people: DraftPeople; counts: FileCounts } {
  const taken = new Set(people.rows.flatMap((person) => person.parts))
  const owners = ownersByKey(people.rows)
  const filesOf = new Map<string, string[]>()
  let [matchingNobody, matchingSeveral] = [0, 0]
  for (const { id, name } of parts) {
    if (taken.has(id)) continue
    const found = wordsOf(name).flatMap((word) => owners.get(word) ?? [])
    const [owner, ...others] = new Set(found.filter((each) => each !== severalOwners))
    if (found.length === 0) matchingNobody += 1
    else if (owner === undefined || others.length > 0) matchingSeveral += 1
    else filesOf.set(owner, [...(filesOf.get(owner) ?? []), id])
  }
  const assigned = new Set<string>()
  const rows = people.rows.map((person, row) => {
    const files = (filesOf.get(ownerOf(person, row)) ?? []).slice(0, Math.max(0, mostOwnFiles - person.parts.length))
    files.forEach((id) => assigned.add(id))
    return files.length === 0 ? person : { ...person, parts: [...person.parts, ...files] }
  })
  const matched = [...filesOf.values()].reduce((sum, files) => sum + files.length, 0)
  const counts = { assigned: assigned.size, matchingNobody, matchingSeveral, beyondLimit: matched - assigned.size }
  return { people: assigned.size === 0 ? people : { ...people, rows }, counts }
}

/** Says how many files were assigned, and why others were not. */
export function assignedNote(counts: FileCounts, formats: NumberFormat): string {
  const { assigned, matchingNobody, matchingSeveral, beyondLimit } = counts
  const limit = formats.number(mostOwnFiles)
  const notes = [
    assigned > 0 ? `${plural(formats, assigned, 'file was', 'files were')} assigned to recipients by file name.` : '',
    matchingNobody > 0 ? `${plural(formats, matchingNobody, 'file matches', 'files match')} no recipient.` : '',
    matchingSeveral > 0 ? `${plural(formats, matchingSeveral, 'file matches', 'files match')} several recipients.` : '',
    beyondLimit > 0
      ? `${plural(formats, beyondLimit, 'file exceeds', 'files exceed')} the limit of ${limit} per recipient.`
      : '',
  ]
  return notes.filter((note) => note !== '').join(' ') || 'All files are already assigned.'
}

type Given = { readonly rows: readonly number[]; readonly parts: readonly DraftPart[] }

/**
 * Gives files to recipients. The problems name the files that some recipients did not get, because they already have
 * the maximum number.
 */
export function withFiles(
  people: DraftPeople,
  { rows, parts }: Given,
  formats: NumberFormat,
): { people: DraftPeople; problems: readonly string[] } {
  const limit = formats.number(mostOwnFiles)
  const problems: string[] = []
  let next = people
  for (const { id, name } of parts) {
    next = withPart(next, rows, id, true)
    const without = rows.filter((row) => next.rows[row]?.parts.includes(id) === false).length
    if (without > 0) {
      const whom = plural(formats, without, 'recipient')
      problems.push(`${name}: not assigned to ${whom}, because each recipient can have at most ${limit} files.`)
    }
  }
  return { people: next, problems }
}

/** Marks a value as shared by several recipients. */
const severalOwners = ''

function ownersByKey(rows: readonly Person[]): ReadonlyMap<string, string> {
  const owners = new Map<string, string>()
  rows.forEach((person, row) => {
    const owner = ownerOf(person, row)
    for (const value of person.values) {
      const key = keyOf(value)
      if (key.length < shortest) continue
      owners.set(key, (owners.get(key) ?? owner) === owner ? owner : severalOwners)
    }
  })
  // An address always belongs to the recipient who has it, even if it is also among the values of others.
  for (const { address } of rows) if (keyOf(address).length >= shortest) owners.set(keyOf(address), keyOf(address))
  return owners
}

/** Recipients with the same address are the same person. */
function ownerOf({ address }: Person, row: number): string {
  return keyOf(address) || `row ${row}`
}

function keyOf(value: string | null): string {
  return (value ?? '').trim().toLowerCase()
}

/** Returns the complete name without its extension, and its parts between blanks, underscores and dashes. */
function wordsOf(name: string): string[] {
  const whole = name.toLowerCase().replace(/\.[^.]{1,10}$/, '')
  return [whole, ...whole.split(/[\s_]+/), ...whole.split(/[\s_-]+/)]
}

/** Counts the recipients of each file. */
export function ownersOf({ rows }: DraftPeople): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { parts } of rows) for (const id of parts) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}
