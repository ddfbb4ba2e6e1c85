import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Horizon } from '#shared/domain/archive/horizon.ts'
import type { Message, StoredMessage } from '#shared/domain/messages/record.ts'
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
import type { SentMessage } from '#shared/contract/messages.ts'
import { recipientQuery } from '#shared/domain/recipients/recipient-query.ts'
import { makePrivateFolder } from '../../base/folders.ts'
import type { Clock, Logger } from '../../base/ports.ts'
import type { Channel } from '../../base/threads/channel.ts'
import type {
  ArchiveInfo,
  ArchivePort,
  Cancel,
  Damage,
  ErasureReport,
  HorizonChange,
  ImportResult,
  KeptSend,
  RowRange,
  Scope,
  SortedScope,
  StreamOptions,
} from '../port/archive-port.ts'
import type {
  ArchiveDetails,
  ArchiveStatistics,
  StatisticsRequest,
} from '#shared/domain/statistics/archive-statistics.ts'
import { openThread } from './archive-thread.ts'
import { archiveFileName, diskUse, moveAside } from './file/archive-files.ts'
import { IdleThread } from './idle-thread.ts'
import { Importer } from './importer.ts'
import type { PreparerMethods, ReaderMethods, WriterMethods } from './thread-methods.ts'

export type ArchiveOptions = {
  /** A folder that belongs to this account alone. */
  folder: string
  /** Code of the worker threads: `Paths.worker('archive')`. */
  worker: URL
  logger: Logger
  clock: Clock
  /** Limits the file to this many pages of 4 KB; for tests of a full disk. */
  maxPages?: number
}

const prunedAtOnce = 16_384
const everything: RowRange = { first: 0, last: Number.MAX_SAFE_INTEGER - 1 }

/** The archive of one account in one SQLite file, with a thread that writes and a thread that reads. */
export class Archive implements ArchivePort {
  readonly #options: ArchiveOptions
  readonly #path: string
  readonly #writer: Channel<WriterMethods>
  readonly #reader: Channel<ReaderMethods>
  readonly #preparer: IdleThread<PreparerMethods>
  /** Whether the last run ended without closing the archive. Then call `checkIntegrity`. */
  readonly uncleanStop: boolean
  /** Where the damaged file is that was found at the start and moved aside; null where there was none. */
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

  /** A file that cannot be opened is moved aside, and an empty archive takes its place: the next sync fills it. */
  static async open(options: ArchiveOptions): Promise<Archive> {
    const path = join(options.folder, archiveFileName)
    await makePrivateFolder(options.folder)
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
    return this.#repeat(cancel, () => this.#reader.call('search', request))
  }

  places(request: PlacesRequest, cancel: Cancel = {}): Promise<PlacesAnswer> {
    return this.#repeat(cancel, () => this.#reader.call('places', request))
  }

  count(scope: Scope, cancel: Cancel = {}): Promise<CountAnswer> {
    return this.#repeat(cancel, () => this.#reader.call('count', scope))
  }

  histogram(scope: Scope, cancel: Cancel = {}): Promise<HistogramAnswer> {
    return this.#repeat(cancel, () => this.#reader.call('histogram', scope))
  }

  statistics(request: StatisticsRequest, cancel: Cancel = {}): Promise<ArchiveStatistics> {
    return this.#repeat(cancel, () => this.#reader.call('statistics', request))
  }

  details(scope: Scope, cancel: Cancel = {}): Promise<ArchiveDetails> {
    return this.#repeat(cancel, () => this.#reader.call('details', scope))
  }

  async *stream(
    scope: SortedScope,
    { signal, batch = 1000, ranges = [everything], found }: StreamOptions = {},
  ): AsyncGenerator<StoredMessage[]> {
    const rows = await this.#rows(scope, ranges, { signal })
    found?.(rows.length)
    for (let at = 0; at < rows.length; at += batch) {
      signal?.throwIfAborted()
      yield await this.#reader.call('messagesAt', [...rows.subarray(at, at + batch)])
    }
  }

  values(request: ValuesRequest): Promise<ListedValue[]> {
    return this.#reader.call('values', request)
  }

