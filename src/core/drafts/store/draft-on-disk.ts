import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '#shared/contract/base/error.ts'
import {
  draftContent,
  type DraftContent,
  type DraftPart,
  type DraftPeople,
  type PeopleChange,
  type Person,
} from '#shared/contract/base/draft.ts'
import { emptyContent } from '#shared/domain/drafts/empty-content.ts'
import { withChange } from '#shared/domain/drafts/people/people-changes.ts'
import { JsonFile } from '../../base/json-file.ts'
import { Queue } from '../../base/queue.ts'
import type { EarlierOwners } from './earlier-owners.ts'
import { contentWithout, isPerson } from './erased-person.ts'
import { PeopleFile } from './people-file.ts'
import { readPeople } from './people-lines.ts'
import { storedTemplate, type StoredTemplate } from './template-origin.ts'

const storedContent = z.object({
  id: z.uuid(),
  accountId: z.string(),
  content: draftContent,
  savedAt: z.number(),
  /** Increases with every save. */
  revision: z.number().int().default(0),
  /** When the draft was removed from the list; null while it is listed. */
  removedAt: z.number().nullable(),
  template: storedTemplate.nullable().default(null),
  /** Whether a command wrote the draft only to send it. If the command is killed first, nobody will look for it. */
  temporary: z.boolean().default(false),
})
export const contentFile = 'content.json'
const peopleFile = 'people.jsonl'
export type StoredDraft = z.infer<typeof storedContent>

export type DraftChange = {
  readonly content?: Partial<DraftContent>
  /**
   * Replaces all recipients: no data about earlier recipients stays on disk, except hashes of recipients whose files still
   * exist.
   */
  readonly people?: DraftPeople
  /** Set together with recipients and content whose files were copied from another draft. */
  readonly owners?: EarlierOwners
  readonly peopleChange?: PeopleChange
  readonly template?: StoredTemplate
  readonly temporary?: boolean
  /** The revision that the change is based on. If the draft has another revision by now, the change is refused. */
  readonly builtOn?: number
}

type OpenOptions = {
  readonly folder: string
  /** Provides the draft’s id and account if the folder is new or its content can no longer be read. */
  readonly fresh: Pick<StoredDraft, 'id' | 'accountId'>
  readonly onBroken: (keptAs: string, reason: string) => void
  readonly now: () => number
}

/** One draft’s files: its content, its recipients, and the copies of its attachments. */
export class DraftOnDisk {
  readonly path: string
  readonly #content: JsonFile<StoredDraft>
  /** The content until a content file exists. */
  readonly #initial: StoredDraft
  readonly #people: PeopleFile
  readonly #changes = new Queue()
  #isGone = false

  private constructor(
    path: string,
    parts: { content: JsonFile<StoredDraft>; initial: StoredDraft; people: PeopleFile },
  ) {
    this.path = path
    this.#content = parts.content
    this.#initial = parts.initial
    this.#people = parts.people
  }

  static async open({ folder, fresh, onBroken, now }: OpenOptions): Promise<DraftOnDisk> {
    const common = { onBroken, now }
    const initial: StoredDraft = {
      ...fresh,
      content: emptyContent,
      savedAt: now(),
      revision: 0,
      removedAt: null,
      template: null,
      temporary: false,
    }
    const content = await JsonFile.open({
      ...common,
      path: join(folder, contentFile),
      initial,
      read: (parsed) => storedContent.parse(parsed),
    })
    // Content that was not read from a file has no revision.
    const contentRevision = content.value === initial ? null : content.value.revision
    const people = await PeopleFile.open({ ...common, path: join(folder, peopleFile), contentRevision })
    return new DraftOnDisk(folder, { content, initial, people })
  }

  /** The content in a folder that is not open, without its recipients, which may take up many megabytes. */
  static async readContent(folder: string): Promise<DraftContent> {
    const text = await readFile(join(folder, contentFile), 'utf8')
    return storedContent.parse(JSON.parse(text)).content
  }

  /** The recipients in a folder that is not open. `pass` is called every few milliseconds. */
  static readPeople(folder: string, pass: () => Promise<void>): Promise<DraftPeople> {
    return readPeople(join(folder, peopleFile), pass)
  }

  get stored(): StoredDraft {
    return this.#content.value
  }

  get people(): DraftPeople {
    return this.#people.value
  }

