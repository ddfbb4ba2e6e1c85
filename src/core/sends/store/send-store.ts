import { randomUUID } from 'node:crypto'
import { cp, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/contract/base/error.ts'
import type { DraftContent, DraftPeople } from '#shared/contract/base/draft.ts'
import { fileError } from '../../base/json-file.ts'
import type { Ground } from '../../base/room.ts'
import { renamePatiently } from '../../base/whole-files/rename-patiently.ts'
import { DraftOnDisk, type DraftStore, type AccountRemoval, UnopenedFolders } from '../../drafts/index.ts'
import { eraseFromSend } from './erase.ts'
import { eraseUnopened } from './erase-unopened.ts'
import { planBatches } from './plan-batches.ts'
import { SendOnDisk, type StoredSend } from './send-on-disk.ts'

const mostShown = 3

type When = Pick<StoredSend, 'at' | 'isScheduled'>
type Kind = Pick<StoredSend, 'restOf' | 'rows' | 'createdAt'>
export type Rest = When &
  Kind & {
    /** The draft that provides the files. */
    readonly source: DraftOnDisk
    readonly content: DraftContent
    readonly people: DraftPeople
  }

/** The sends of all accounts, each in a separate folder: its draft’s folder, moved here. */
export class SendStore {
  readonly #ground: Ground
  readonly #drafts: DraftStore
  readonly #root: string
  /** The folder for rests that are not complete yet. */
  readonly #unfinished: string
  readonly #sends = new Map<string, SendOnDisk>()
  readonly #unopened: UnopenedFolders
  /** Sends whose recipients are in memory because they are being displayed. */
  readonly #shown = new Set<SendOnDisk>()

  private constructor(ground: Ground, drafts: DraftStore) {
    this.#ground = ground
    this.#drafts = drafts
    this.#root = join(ground.ports.paths.data, 'compose', 'sends')
    this.#unopened = new UnopenedFolders(this.#root)
    this.#unfinished = join(ground.ports.paths.data, 'compose', 'unfinished')
  }

  static async open(ground: Ground, drafts: DraftStore): Promise<SendStore> {
    const store = new SendStore(ground, drafts)
    await rm(store.#unfinished, { recursive: true, force: true })
    const entries = await readdir(store.#root, { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const id = entry.name
      // One damaged folder must not hide the other sends.
      await store.#open(id).catch((error: unknown) => {
        if (entry.isDirectory()) store.#unopened.add(id)
        ground.ports.logger.log('warn', 'A send could not be opened.', { id, reason: String(error) })
      })
    }
    return store
  }

  all(): SendOnDisk[] {
    return [...this.#sends.values()]
  }

  /**
   * Erases a person from everything Mailroom keeps about the account’s sends, one send at a time. If a send fails, throws
   * the reason.
   */
  async eraseRecipient(accountId: string, email: string): Promise<void> {
    const failures: unknown[] = []
    for (const send of this.all()) {
      if (send.stored.accountId !== accountId) continue
      await eraseFromSend(send, email).catch((thrown: unknown) => failures.push(thrown))
      send.release()
    }
    const ofUnopened = await this.#unopened.visit((id) =>
      eraseUnopened({ ...this.#optionsFor(join(this.#root, id)), id }, { accountId, email }),
    )
    failures.push(...ofUnopened)
    if (failures.length > 0) throw failures[0]
  }

  ownOf(accountId: string): SendOnDisk[] {
    return this.all().filter(({ stored }) => stored.accountId === accountId)
  }

  /** A send or rest, and all other sends to recipients of the same first send. */
  familyOf(id: string): SendOnDisk[] {
    const first = this.get(id).stored.restOf ?? id
    return this.all().filter(({ stored }) => stored.id === first || stored.restOf === first)
  }

  has(id: string): boolean {
    return this.#sends.has(id)
  }

  get(id: string): SendOnDisk {
    const found = this.#sends.get(id)
    if (found) return found
    throw new AppError('not-found', 'This send no longer exists. It became a draft again or was removed.')
  }

  /** A send to a hundred thousand people takes up many megabytes, so only the most recently shown sends stay in memory. */
  async contents(send: SendOnDisk): Promise<DraftOnDisk> {
    this.#shown.delete(send)
    this.#shown.add(send)
    const [oldest] = this.#shown
    if (oldest && this.#shown.size > mostShown) {
      this.#shown.delete(oldest)
      oldest.release()
    }
    return send.draft()
  }

  /** Turns a draft into a send by moving its folder. From then on, the message cannot change. */
  take(draft: DraftOnDisk, when: When): Promise<SendOnDisk> {
    return draft.alone(async () => {
      const { id } = draft.stored
      await this.#prepare(draft, { ...when, restOf: null, rows: null, createdAt: this.#now() })
      await this.#drafts.moveTo(id, join(this.#root, id))
      return this.#open(id)
    })
  }

  /** Creates a new send with the files of an earlier one, completely or not at all. */
  async takeRest({ source, content, people, ...rest }: Rest): Promise<SendOnDisk> {
    const id = randomUUID()
    const folder = join(this.#unfinished, id)
    try {
      const fresh = { id, accountId: source.stored.accountId }
      const draft = await DraftOnDisk.open({ ...this.#optionsFor(folder), folder, fresh })
      if (content.parts.length > 0) await cp(source.filesFolder, draft.filesFolder, { recursive: true })
      await draft.save({ content, people }, this.#now())
      await this.#prepare(draft, rest)
      await draft.settled()
      await mkdir(this.#root, { recursive: true, mode: 0o700 })
      await renamePatiently(folder, join(this.#root, id))
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw error instanceof AppError ? error : fileError(folder, error)
    }
    return this.#open(id)
  }

  async #prepare(draft: DraftOnDisk, more: When & Kind): Promise<void> {
    const { id, accountId, content } = draft.stored
    const { rows } = draft.people
    const stored: StoredSend = {
      id,
      accountId,
      subject: content.subject,
      to: rows.slice(0, 3).map(({ address }) => address.trim()),
      recipients: rows.length,
      state: 'waiting',
      ...more,
      note: '',
      reached: [],
    }
    await SendOnDisk.prepare(this.#optionsFor(draft.path), stored, planBatches(draft.people))
  }

  async giveBack(send: SendOnDisk): Promise<void> {
    const { id, accountId } = send.stored
    this.#sends.delete(id)
    try {
      await send.settled()
      await this.#drafts.moveFrom(send.path, { id, accountId })
    } catch (error) {
      this.#sends.set(id, send)
      throw error
    }
    await SendOnDisk.strip((await this.#drafts.get(id)).path)
  }

  async remove(id: string): Promise<void> {
    const send = this.get(id)
    this.#sends.delete(id)
    this.#shown.delete(send)
    await send.settled()
    await rm(send.path, { recursive: true, force: true })
  }

  /** Removes the sends of a removed account that could not be opened. */
  async removeUnopened(account: AccountRemoval): Promise<void> {
    const [failure] = await this.#unopened.removeOf(account, this.#ground.ports.logger)
    if (failure) throw failure
  }

  async settled(): Promise<void> {
    for (const send of this.all()) await send.settled()
  }

  async #open(id: string): Promise<SendOnDisk> {
    const send = await SendOnDisk.open(this.#optionsFor(join(this.#root, id)))
    this.#sends.set(id, send)
    return send
  }

  #optionsFor(path: string) {
    return { path, onBroken: this.#ground.onBroken, now: () => this.#now() }
  }

  #now(): number {
    return this.#ground.ports.clock.now()
  }
}