  async messageAt(row: number): Promise<StoredMessage | null> {
    return (await this.#reader.call('messagesAt', [row]))[0] ?? null
  }

  messagesById(id: string): Promise<StoredMessage[]> {
    return this.#reader.call('messagesById', id)
  }

  sent(sendId: string, recipient: string): Promise<SentMessage | null> {
    return this.#reader.call('sent', sendId, recipient)
  }

  keepSent(sendId: string, kept: KeptSend): Promise<boolean> {
    return this.#writer.call('keepSent', sendId, kept)
  }

  removeSent(sendId: string): Promise<void> {
    return this.#writer.call('removeSent', sendId)
  }

  horizon(): Promise<Horizon> {
    return this.#reader.call('horizon')
  }

  async info(): Promise<ArchiveInfo> {
    const [size, horizon] = await Promise.all([this.#reader.call('size'), this.horizon()])
    return { ...size, bytes: diskUse(this.#path), horizon }
  }

  async import(messages: readonly Message[], horizon: HorizonChange = {}): Promise<ImportResult> {
    const importer = this.importer()
    await importer.add(messages)
    return importer.finish(horizon)
  }

  importer(): Importer {
    return new Importer(this.#writer, this.#preparer)
  }

  moveHorizon(change: HorizonChange): Promise<void> {
    return this.#writer.call('setHorizon', change)
  }

  uncoverAfter(second: number): Promise<void> {
    return this.#writer.call('uncoverAfter', second)
  }

  async setting<T>(name: string): Promise<T | null> {
    return (await this.#reader.call('setting', name)) as T | null
  }

  setSetting(name: string, value: unknown): Promise<void> {
    return this.#writer.call('setSetting', name, value)
  }

  async erase(email: string): Promise<ErasureReport> {
    const erasedAt = this.#options.clock.now()
    const scope = { query: recipientQuery(email), context: { now: erasedAt, zone: 'UTC' } }
    let messages = await this.#writer.call('erase', email, [...(await this.#rows(scope, [everything], {}))], erasedAt)
    // Messages that were written while the rows were collected. From now on an import leaves the person out.
    const late = [...(await this.#rows(scope, [everything], {}))]
    if (late.length > 0) messages += await this.#writer.call('erase', email, late, erasedAt)
    return { messages, erasedAt, note: 'Backups and files that were saved before still hold this person.' }
  }

  isErased(email: string): Promise<boolean> {
    return this.#writer.call('isErased', email)
  }

  hasErased(): Promise<boolean> {
    return this.#writer.call('hasErased')
  }

  async prune(before: number, { signal }: Cancel = {}): Promise<number> {
    let removed = 0
    while (true) {
      signal?.throwIfAborted()
      const count = await this.#writer.call('prune', before, prunedAtOnce)
      if (count === 0) return removed
      removed += count
    }
  }

  async backUp(target: string): Promise<number> {
    const part = `${target}.part`
    await rm(part, { force: true })
    const bytes = await this.#withOwnReader((reader) => reader.call('backUp', part))
    await rename(part, target)
    return bytes
  }

  checkIntegrity(): Promise<Damage> {
    return this.#withOwnReader((reader) => reader.call('checkIntegrity'))
  }

  rebuildIndex(): Promise<void> {
    return this.#writer.call('rebuild')
  }

  async close(): Promise<void> {
    try {
      // The reader first, so that the writer can fold the log back into the file.
      await this.#reader.close()
    } finally {
      await Promise.all([this.#writer.close(), this.#preparer.close()])
    }
  }

  /** For work that takes seconds: searches should not have to wait for it. */
  async #withOwnReader<T>(work: (reader: Channel<ReaderMethods>) => Promise<T>): Promise<T> {
    const reader = await openThread<ReaderMethods>(this.#options.worker, { role: 'reader', path: this.#path })
    try {
      return await work(reader)
    } finally {
      await reader.close()
    }
  }

  #rows(scope: SortedScope, ranges: readonly RowRange[], cancel: Cancel): Promise<Float64Array> {
    return this.#repeat(cancel, () => this.#reader.call('rows', scope, ranges))
  }

  /** The reader works in short turns and returns null until it is done, so that a long search can be cancelled. */
  async #repeat<T>({ signal }: Cancel, ask: () => Promise<T | null>): Promise<T> {
    while (true) {
      signal?.throwIfAborted()
      const result = await ask()
      if (result !== null) return result
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
