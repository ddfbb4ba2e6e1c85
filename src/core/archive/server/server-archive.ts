import type { Horizon } from '#shared/domain/archive/horizon.ts'
import type { Message, StoredMessage } from '#shared/domain/messages/record.ts'
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
import type { FindRecipients, FoundRecipients } from '#shared/domain/recipients/recipient.ts'
import type {
  ArchiveDetails,
  ArchiveStatistics,
  StatisticsRequest,
} from '#shared/domain/statistics/archive-statistics.ts'
import type { RecordSet } from '../../base/packs/record-set.ts'
import type { Channel, Methods } from '../../base/threads/channel.ts'
import { pruneInParts } from '../common/prune-in-parts.ts'
import { closedError } from '../engine/archive-thread.ts'
import { messageStream, recordStream } from '../engine/message-stream.ts'
import type {
  ArchiveInfo,
  ArchivePort,
  Backup,
  BackupOptions,
  Cancel,
  Damage,
  ErasedList,
  ErasureReport,
  HorizonChange,
  ImportResult,
  RowRange,
  Scope,
  SettingEntries,
  SortedScope,
  StreamOptions,
} from '../port/archive-port.ts'
import type { LeaseState } from '#shared/contract/team.ts'
import { moveToFile } from './move-archive.ts'
import { openServerThread, type ServerArchiveOptions } from './open-server-thread.ts'
import { ServerImporter } from './server-importer.ts'
import type { ArchiveChange } from './team/change-listener.ts'
import { ServerTeam } from './server-team.ts'
import type { CallNumber, ServerReaderMethods, ServerWriterMethods } from './server-methods.ts'

const everything: RowRange = { first: 0, last: Number.MAX_SAFE_INTEGER - 1 }
/** How long closing waits for each thread: without a network, a connection doesn’t notice that its server is gone. */
const patienceMilliseconds = 5000

/** One account’s archive on a team’s server. One thread reads and one writes. */
export class ServerArchive implements ArchivePort {
  readonly #options: ServerArchiveOptions
  readonly #reader: Channel<ServerReaderMethods>
  readonly team: ServerTeam
  /** Opened at the first write, because most members of a team only read. */
  #writer: Promise<Channel<ServerWriterMethods>> | null = null
  #closed: Promise<void> | null = null
  #lastCall: CallNumber = 0

