import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Horizon } from '#shared/domain/archive/horizon.ts'
import type { Message, StoredMessage } from '#shared/domain/messages/record.ts'
import type { Recipient } from '#shared/domain/recipients/recipient.ts'
import type { SentMessage } from '#shared/domain/messages/sent.ts'
import type {
  CountAnswer,
  HistogramAnswer,
  ListedValue,
  PlacesAnswer,
  PlacesRequest,
  SearchAnswer,
  SearchRequest,
  ValuesRequest,
} from '#shared/domain/messages/search.ts'
import type { ReadingContext } from '#shared/domain/query/period.ts'
import type { Clock, Logger } from '../../base/ports.ts'
import { fileError } from '../../base/json-file.ts'
import { archiveFileName, moveAside } from './file/archive-files.ts'
import type { Channel } from '../../base/threads/channel.ts'
import { openThread } from './archive-thread.ts'
import { Importer } from './importer.ts'
import { diskUse, type Damage } from './store/maintenance.ts'
import { IdleThread } from './idle-thread.ts'
import type { PreparerMethods, ReaderMethods, WriterMethods } from './thread-methods.ts'
import { readRecipient, recipientScope } from '../../recipients/recipient-timeline.ts'
import type { Scope } from './search/archive-reader.ts'
import type { ImportResult } from './store/archive-writer.ts'
import type { HorizonChange } from './store/coverage.ts'

export type ArchiveOptions = {
  /** Of this account alone. */
  folder: string
  /** Code of the worker threads: `Paths.worker('archive')`. */
  worker: URL
  logger: Logger
  clock: Clock
  /** The file may grow to so many pages of 4 KB; for tests of a full disk. */
  maxPages?: number
}

export type ArchiveInfo = {
  messages: number
  /** Seconds since the epoch. */
  oldest: number | null
  newest: number | null
  /** Bytes on the disk. */
  bytes: number
  horizon: Horizon
}

export type ErasureReport = {
  messages: number
  /** Epoch milliseconds. */
  erasedAt: number
  /** Copies made before still hold the person. */
  note: string
}

type Cancel = { signal?: AbortSignal }

const pruneBatch = 16_384

/** The archive of one account: a file, a thread that writes and a thread that reads. */
export class Archive {
  readonly #options: ArchiveOptions
  readonly #path: string
  #writer: Channel<WriterMethods>
  #reader: Channel<ReaderMethods>
  readonly #preparer: IdleThread<PreparerMethods>
  /** Whether the last run ended without closing the archive: then `checkIntegrity` is due. */
  readonly uncleanStop: boolean
  /** Set when a damaged file was found at start and moved aside: where it is. */
  readonly damagedFile: string | null

  private constructor(
    options: ArchiveOptions,
    channels: { writer: Channel<WriterMethods>; reader: Channel<ReaderMethods> },
    found: { uncleanStop: boolean; damagedFile: string | null },
  ) {
    this.#options = options
    this.#path = join(options.folder, archiveFileName)
    this.#writer = channels.writer
    this.#reader = channels.reader
    this.#preparer = new IdleThread(() => openThread<PreparerMethods>(options.worker, { role: 'preparer' }))
    this.uncleanStop = found.uncleanStop
    this.damagedFile = found.damagedFile
  }

