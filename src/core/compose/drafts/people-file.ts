import { rename } from 'node:fs/promises'
import { draftPeople, peopleChange, type DraftPeople, type PeopleChange } from '#shared/contract/base/draft.ts'
import { peopleChanges, withChange } from '#shared/domain/compose/people/people-changes.ts'
import { fileError } from '../../base/json-file.ts'
import { LineFile } from '../../base/line-file.ts'

type PeopleFileOptions = {
  readonly path: string
  readonly onBroken: (keptAs: string, reason: string) => void
  readonly now: () => number
}

export const noPeople: DraftPeople = { columns: [], rows: [] }

/** Characters that can be read again within a few milliseconds. */
const tolerated = 1_000_000

/** The recipients of a draft: a line for each change. The file is rewritten when its changes outgrow the table itself. */
export class PeopleFile {
  readonly #file: LineFile
  #value: DraftPeople
  /** Characters of the lines, and of the whole table when it was last written. */
  #letters: number
  #wholeLetters = 0
  #isNew: boolean
  #turn: Promise<void> = Promise.resolve()

  private constructor(file: LineFile, value: DraftPeople, { letters, isNew }: { letters: number; isNew: boolean }) {
    this.#file = file
    this.#value = value
    this.#letters = letters
    this.#isNew = isNew
  }

  static async open({ path, onBroken, now }: PeopleFileOptions): Promise<PeopleFile> {
    const file = new LineFile(path)
    const lines = await file.read().catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw fileError(path, error)
    })
    if (lines === null) return new PeopleFile(file, noPeople, { letters: 0, isNew: true })
    try {
      const letters = lines.reduce((sum, { length }) => sum + length, 0)
      return new PeopleFile(file, draftPeople.parse(readLines(lines)), { letters, isNew: false })
    } catch (error) {
      // Kept, not deleted: the user may want to repair it by hand.
      const keptAs = `${path}.broken-${now()}`
      await rename(path, keptAs)
      onBroken(keptAs, error instanceof Error ? error.message : String(error))
      return new PeopleFile(file, noPeople, { letters: 0, isNew: true })
    }
  }

  get value(): DraftPeople {
    return this.#value
  }

  /** It applies once it is on the disk. */
  change(change: PeopleChange): Promise<void> {
    return this.#next(async () => {
      const line = lineOf(change)
      const next = withChange(this.#value, change)
      if (this.#isNew || this.#letters + line.length > tolerated + 2 * this.#wholeLetters) return this.#rewrite(next)
      await this.#file.append(line)
      this.#value = next
      this.#letters += line.length
    })
  }

  /** Nothing of what was there before stays on the disk. */
  replace(next: DraftPeople): Promise<void> {
    return this.#next(() => this.#rewrite(next))
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

  async #rewrite(next: DraftPeople): Promise<void> {
    let letters = 0
    await this.#file.rewrite(
      linesOf(next, (line) => {
        letters += line.length
      }),
    )
    this.#value = next
    this.#letters = letters
    this.#wholeLetters = letters
    this.#isNew = false
  }
}

/** Changes that only add rows are most of a large file: they are collected, not copied for each. */
function readLines(lines: readonly string[]): DraftPeople {
  let columns: string[] = []
  const rows: DraftPeople['rows'] = []
  for (const line of lines) {
    const change = peopleChange.parse(JSON.parse(line))
    columns = change.columns ?? columns
    if (change.at === rows.length && change.remove === 0) for (const row of change.rows) rows.push(row)
    else rows.splice(change.at, change.remove, ...change.rows)
  }
  return { columns, rows }
}

function* linesOf(people: DraftPeople, onLine: (line: string) => void): Generator<string> {
  for (const change of peopleChanges(noPeople, people)) {
    const line = lineOf(change)
    onLine(line)
    yield line
  }
}

function lineOf(change: PeopleChange): string {
  return `${JSON.stringify(change)}\n`
}
