import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { draftContent, type DraftContent, type DraftPeople, type PeopleChange } from '#shared/contract/base/draft.ts'
import { emptyContent } from '#shared/domain/compose/empty-content.ts'
import { JsonFile } from '../../base/json-file.ts'
import { PeopleFile } from './people-file.ts'

const storedContent = z.object({
  id: z.uuid(),
  accountId: z.string(),
  content: draftContent,
  savedAt: z.number(),
  /** For the list of drafts, which should not read the recipients. */
  to: z.array(z.string()),
  recipients: z.number().int(),
  /** When it was removed from the list; null while it is listed. */
  removedAt: z.number().nullable(),
})
const contentFile = 'content.json'
export type StoredDraft = z.infer<typeof storedContent>

export type DraftChange = {
  readonly content?: Partial<DraftContent>
  /** Replaces all recipients: nothing of the earlier ones stays on the disk. */
  readonly people?: DraftPeople
  readonly peopleChange?: PeopleChange
}

type FolderOptions = {
  readonly folder: string
  /** Names the draft and its account when the folder is new, or when its content can no longer be read. */
  readonly fresh: Pick<StoredDraft, 'id' | 'accountId'>
  readonly onBroken: (keptAs: string, reason: string) => void
  readonly now: () => number
}

/** The files of one draft: its content, its recipients, and the copies of what is attached. */
export class DraftFolder {
  readonly path: string
  readonly #content: JsonFile<StoredDraft>
  readonly #people: PeopleFile

  private constructor(path: string, content: JsonFile<StoredDraft>, people: PeopleFile) {
    this.path = path
    this.#content = content
    this.#people = people
  }

  static async open({ folder, fresh, onBroken, now }: FolderOptions): Promise<DraftFolder> {
    const common = { onBroken, now }
    const initial: StoredDraft = {
      ...fresh,
      content: emptyContent,
      savedAt: now(),
      to: [],
      recipients: 0,
      removedAt: null,
    }
    const [content, people] = await Promise.all([
      JsonFile.open({
        ...common,
        path: join(folder, contentFile),
        initial,
        read: (parsed) => storedContent.parse(parsed),
      }),
      PeopleFile.open({ ...common, path: join(folder, 'people.jsonl') }),
    ])
    return new DraftFolder(folder, content, people)
  }

  /** The content alone of a folder that is not open: its recipients may take many megabytes. */
  static async readContent(folder: string): Promise<DraftContent> {
    const text = await readFile(join(folder, contentFile), 'utf8')
    return storedContent.parse(JSON.parse(text)).content
  }

  get stored(): StoredDraft {
    return this.#content.value
  }

  get people(): DraftPeople {
    return this.#people.value
  }

  get filesFolder(): string {
    return join(this.path, 'files')
  }

  filePath(part: string): string {
    return join(this.filesFolder, part)
  }

  /** A change of the recipients counts once, so nothing may fail after it: a save that failed is tried again whole. */
  async save({ content, people, peopleChange }: DraftChange, at: number): Promise<void> {
    if (people) await this.#people.replace(people)
    if (content || !peopleChange) await this.#saveContent(content, at)
    if (!peopleChange) return
    await this.#people.change(peopleChange)
    // Only what the list of drafts says of the recipients: the next save mends it.
    await this.#saveContent(undefined, at).catch(() => undefined)
  }

  async #saveContent(content: Partial<DraftContent> | undefined, at: number): Promise<void> {
    const { rows } = this.people
    await this.#content.set((stored) => ({
      ...stored,
      content: content ? { ...stored.content, ...content } : stored.content,
      savedAt: at,
      to: rows.slice(0, 3).map(({ address }) => address),
      recipients: rows.length,
    }))
  }

  async setRemoved(removedAt: number | null): Promise<void> {
    await this.#content.set((stored) => ({ ...stored, removedAt }))
  }

  /** Removes copies that nothing names any more. An undo may still need them while the draft is open. */
  async sweepFiles(): Promise<void> {
    const named = new Set(this.stored.content.parts.map(({ id }) => id))
    const found = await readdir(this.filesFolder).catch(() => [])
    for (const name of found) if (!named.has(name)) await rm(this.filePath(name), { force: true })
  }

  async settled(): Promise<void> {
    await Promise.all([this.#content.settled(), this.#people.settled()])
  }
}
