import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '#shared/contract/base/error.ts'
import type { Message } from '#shared/domain/messages/record.ts'
import { recipientQuery } from '#shared/domain/recipients/recipient-query.ts'
import { makePrivateFolder } from '../../base/folders.ts'
import type { Clock, Logger } from '../../base/ports.ts'
import type { Channel } from '../../base/threads/channel.ts'
import { PartFile, partPathOf, syncFolder } from '../../base/whole-files/part-file.ts'
import { renamePatiently } from '../../base/whole-files/rename-patiently.ts'
import { pruneInParts } from '../common/prune-in-parts.ts'
import type {
  ArchivePort,
  Backup,
  BackupOptions,
  Cancel,
  Damage,
  ErasedList,
  ErasureReport,
  HorizonChange,
  ImportResult,
  SettingEntries,
} from '../port/archive-port.ts'
import { openThread } from './archive-thread.ts'
import { archiveFileName, archiveFiles } from './file/archive-files.ts'
import { IdleThread } from './idle-thread.ts'
import { Importer } from './importer.ts'
import { ReadOnlyArchive } from './read-only-archive.ts'
import { replaceDamaged } from './replace-damaged.ts'
import type { Salvaged } from './store/salvage.ts'
import type { PreparerMethods, ReaderMethods, WriterMethods } from './thread-methods.ts'

export type ArchiveOptions = {
  /** A folder used only by this account. */
  folder: string
  /** The code of the worker threads: `Paths.worker('archive')`. */
  worker: URL
  logger: Logger
  clock: Clock
  /** Limits the file to this many pages of 4 KB, for tests of a full disk. */
  maxPages?: number
  /**
   * How long one call may keep the reader’s other calls waiting, in milliseconds. For tests of work that takes many turns.
   */
  slice?: number
}

/** The interval at which the progress of a copy is checked. */
const watchMilliseconds = 250

/** Each attempt to empty the log waits up to a quarter of a second, which is longer than a search reads at a time. */
const mostAttempts = 20

/** One account’s archive in one SQLite file, with a thread that writes and a thread that reads. */
export class Archive extends ReadOnlyArchive implements ArchivePort {
  readonly #options: ArchiveOptions
  readonly #path: string
  readonly #writer: Channel<WriterMethods>
  readonly #preparer: IdleThread<PreparerMethods>
  /** Whether the last run ended without closing the archive, in which case `checkIntegrity` should be called. */
  readonly uncleanStop: boolean
  /** The new path of a damaged file found at the start; null if there was none. */
  readonly damagedFile: string | null
  /** Whether the damaged file’s settings and erased people could be read; null if there was none. */
  readonly salvaged: Salvaged | null

  private constructor(
    options: ArchiveOptions,
    channels: { writer: Channel<WriterMethods>; reader: Channel<ReaderMethods> },
    found: { uncleanStop: boolean; damagedFile: string | null; salvaged: Salvaged | null },
  ) {
    const path = join(options.folder, archiveFileName)
    super(channels.reader, path)
    this.#options = options
    this.#path = path
    this.#writer = channels.writer
    this.#preparer = new IdleThread(() => openThread<PreparerMethods>(options.worker, { role: 'preparer' }))
    this.uncleanStop = found.uncleanStop
    this.damagedFile = found.damagedFile
    this.salvaged = found.salvaged
  }