  private constructor(options: ServerArchiveOptions, reader: Channel<ServerReaderMethods>) {
    this.#options = options
    this.#reader = reader
    this.team = new ServerTeam({ reader, openWriter: () => this.#openWriter() })
  }

  static async open(options: ServerArchiveOptions): Promise<ServerArchive> {
    const reader = await openServerThread<ServerReaderMethods>('reader', options)
    try {
      await reader.call('opened')
      return new ServerArchive(options, reader)
    } catch (error) {
      await reader.close().catch(() => undefined)
      throw error
    }
  }

  search(request: SearchRequest, cancel?: Cancel): Promise<SearchAnswer> {
    return this.#ask(cancel, (call) => this.#reader.call('search', call, request))
  }

  positions(request: PositionsRequest, cancel?: Cancel): Promise<PositionsAnswer> {
    return this.#ask(cancel, (call) => this.#reader.call('positions', call, request))
  }

  count(scope: Scope, cancel?: Cancel): Promise<CountAnswer> {
    return this.#ask(cancel, (call) => this.#reader.call('count', call, scope))
  }

  histogram(scope: Scope, cancel?: Cancel): Promise<HistogramAnswer> {
    return this.#ask(cancel, (call) => this.#reader.call('histogram', call, scope))
  }

  statistics(request: StatisticsRequest, cancel?: Cancel): Promise<ArchiveStatistics> {
    return this.#ask(cancel, (call) => this.#reader.call('statistics', call, request))
  }

  details(scope: Scope, cancel?: Cancel): Promise<ArchiveDetails> {
    return this.#ask(cancel, (call) => this.#reader.call('details', call, scope))
  }

  values(request: ValuesRequest, cancel?: Cancel): Promise<ListedValue[]> {
    return this.#ask(cancel, (call) => this.#reader.call('values', call, request))
  }

  nearestWords(request: NearestRequest): Promise<string[]> {
    return this.#reader.call('nearestWords', request)
  }

  findRecipients(request: FindRecipients, cancel?: Cancel): Promise<FoundRecipients> {
    return this.#ask(cancel, (call) => this.#reader.call('findRecipients', call, request))
  }

  async *stream(scope: SortedScope, options: StreamOptions = {}): AsyncGenerator<StoredMessage[]> {
    yield* messageStream(await this.#foundRows(scope, options), this.#streaming({ batch: 1000, ...options }))
  }

  async *recordSets(scope: SortedScope, options: StreamOptions = {}): AsyncGenerator<RecordSet> {
    yield* recordStream(await this.#foundRows(scope, options), this.#streaming({ batch: 4096, ...options }))
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
    return { ...size, horizon }
  }

  async setting<T>(name: string): Promise<T | null> {
    return (await this.#reader.call('setting', name)) as T | null
  }

  async import(messages: readonly Message[], horizon: HorizonChange = {}): Promise<ImportResult> {
    const importer = this.importer()
    await importer.add(messages)
    return importer.finish(horizon)
  }

  importer(countedIn?: string): ServerImporter {
    return new ServerImporter(() => this.#openWriter(), countedIn)
  }

  moveHorizon(change: HorizonChange): Promise<void> {
    return this.#write('setHorizon', change)
  }

  uncoverAfter(second: number): Promise<void> {
    return this.#write('uncoverAfter', second)
  }

  setSetting(name: string, value: unknown): Promise<void> {
    return this.#write('setSetting', name, value)
  }

  changeSetting(name: string, entries: SettingEntries, expected?: SettingEntries): Promise<boolean> {
    return this.#write('changeSetting', name, entries, expected)
  }

  async erase(email: string): Promise<ErasureReport> {
    const erasedAt = this.#options.clock.now()
    const messages = await this.#write('erase', email, erasedAt)
    return {
      messages,
      erasedAt,
      note: 'The server’s files contain traces until its administrator runs mailroom team-archive maintain. Its write-ahead log, replicas and backups, and files saved earlier, may still contain this person’s data.',
    }
  }

  keepOut(erased: ErasedList): Promise<void> {
    return this.#write('keepOut', erased)
  }

  async isErased(email: string): Promise<boolean> {
    return (await this.erasedAmong([email])).length > 0
  }

  erasedAmong(emails: readonly string[]): Promise<string[]> {
    return this.#write('erasedAmong', emails)
  }

  hasErased(): Promise<boolean> {
    return this.#write('hasErased')
  }

  prune(before: number, cancel: Cancel = {}): Promise<number> {
    return pruneInParts((limit) => this.#write('prune', before, limit), cancel)
  }

  /**
   * Calls the listener after each change, including those by other programs. Returns a function that stops listening.
   */
  onChange(listener: (changes: readonly ArchiveChange[]) => void): () => void {
    let isEnded = false
    const follow = async (): Promise<void> => {
      while (!isEnded && this.#closed === null) {
        const changes = await this.#reader.call('nextChange')
        if (!isEnded && this.#closed === null) listener(changes)
      }
    }
    // If the thread has ended, the next call reports the error.
    follow().catch(() => undefined)
    return () => {
      isEnded = true
    }
  }

  /** Takes over syncing, unless another Mailroom is syncing. */
  takeLease(): Promise<LeaseState> {
    return this.#write('takeLease')
  }

  /** Lets another Mailroom sync immediately. */
  releaseLease(): Promise<void> {
    return this.#write('releaseLease')
  }

  lease(): Promise<LeaseState> {
    return this.#write('lease')
  }

  /** Writes an ordinary archive file, which can be read without a server. */
  backUp(target: string, options: BackupOptions): Promise<Backup> {
    return moveToFile(this.#options, target, options)
  }

  checkIntegrity(): Promise<Damage> {
    return this.#reader.call('checkIntegrity')
  }

  rebuildIndex(): Promise<void> {
    return this.#write('rebuild')
  }

  close(): Promise<void> {
    // Nothing is lost if a thread ends early, because each write reaches the server either completely or not at all.
    const end = (thread: Channel<Methods> | null | undefined) => thread?.closeWithin(patienceMilliseconds)
    const writer = this.#writer?.catch(() => null)
    return (this.#closed ??= Promise.all([end(this.#reader), writer?.then(end)]).then(() => undefined))
  }

  rowsOf(scope: SortedScope, ranges: readonly RowRange[] = [everything], cancel: Cancel = {}): Promise<Float64Array> {
    return this.#ask(cancel, (call) => this.#reader.call('rows', call, scope, ranges))
  }

  async #foundRows(scope: SortedScope, { signal, ranges, found }: StreamOptions): Promise<Float64Array> {
    const rows = await this.rowsOf(scope, ranges, { signal })
    found?.(rows.length, rows)
    return rows
  }

  #streaming({ signal, batch }: StreamOptions & { batch: number }) {
    return { signal, batch, packAt: (rows: Float64Array) => this.#reader.call('packAt', rows) }
  }

  #openWriter(): Promise<Channel<ServerWriterMethods>> {
    if (this.#closed !== null) return Promise.reject(closedError())
    this.#writer ??= openServerThread<ServerWriterMethods>('writer', this.#options)
    this.#writer.catch(() => (this.#writer = null))
    return this.#writer
  }

  async #write<Name extends keyof ServerWriterMethods & string>(
    name: Name,
    ...values: Parameters<ServerWriterMethods[Name]>
  ) {
    return (await this.#openWriter()).call(name, ...values)
  }

  /** After a cancel, the caller continues immediately, without waiting for the server to stop. */
  async #ask<T>({ signal }: Cancel = {}, call: (number: CallNumber) => Promise<T>): Promise<T> {
    signal?.throwIfAborted()
    const number = ++this.#lastCall
    const aborted = Promise.withResolvers<never>()
    aborted.promise.catch(() => undefined)
    const cancel = (): void => {
      void this.#reader.call('cancel', number).catch(() => undefined)
      aborted.reject(signal?.reason)
    }
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      return await Promise.race([call(number), aborted.promise])
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }
}
