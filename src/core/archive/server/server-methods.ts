import type { NearestRequest, PositionsRequest, SearchRequest, ValuesRequest } from '#shared/domain/messages/search.ts'
import type { FindRecipients } from '#shared/domain/recipients/recipient.ts'
import type { StatisticsRequest } from '#shared/domain/statistics/archive-statistics.ts'
import { Transferred } from '../../base/threads/channel.ts'
import type { AccessFilter } from '#shared/contract/team.ts'
import type { AccessChoice, AccessEntry } from '#shared/contract/base/team/access-log.ts'
import type { ErasedList, HorizonChange, RowRange, Scope, SettingEntries, SortedScope } from '../port/archive-port.ts'
import type { TeamSend } from '../port/team-sends.ts'
import type { Lessee } from '../port/team-port.ts'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'
import type { AccessPage } from './access/each-page.ts'
import { accessPage, chooseLogged, loggedAccess, isOwner } from './access/read-access.ts'
import { logAccess } from './access/log-access.ts'
import { ServerDatabase } from './connection/server-database.ts'
import { requireReadable } from './search/archive-state.ts'
import { Searches } from './search/searches.ts'
import { SentCopies } from './sent/sent-copies.ts'
import { ServerReader } from './server-reader.ts'
import { ServerStatistics } from './server-statistics.ts'
import { hasSecondVersion, missingInFirstVersion } from './tables/second-version.ts'
import { ChangeListener } from './team/change-listener.ts'
import { Lease } from './team/lease.ts'
import { checkSums } from './write/check-sums.ts'
import { ServerWriter } from './write/server-writer.ts'

/**
 * Reads have a separate thread, so that no search waits for an import to compute its terms. A move has a third thread
 * while it lasts.
 */
export type ServerWorkerData = {
  readonly role: 'reader' | 'writer' | 'mover'
  readonly server: TeamServer
  readonly password: string
  readonly lessee: Lessee
  readonly leaseSeconds: number
}

/** Identifies prepared records that wait in the thread for their transaction. */
export type PreparedNumber = number

/** Identifies a call, so that it can be cancelled. */
export type CallNumber = number

export function serverReaderMethods({ server, password, lessee }: ServerWorkerData) {
  const database = new ServerDatabase(server, password)
  const searches = new Searches(database)
  const reader = new ServerReader(database, searches)
  const counts = new ServerStatistics(database, searches)
  const sent = new SentCopies(database)
  const changes = new ChangeListener(database)
  const running = new Map<CallNumber, AbortController>()

  async function cancellable<T>(call: CallNumber, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController()
    running.set(call, controller)
    try {
      return await work(controller.signal)
    } finally {
      running.delete(call)
    }
  }

  return {
    cancel: (call: CallNumber) => running.get(call)?.abort(),
    opened: async () => void (await requireReadable((statement) => database.query(statement))),
    search: (call: CallNumber, request: SearchRequest) => cancellable(call, (signal) => reader.search(request, signal)),
    positions: (call: CallNumber, request: PositionsRequest) =>
      cancellable(call, (signal) => reader.positions(request, signal)),
    count: (call: CallNumber, scope: Scope) => cancellable(call, (signal) => reader.count(scope, signal)),
    histogram: (call: CallNumber, scope: Scope) => cancellable(call, (signal) => reader.histogram(scope, signal)),
    statistics: (call: CallNumber, request: StatisticsRequest) =>
      cancellable(call, (signal) => counts.statistics(request, signal)),
    details: (call: CallNumber, scope: Scope) => cancellable(call, (signal) => counts.details(scope, signal)),
    values: (call: CallNumber, request: ValuesRequest) => cancellable(call, (signal) => counts.values(request, signal)),
    nearestWords: (request: NearestRequest) => counts.nearestWords(request),
    findRecipients: (call: CallNumber, request: FindRecipients) =>
      cancellable(call, (signal) => counts.findRecipients(request, signal)),
    async rows(call: CallNumber, scope: SortedScope, ranges: readonly RowRange[]) {
      const rows = await cancellable(call, (signal) => reader.rows(scope, ranges, signal))
      return new Transferred(rows, [rows.buffer])
    },
    async packAt(rows: Float64Array) {
      const pack = await reader.packAt(rows)
      return new Transferred(pack, [pack.buffer])
    },
    messagesAt: (rows: readonly number[]) => reader.messagesAt(rows),
    messagesById: (id: string) => reader.messagesById(id),
    horizon: () => reader.horizon(),
    size: () => reader.size(),
    setting: (name: string) => reader.setting(name),
    checkIntegrity: () => checkSums(database),
    sentCopy: (send: string, recipient: string) => sent.find(send, recipient),
    logAccess: (entry: AccessEntry) => logAccess(database, lessee.name, entry),
    loggedAccess: () => loggedAccess((statement) => database.query(statement)),
    isOwner: () => isOwner(database),
    accessPage: (filter: AccessFilter, page: AccessPage) =>
      accessPage((statement) => database.query(statement), filter, page),
    chooseLogged: (choice: AccessChoice) => chooseLogged((statement) => database.query(statement), choice),
    async missing() {
      return (await hasSecondVersion((statement) => database.query(statement))) ? null : missingInFirstVersion
    },
    nextChange: () => changes.next(),
    close() {
      changes.stop()
      return database.close()
    },
  }
}

export function serverWriterMethods({ server, password, lessee, leaseSeconds }: ServerWorkerData) {
  const database = new ServerDatabase(server, password)
  const lease = new Lease(database, lessee, leaseSeconds)
  const writer = new ServerWriter(database, lease)
  const sent = new SentCopies(database)
  const prepared = new Map<PreparedNumber, ReturnType<ServerWriter['prepare']>>()
  let last: PreparedNumber = 0
  return {
    prepare(packs: readonly Uint8Array[]): PreparedNumber {
      const number = ++last
      prepared.set(number, writer.prepare(packs))
      return number
    },
    forget: (number: PreparedNumber) => void prepared.delete(number),
    import(number: PreparedNumber, horizon: HorizonChange) {
      const given = prepared.get(number) ?? []
      prepared.delete(number)
      return writer.importPrepared(given, horizon)
    },
    indexMonths: () => writer.indexMonths(),
    erase: (email: string, now: number) => writer.erase(email, now),
    keepOut: (erased: ErasedList) => writer.keepOut(erased),
    erasedAmong: (emails: readonly string[]) => writer.erasedAmong(emails),
    hasErased: () => writer.hasErased(),
    prune: (before: number, limit: number) => writer.prune(before, limit),
    setSetting: (name: string, value: unknown) => writer.setSetting(name, value),
    changeSetting: (name: string, entries: SettingEntries, expected?: SettingEntries) =>
      writer.changeSetting(name, entries, expected),
    setHorizon: (change: HorizonChange) => writer.setHorizon(change),
    uncoverAfter: (second: number) => writer.uncoverAfter(second),
    rebuild: () => writer.rebuild(),
    keepSent: (send: string, kept: TeamSend) => sent.keep(send, kept),
    removeSent: (send: string) => sent.remove(send),
    pruneSent: (before: number) => sent.prune(before),
    takeLease: () => lease.take(),
    releaseLease: () => lease.release(),
    lease: () => lease.state(),
    async close() {
      // Another Mailroom may be waiting for the lease. If the server can’t be reached, the lease expires.
      await lease.release().catch(() => undefined)
      await database.close()
    },
  }
}

export type ServerReaderMethods = ReturnType<typeof serverReaderMethods>
export type ServerWriterMethods = ReturnType<typeof serverWriterMethods>
