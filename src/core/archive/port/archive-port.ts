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

/** What an archive can be asked without changing it, beside another program that may be writing to it. */
export type ReadingPort = {
  search(request: SearchRequest, cancel?: Cancel): Promise<SearchAnswer>
  /** How many messages stand before each of these in the order of a search. */
  positions(request: PositionsRequest, cancel?: Cancel): Promise<PositionsAnswer>
  /** Always exact; `search` returns an estimate where an exact count would take long. */
  count(scope: Scope, cancel?: Cancel): Promise<CountAnswer>
  histogram(scope: Scope, cancel?: Cancel): Promise<HistogramAnswer>
  /** Counts the matches of a search by day, by hour and by groups of values. */
  statistics(request: StatisticsRequest, cancel?: Cancel): Promise<ArchiveStatistics>
  /** Counts of what only the details of the matches contain: reasons, links, programs, places, people and machines. */
  details(scope: Scope, cancel?: Cancel): Promise<ArchiveDetails>
  /** Every match in batches, in the order of the search. The matches are those of its start; what is removed meanwhile is left out. */
  stream(scope: SortedScope, options?: StreamOptions): AsyncGenerator<StoredMessage[]>
  /** The same as record sets (core/base/packs), without an object for each message. Taking the next set ends the last one. */
  recordSets(scope: SortedScope, options?: StreamOptions): AsyncGenerator<RecordSet>
  /** Values of a field, the most frequent first, among all messages or the matches of a search. */
  values(request: ValuesRequest, cancel?: Cancel): Promise<ListedValue[]>
  /** Words that a misspelled one was probably meant to be. */
  nearestWords(request: NearestRequest): Promise<string[]>
  /** Recipients by any part of their address, the best match first. */
  findRecipients(request: FindRecipients, cancel?: Cancel): Promise<FoundRecipients>
  messageAt(row: number): Promise<StoredMessage | null>
  /** One message for each recipient: the messages of one send may share an id. */
  messagesById(id: string): Promise<StoredMessage[]>

  horizon(): Promise<Horizon>
  info(): Promise<ArchiveInfo>

  /** Small values that live in the archive and are backed up with it. */
  setting<T>(name: string): Promise<T | null>
  close(): Promise<void>
}

/**
 * The archive of one account, as the rooms of the core see it. `archive/engine` implements it in one SQLite file; the rooms
 * name only these types, so that another engine can take its place.
 */
export type ArchivePort = ReadingPort & {
  /** Adds and updates by id and recipient. The horizon moves with the last batch, never before the records. */
  import(messages: readonly Message[], horizon?: HorizonChange): Promise<ImportResult>
  /** For more messages than should be in memory at once. Each transaction is also counted in that setting, where one is named. */
  importer(countedIn?: string): ImporterPort
  moveHorizon(change: HorizonChange): Promise<void>
  /** Marks everything created after this second as not yet read. */
  uncoverAfter(second: number): Promise<void>

  setSetting(name: string, value: unknown): Promise<void>

  /** Removes a person for good: a later import leaves them out. */
  erase(email: string): Promise<ErasureReport>
  isErased(email: string): Promise<boolean>
  /** Those of these addresses whose people were erased. */
  erasedAmong(emails: readonly string[]): Promise<string[]>
  /** Whether anybody was erased. */
  hasErased(): Promise<boolean>
  /** Removes messages created before this second, and returns how many. */
  prune(before: number, cancel?: Cancel): Promise<number>

  /** Writes a consistent copy while reads and writes go on. The target has it when every page and record of it was checked. */
  backUp(target: string, options: BackupOptions): Promise<Backup>
  checkIntegrity(): Promise<Damage>
  /** Rewrites the index and the counts from the records. */
  rebuildIndex(): Promise<void>
}

/** Adds any number of messages in transactions of a good size. */
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

/** Newest first unless it says otherwise. */
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
  /** Left out because the person was erased. */
  erased: number
}

/** What a transaction changes in the horizon; it holds only if the transaction does. */
export type HorizonChange = {
  /** Everything created in this period is now in the archive. */
  covered?: Period
  /** So are the metadata, reasons and open details of this period. */
  detailsCovered?: Period
  opensRefreshedUntil?: number
  lastSync?: number
  /** The setting whose counts grow by those of the transaction, so that they are true whenever the process ends. */
  countedIn?: string
}

export type BackupOptions = Cancel & {
  /** The name of the account, for the person who finds the file. */
  readonly account: string
  readonly progress?: (step: BackupStep) => void
}

/** `fraction` is null where nobody knows how long a step takes. */
export type BackupStep = { readonly note: string; readonly fraction: number | null }

export type Backup = { readonly messages: number; readonly bytes: number }

export type ErasureReport = Omit<CommandOutput<'recipients.erase'>, 'remains'>

export type Damage = {
  /** `none`, `index` (the records are whole: rebuilding helps), `file` (records may be lost: sync them again). */
  kind: 'none' | 'index' | 'file'
  /** Details for the log. */
  findings: string[]
}
