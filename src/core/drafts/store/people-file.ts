import type { DraftPeople, PeopleChange } from '#shared/contract/base/draft.ts'
import { withChange } from '#shared/domain/drafts/people/people-changes.ts'
import { namesPerson } from '#shared/domain/recipients/names-person.ts'
import { fileError } from '../../base/json-file.ts'
import { LineFile } from '../../base/line-file.ts'
import { Queue } from '../../base/queue.ts'
import { renamePatiently } from '../../base/whole-files/rename-patiently.ts'
import {
  filesBeside,
  hasOwners,
  isAnyOwner,
  noOwners,
  ownerMark,
  ownersOnceOf,
  type EarlierOwners,
} from './earlier-owners.ts'
import { isPerson } from './erased-person.ts'
import {
  bytesOf,
  counted,
  lineOf,
  linesOf,
  noPeople,
  readLines,
  storedChange,
  type ReadPeople,
} from './people-lines.ts'

type PeopleFileOptions = {
  readonly path: string
  /** The revision of the content next to it; null if the content cannot be read, which loses no recipients. */
  readonly contentRevision: number | null
  readonly onBroken: (keptAs: string, reason: string) => void
  readonly now: () => number
}

/** Whether any line names the person, and the files in their rows. */
export type PersonTraces = { readonly isNamed: boolean; readonly parts: ReadonlySet<string> }

type State = Omit<ReadPeople, 'kept'>

/** The number of characters that can be read again within a few milliseconds. */
const tolerated = 1_000_000

/** A draft’s recipients, with one line per change. The file is rewritten when its changes outgrow the table itself. */
export class PeopleFile {
  readonly #file: LineFile
  #value: DraftPeople
  #revision: number
  /** The number of characters in the lines, and in the entire table when it was last written. */
  #letters: number
  #wholeLetters = 0
  #isNew: boolean
  /** The state to restore if a change that is waiting for its content is reverted. */
  #before: (State & { readonly length: number }) | null = null
  #holdsEarlier = false
  readonly #changes = new Queue()

  private constructor(file: LineFile, read: ReadPeople | null) {
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
    let read: ReadPeople
    try {
      read = readLines(lines, contentRevision ?? Infinity)
    } catch (error) {
      // The file is kept, because the user may want to repair it by hand.
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

  /** The draft’s revision when its recipients last changed; 0 before that. */
  get revision(): number {
    return this.#revision
  }

  /** The change applies once it is on disk. */
  change(change: PeopleChange, revision: number): Promise<void> {
    return this.#changes.add(async () => {
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

  /**
   * The first half of a save of recipients and content. It is confirmed once the content is on disk, or else reverted.
   * `owners` are passed with files that are copied from another draft.
   */
  begin(next: DraftPeople, revision: number, owners: EarlierOwners = noOwners): Promise<void> {
    return this.#changes.add(async () => {
      const before = { people: this.#value, revision: this.#revision, letters: this.#letters }
      const lines = linesOf(this.#value, next, { revision, withContent: true, earlierOwners: owners })
      const isEmpty = this.#isNew || (this.#isEmpty() && !isAnyOwner(await this.#ownersOnce(next, null)))
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

  /** Confirms the change. If the disk is full, rewriting the entire file can wait for the next change. */
  confirm({ keepsEarlier }: { keepsEarlier: boolean }): Promise<void> {
    return this.#changes.add(async () => {
      this.#before = null
      this.#holdsEarlier ||= !keepsEarlier
      const isLong = this.#letters > tolerated + 2 * this.#wholeLetters
      if (isLong || this.#holdsEarlier) await this.#rewrite(this.#value, this.#revision).catch(() => undefined)
    })
  }

  /** Reverts the change that is waiting for its content, if there is one. */
  takeBack(): Promise<void> {
    return this.#changes.add(async () => {
      if (!this.#before) return
      const { people, revision, letters, length } = this.#before
      this.#value = people
      this.#revision = revision
      this.#letters = letters
      await this.#file.cut(length)
      this.#before = null
    })
  }

  /**
   * Whether any line, even one that was undone later, names this person or marks them as an earlier owner of a file,
   * and which files are concerned.
   */
  tracesOf(email: string): Promise<PersonTraces> {
    return this.#changes.add(async () => {
      const traces = { isNamed: false, parts: new Set<string>() }
      if (this.#isNew) return traces
      const isNaming = namesPerson(email)
      for (const line of await this.#file.read()) {
        if (isNaming(line)) traces.isNamed = true
        else if (!hasOwners(line)) continue
        const { rows, earlierOwners = noOwners } = storedChange.parse(JSON.parse(line))
        for (const row of rows) if (isPerson(row, email)) for (const part of row.parts) traces.parts.add(part)
        for (const [part, marks] of Object.entries(earlierOwners)) {
          if (!marks.includes(ownerMark(part, email))) continue
          traces.isNamed = true
          traces.parts.add(part)
        }
      }
      return traces
    })
  }

  /** Earlier owners of the files next to this one that now belong to another person or to nobody. */
  ownersOnce(): Promise<EarlierOwners> {
    return this.#changes.add(() => this.#ownersOnce(this.#value, null))
  }

  /** Removes an erased person from the disk completely, leaving the recipients unchanged. */
  dropEarlier(erased: string): Promise<void> {
    return this.#changes.add(() => this.#rewrite(this.#value, this.#revision, erased))
  }

  /**
   * Replaces the recipients and removes everything earlier from the disk, except hashes of people whose files still
   * exist.
   */
  replace(next: DraftPeople, revision: number): Promise<void> {
    return this.#changes.add(() => this.#rewrite(next, revision))
  }

  async settled(): Promise<void> {
    await this.#changes.settled()
    await this.#file.close()
  }

  #isEmpty(): boolean {
    return this.#value.rows.length === 0 && this.#value.columns.length === 0
  }

  async #ownersOnce({ rows }: DraftPeople, erased: string | null): Promise<EarlierOwners> {
    const files = this.#isNew ? new Set<string>() : await filesBeside(this.#file.path)
    if (files.size === 0) return noOwners
    const lines = (await this.#file.read()).filter(hasOwners)
    const changes = lines.map((line) => storedChange.parse(JSON.parse(line)))
    return ownersOnceOf(files, { changes, rows, erased })
  }

  async #rewrite(next: DraftPeople, revision: number, erased: string | null = null): Promise<void> {
    const lines = linesOf(noPeople, next, { revision, earlierOwners: await this.#ownersOnce(next, erased) })
    let letters = 0
    await this.#file.rewrite(counted(lines, (count) => (letters += count)))
    this.#value = next
    this.#revision = revision
    this.#letters = letters
    this.#wholeLetters = letters
    this.#isNew = false
    this.#holdsEarlier = false
  }
}
