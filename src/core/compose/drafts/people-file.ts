import { readFile } from 'node:fs/promises'

import { z } from 'zod'
import { draftPeople, peopleChange, type DraftPeople, type PeopleChange } from '#shared/contract/base/draft.ts'
import { peopleChanges, withChange } from '#shared/domain/compose/people/people-changes.ts'
import { fileError } from '../../base/json-file.ts'
import { LineFile } from '../../base/line-file.ts'
import { renamePatiently } from '../../base/whole-files/rename-patiently.ts'

type PeopleFileOptions = {
  readonly path: string
  readonly onBroken: (keptAs: string, reason: string) => void
  readonly now: () => number
}

/** A line names the revision of the draft that it led to: a change that is on the disk is then known, whatever failed after it. */
const storedChange = peopleChange.extend({ revision: z.number().int().default(0) })

export const noPeople: DraftPeople = { columns: [], rows: [] }

type Read = { readonly people: DraftPeople; readonly revision: number; readonly letters: number }

/** Characters that can be read again within a few milliseconds. */
const tolerated = 1_000_000

/** The recipients of a draft: a line for each change. The file is rewritten when its changes outgrow the table itself. */
export class PeopleFile {
  readonly #file: LineFile
  #value: DraftPeople
  #revision: number
  /** Characters of the lines, and of the whole table when it was last written. */
  #letters: number
  #wholeLetters = 0
  #isNew: boolean
  #turn: Promise<void> = Promise.resolve()

  private constructor(file: LineFile, read: Read | null) {
    this.#file = file
    this.#value = read?.people ?? noPeople
    this.#revision = read?.revision ?? 0
    this.#letters = read?.letters ?? 0
    this.#isNew = read === null
  }

  static async open({ path, onBroken, now }: PeopleFileOptions): Promise<PeopleFile> {
    const file = new LineFile(path)
    const lines = await file.read().catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw fileError(path, error)
    })
    if (lines === null) return new PeopleFile(file, null)
    try {
      return new PeopleFile(file, readLines(lines))
    } catch (error) {
      // Kept, not deleted: the user may want to repair it by hand.
      const keptAs = `${path}.broken-${now()}`
      await renamePatiently(path, keptAs)
      onBroken(keptAs, error instanceof Error ? error.message : String(error))
      return new PeopleFile(file, null)
    }
  }

  get value(): DraftPeople {
    return this.#value
  }

  /** Of the draft, when its recipients last changed; 0 before they did. */
  get revision(): number {
    return this.#revision
  }

  /** It applies once it is on the disk. */
  change(change: PeopleChange, revision: number): Promise<void> {
    return this.#next(async () => {
      const line = lineOf(change, revision)
      const next = withChange(this.#value, change)
      if (this.#isNew || this.#letters + line.length > tolerated + 2 * this.#wholeLetters)
        return this.#rewrite(next, revision)
      await this.#file.append(line)
      this.#value = next
      this.#revision = revision
      this.#letters += line.length
    })
  }

  /** Nothing of what was there before stays on the disk. */
  replace(next: DraftPeople, revision: number): Promise<void> {
    return this.#next(() => this.#rewrite(next, revision))
  }

  async settled(): Promise<void> {
    await this.#turn
    await this.#file.close()
  }

  #next(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work)
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  async #rewrite(next: DraftPeople, revision: number): Promise<void> {
    let letters = 0
    await this.#file.rewrite(
      linesOf(next, revision, (line) => {
        letters += line.length
      }),
    )
    this.#value = next
    this.#revision = revision
    this.#letters = letters
    this.#wholeLetters = letters
    this.#isNew = false
  }
}

/**
 * The recipients of a file that is not open. Nothing is repaired, so that it can be read while it is written; `pass` is called
 * after each of its lines, which take some milliseconds.
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

const lineEnd = 10

/** Changes that only add rows are most of a large file: they are collected, not copied for each. */
function readLines(lines: readonly string[]): Read {
  const people: DraftPeople = { columns: [], rows: [] }
  let revision = 0
  let letters = 0
  for (const line of lines) {
    const change = storedChange.parse(JSON.parse(line))
    revision = change.revision
    letters += line.length
    apply(people, change)
  }
  return { people: draftPeople.parse(people), revision, letters }
}

function apply(people: DraftPeople, { columns, at, remove, rows }: PeopleChange): void {
  if (columns) people.columns = columns
  if (at === people.rows.length && remove === 0) for (const row of rows) people.rows.push(row)
  else people.rows.splice(at, remove, ...rows)
}

function* linesOf(people: DraftPeople, revision: number, onLine: (line: string) => void): Generator<string> {
  for (const change of peopleChanges(noPeople, people)) {
    const line = lineOf(change, revision)
    onLine(line)
    yield line
  }
}

function lineOf(change: PeopleChange, revision: number): string {
  return `${JSON.stringify({ ...change, revision })}\n`
}