  /**
   * If the file is damaged, it is moved aside and replaced with an archive without messages, which the next sync fills.
   * Settings and erased people are copied to it as far as they can be read.
   */
  static async open(options: ArchiveOptions): Promise<Archive> {
    const path = join(options.folder, archiveFileName)
    const { clock, logger, worker, maxPages } = options
    await makePrivateFolder(options.folder)
    await archiveFiles.settleReplacement(path, clock.now())
    let damagedFile: string | null = null
    let salvaged: Salvaged | null = null
    let channels
    try {
      channels = await openChannels(options, path)
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'archive-damaged') throw error
      const open = (part: string) => openThread<WriterMethods>(worker, { role: 'writer', path: part, maxPages })
      ;({ damagedFile, salvaged } = await replaceDamaged(path, { now: clock.now(), logger, open }))
      channels = await openChannels(options, path)
    }
    const { uncleanStop } = await channels.writer.call('opened')
    return new Archive(options, channels, { uncleanStop, damagedFile, salvaged })
  }

  async import(messages: readonly Message[], horizon: HorizonChange = {}): Promise<ImportResult> {
    const importer = this.importer()
    await importer.add(messages)
    return importer.finish(horizon)
  }

  importer(countedIn?: string): Importer {
    return new Importer(this.#writer, this.#preparer, countedIn)
  }

  moveHorizon(change: HorizonChange): Promise<void> {
    return this.#writer.call('setHorizon', change)
  }

  uncoverAfter(second: number): Promise<void> {
    return this.#writer.call('uncoverAfter', second)
  }

  setSetting(name: string, value: unknown): Promise<void> {
    return this.#writer.call('setSetting', name, value)
  }

  changeSetting(name: string, entries: SettingEntries, expected?: SettingEntries): Promise<boolean> {
    return this.#writer.call('changeSetting', name, entries, expected)
  }

  async erase(email: string): Promise<ErasureReport> {
    const erasedAt = this.#options.clock.now()
    const scope = { query: recipientQuery(email), context: { now: erasedAt, zone: 'UTC' } }
    let messages = await this.#writer.call('erase', email, [...(await this.rowsOf(scope))], erasedAt)
    // Also erases messages written while the rows were being collected. From now on, imports leave the person out.
    const late = [...(await this.rowsOf(scope))]
    if (late.length > 0) messages += await this.#writer.call('erase', email, late, erasedAt)
    await this.#emptyLog(messages)
    // Damaged files cannot be searched for a person, so they are removed entirely.
    await archiveFiles.removeDamaged(this.#options.folder)
    return { messages, erasedAt, note: 'Backups and files saved earlier may still contain this person’s data.' }
  }

  keepOut(erased: ErasedList): Promise<void> {
    return this.#writer.call('keepOut', erased)
  }

  isErased(email: string): Promise<boolean> {
    return this.#writer.call('isErased', email)
  }

  erasedAmong(emails: readonly string[]): Promise<string[]> {
    return this.#writer.call('erasedAmong', emails)
  }

  hasErased(): Promise<boolean> {
    return this.#writer.call('hasErased')
  }

  prune(before: number, cancel: Cancel = {}): Promise<number> {
    return pruneInParts((limit) => this.#writer.call('prune', before, limit), cancel)
  }

  async backUp(target: string, options: BackupOptions): Promise<Backup> {
    // SQLite writes into an existing empty file, so the file is created first, readable only by this user.
    const part = await PartFile.open(partPathOf(target), { mode: 0o600 })
    try {
      await part.close()
      const messages = await this.#withOwnReader((reader) => this.#fillBackup(reader, part.path, options), options)
      const { size } = await stat(part.path)
      await renamePatiently(part.path, target)
      await syncFolder(dirname(target))
      return { messages, bytes: size, keepsErasedOut: true }
    } catch (error) {
      await part.remove()
      throw error
    }
  }

  checkIntegrity(): Promise<Damage> {
    return this.#withOwnReader((reader) => reader.call('checkIntegrity'))
  }

  rebuildIndex(): Promise<void> {
    return this.#writer.call('rebuild')
  }

  override async close(): Promise<void> {
    try {
      // The reader closes first, so that the writer can fold the log back into the file.
      await super.close()
    } finally {
      await Promise.all([this.#writer.close(), this.#preparer.close()])
    }
  }

  /**
   * Erased data remains in the log next to the file, which can be emptied only while no reader needs it. `messages` is the
   * number of messages already removed, which the next attempt no longer finds.
   */
  async #emptyLog(messages: number): Promise<void> {
    for (let attempt = 0; attempt < mostAttempts; attempt++) if (await this.#writer.call('emptyLog')) return
    throw new AppError(
      'archive-busy',
      'The archive is being read, so the removed data is still in its file. Try again in a minute.',
      { retryable: true, details: { messages } },
    )
  }

  async #fillBackup(
    reader: Channel<ReaderMethods>,
    path: string,
    { account, progress = () => undefined }: BackupOptions,
  ): Promise<number> {
    const whole = await reader.call('backupBytes')
    progress({ note: 'Copying', fraction: 0 })
    let isCopying = true
    const show = (bytes: number): void => {
      if (isCopying) progress({ note: 'Copying', fraction: Math.min(1, bytes / whole) })
    }
    const watch = setInterval(() => void stat(path).then(({ size }) => show(size), ignore), watchMilliseconds)
    const note = { account, at: this.#options.clock.now() }
    const expected = await reader.call('backUp', path, note).finally(() => clearInterval(watch))
    isCopying = false
    progress({ note: 'Checking the copy', fraction: null })
    return reader.call('checkBackup', path, expected)
  }

  /**
   * Starts another reader for work that takes seconds, so that searches don’t have to wait. An abort ends that reader.
   */
  async #withOwnReader<T>(work: (reader: Channel<ReaderMethods>) => Promise<T>, { signal }: Cancel = {}): Promise<T> {
    signal?.throwIfAborted()
    const reader = await openThread<ReaderMethods>(this.#options.worker, { role: 'reader', path: this.#path })
    const stop = (): void => void reader.stop(signal?.reason)
    signal?.addEventListener('abort', stop, { once: true })
    try {
      if (signal?.aborted) stop()
      return await work(reader)
    } finally {
      signal?.removeEventListener('abort', stop)
      await reader.close().catch((error: unknown) => {
        if (!signal?.aborted) throw error
      })
    }
  }
}

async function openChannels(options: ArchiveOptions, path: string) {
  const { worker, maxPages, slice } = options
  const writer = await openThread<WriterMethods>(worker, { role: 'writer', path, maxPages })
  try {
    return { writer, reader: await openThread<ReaderMethods>(worker, { role: 'reader', path, slice }) }
  } catch (error) {
    await writer.close().catch(() => undefined)
    throw error
  }
}

function ignore(): void {}
