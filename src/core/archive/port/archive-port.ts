import type { Horizon, Period } from '#shared/domain/archive/horizon.ts'
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
  Sort,
  ValuesRequest,
} from '#shared/domain/messages/search.ts'
import type {
  ArchiveDetails,
  ArchiveStatistics,
  StatisticsRequest,
} from '#shared/domain/statistics/archive-statistics.ts'
import type { FindRecipients, FoundRecipients } from '#shared/domain/recipients/recipient.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import type { Query } from '#shared/domain/query/ast.ts'
import type { ReadingContext } from '#shared/domain/query/period.ts'
import type { RecordSet } from '../../base/packs/record-set.ts'

/** The queries that do not change the archive; another program may be writing to it at the same time. */
export type ReadingPort = {
  search(request: SearchRequest, cancel?: Cancel): Promise<SearchAnswer>
  /** How many messages come before each of these in the order of the search. */
  positions(request: PositionsRequest, cancel?: Cancel): Promise<PositionsAnswer>
  /** Always exact; `search` returns an estimate if an exact count would take long. */
  count(scope: Scope, cancel?: Cancel): Promise<CountAnswer>
  histogram(scope: Scope, cancel?: Cancel): Promise<HistogramAnswer>
  /** Counts the matches of a search by day, by hour and by groups of values. */
  statistics(request: StatisticsRequest, cancel?: Cancel): Promise<ArchiveStatistics>
  /** Counts facts that only the details of the matches contain: reasons, links, programs, places, people and machines. */
  details(scope: Scope, cancel?: Cancel): Promise<ArchiveDetails>
  /**
   * Every match in batches, in the order of the search. The matches are those at its start, except for any that are removed
   * in the meantime.
   */
  stream(scope: SortedScope, options?: StreamOptions): AsyncGenerator<StoredMessage[]>
  /**
   * The same as record sets (core/base/packs), without an object for each message. Requesting the next set invalidates the
   * last one.
   */
  recordSets(scope: SortedScope, options?: StreamOptions): AsyncGenerator<RecordSet>
  /** Values of a field, most frequent first, among all messages or the matches of a search. */
  values(request: ValuesRequest, cancel?: Cancel): Promise<ListedValue[]>
  /** Words that were probably meant by a misspelled one. */
  nearestWords(request: NearestRequest): Promise<string[]>
  /** Recipients by any part of their address, best match first. */
  findRecipients(request: FindRecipients, cancel?: Cancel): Promise<FoundRecipients>
  messageAt(row: number): Promise<StoredMessage | null>
  /** One message for each recipient: the messages of one send may share an id. */
  messagesById(id: string): Promise<StoredMessage[]>

  horizon(): Promise<Horizon>
  info(): Promise<ArchiveInfo>

  /** Small values that are stored in the archive and backed up with it. */
  setting<T>(name: string): Promise<T | null>
  close(): Promise<void>
}

/**
 * The archive of one account, as the rooms of the core see it. `archive/engine` implements it in one SQLite file; the rooms
 * name only these types, so that another engine can replace it.
 */
export type ArchivePort = ReadingPort & {
  /** Adds and updates by id and recipient. The horizon moves with the last batch, never before the records. */
  import(messages: readonly Message[], horizon?: HorizonChange): Promise<ImportResult>
  /** For more messages than should be in memory at once. If a setting is named, each transaction is also counted in it. */
  importer(countedIn?: string): ImporterPort
  moveHorizon(change: HorizonChange): Promise<void>
  /** Marks everything created after this second as not yet read. */
  uncoverAfter(second: number): Promise<void>

  setSetting(name: string, value: unknown): Promise<void>

  /** Removes a person for good: a later import leaves them out. */
  erase(email: string): Promise<ErasureReport>
  isErased(email: string): Promise<boolean>
  /** The addresses among these whose people were erased. */
  erasedAmong(emails: readonly string[]): Promise<string[]>
  /** Whether anyone was erased. */
  hasErased(): Promise<boolean>
  /** Removes messages created before this second, and returns how many. */
  prune(before: number, cancel?: Cancel): Promise<number>

  /**
   * Writes a consistent copy while reads and writes continue. The copy appears at the target once every page and record has
   * been checked.
   */
  backUp(target: string, options: BackupOptions): Promise<Backup>
  checkIntegrity(): Promise<Damage>
  /** Rewrites the index and the counts from the records. */
  rebuildIndex(): Promise<void>
}

/** Adds any number of messages in suitably sized transactions. */
export type ImporterPort = {
  /** The sum of all transactions so far. */
  readonly total: ImportResult
  /** How many records the next pack may hold. */
  readonly room: number
  add(messages: readonly Message[]): Promise<void>
  /** Takes over a pack (core/base/packs). Resolves when there is room for the next one. */
  addPack(pack: Uint8Array<ArrayBuffer>, records: number): Promise<void>
  /** Writes the rest and moves the horizon with it. */
  finish(horizon?: HorizonChange): Promise<ImportResult>
}

export type Cancel = { readonly signal?: AbortSignal }

export type Scope = { query: Query; context: ReadingContext }

/** Newest first unless `sort` is given. */
export type SortedScope = Scope & { sort?: Sort }

/** Both ends included. */
export type RowRange = { readonly first: number; readonly last: number }

export type StreamOptions = Cancel & {
  batch?: number
  /** Positions in the order of the search; all of them if absent. */
  ranges?: readonly RowRange[]
  /** Called before the first batch with the number of matches that were found. */
  found?: (matches: number) => void
}

export type ArchiveInfo = CommandOutput<'archive.info'>

export type ImportResult = {
  added: number
  changed: number
  unchanged: number
  /** Messages left out because the person was erased. */
  erased: number
}

/** Changes to the horizon by a transaction; they take effect only if the transaction does. */
export type HorizonChange = {
  /** Everything created in this period is now in the archive. */
  covered?: Period
  /** The metadata, reasons and open details of this period are in the archive too. */
  detailsCovered?: Period
  opensRefreshedUntil?: number
  lastSync?: number
  /** The setting whose counts grow by those of the transaction, so that they are correct whenever the process ends. */
  countedIn?: string
}

export type BackupOptions = Cancel & {
  /** The name of the account, for anyone who finds the file. */
  readonly account: string
  readonly progress?: (step: BackupStep) => void
}

/** `fraction` is null if it is unknown how long a step takes. */
export type BackupStep = { readonly note: string; readonly fraction: number | null }

export type Backup = { readonly messages: number; readonly bytes: number }

export type ErasureReport = Omit<CommandOutput<'recipients.erase'>, 'remains'>

export type Damage = {
  /** `none`, `index` (the records are whole: rebuilding helps), `file` (records may be lost: sync them again). */
  kind: 'none' | 'index' | 'file'
  /** Details for the log. */
  findings: string[]
}