  /** The revision of the file written last: a save of only the recipients may have written only their file. */
  get revision(): number {
    return Math.max(this.stored.revision, this.#people.revision)
  }

  /** The revision that last changed the recipients. */
  get peopleRevision(): number {
    return this.#people.revision
  }

  /** Whether the content, which names the account and the files, has not been written yet or could not be read. */
  get hasNoContent(): boolean {
    return this.stored === this.#initial
  }

  /** Earlier owners of files that now belong to somebody else or to nobody. A copy of the draft needs them too. */
  ownersOnce(): Promise<EarlierOwners> {
    return this.#people.ownersOnce()
  }

  get filesFolder(): string {
    return join(this.path, 'files')
  }

  filePath(part: string): string {
    return join(this.filesFolder, part)
  }

  /** Saves run one after another. Resolves with the revision that this save has made. */
  save(change: DraftChange, at: number): Promise<number> {
    return this.alone(async () => {
      await this.#save(change, at)
      return this.revision
    })
  }

  /** Makes a change that depends on the current state. If `make` returns null, nothing changes. */
  update(make: (stored: StoredDraft, people: DraftPeople) => DraftChange | null): Promise<boolean> {
    return this.alone(async () => {
      const change = make(this.stored, this.people)
      if (change) await this.#save(change, this.stored.savedAt)
      return change !== null
    })
  }

  async #save(
    { content, people, owners, peopleChange, template, temporary, builtOn = this.revision }: DraftChange,
    at: number,
  ): Promise<void> {
    if (builtOn !== this.revision)
      throw new AppError('draft-changed', 'This draft was changed elsewhere in the meantime.')
    // If the disk failed during an earlier save, that save may still have to be reverted.
    await this.#people.takeBack()
    const revision = this.revision + 1
    const write = () =>
      this.#content.set((stored) => ({
        ...stored,
        content: content ? { ...stored.content, ...content } : stored.content,
        template: template ?? stored.template,
        temporary: temporary ?? stored.temporary,
        savedAt: at,
        revision,
      }))
    const next = people ?? (peopleChange && withChange(this.people, peopleChange))
    if (!next) return void (await write())
    if (content || template) {
      await this.#people.begin(next, revision, owners)
      try {
        await write()
      } catch (error) {
        await this.#people.takeBack().catch(() => undefined)
        throw error
      }
      return this.#people.confirm({ keepsEarlier: !people })
    }
    if (people) await this.#people.replace(people, revision)
    else if (peopleChange) await this.#people.change(peopleChange, revision)
    // The recipients are on disk with their revision: if the content can’t be written, only the save’s time is lost.
    await write().catch(() => undefined)
  }

  /**
   * Erases a person, including the files in their rows, from everything in this folder. The recipients come last,
   * because a repeated attempt needs them to determine who owned the files. `nobody` replaces a row. Returns whether
   * the draft has changed.
   */
  erase(email: string, nobody?: Person): Promise<boolean> {
    return this.alone(async () => {
      // If the disk failed during an earlier save, that save may still have to be reverted.
      await this.#people.takeBack()
      const before = this.revision
      const isThem = (row: Person) => isPerson(row, email)
      const rows = nobody
        ? this.people.rows.map((row) => (isThem(row) ? nobody : row))
        : this.people.rows.filter((row) => !isThem(row))
      const { parts } = await this.#people.tracesOf(email)
      const needed = new Set(rows.flatMap((row) => row.parts))
      const isTheirs = ({ id, kind }: DraftPart) => kind === 'row' && parts.has(id) && !needed.has(id)
      const content = contentWithout(this.stored.content, email, isTheirs)
      if (content) await this.#save({ content }, this.stored.savedAt)
      const named = new Set(this.stored.content.parts.map(({ id }) => id))
      for (const id of parts) if (!named.has(id) && !needed.has(id)) await rm(this.filePath(id), { force: true })
      if (this.people.rows.some(isThem)) await this.#setRows(rows)
      await this.#dropEarlierRows(email)
      return this.revision !== before
    })
  }

  /** Rewrites the recipients if a removed or changed row still names this person. */
  dropEarlierRows(email: string): Promise<void> {
    return this.alone(() => this.#dropEarlierRows(email))
  }

  async #dropEarlierRows(email: string): Promise<void> {
    if ((await this.#people.tracesOf(email)).isNamed) await this.#people.dropEarlier(email)
  }

  async #setRows(rows: DraftPeople['rows']): Promise<void> {
    const people = { ...this.people, rows }
    // Content that could not be read is left for manual repair, so only the recipients are written.
    if (this.hasNoContent) await this.#people.replace(people, this.#people.revision)
    else await this.#save({ people }, this.stored.savedAt)
  }

  /**
   * Runs the work while nothing is being saved. If the draft’s files have been moved or removed in the meantime, the
   * work is refused, because it would write some of them again.
   */
  alone<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#changes.add(async () => {
      if (this.#isGone) throw noDraft()
      return work()
    })
  }

  /** Must be called once the draft’s files have been moved, so that nothing writes them again. */
  leave(): void {
    this.#isGone = true
  }

  /** Removes all of the draft’s files, once a save in progress has ended. */
  async delete(): Promise<void> {
    await this.#changes.add(async () => {
      if (this.#isGone) return
      this.#isGone = true
      await this.settled()
      await rm(this.path, { recursive: true, force: true })
    })
  }

  async setRemoved(removedAt: number | null): Promise<void> {
    // Waits for a save in progress: otherwise, the revision written here would claim that the save is on disk.
    await this.alone(() => this.#content.set((stored) => ({ ...stored, removedAt, revision: this.revision })))
  }

  /** Whether the content could not be read, now or at an earlier start. */
  async isDamaged(): Promise<boolean> {
    return (await readdir(this.path)).some((name) => name.startsWith('content.json.broken-'))
  }

  /** Removes copies that are no longer referred to. An undo may still need them while the draft is open. */
  async sweepFiles(): Promise<void> {
    const named = new Set(this.stored.content.parts.map(({ id }) => id))
    const found = await readdir(this.filesFolder).catch(() => [])
    for (const name of found) if (!named.has(name)) await rm(this.filePath(name), { force: true })
  }

  async settled(): Promise<void> {
    await Promise.all([this.#content.settled(), this.#people.settled()])
  }
}

export function noDraft(): AppError {
  return new AppError('not-found', 'This draft no longer exists. It was sent or removed.')
}
