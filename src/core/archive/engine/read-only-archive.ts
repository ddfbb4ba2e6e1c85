import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '#shared/contract/base/error.ts'
import type { Horizon } from '#shared/domain/archive/horizon.ts'
import type { StoredMessage } from '#shared/domain/messages/record.ts'
import type {
  CountAnswer,
  HistogramAnswer,
  ListedValue,
  NearestRequest,
  PositionsAnswer,
  PositionsRequest,
  SearchAnswer,
  SearchRequest,
  ValuesRequest,
} from '#shared/domain/messages/search.ts'
import type {
  ArchiveDetails,
  ArchiveStatistics,
  StatisticsRequest,
} from '#shared/domain/statistics/archive-statistics.ts'
import type { FindRecipients, FoundRecipients } from '#shared/domain/recipients/recipient.ts'
import type { RecordSet } from '../../base/packs/record-set.ts'
import type { Channel } from '../../base/threads/channel.ts'
import type {
  ArchiveInfo,
  Cancel,
  ReadingPort,
  RowRange,
  Scope,
  SortedScope,
  StreamOptions,
} from '../port/archive-port.ts'
import { openThread } from './archive-thread.ts'
import { archiveFileName, diskUse } from './file/archive-files.ts'
import { messageStream, recordStream } from './message-stream.ts'
import type { ReaderMethods } from './thread-methods.ts'

const everything: RowRange = { first: 0, last: Number.MAX_SAFE_INTEGER - 1 }

/** An archive that is only read, with one thread. Another process may be writing to the same file. */
export class ReadOnlyArchive implements ReadingPort {
  readonly #reader: Channel<ReaderMethods>
  readonly #path: string

  constructor(reader: Channel<ReaderMethods>, path: string) {
    this.#reader = reader
    this.#path = path
  }

  search(request: SearchRequest, cancel: Cancel = {}): Promise<SearchAnswer> {
    return this.#repeat(cancel, () => this.#reader.call('search', request))
  }

  positions(request: PositionsRequest, cancel: Cancel = {}): Promise<PositionsAnswer> {
    return this.#repeat(cancel, () => this.#reader.call('positions', request))
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

  async *stream(scope: SortedScope, options: StreamOptions = {}): AsyncGenerator<StoredMessage[]> {
    yield* messageStream(await this.#foundRows(scope, options), this.#streaming({ batch: 1000, ...options }))
  }

  async *recordSets(scope: SortedScope, options: StreamOptions = {}): AsyncGenerator<RecordSet> {
    // Larger batches are safe because no objects are created from the records, and waking the thread less often is a
    // fifth faster.
    yield* recordStream(await this.#foundRows(scope, options), this.#streaming({ batch: 4096, ...options }))
  }

  values(request: ValuesRequest, cancel: Cancel = {}): Promise<ListedValue[]> {
    return this.#repeat(cancel, () => this.#reader.call('values', request))
  }

  nearestWords(request: NearestRequest): Promise<string[]> {
    return this.#reader.call('nearestWords', request)
  }

  findRecipients(request: FindRecipients, cancel: Cancel = {}): Promise<FoundRecipients> {
    return this.#repeat(cancel, () => this.#reader.call('findRecipients', request))
  }

  async messageAt(row: number): Promise<StoredMessage | null> {
    return (await this.#reader.call('messagesAt', [row]))[0] ?? null
  }

  messagesById(id: string): Promise<StoredMessage[]> {
    return this.#reader.call('messagesById', id)
  }

  horizon(): Promise<Horizon> {
    return this.#reader.call('horizon')
  }

  async info(): Promise<ArchiveInfo> {
    const [size, horizon] = await Promise.all([this.#reader.call('size'), this.horizon()])
    return { ...size, bytes: diskUse(this.#path), horizon }
  }

  async setting<T>(name: string): Promise<T | null> {
    return (await this.#reader.call('setting', name)) as T | null
  }

  /** The matches’ rows, in order. */
  rowsOf(scope: SortedScope, ranges: readonly RowRange[] = [everything], cancel: Cancel = {}): Promise<Float64Array> {
    return this.#repeat(cancel, () => this.#reader.call('rows', scope, ranges))
  }

  close(): Promise<void> {
    return this.#reader.close()
  }

  async #foundRows(scope: SortedScope, { signal, ranges, found }: StreamOptions): Promise<Float64Array> {
    const rows = await this.rowsOf(scope, ranges, { signal })
    found?.(rows.length, rows)
    return rows
  }

  #streaming({ signal, batch }: StreamOptions & { batch: number }) {
    return { signal, batch, packAt: (rows: Float64Array) => this.#reader.call('packAt', rows) }
  }

  /** The reader works in short turns and returns null until it is done, so that a long search can be cancelled. */
  async #repeat<T>({ signal }: Cancel, ask: () => Promise<T | null>): Promise<T> {
    while (true) {
      signal?.throwIfAborted()
      const result = await ask()
      // The thread may finish before the cancel reaches it. Its result must not be returned in that case.
      signal?.throwIfAborted()
      if (result !== null) return result
    }
  }
}

/** Opens an account’s archive, to which another process may be writing. `worker` is `Paths.worker('archive')`. */
export async function openReadOnly({ folder, worker }: { folder: string; worker: URL }): Promise<ReadOnlyArchive> {
  const path = join(folder, archiveFileName)
  if (!existsSync(path)) {
    throw new AppError('no-archive', 'This account hasn’t been synced yet. Sync the account first.')
  }
  return new ReadOnlyArchive(await openThread<ReaderMethods>(worker, { role: 'reader', path }), path)
}
