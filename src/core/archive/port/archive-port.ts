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

/** Queries that do not change the archive. Another program may be writing to it at the same time. */
export type ReadingPort = {
  search(request: SearchRequest, cancel?: Cancel): Promise<SearchAnswer>
  /** How many messages precede each of these rows in the search’s order; null for a row that is not a match. */
  positions(request: PositionsRequest, cancel?: Cancel): Promise<PositionsAnswer>
  /** Always exact; `search` returns an estimate if an exact count would take a long time. */
  count(scope: Scope, cancel?: Cancel): Promise<CountAnswer>
  histogram(scope: Scope, cancel?: Cancel): Promise<HistogramAnswer>
  /** Counts a search’s matches by day, by hour and by groups of values. */
  statistics(request: StatisticsRequest, cancel?: Cancel): Promise<ArchiveStatistics>
  /** Counts facts found only in the matches’ details: reasons, links, programs, places, people and machines. */
  details(scope: Scope, cancel?: Cancel): Promise<ArchiveDetails>
  /**
   * Yields every match in batches, in the search’s order. The set of matches is fixed at the start; messages removed
   * later are skipped.
   */
  stream(scope: SortedScope, options?: StreamOptions): AsyncGenerator<StoredMessage[]>
  /**
   * Like `stream`, but as record sets (core/base/packs), without an object for each message. Requesting the next set
   * invalidates the previous one.
   */
  recordSets(scope: SortedScope, options?: StreamOptions): AsyncGenerator<RecordSet>
  /** A field’s values, most frequent first, in all messages or in a search’s matches. */
  values(request: ValuesRequest, cancel?: Cancel): Promise<ListedValue[]>
  /** Likely corrections of a misspelled word, nearest first. */
  nearestWords(request: NearestRequest): Promise<string[]>
  /** Recipients by any part of their address, best match first. */
  findRecipients(request: FindRecipients, cancel?: Cancel): Promise<FoundRecipients>
  messageAt(row: number): Promise<StoredMessage | null>
  /** The messages with this id, newest first: one per recipient, because the messages of one send may share an id. */
  messagesById(id: string): Promise<StoredMessage[]>

  horizon(): Promise<Horizon>
  info(): Promise<ArchiveInfo>

  /** Small values that are stored in the archive and backed up with it. */
  setting<T>(name: string): Promise<T | null>
  close(): Promise<void>
}

/**
 * One account’s archive, as seen by the core’s rooms. `archive/engine` implements it in one SQLite file, `archive/server`
 * on a team’s PostgreSQL server. The rooms use only these types, so that the engine can be replaced.
 */
export type ArchivePort = ReadingPort & {
  /** Adds and updates messages by id and recipient. The horizon moves with the last batch, never before the records. */
  import(messages: readonly Message[], horizon?: HorizonChange): Promise<ImportResult>
  /**
   * Imports more messages than should be in memory at the same time. If `countedIn` is given, each transaction’s counts
   * are added to that setting.
   */
  importer(countedIn?: string): ImporterPort
  moveHorizon(change: HorizonChange): Promise<void>
  /** Marks everything created after this second as not yet read. */
  uncoverAfter(second: number): Promise<void>

  setSetting(name: string, value: unknown): Promise<void>
  /**
   * Replaces these entries of a setting that is an object and keeps all others. Null removes an entry. Resolves to
   * false and changes nothing if an entry differs from the one in `expected`, where null means that the entry is
   * missing.
   */
  changeSetting(name: string, entries: SettingEntries, expected?: SettingEntries): Promise<boolean>

  /** Erases a person permanently: later imports leave them out. */
  erase(email: string): Promise<ErasureReport>
  /**
   * Also leaves out the people whom another archive erased, from later imports and syncs. Messages that are already
   * here stay as they are.
   */
  keepOut(erased: ErasedList): Promise<void>
  isErased(email: string): Promise<boolean>
  /** Which of these addresses belong to erased people. */
  erasedAmong(emails: readonly string[]): Promise<string[]>
  hasErased(): Promise<boolean>
  /** Removes messages created before this second, and returns how many were removed. */
  prune(before: number, cancel?: Cancel): Promise<number>

  /**
   * Writes a consistent copy while reads and writes continue. The copy appears at the target only after every page and
   * record has been checked.
   */
  backUp(target: string, options: BackupOptions): Promise<Backup>
  checkIntegrity(): Promise<Damage>
  rebuildIndex(): Promise<void>
}

/** Adds any number of messages in suitably sized transactions. */
export type ImporterPort = {
  /** The running total of all transactions. */
  readonly total: ImportResult
  /** How many records the next pack may contain. */
  readonly room: number
  add(messages: readonly Message[]): Promise<void>
  /** Takes ownership of a pack (core/base/packs). Resolves when there is room for the next pack. */
  addPack(pack: Uint8Array<ArrayBuffer>, records: number): Promise<void>
  /** Writes the remaining records and moves the horizon in the same transaction. */
  finish(horizon?: HorizonChange): Promise<ImportResult>
}

export type SettingEntries = Readonly<Record<string, unknown>>

export type Cancel = { readonly signal?: AbortSignal }

export type Scope = { query: Query; context: ReadingContext }

/** A search whose matches are sorted newest first unless `sort` is given. */
export type SortedScope = Scope & { sort?: Sort }

/** A range of rows that includes both ends. */
export type RowRange = { readonly first: number; readonly last: number }

export type StreamOptions = Cancel & {
  batch?: number
  /** Positions in the search’s order; all positions if absent. */
  ranges?: readonly RowRange[]
  /** Called before the first batch with the number of matches found and their rows, in order. An error from here ends the stream. */
  found?: (matches: number, rows: Float64Array) => void
}

export type ArchiveInfo = CommandOutput<'archive.info'>

export type ImportResult = {
  added: number
  changed: number
  unchanged: number
  /** Messages left out because the person was erased. */
  erased: number
}

/** Changes to the horizon that are made in the same transaction as the records. */
export type HorizonChange = {
  /** Everything created in this period is now in the archive. */
  covered?: Period
  /** The metadata, reasons and open details of this period are in the archive too. */
  detailsCovered?: Period
  opensRefreshedUntil?: number
  lastSync?: number
  /** A setting to which the transaction’s counts are added, so that they are correct no matter when the process ends. */
  countedIn?: string
}

export type BackupOptions = Cancel & {
  /** The account’s name, for anyone who finds the file. */
  readonly account: string
  readonly progress?: (step: BackupStep) => void
}

/** `fraction` is null if the duration of a step is unknown. */
export type BackupStep = { readonly note: string; readonly fraction: number | null }

export type Backup = {
  readonly messages: number
  readonly bytes: number
  /**
   * Whether the file lists the erased people, so that their messages are not imported again. Users who may only read a
   * team archive can’t read that list.
   */
  readonly keepsErasedOut: boolean
}

/** The people erased from one archive, in the form in which another archive can keep them out as well. */
export type ErasedList = {
  /** Each address was hashed with one of these salts. */
  readonly salts: readonly string[]
  /** The hashes are hexadecimal. */
  readonly tombstones: readonly { readonly hash: string; readonly erased: number }[]
}

export type ErasureReport = Omit<CommandOutput<'recipients.erase'>, 'remains'>

export type Damage = {
  /**
   * `index`: the records are complete, and rebuilding the index helps. `file`: records may be lost and must be synced
   * again.
   */
  kind: 'none' | 'index' | 'file'
  findings: string[]
}
