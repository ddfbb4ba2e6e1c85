import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { draftPeople, peopleChange, type DraftPeople, type PeopleChange } from '#shared/contract/base/draft.ts'
import { peopleChanges } from '#shared/domain/drafts/people/people-changes.ts'
import { fileError } from '../../base/json-file.ts'
import { isAnyOwner, noOwners, storedOwners } from './earlier-owners.ts'

/**
 * A line contains the draft’s revision after the change, which proves that the change is on disk even if a later step
 * failed.
 */
export const storedChange = peopleChange.extend({
  revision: z.number().int().default(0),
  /**
   * Whether the change was saved together with content. It then counts only if that content is on disk with this or a later
   * revision.
   */
  withContent: z.boolean().default(false),
  /** In the first line of a rewritten file: who owned the attached files, according to the lines before the rewrite. */
  earlierOwners: storedOwners.optional(),
})
type StoredChange = z.infer<typeof storedChange>

const lineEnd = 10

export const noPeople: DraftPeople = { columns: [], rows: [] }

/**
 * The recipients in a file that is not open. Nothing is repaired, so the file can be read while it is being written. Each
 * line takes a few milliseconds; `pass` is called after each one.
 */
export async function readPeople(path: string, pass: () => Promise<void>): Promise<DraftPeople> {
  const bytes = await readFile(path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw fileError(path, error)
  })
  const people: DraftPeople = { columns: [], rows: [] }
  if (bytes === null) return people
  for (let from = 0, end = bytes.indexOf(lineEnd); end >= 0; from = end + 1, end = bytes.indexOf(lineEnd, from)) {
    apply(people, storedChange.parse(JSON.parse(bytes.toString('utf8', from, end))))
    await pass()
  }
  return people
}

export type ReadPeople = {
  readonly people: DraftPeople
  readonly revision: number
  readonly letters: number
  /** The number of lines, excluding a last save whose content was not written. */
  readonly kept: number
}

/**
 * A large file consists mostly of changes that only add rows. Such rows are appended, so that the table is not copied for
 * each change. The last save is left out if its content was not written.
 */
export function readLines(lines: readonly string[], contentRevision: number): ReadPeople {
  const people: DraftPeople = { columns: [], rows: [] }
  let revision = 0
  let letters = 0
  let kept = 0
  for (const line of lines) {
    const change = storedChange.parse(JSON.parse(line))
    if (change.withContent && change.revision > contentRevision) break
    revision = change.revision
    letters += line.length
    kept++
    apply(people, change)
  }
  return { people: draftPeople.parse(people), revision, letters, kept }
}

function apply(people: DraftPeople, { columns, at, remove, rows }: PeopleChange): void {
  if (columns) people.columns = columns
  if (at === people.rows.length && remove === 0) for (const row of rows) people.rows.push(row)
  else people.rows.splice(at, remove, ...rows)
}

type Mark = Pick<StoredChange, 'revision'> & Partial<Pick<StoredChange, 'withContent' | 'earlierOwners'>>

export function* linesOf(
  before: DraftPeople,
  after: DraftPeople,
  { earlierOwners = noOwners, ...mark }: Mark,
): Generator<string> {
  let onFirst: Partial<Mark> = isAnyOwner(earlierOwners) ? { earlierOwners } : {}
  for (const change of peopleChanges(before, after)) {
    yield lineOf({ ...change, ...mark, ...onFirst })
    onFirst = {}
  }
}

export function* counted(lines: Iterable<string>, onLine: (letters: number) => void): Generator<string> {
  for (const line of lines) {
    onLine(line.length)
    yield line
  }
}

export function lineOf(change: PeopleChange & Mark): string {
  return `${JSON.stringify(change)}\n`
}

export function bytesOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0)
}
