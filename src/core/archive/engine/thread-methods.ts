import { Transferred } from '../../base/threads/channel.ts'
import type { HorizonChange } from '../port/archive-port.ts'
import { Database } from './file/database.ts'
import { migrate, requireNewestSchema } from './file/migrate.ts'
import { Preparer } from './index/prepare.ts'
import { buffersOf } from './index/prepared.ts'
import { ArchiveReader } from './archive-reader.ts'
import { ArchiveWriter } from './store/archive-writer.ts'
import { backUp, backupBytes, checkBackup, type BackupNote } from './store/backup.ts'
import { readSetting } from './store/coverage.ts'
import { checkIntegrity } from './store/maintenance.ts'
import { readDamaged } from './store/salvage.ts'

/** The preparer thread opens no file. */
export type WorkerData =
  | { role: 'writer'; path: string; maxPages?: number }
  | { role: 'reader'; path: string; slice?: number }
  | { role: 'preparer' }

type DataOf<Role> = Extract<WorkerData, { role: Role }>

export function writerMethods({ path, maxPages }: DataOf<'writer'>) {
  const database = new Database(path, { maxPages })
  migrate(database)
  // Set while the file is open for writing. If it is still set at the next start, the last stop was unclean.
  const uncleanStop = readSetting<boolean>(database, 'open') === true
  const writer = new ArchiveWriter(database)
  let isOpened = false
  return {
    opened() {
      writer.setSetting('open', true)
      isOpened = true
      return { uncleanStop }
    },
    salvage(damagedFile: string) {
      const { salvaged, ...found } = readDamaged(damagedFile)
      writer.addSalvaged(found)
      return salvaged
    },
    import: (packs: readonly Uint8Array[], horizon: HorizonChange) => writer.import(packs, horizon),
    importPrepared: writer.importPrepared.bind(writer),
    erase: writer.erase.bind(writer),
    emptyLog: database.emptyLog.bind(database),
    keepOut: writer.keepOut.bind(writer),
    isErased: writer.isErased.bind(writer),
    erasedAmong: (emails: readonly string[]) => emails.filter((email) => writer.isErased(email)),
    hasErased: writer.hasErased.bind(writer),
    prune: writer.prune.bind(writer),
    setSetting: writer.setSetting.bind(writer),
    changeSetting: writer.changeSetting.bind(writer),
    uncoverAfter: writer.uncoverAfter.bind(writer),
    setHorizon: writer.setHorizon.bind(writer),
    rebuild: () => writer.rebuild(),
    close() {
      // If the archive was never fully opened, nobody has reported the unclean stop yet, so the flag must stay set for
      // the next start.
      if (isOpened) writer.setSetting('open', false)
      database.all('PRAGMA wal_checkpoint(TRUNCATE)')
      database.close()
    },
  }
}

export function readerMethods({ path, slice }: DataOf<'reader'>) {
  const database = new Database(path, { readOnly: true })
  requireNewestSchema(database)
  const reader = new ArchiveReader(database, slice)
  return {
    search: reader.search.bind(reader),
    positions: reader.positions.bind(reader),
    count: reader.count.bind(reader),
    histogram: reader.histogram.bind(reader),
    statistics: reader.statistics.bind(reader),
    details: reader.details.bind(reader),
    rows(...asked: Parameters<ArchiveReader['rows']>) {
      const rows = reader.rows(...asked)
      return rows && new Transferred(rows, [rows.buffer as ArrayBuffer])
    },
    messagesAt: reader.messagesAt.bind(reader),
    packAt(rows: Float64Array) {
      const pack = reader.packAt(rows)
      return new Transferred(pack, [pack.buffer])
    },
    messagesById: reader.messagesById.bind(reader),
    values: reader.values.bind(reader),
    nearestWords: reader.nearestWords,
    findRecipients: reader.findRecipients,
    horizon: reader.horizon.bind(reader),
    size: reader.size.bind(reader),
    setting: (name: string): unknown => readSetting(database, name),
    backupBytes: () => backupBytes(database),
    backUp: (target: string, note: BackupNote) => backUp(database, target, note),
    checkBackup,
    checkIntegrity: () => checkIntegrity(database),
    close: () => database.close(),
  }
}

export function preparerMethods() {
  const preparer = new Preparer()
  return {
    prepare(packs: readonly Uint8Array[]) {
      const prepared = preparer.prepare(packs)
      return new Transferred(prepared, buffersOf(prepared))
    },
    close: () => undefined,
  }
}

export type WriterMethods = ReturnType<typeof writerMethods>
export type ReaderMethods = ReturnType<typeof readerMethods>
export type PreparerMethods = ReturnType<typeof preparerMethods>
