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
import type { Clock } from '../../base/ports.ts'
import { Channel } from '../../base/threads/channel.ts'
import { closedError } from '../engine/archive-thread.ts'
import { messageStream, recordStream } from '../engine/message-stream.ts'
import type {
  ArchiveInfo,
  Cancel,
  ErasureReport,
  HorizonChange,
  ImportResult,
  ReadingPort,
  RowRange,
  Scope,
  SortedScope,
  StreamOptions,
} from '../port/archive-port.ts'
import type { Lessee, LeaseState } from '../port/team-port.ts'
import type { TeamServer } from './connection/team-server.ts'
import { leaseSeconds } from './team/lease.ts'
import { ServerImporter } from './server-importer.ts'
import type { CallNumber, ServerMethods, ServerWorkerData } from './server-methods.ts'

export type ServerArchiveOptions = {
  readonly server: TeamServer
  readonly password: string
  readonly lessee: Lessee
  /** `Paths.worker('team-archive')`. */
  readonly worker: URL
  readonly clock: Clock
  /** For tests. */
  readonly leaseSeconds?: number | undefined
}

const everything: RowRange = { first: 0, last: Number.MAX_SAFE_INTEGER - 1 }
const prunedAtOnce = 16_384
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 1024 }

/** One account’s archive on a team’s server. A thread speaks to the server and computes what the server does not know. */
export class ServerArchive implements ReadingPort {
  readonly #channel: Channel<ServerMethods>
  readonly #clock: Clock
  #lastCall: CallNumber = 0

  private constructor(channel: Channel<ServerMethods>, clock: Clock) {
    this.#channel = channel
    this.#clock = clock
  }

  static async open(options: ServerArchiveOptions): Promise<ServerArchive> {
    const { server, password, lessee, worker, clock } = options
    const workerData: ServerWorkerData = {
      server,
      password,
      lessee,
      leaseSeconds: options.leaseSeconds ?? leaseSeconds,
    }
    const name = 'team archive'
    const channel = await Channel.open<ServerMethods>({
      code: worker,
      name,
      workerData,
      resourceLimits,
      endedError: closedError,
    })
    try {
      await channel.call('opened')
      return new ServerArchive(channel, clock)
    } catch (error) {
      await channel.close().catch(() => undefined)
      throw error
    }
  }

  search(request: SearchRequest, cancel?: Cancel): Promise<SearchAnswer> {
    return this.#ask(cancel, (call) => this.#channel.call('search', call, request))
  }

  positions(request: PositionsRequest, cancel?: Cancel): Promise<PositionsAnswer> {
    return this.#ask(cancel, (call) => this.#channel.call('positions', call, request))
  }

  count(scope: Scope, cancel?: Cancel): Promise<CountAnswer> {
    return this.#ask(cancel, (call) => this.#channel.call('count', call, scope))
  }

  histogram(scope: Scope, cancel?: Cancel): Promise<HistogramAnswer> {
    return this.#ask(cancel, (call) => this.#channel.call('histogram', call, scope))
  }

  statistics(request: StatisticsRequest, cancel?: Cancel): Promise<ArchiveStatistics> {
    return this.#ask(cancel, (call) => this.#channel.call('statistics', call, request))
  }

  details(scope: Scope, cancel?: Cancel): Promise<ArchiveDetails> {
    return this.#ask(cancel, (call) => this.#channel.call('details', call, scope))
  }

  values(request: ValuesRequest, cancel?: Cancel): Promise<ListedValue[]> {
    return this.#ask(cancel, (call) => this.#channel.call('values', call, request))
  }

  nearestWords(request: NearestRequest): Promise<string[]> {
    return this.#channel.call('nearestWords', request)
  }

  findRecipients(request: FindRecipients, cancel?: Cancel): Promise<FoundRecipients> {
    return this.#ask(cancel, (call) => this.#channel.call('findRecipients', call, request))
  }

