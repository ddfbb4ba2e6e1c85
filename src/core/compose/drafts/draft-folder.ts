import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { draftContent, draftPeople, type DraftContent, type DraftPeople } from '#shared/contract/base/draft.ts'
import { emptyContent } from '#shared/domain/compose/empty-content.ts'
import { JsonFile } from '../../base/json-file.ts'

const storedContent = z.object({
  id: z.uuid(),
  accountId: z.string(),
  content: draftContent,
  savedAt: z.number(),
  /** For the list of drafts, which should not read the recipients. */
  to: z.array(z.string()),
  recipients: z.number().int(),
  /** Since when it is gone from the list; null while it is there. */
  removedAt: z.number().nullable(),
})
export type StoredDraft = z.infer<typeof storedContent>

export const noPeople: DraftPeople = { columns: [], rows: [] }

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
  readonly #people: JsonFile<DraftPeople>

  private constructor(path: string, content: JsonFile<StoredDraft>, people: JsonFile<DraftPeople>) {
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
        path: join(folder, 'content.json'),
        initial,
        read: (parsed) => storedContent.parse(parsed),
      }),
      JsonFile.open<DraftPeople>({
        ...common,
        path: join(folder, 'people.json'),
        initial: noPeople,
        read: (parsed) => draftPeople.parse(parsed),
      }),
    ])
    return new DraftFolder(folder, content, people)
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

  /** The recipients are written first: what the list of drafts says of them is then true. */
  async save(change: { content?: Partial<DraftContent>; people?: DraftPeople }, at: number): Promise<void> {
    const { content, people } = change
    if (people) await this.#people.set(() => people)
    await this.#content.set((stored) => ({
      ...stored,
      content: content ? { ...stored.content, ...content } : stored.content,
      savedAt: at,
      to: people ? people.rows.slice(0, 3).map(({ address }) => address) : stored.to,
      recipients: people ? people.rows.length : stored.recipients,
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
