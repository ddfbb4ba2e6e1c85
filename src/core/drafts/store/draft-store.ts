import { randomUUID } from 'node:crypto'
import { cp, mkdir, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '#shared/contract/base/error.ts'
import type { DraftContent, DraftOptions, DraftPeople } from '#shared/contract/base/draft.ts'
import type { DraftSummary } from '#shared/contract/drafts.ts'
import { msPerDay } from '#shared/domain/base/durations.ts'
import { fileError } from '../../base/json-file.ts'
import type { Ground } from '../../base/room.ts'
import { renamePatiently } from '../../base/whole-files/rename-patiently.ts'
import { DraftFolder, noDraft, type DraftChange, type StoredDraft } from './draft-folder.ts'
import type { EarlierOwners } from './earlier-owners.ts'
import { summaryOf } from './draft-summary.ts'
import { noPeople } from './people-lines.ts'
import { isEdited, type StoredTemplate } from './template-origin.ts'
import { UnopenedFolders } from './unopened-folders.ts'

/** How long a removed draft can be restored. */
const restorableFor = 7 * msPerDay

/** The drafts of all accounts, each in a folder of its own. */
export class DraftStore {
  readonly #ground: Ground
  readonly #root: string
  readonly #open = new Map<string, Promise<DraftFolder>>()
  readonly #unopened: UnopenedFolders

  private constructor(ground: Ground) {
    this.#ground = ground
    this.#root = join(ground.ports.paths.data, 'compose', 'drafts')
    this.#unopened = new UnopenedFolders(this.#root)
  }

  /** Opens every draft, and deletes drafts that were removed long ago and copies of files that no draft names. */
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

  /** The options of each draft of an account. */
  async optionsOf(accountId: string): Promise<DraftOptions[]> {
    return (await this.#of(accountId)).map(({ stored }) => stored.content.options)
  }

  /** The draft in which a template is edited. `id` is null for the one of a new template. */
  async ofTemplate(accountId: string, id: string | null): Promise<DraftFolder | undefined> {
    const drafts = await this.#of(accountId)
    return drafts.find(({ stored: { template } }) => template !== null && template.id === id)
  }

  async #of(accountId: string): Promise<DraftFolder[]> {
    const folders = await Promise.allSettled(this.#open.values())
    return folders
      .flatMap((folder) => (folder.status === 'fulfilled' ? [folder.value] : []))
      .filter(({ stored }) => stored.accountId === accountId && stored.removedAt === null)
      .sort((a, b) => b.stored.savedAt - a.stored.savedAt)
  }

  async create(
    accountId: string,
    content: Partial<DraftContent>,
    { people = noPeople, ...more }: { people?: DraftPeople; template?: StoredTemplate; temporary?: boolean } = {},
  ): Promise<DraftFolder> {
    const id = randomUUID()
    const folder = await this.#folder({ id, accountId })
    await folder.save({ content, people, ...more }, this.#now())
    this.#emitChange(accountId)
    return folder
  }

  /** A copy with all of its files, for this account or another. */
  async copy(id: string, accountId: string, { temporary = false } = {}): Promise<DraftFolder> {
    const source = await this.get(id)
    const { stored, people, filesFolder } = source
    const owners = await source.ownersOnce()
    return this.createFrom({ accountId, content: stored.content, people, owners, filesFolder, temporary })
  }

  /** Copies the files before anything names them. */
  async createFrom(source: {
    readonly accountId: string
    readonly content: DraftContent
    readonly people: DraftPeople
    readonly owners: EarlierOwners
    readonly filesFolder: string
    readonly temporary?: boolean
  }): Promise<DraftFolder> {
    const { accountId, content, people, owners, filesFolder, ...how } = source
    const named = new Set(content.parts.map(({ id: part }) => part))
    // A file that was removed from the message may still be there.
    const filter = (path: string) => path === filesFolder || named.has(basename(path))
    const fill = async (folder: DraftFolder) => {
      try {
        if (named.size > 0) await cp(filesFolder, folder.filesFolder, { recursive: true, filter })
      } catch (error) {
        throw fileError(folder.filesFolder, error)
      }
      return { content, people, owners }
    }
    return this.createWith(accountId, fill, how)
  }

  /** `fill` puts files into the new draft before anything names them. Where it fails, there is no draft. */
  async createWith(
    accountId: string,
    fill: (folder: DraftFolder) => Promise<DraftChange>,
    how: { readonly temporary?: boolean } = {},
  ): Promise<DraftFolder> {
    const folder = await this.create(accountId, {}, how)
    try {
      await folder.save(await fill(folder), this.#now())
    } catch (error) {
      await this.#delete(folder.stored.id)
      throw error
    }
    this.#emitChange(accountId)
    return folder
  }

  /** Also of one that was removed and can be restored. */
  has(id: string): boolean {
    return this.#open.has(id)
  }

  /** Throws where there is no such draft, or where it was removed. */
  async get(id: string): Promise<DraftFolder> {
    const folder = await this.#open.get(id)
    if (folder && folder.stored.removedAt === null) return folder
    throw noDraft()
  }

  async save(id: string, change: DraftChange): Promise<DraftFolder> {
    const folder = await this.get(id)
    await folder.save(change, this.#now())
    this.#emitSave(folder)
    return folder
  }

  async remove(id: string): Promise<void> {
    const folder = await this.get(id)
    await folder.setRemoved(this.#now())
    this.#emitChange(folder.stored.accountId)
  }

  async restore(id: string): Promise<void> {
    const folder = await this.#open.get(id)
    if (!folder) throw new AppError('not-found', 'This draft was removed for good.')
    const { accountId, template } = folder.stored
    if (template) await this.#makeRoom(accountId, template.id)
    await folder.setRemoved(null)
    this.#emitChange(accountId)
  }

  /** A template has one draft: one that was opened since, and not changed, gives way to the one that is restored. */
  async #makeRoom(accountId: string, template: string | null): Promise<void> {
    const other = await this.ofTemplate(accountId, template)
    if (!other) return
    if (isEdited(other.stored)) {
      throw new AppError('conflict', 'You have changed this template again since. Discard those changes first.')
    }
    await this.#delete(other.stored.id)
  }

  /**
   * Moves a draft that is about to be sent out of here. The files that were removed from it do not go with it: no undo in an
   * editor outlives the draft, and a send that is taken back is read again.
   */
  async moveTo(id: string, target: string): Promise<void> {
    const folder = await this.get(id)
    await folder.settled()
    await folder.sweepFiles().catch((error: unknown) => {
      // Only space is lost.
      this.#ground.ports.logger.log('warn', 'Removed files of a draft were sent along.', { id, reason: String(error) })
    })
    try {
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await renamePatiently(folder.path, target)
    } catch (error) {
      throw fileError(target, error)
    }
    folder.leave()
    this.#open.delete(id)
    this.#emitChange(folder.stored.accountId)
  }

  /** Moves a draft that was not sent back here. */
  async moveFrom(source: string, { id, accountId }: Pick<StoredDraft, 'id' | 'accountId'>): Promise<void> {
    const target = join(this.#root, id)
    try {
      await mkdir(this.#root, { recursive: true, mode: 0o700 })
      await renamePatiently(source, target)
    } catch (error) {
      throw fileError(target, error)
    }
    const folder = await this.#folder({ id, accountId })
    if (folder.stored.temporary) await folder.save({ temporary: false }, this.#now())
    this.#emitChange(accountId)
  }

  /** All of an account, removed ones too. */
  async ownOf(accountId: string): Promise<DraftFolder[]> {
    return (await this.#all()).flatMap(({ folder }) => (folder.stored.accountId === accountId ? [folder] : []))
  }

  /** For an account that is gone. */
  async removeAll(accountId: string): Promise<void> {
    for (const { id, folder } of await this.#all()) if (folder.stored.accountId === accountId) await this.#delete(id)
  }

  /** Nothing that Mailroom keeps may name a person who was erased. */
  async eraseRecipient(accountId: string, email: string): Promise<void> {
    const failures: unknown[] = await this.#unopened.retry((id) => this.#open.get(id) ?? this.#tidy(id))
    for (const { folder } of await this.#all()) {
      // One without its content may be of any account.
      if (folder.stored.accountId !== accountId && !folder.hasNoContent) continue
      const isChanged = await folder.erase(email).catch((thrown: unknown) => void failures.push(thrown))
      if (isChanged) this.#emitSave(folder)
    }
    this.#emitChange(accountId)
    // It may be of this account and name the person, so the erasure is tried again.
    if (failures.length > 0) throw failures[0]
  }

  async settled(): Promise<void> {
    for (const { folder } of await this.#all()) await folder.settled()
  }

  async #all(): Promise<{ id: string; folder: DraftFolder }[]> {
    const found = await Promise.allSettled(
      [...this.#open].map(async ([id, opening]) => ({ id, folder: await opening })),
    )
    return found.flatMap((entry) => (entry.status === 'fulfilled' ? [entry.value] : []))
  }

  async #tidy(id: string): Promise<void> {
    const folder = await this.#folder({ id, accountId: '' })
    const { accountId, removedAt } = folder.stored
    if (!isEdited(folder.stored)) return this.#delete(id)
    if (accountId === '') {
      // A crash while it was created, or a damaged content, which is kept with all of its files.
      if (!(await folder.isDamaged())) await this.#delete(id)
    } else if (removedAt !== null && removedAt < this.#now() - restorableFor) await this.#delete(id)
    else await folder.sweepFiles()
  }

  async #delete(id: string): Promise<void> {
    const folder = await this.#open.get(id)
    this.#open.delete(id)
    // Not while a save is on its way, which would write its folder again.
    await folder?.alone(async () => {
      folder.leave()
      await folder.settled()
      await rm(folder.path, { recursive: true, force: true })
    })
  }

  #folder(fresh: Pick<StoredDraft, 'id' | 'accountId'>): Promise<DraftFolder> {
    const opening = DraftFolder.open({
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

  #emitSave({ stored: { id }, revision }: DraftFolder): void {
    this.#ground.events.emit({ name: 'drafts.saved', payload: { id, revision } })
  }

  #now(): number {
    return this.#ground.ports.clock.now()
  }
}