  async *stream(scope: SortedScope, options: StreamOptions = {}): AsyncGenerator<StoredMessage[]> {
    yield* messageStream(await this.#foundRows(scope, options), this.#streaming({ batch: 1000, ...options }))
  }

  async *recordSets(scope: SortedScope, options: StreamOptions = {}): AsyncGenerator<RecordSet> {
    yield* recordStream(await this.#foundRows(scope, options), this.#streaming({ batch: 4096, ...options }))
  }

  async messageAt(row: number): Promise<StoredMessage | null> {
    return (await this.#channel.call('messagesAt', [row]))[0] ?? null
  }

  messagesById(id: string): Promise<StoredMessage[]> {
    return this.#channel.call('messagesById', id)
  }

  horizon(): Promise<Horizon> {
    return this.#channel.call('horizon')
  }

  async info(): Promise<ArchiveInfo> {
    const [size, horizon] = await Promise.all([this.#channel.call('size'), this.horizon()])
    return { ...size, horizon }
  }

  async setting<T>(name: string): Promise<T | null> {
    return (await this.#channel.call('setting', name)) as T | null
  }

  async import(messages: readonly Message[], horizon: HorizonChange = {}): Promise<ImportResult> {
    const importer = this.importer()
    await importer.add(messages)
    return importer.finish(horizon)
  }

  importer(countedIn?: string): ServerImporter {
    return new ServerImporter(this.#channel, countedIn)
  }

  moveHorizon(change: HorizonChange): Promise<void> {
    return this.#channel.call('setHorizon', change)
  }

  uncoverAfter(second: number): Promise<void> {
    return this.#channel.call('uncoverAfter', second)
  }

  setSetting(name: string, value: unknown): Promise<void> {
    return this.#channel.call('setSetting', name, value)
  }

  async erase(email: string): Promise<ErasureReport> {
    const erasedAt = this.#clock.now()
    const messages = await this.#channel.call('erase', email, erasedAt)
    return {
      messages,
      erasedAt,
      note: 'The server’s files contain traces until its administrator runs mailroom team-archive maintain. Its write-ahead log, replicas and backups, and files saved earlier, may still contain this person’s data.',
    }
  }

  async isErased(email: string): Promise<boolean> {
    return (await this.erasedAmong([email])).length > 0
  }

  erasedAmong(emails: readonly string[]): Promise<string[]> {
    return this.#channel.call('erasedAmong', emails)
  }

  hasErased(): Promise<boolean> {
    return this.#channel.call('hasErased')
  }

  async prune(before: number, { signal }: Cancel = {}): Promise<number> {
    let removed = 0
    while (true) {
      signal?.throwIfAborted()
      const count = await this.#channel.call('prune', before, prunedAtOnce)
      if (count === 0) return removed
      removed += count
    }
  }

  /** Calls the listener after each change, also those of other programs. Returns a function that ends it. */
  onChange(listener: () => void): () => void {
    let isEnded = false
    const follow = async (): Promise<void> => {
      while (!isEnded) {
        await this.#channel.call('nextChange')
        if (!isEnded) listener()
      }
    }
    // The thread has ended, or the server is away, which the next call tells.
    follow().catch(() => undefined)
    return () => {
      isEnded = true
    }
  }

  /** Begins to keep the archive up to date, unless another Mailroom does. */
  takeLease(): Promise<LeaseState> {
    return this.#channel.call('takeLease')
  }

  /** Lets another Mailroom sync, at once. */
  releaseLease(): Promise<void> {
    return this.#channel.call('releaseLease')
  }

  lease(): Promise<LeaseState> {
    return this.#channel.call('lease')
  }

  close(): Promise<void> {
    return this.#channel.close()
  }

  rowsOf(scope: SortedScope, ranges: readonly RowRange[] = [everything], cancel: Cancel = {}): Promise<Float64Array> {
    return this.#ask(cancel, (call) => this.#channel.call('rows', call, scope, ranges))
  }

  async #foundRows(scope: SortedScope, { signal, ranges, found }: StreamOptions): Promise<Float64Array> {
    const rows = await this.rowsOf(scope, ranges, { signal })
    found?.(rows.length)
    return rows
  }

  #streaming({ signal, batch }: StreamOptions & { batch: number }) {
    return { signal, batch, packAt: (rows: Float64Array) => this.#channel.call('packAt', rows) }
  }

  /** The caller is free at once after a cancel; the server is told. */
  async #ask<T>({ signal }: Cancel = {}, call: (number: CallNumber) => Promise<T>): Promise<T> {
    signal?.throwIfAborted()
    const number = ++this.#lastCall
    const aborted = Promise.withResolvers<never>()
    aborted.promise.catch(() => undefined)
    const cancel = (): void => {
      void this.#channel.call('cancel', number).catch(() => undefined)
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
