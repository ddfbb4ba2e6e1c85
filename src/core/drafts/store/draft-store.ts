import { randomUUID } from 'node:crypto'
import { cp, mkdir, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '#shared/contract/base/error.ts'
import type { DraftContent, DraftOptions, DraftPeople } from '#shared/contract/base/draft.ts'
import type { DraftSummary } from '#shared/contract/drafts.ts'
import { fileError } from '../../base/json-file.ts'
import type { Ground } from '../../base/room.ts'
import { renamePatiently } from '../../base/whole-files/rename-patiently.ts'
import { completeReturn } from './complete-return.ts'
import { DraftOnDisk, noDraft, type DraftChange, type StoredDraft } from './draft-on-disk.ts'
import type { EarlierOwners } from './earlier-owners.ts'
import { summaryOf } from './draft-summary.ts'
import { isDeletable } from './is-deletable.ts'
import { goesWith, type AccountRemoval } from './owner-of-folder.ts'
import { noPeople } from './people-lines.ts'
import { isEdited, type StoredTemplate } from './template-origin.ts'
import { UnopenedFolders } from './unopened-folders.ts'

/** The drafts of all accounts, each in a separate folder. */
export class DraftStore {
  readonly #ground: Ground
  readonly #root: string
  readonly #open = new Map<string, Promise<DraftOnDisk>>()
  readonly #unopened: UnopenedFolders

  private constructor(ground: Ground) {
    this.#ground = ground
    this.#root = join(ground.ports.paths.data, 'compose', 'drafts')
    this.#unopened = new UnopenedFolders(this.#root)
  }

  /** Opens every draft. Deletes drafts removed long ago or with nothing to lose, and files that no draft refers to. */
  static async open(ground: Ground): Promise<DraftStore> {
    const store = new DraftStore(ground)
    const entries = await readdir(store.#root, { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const id = entry.name
      // One damaged folder must not hide the other drafts.
      await store.#tidy(id).catch((error: unknown) => {
        if (entry.isDirectory()) store.#unopened.add(id)
        ground.ports.logger.log('warn', 'A draft could not be opened.', { id, reason: String(error) })
      })
    }
    return store
  }

  async list(accountId: string): Promise<DraftSummary[]> {
    return (await this.#of(accountId)).filter(({ stored }) => isEdited(stored)).map(summaryOf)
  }

  async optionsOf(accountId: string): Promise<DraftOptions[]> {
    return (await this.#of(accountId)).map(({ stored }) => stored.content.options)
  }

  /** The draft in which a template is edited. For a new template, `id` is null. */
  async ofTemplate(accountId: string, id: string | null): Promise<DraftOnDisk | undefined> {
    const drafts = await this.#of(accountId)
    return drafts.find(({ stored: { template } }) => template !== null && template.id === id)
  }

  async #of(accountId: string): Promise<DraftOnDisk[]> {
    const drafts = await Promise.allSettled(this.#open.values())
    return drafts
      .flatMap((draft) => (draft.status === 'fulfilled' ? [draft.value] : []))
      .filter(({ stored }) => stored.accountId === accountId && stored.removedAt === null)
      .sort((a, b) => b.stored.savedAt - a.stored.savedAt)
  }

  async create(
    accountId: string,
    content: Partial<DraftContent>,
    { people = noPeople, ...more }: { people?: DraftPeople; template?: StoredTemplate; temporary?: boolean } = {},
  ): Promise<DraftOnDisk> {
    const id = randomUUID()
    const draft = await this.#openDraft({ id, accountId })
    await this.#fill(draft, () => Promise.resolve({ content, people, ...more }))
    return draft
  }

  /** Copies a draft with all its files, but without a template’s sample values, for this or another account. */
  async copy(id: string, accountId: string, { temporary = false } = {}): Promise<DraftOnDisk> {
    const source = await this.get(id)
    const { content, template } = source.stored
    const people = template ? noPeople : source.people
    const owners = await source.ownersOnce()
    return this.createFrom({ accountId, content, people, owners, filesFolder: source.filesFolder, temporary })
  }

  /** Creates a draft with this content. Its files are copied before anything refers to them. */
  async createFrom(source: {
    readonly accountId: string
    readonly content: DraftContent
    readonly people: DraftPeople
    readonly owners: EarlierOwners
    readonly filesFolder: string
    readonly temporary?: boolean
  }): Promise<DraftOnDisk> {
    const { accountId, content, people, owners, filesFolder, ...how } = source
    const named = new Set(content.parts.map(({ id: part }) => part))
    // The folder may still contain files that were removed from the message.
    const filter = (path: string) => path === filesFolder || named.has(basename(path))
    const fill = async (draft: DraftOnDisk) => {
      try {
        if (named.size > 0) await cp(filesFolder, draft.filesFolder, { recursive: true, filter })
      } catch (error) {
        throw fileError(draft.filesFolder, error)
      }
      return { content, people, owners }
    }
    return this.createWith(accountId, fill, how)
  }

  /** `fill` puts files into the new draft before anything refers to them. If it fails, no draft is created. */
  async createWith(
    accountId: string,
    fill: (draft: DraftOnDisk) => Promise<DraftChange>,
    how: { readonly temporary?: boolean } = {},
  ): Promise<DraftOnDisk> {
    const draft = await this.create(accountId, {}, how)
    await this.#fill(draft, () => fill(draft))
    return draft
  }

  /** If this fails, the draft is deleted. A list may already have shown it, so the change is emitted in either case. */
  async #fill(draft: DraftOnDisk, make: () => Promise<DraftChange>): Promise<void> {
    const { id, accountId } = draft.stored
    try {
      await draft.save(await make(), this.#now())
    } catch (error) {
      await this.#delete(id)
      throw error
    } finally {
      this.#emitChange(accountId)
    }
  }

  /** Also true for a removed draft that can be restored. */
  has(id: string): boolean {
    return this.#open.has(id)
  }

  /** Throws if there is no such draft or if it was removed. */
  async get(id: string): Promise<DraftOnDisk> {
    const draft = await this.#open.get(id)
    if (draft && draft.stored.removedAt === null) return draft
    throw noDraft()
  }

  async save(id: string, change: DraftChange): Promise<{ draft: DraftOnDisk; savedAt: number; revision: number }> {
    const draft = await this.get(id)
    const savedAt = this.#now()
    const revision = await draft.save(change, savedAt)
    this.#emitSave(id, revision)
    return { draft, savedAt, revision }
  }

  async remove(id: string): Promise<void> {
    const draft = await this.get(id)
    await draft.setRemoved(this.#now())
    this.#emitChange(draft.stored.accountId)
  }

  async restore(id: string): Promise<void> {
    const draft = await this.#open.get(id)
    if (!draft) throw new AppError('not-found', 'This draft was permanently deleted.')
    const { accountId, template } = draft.stored
    if (template) await this.#makeRoom(accountId, template.id)
    await draft.setRemoved(null)
    this.#emitChange(accountId)
  }

  /**
   * A template can have only one draft. If another draft has been opened since and is unchanged, the restored draft
   * replaces it.
   */
  async #makeRoom(accountId: string, template: string | null): Promise<void> {
    const other = await this.ofTemplate(accountId, template)
    if (!other) return
    if (isEdited(other.stored)) {
      throw new AppError(
        'conflict',
        'You have changed this template again since then. Discard those changes, then try again.',
      )
    }
    await this.#delete(other.stored.id)
  }

  /**
   * Moves a draft that is about to be sent out of this store, without the files that were removed from its message.
   * Those files were kept only for an undo, which is no longer possible.
   */
  async moveTo(id: string, target: string): Promise<void> {
    const draft = await this.get(id)
    await draft.settled()
    await draft.sweepFiles().catch((error: unknown) => {
      // The failure is only logged, because the leftover files only waste space.
      this.#ground.ports.logger.log('warn', 'Removed files could not be deleted.', { id, reason: String(error) })
    })
    try {
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await renamePatiently(draft.path, target)
    } catch (error) {
      throw fileError(target, error)
    }
    draft.leave()
    this.#open.delete(id)
    this.#emitChange(draft.stored.accountId)
  }

  /** Moves a draft back here if it was not sent. */
  async moveFrom(source: string, { id, accountId }: Pick<StoredDraft, 'id' | 'accountId'>): Promise<void> {
    const target = join(this.#root, id)
    try {
      await mkdir(this.#root, { recursive: true, mode: 0o700 })
      await renamePatiently(source, target)
    } catch (error) {
      throw fileError(target, error)
    }
    await completeReturn(await this.#openDraft({ id, accountId }), this.#ground.ports)
    this.#emitChange(accountId)
  }

  /** All of an account’s drafts, including removed ones. */
  async ownOf(accountId: string): Promise<DraftOnDisk[]> {
    return (await this.#all()).flatMap(({ draft }) => (draft.stored.accountId === accountId ? [draft] : []))
  }

  /** Removes all drafts of an account that was removed, including damaged ones. */
  async removeAll(account: AccountRemoval): Promise<void> {
    const { logger } = this.#ground.ports
    for (const { id, draft } of await this.#all()) {
      const { path, stored } = draft
      // The content names the account, so a draft without an account has damaged content.
      const isTheirs = stored.accountId === '' ? await goesWith(path, account, logger) : stored.accountId === account.id
      if (isTheirs) await this.#delete(id)
    }
    const [failure] = await this.#unopened.removeOf(account, logger)
    if (failure) throw failure
  }

  /** Erases a person from the account’s drafts, including removed ones. Throws at the end if a draft failed. */
  async eraseRecipient(accountId: string, email: string): Promise<void> {
    const failures: unknown[] = await this.#unopened.retry((id) => this.#open.get(id) ?? this.#tidy(id))
    for (const { draft } of await this.#all()) {
      // A draft whose content is missing may belong to any account, so it is not skipped.
      if (draft.stored.accountId !== accountId && !draft.hasNoContent) continue
      const isChanged = await draft.erase(email).catch((thrown: unknown) => void failures.push(thrown))
      if (isChanged) this.#emitSave(draft.stored.id, draft.revision)
    }
    this.#emitChange(accountId)
    // The draft that failed may belong to this account and name the person, so the erasure must be repeated.
    if (failures.length > 0) throw failures[0]
  }

  async settled(): Promise<void> {
    for (const { draft } of await this.#all()) await draft.settled()
  }

  async #all(): Promise<{ id: string; draft: DraftOnDisk }[]> {
    const found = await Promise.allSettled([...this.#open].map(async ([id, opening]) => ({ id, draft: await opening })))
    return found.flatMap((entry) => (entry.status === 'fulfilled' ? [entry.value] : []))
  }

  async #tidy(id: string): Promise<void> {
    const draft = await this.#openDraft({ id, accountId: '' })
    if (await isDeletable(draft, this.#now())) await this.#delete(id)
    else if (draft.stored.accountId !== '') await draft.sweepFiles()
  }

  async #delete(id: string): Promise<void> {
    const draft = await this.#open.get(id)
    this.#open.delete(id)
    await draft?.delete()
  }

  #openDraft(fresh: Pick<StoredDraft, 'id' | 'accountId'>): Promise<DraftOnDisk> {
    const opening = DraftOnDisk.open({
      folder: join(this.#root, fresh.id),
      fresh,
      onBroken: this.#ground.onBroken,
      now: () => this.#now(),
    })
    this.#open.set(fresh.id, opening)
    opening.catch(() => this.#open.delete(fresh.id))
    return opening
  }

  #emitChange(accountId: string): void {
    this.#ground.events.emit({ name: 'drafts.changed', payload: { accountId } })
  }

  #emitSave(id: string, revision: number): void {
    this.#ground.events.emit({ name: 'drafts.saved', payload: { id, revision } })
  }

  #now(): number {
    return this.#ground.ports.clock.now()
  }
}
