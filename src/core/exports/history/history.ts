import { AppError } from '#shared/contract/base/error.ts'
import { withoutAddress } from '#shared/text/without-address.ts'
import { JsonFile } from '../../base/json-file.ts'
import type { FileGround } from '../../base/room.ts'
import { afterStop, storedHistory, type LastChoice, type StoredExport, type StoredHistory } from './stored-export.ts'

const mostEntries = 300

/**
 * Past exports, newest first, and the most recent choices. They are kept in memory and written to the disk as soon as
 * possible.
 */
export class History {
  readonly #ground: FileGround
  readonly #file: JsonFile<StoredHistory>
  readonly #entries: Map<string, StoredExport>
  readonly #last: Map<string, LastChoice>
  #waiting: Promise<unknown> | null = null

  private constructor(ground: FileGround, file: JsonFile<StoredHistory>) {
    this.#ground = ground
    this.#file = file
    this.#entries = new Map(file.value.entries.map((entry) => [entry.id, entry]))
    this.#last = new Map(Object.entries(file.value.last))
  }

  static async open(ground: FileGround): Promise<History> {
    const asStopped = afterStop(ground.ports.clock.now())
    const file = await JsonFile.inDataFolder<StoredHistory>(ground, {
      name: 'exports.json',
      initial: { entries: [], last: {} },
      read: (parsed) => {
        const { entries, last } = storedHistory.parse(parsed)
        return { entries: entries.map(asStopped), last }
      },
    })
    return new History(ground, file)
  }

  list(): StoredExport[] {
    return [...this.#entries.values()].sort((a, b) => b.startedAt - a.startedAt)
  }

  get(id: string): StoredExport {
    const found = this.#entries.get(id)
    if (found) return found
    throw new AppError('not-found', 'That export is no longer in the list.')
  }

  lastOf(accountId: string): LastChoice | null {
    return this.#last.get(accountId) ?? null
  }

  /** Resolves once the entry is on disk. */
  async put(entry: StoredExport): Promise<void> {
    const before = this.#entries.get(entry.id)
    this.#entries.set(entry.id, entry)
    this.#prune()
    try {
      await this.#change(entry.accountId)
    } catch (error) {
      if (before) this.#entries.set(entry.id, before)
      else this.#entries.delete(entry.id)
      throw error
    }
  }

  remember(accountId: string, choice: LastChoice): Promise<void> {
    this.#last.set(accountId, choice)
    return this.#save()
  }

  /** Resolves once the change is on disk. An entry removed in the meantime stays removed. */
  async change(id: string, change: Partial<StoredExport>): Promise<void> {
    const before = this.#entries.get(id)
    if (!before) return
    this.#entries.set(id, { ...before, ...change })
    await this.#change(before.accountId)
  }

  /** Makes a change that need not reach the disk immediately: the next write includes it. */
  note(id: string, change: Partial<StoredExport>): void {
    this.change(id, change).catch((error: unknown) => {
      const { code, details } = AppError.from(error)
      this.#ground.ports.logger.log('warn', 'The list of exports could not be saved.', { code, ...details })
    })
  }

  async remove(id: string): Promise<StoredExport> {
    const removed = this.get(id)
    this.#entries.delete(id)
    try {
      await this.#change(removed.accountId)
    } catch (error) {
      this.#entries.set(id, removed)
      this.#emit(removed.accountId)
      throw error
    }
    return removed
  }

  async removeAll(accountId: string): Promise<void> {
    for (const { id, accountId: of } of this.list()) if (of === accountId) this.#entries.delete(id)
    this.#last.delete(accountId)
    await this.#change(accountId)
  }

  /**
   * Nothing that Mailroom keeps may name an erased person. A file named after them can then no longer be found by its name.
   */
  async eraseRecipient(accountId: string, email: string): Promise<void> {
    const clean = (text: string): string => withoutAddress(text, email)
    const erased = ({ name, ...saveAs }: LastChoice['saveAs']) => ({ ...saveAs, name: clean(name) })
    for (const entry of this.list()) {
      if (entry.accountId !== accountId) continue
      const { what, manifest } = entry
      this.#entries.set(entry.id, {
        ...entry,
        name: clean(entry.name),
        saveAs: erased(entry.saveAs),
        text: clean(entry.text),
        what: what.source === 'archive' ? { ...what, text: clean(what.text) } : what,
        manifest: manifest && {
          ...manifest,
          file: clean(manifest.file),
          notes: manifest.notes.map(clean),
          search: manifest.search === null ? null : clean(manifest.search),
        },
      })
    }
    const last = this.lastOf(accountId)
    if (last) this.#last.set(accountId, { ...last, saveAs: erased(last.saveAs) })
    await this.#change(accountId)
  }

  settled(): Promise<void> {
    return this.#file.settled()
  }

  #prune(): void {
    const ended = this.list().filter(({ endedAt, keepsDelta }) => endedAt !== null && !keepsDelta)
    for (const { id } of ended.slice(mostEntries)) this.#entries.delete(id)
  }

  #change(accountId: string): Promise<void> {
    this.#emit(accountId)
    return this.#save()
  }

  #emit(accountId: string): void {
    this.#ground.events.emit({ name: 'exports.changed', payload: { accountId } })
  }

  /** At most one write waits, and it saves every change made until its turn comes. */
  async #save(): Promise<void> {
    this.#waiting ??= this.#file.set(() => {
      this.#waiting = null
      return { entries: this.list(), last: Object.fromEntries(this.#last) }
    })
    await this.#waiting
  }
}
