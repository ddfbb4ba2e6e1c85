import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/contract/base/error.ts'
import type { Ground } from '../../../base/room.ts'
import type { DraftFolder } from '../../drafts/draft-folder.ts'
import type { DraftStore } from '../../drafts/draft-store.ts'
import { planBatches } from './plan-batches.ts'
import { SendFolder, type StoredSend } from './send-folder.ts'

const mostShown = 3

/** The sends of all accounts, each in a folder of its own: a draft whose folder was moved. */
export class SendStore {
  readonly #ground: Ground
  readonly #drafts: DraftStore
  readonly #root: string
  readonly #folders = new Map<string, SendFolder>()
  /** Sends whose recipients are in memory because they are on the screen. */
  readonly #shown = new Set<SendFolder>()

  private constructor(ground: Ground, drafts: DraftStore) {
    this.#ground = ground
    this.#drafts = drafts
    this.#root = join(ground.ports.paths.data, 'compose', 'sends')
  }

  static async open(ground: Ground, drafts: DraftStore): Promise<SendStore> {
    const store = new SendStore(ground, drafts)
    const names = await readdir(store.#root).catch(() => [])
    for (const id of names) {
      // One damaged folder must not hide the other sends.
      await store.#open(id).catch((error: unknown) => {
        ground.ports.logger.log('warn', 'A send could not be opened.', { id, reason: String(error) })
      })
    }
    return store
  }

  all(): SendFolder[] {
    return [...this.#folders.values()]
  }

  get(id: string): SendFolder {
    const found = this.#folders.get(id)
    if (found) return found
    throw new AppError('not-found', 'This send is no longer there. It became a draft again, or was removed.')
  }

  /** A send to a hundred thousand takes many megabytes, so only the last few that were shown stay in memory. */
  async contents(folder: SendFolder): Promise<DraftFolder> {
    this.#shown.delete(folder)
    this.#shown.add(folder)
    const [oldest] = this.#shown
    if (oldest && this.#shown.size > mostShown) {
      this.#shown.delete(oldest)
      oldest.release()
    }
    return folder.draft()
  }

  /** From here on nothing changes what is sent. Moving the folder is what turns the draft into a send. */
  take(draft: DraftFolder, when: Pick<StoredSend, 'at' | 'isScheduled'>): Promise<SendFolder> {
    return draft.alone(() => this.#take(draft, when))
  }

  async #take(draft: DraftFolder, when: Pick<StoredSend, 'at' | 'isScheduled'>): Promise<SendFolder> {
    const { id, accountId, content } = draft.stored
    const { rows } = draft.people
    const stored: StoredSend = {
      id,
      accountId,
      subject: content.subject,
      to: rows.slice(0, 3).map(({ address }) => address.trim()),
      recipients: rows.length,
      state: 'waiting',
      ...when,
      createdAt: this.#now(),
      note: '',
    }
    await SendFolder.prepare(this.#optionsFor(draft.path), stored, planBatches(draft.people))
    await this.#drafts.moveTo(id, join(this.#root, id))
    return this.#open(id)
  }

  /** It becomes a draft again. */
  async giveBack(folder: SendFolder): Promise<void> {
    const { id, accountId } = folder.stored
    this.#folders.delete(id)
    try {
      await folder.settled()
      await this.#drafts.moveFrom(folder.path, { id, accountId })
    } catch (error) {
      this.#folders.set(id, folder)
      throw error
    }
    await SendFolder.strip((await this.#drafts.get(id)).path)
  }

  async remove(id: string): Promise<void> {
    const folder = this.get(id)
    this.#folders.delete(id)
    this.#shown.delete(folder)
    await folder.settled()
    await rm(folder.path, { recursive: true, force: true })
  }

  async settled(): Promise<void> {
    for (const folder of this.all()) await folder.settled()
  }

  async #open(id: string): Promise<SendFolder> {
    const folder = await SendFolder.open(this.#optionsFor(join(this.#root, id)))
    this.#folders.set(id, folder)
    return folder
  }

  #optionsFor(path: string) {
    return { path, onBroken: this.#ground.onBroken, now: () => this.#now() }
  }

  #now(): number {
    return this.#ground.ports.clock.now()
  }
}