  /** A file that cannot be opened is kept aside, and an empty archive takes its place: the sync fills it again. */
  static async open(options: ArchiveOptions): Promise<Archive> {
    const path = join(options.folder, archiveFileName)
    await mkdir(options.folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw fileError(options.folder, error)
    })
    let damagedFile: string | null = null
    let channels
    try {
      channels = await openChannels(options, path)
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'archive-damaged') throw error
      damagedFile = await moveAside(path, options.clock.now())
      options.logger.log('error', 'The archive file is damaged and was kept aside.', { keptAs: damagedFile })
      channels = await openChannels(options, path)
    }
    const { uncleanStop } = await channels.writer.call('opened')
    return new Archive(options, channels, { uncleanStop, damagedFile })
  }

  search(request: SearchRequest, cancel: Cancel = {}): Promise<SearchAnswer> {
    return this.#patiently(cancel, () => this.#reader.call('search', request))
  }

  places(request: PlacesRequest, cancel: Cancel = {}): Promise<PlacesAnswer> {
    return this.#patiently(cancel, () => this.#reader.call('places', request))
  }

  /** What can be said at once; ask `exactCount` when it is not exact. */
  async count(scope: Scope): Promise<CountAnswer> {
    return (await this.#reader.call('count', scope, false))!
  }

  exactCount(scope: Scope, cancel: Cancel = {}): Promise<CountAnswer> {
    return this.#patiently(cancel, () => this.#reader.call('count', scope, true))
  }

  histogram(scope: Scope, cancel: Cancel = {}): Promise<HistogramAnswer> {
    return this.#patiently(cancel, () => this.#reader.call('histogram', scope))
  }

  /** Everything that matches, newest first, in batches: for exports. A change in between may move rows, not records. */
  async *stream(
    scope: Scope,
    { signal, batch = 1000 }: Cancel & { batch?: number } = {},
  ): AsyncGenerator<StoredMessage[]> {
    const rows = await this.#allRows(scope, { signal })
    for (let at = 0; at < rows.length; at += batch) {
      signal?.throwIfAborted()
      yield await this.#reader.call('messagesAt', rows.slice(at, at + batch))
    }
  }

  values(request: ValuesRequest): Promise<ListedValue[]> {
    return this.#reader.call('values', request)
  }

  async messageAt(row: number): Promise<StoredMessage | null> {
    return (await this.#reader.call('messagesAt', [row]))[0] ?? null
  }

  /** One entry per recipient: a send may share its id. */
  messagesById(id: string): Promise<StoredMessage[]> {
    return this.#reader.call('messagesById', id)
  }

  /** What was sent from here under this mark, null where it is not known. */
  sent(send: string): Promise<SentMessage | null> {
    return this.#reader.call('sent', send)
  }

  /** Before it leaves. Answers whether it was not known before; whom nobody may remember is left out. */
  keepSent(send: string, message: SentMessage, to: readonly string[]): Promise<boolean> {
    return this.#writer.call('keepSent', send, message, to)
  }

  /** It did not leave after all. */
  forgetSent(send: string): Promise<void> {
    return this.#writer.call('forgetSent', send)
  }

  recipient(email: string, page: { offset?: number; limit?: number; context: ReadingContext }): Promise<Recipient> {
    return readRecipient(this, email, page)
  }

  horizon(): Promise<Horizon> {
    return this.#reader.call('horizon')
  }

  async info(): Promise<ArchiveInfo> {
    const [size, horizon] = await Promise.all([this.#reader.call('size'), this.horizon()])
    return { ...size, bytes: diskUse(this.#path), horizon }
  }

  /** Adds and updates by id and recipient. The horizon moves with the last batch, never before the records. */
  async import(messages: readonly Message[], horizon: HorizonChange = {}): Promise<ImportResult> {
    const importer = this.importer()
    await importer.add(messages)
    return importer.finish(horizon)
  }

  /** For more messages than should be held at once. */
  importer(): Importer {
    return new Importer(this.#writer, this.#preparer)
  }

  moveHorizon(change: HorizonChange): Promise<void> {
    return this.#writer.call('setHorizon', change)
  }

  /** Nothing created after this second counts as read. */
  forgetAfter(second: number): Promise<void> {
    return this.#writer.call('forgetAfter', second)
  }

  /** Small values that live and are backed up with the archive. */
  async setting<T>(name: string): Promise<T | null> {
    return (await this.#reader.call('setting', name)) as T | null
  }

  setSetting(name: string, value: unknown): Promise<void> {
    return this.#writer.call('setSetting', name, value)
  }

  async erase(email: string): Promise<ErasureReport> {
    const erasedAt = this.#options.clock.now()
    const scope = recipientScope(email, { now: erasedAt, zone: 'UTC' })
    let messages = await this.#writer.call('erase', email, await this.#allRows(scope, {}), erasedAt)
    // What was on its way into the file while the rows were looked for; from now on nothing comes in.
    const late = await this.#allRows(scope, {})
    if (late.length > 0) messages += await this.#writer.call('erase', email, late, erasedAt)
    return { messages, erasedAt, note: 'Backups and files that were saved before still hold this person.' }
  }

  isErased(email: string): Promise<boolean> {
    return this.#writer.call('isErased', email)
  }

  /** Removes what is older than this second; answers how many messages. */
  async prune(before: number, { signal }: Cancel = {}): Promise<number> {
    let removed = 0
    while (true) {
      signal?.throwIfAborted()
      const count = await this.#writer.call('prune', before, pruneBatch)
      if (count === 0) return removed
      removed += count
    }
  }

  /** A consistent copy, while reading and writing go on. Answers its bytes. */
  async backUp(target: string): Promise<number> {
    const part = `${target}.part`
    await rm(part, { force: true })
    // A thread of its own: a copy takes seconds, and a search should not wait for them.
    const copier = await openThread<ReaderMethods>(this.#options.worker, { role: 'reader', path: this.#path })
    try {
      const bytes = await copier.call('backUp', part)
      await rename(part, target)
      return bytes
    } finally {
      await copier.close()
    }
  }

  async checkIntegrity(): Promise<Damage> {
    const checker = await openThread<ReaderMethods>(this.#options.worker, { role: 'reader', path: this.#path })
    try {
      return await checker.call('checkIntegrity')
    } finally {
      await checker.close()
    }
  }

  /** Writes index and counts anew from the records. */
  rebuildIndex(): Promise<void> {
    return this.#writer.call('rebuild')
  }

  /** Gives room of removed records back to the disk. */
  compact(): Promise<void> {
    return this.#writer.call('compact')
  }

  async close(): Promise<void> {
    try {
      // The reader first: then the writer can fold the log back into the file.
      await this.#reader.close()
    } finally {
      await Promise.all([this.#writer.close(), this.#preparer.close()])
    }
  }

  async #allRows(scope: Scope, cancel: Cancel): Promise<number[]> {
    const rows: number[] = []
    const step = 100_000
    while (true) {
      const more = await this.#patiently(cancel, () => this.#reader.call('rows', scope, rows.length, step))
      for (const row of more) rows.push(row)
      if (more.length < step) return rows
    }
  }

  /** The reader works in short turns, so that a long search can be cancelled and others get their turn. */
  async #patiently<T>({ signal }: Cancel, ask: () => Promise<T | null>): Promise<T> {
    while (true) {
      signal?.throwIfAborted()
      const answer = await ask()
      if (answer !== null) return answer
    }
  }
}

async function openChannels(options: ArchiveOptions, path: string) {
  const { worker, maxPages } = options
  const writer = await openThread<WriterMethods>(worker, { role: 'writer', path, maxPages })
  try {
    return { writer, reader: await openThread<ReaderMethods>(worker, { role: 'reader', path }) }
  } catch (error) {
    await writer.close().catch(() => undefined)
    throw error
  }
}
