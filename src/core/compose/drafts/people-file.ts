import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { draftPeople, peopleChange, type DraftPeople, type PeopleChange } from '#shared/contract/base/draft.ts'
import { peopleChanges, withChange } from '#shared/domain/compose/people/people-changes.ts'
import { namesPerson } from '#shared/domain/recipients/names-person.ts'
import { fileError } from '../../base/json-file.ts'
import { LineFile } from '../../base/line-file.ts'
import { renamePatiently } from '../../base/whole-files/rename-patiently.ts'
import { isPerson } from './erased-person.ts'

type PeopleFileOptions = {
  readonly path: string
  /** Of the content beside it; null where that cannot be read, which loses no recipient. */
  readonly contentRevision: number | null
  readonly onBroken: (keptAs: string, reason: string) => void
  readonly now: () => number
}

/** A line names the revision of the draft that it led to: a change that is on the disk is then known, whatever failed after it. */
const storedChange = peopleChange.extend({
  revision: z.number().int().default(0),
  /** It was saved with a content, and counts only if that is on the disk with this revision or a later one. */
  withContent: z.boolean().default(false),
})
type StoredChange = z.infer<typeof storedChange>

export const noPeople: DraftPeople = { columns: [], rows: [] }

/** What a file of recipients holds of a person. */
export type PersonTraces = { readonly isNamed: boolean; readonly parts: ReadonlySet<string> }

type State = { readonly people: DraftPeople; readonly revision: number; readonly letters: number }
type Read = State & { readonly kept: number }

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
  /** What a change that waits for its content is taken back to. */
  #before: (State & { readonly length: number }) | null = null
  #holdsEarlier = false
  #turn: Promise<void> = Promise.resolve()

  private constructor(file: LineFile, read: Read | null) {
    this.#file = file
    this.#value = read?.people ?? noPeople
    this.#revision = read?.revision ?? 0
    this.#letters = read?.letters ?? 0
    this.#isNew = read === null
  }

  static async open({ path, contentRevision, onBroken, now }: PeopleFileOptions): Promise<PeopleFile> {
    const file = new LineFile(path)
    const lines = await file.read().catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw fileError(path, error)
    })
    if (lines === null) return new PeopleFile(file, null)
    let read: Read
    try {
      read = readLines(lines, contentRevision ?? Infinity)
    } catch (error) {
      // Kept, not deleted: the user may want to repair it by hand.
      const keptAs = `${path}.broken-${now()}`
      await renamePatiently(path, keptAs)
      onBroken(keptAs, error instanceof Error ? error.message : String(error))
      return new PeopleFile(file, null)
    }
    if (read.kept < lines.length) await file.cut(bytesOf(lines.slice(0, read.kept)))
    return new PeopleFile(file, read)
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
      const line = lineOf({ ...change, revision })
      const next = withChange(this.#value, change)
      if (this.#isNew || this.#holdsEarlier || this.#letters + line.length > tolerated + 2 * this.#wholeLetters)
        return this.#rewrite(next, revision)
      await this.#file.append(line)
      this.#value = next
      this.#revision = revision
      this.#letters += line.length
    })
  }

  /** The first half of a save of recipients and content. It is confirmed once the content is on the disk, or taken back. */
  begin(next: DraftPeople, revision: number): Promise<void> {
    return this.#next(async () => {
      const before = { people: this.#value, revision: this.#revision, letters: this.#letters }
      const lines = linesOf(this.#value, next, { revision, withContent: true })
      const isEmpty = this.#isNew || (this.#value.rows.length === 0 && this.#value.columns.length === 0)
      let letters = 0
      let length = 0
      if (isEmpty) await this.#file.rewrite(counted(lines, (count) => (letters += count)))
      else {
        const text = [...lines].join('')
        letters = before.letters + text.length
        length = await this.#file.append(text)
      }
      this.#before = { ...before, length }
      this.#isNew = false
      this.#value = next
      this.#revision = revision
      this.#letters = letters
    })
  }

  /** What is written whole here can wait for the next change where the disk is full. */
  confirm({ keepsEarlier }: { keepsEarlier: boolean }): Promise<void> {
    return this.#next(async () => {
      this.#before = null
      this.#holdsEarlier ||= !keepsEarlier
      const isLong = this.#letters > tolerated + 2 * this.#wholeLetters
      if (isLong || this.#holdsEarlier) await this.#rewrite(this.#value, this.#revision).catch(() => undefined)
    })
  }

  /** Nothing where no change waits for its content. */
  takeBack(): Promise<void> {
    return this.#next(async () => {
      if (!this.#before) return
      const { people, revision, letters, length } = this.#before
      this.#value = people
      this.#revision = revision
      this.#letters = letters
      await this.#file.cut(length)
      this.#before = null
    })
  }

  /** Whether any line names this person, also one that a later line has undone, and the files of their rows. */
  tracesOf(email: string): Promise<PersonTraces> {
    return this.#next(async () => {
      const traces = { isNamed: false, parts: new Set<string>() }
      if (this.#isNew) return traces
      const isNaming = namesPerson(email)
      for (const line of await this.#file.read()) {
        if (!isNaming(line)) continue
        traces.isNamed = true
        for (const row of storedChange.parse(JSON.parse(line)).rows) {
          if (isPerson(row, email)) for (const part of row.parts) traces.parts.add(part)
        }
      }
      return traces
    })
  }

  /** Nothing of what was there before stays on the disk, and the recipients stay as they are. */
  dropEarlier(): Promise<void> {
    return this.#next(() => this.#rewrite(this.#value, this.#revision))
  }

  /** Nothing of what was there before stays on the disk. */
  replace(next: DraftPeople, revision: number): Promise<void> {
    return this.#next(() => this.#rewrite(next, revision))
  }

  async settled(): Promise<void> {
    await this.#turn
    await this.#file.close()
  }

  #next<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#turn.then(work)
    this.#turn = turn.then(
      () => undefined,
      () => undefined,
    )
    return turn
  }

  async #rewrite(next: DraftPeople, revision: number): Promise<void> {
    let letters = 0
    await this.#file.rewrite(counted(linesOf(noPeople, next, { revision }), (count) => (letters += count)))
    this.#value = next
    this.#revision = revision
    this.#letters = letters
    this.#wholeLetters = letters
    this.#isNew = false
    this.#holdsEarlier = false
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

/**
 * Changes that only add rows are most of a large file: they are collected, not copied for each. The last save is left out where its
 * content was not written.
 */
function readLines(lines: readonly string[], contentRevision: number): Read {
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

type Mark = Pick<StoredChange, 'revision'> & Partial<Pick<StoredChange, 'withContent'>>

function* linesOf(before: DraftPeople, after: DraftPeople, mark: Mark): Generator<string> {
  for (const change of peopleChanges(before, after)) yield lineOf({ ...change, ...mark })
}

function* counted(lines: Iterable<string>, onLine: (letters: number) => void): Generator<string> {
  for (const line of lines) {
    onLine(line.length)
    yield line
  }
}

function lineOf(change: PeopleChange & Mark): string {
  return `${JSON.stringify(change)}\n`
}

function bytesOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0)
}
