import { ArchiveReader } from './search/archive-reader.ts'
import { backUp, checkIntegrity } from './store/maintenance.ts'
import { Handed } from '../../base/threads/channel.ts'
import { Database } from './file/database.ts'
import { migrate } from './file/migrate.ts'
import { buffersOf, Preparer } from './index/prepare.ts'
import { ArchiveWriter } from './store/archive-writer.ts'
import { readSetting, type HorizonChange } from './store/coverage.ts'
import { readSent } from './store/sent-messages.ts'

/** Who prepares needs no file. */
export type WorkerData = { role: 'writer' | 'reader'; path: string; maxPages?: number } | { role: 'preparer' }

type FileData = Exclude<WorkerData, { role: 'preparer' }>

/** What the writing worker answers to. */
export function writerMethods({ path, maxPages }: FileData) {
  const database = new Database(path, { maxPages })
  migrate(database)
  // Set while the file is open for writing: still set at the next start, it tells of an unclean stop.
  const uncleanStop = readSetting<boolean>(database, 'open') === true
  const writer = new ArchiveWriter(database)
  let isOpened = false
  return {
    opened() {
      writer.setSetting('open', true)
      isOpened = true
      return { uncleanStop }
    },
    import: (packs: readonly Uint8Array[], horizon: HorizonChange) => writer.import(packs, horizon),
    importPrepared: writer.importPrepared.bind(writer),
    erase: writer.erase.bind(writer),
    isErased: writer.isErased.bind(writer),
    prune: writer.prune.bind(writer),
    keepSent: writer.keepSent.bind(writer),
    forgetSent: writer.forgetSent.bind(writer),
    setSetting: writer.setSetting.bind(writer),
    forgetAfter: writer.forgetAfter.bind(writer),
    setHorizon: writer.setHorizon.bind(writer),
    rebuild: () => writer.rebuild(),
    compact: () => database.exec('VACUUM'),
    close() {
      // An archive that could not be opened whole has told nobody of an unclean stop: the next start must.
      if (isOpened) writer.setSetting('open', false)
      database.all('PRAGMA wal_checkpoint(TRUNCATE)')
      database.close()
    },
  }
}

/** What the reading worker answers to. */
export function readerMethods({ path }: FileData) {
  const database = new Database(path, { readOnly: true })
  const reader = new ArchiveReader(database)
  return {
    search: reader.search.bind(reader),
    places: reader.places.bind(reader),
    count: reader.count.bind(reader),
    histogram: reader.histogram.bind(reader),
    rows: reader.rows.bind(reader),
    messagesAt: reader.messagesAt.bind(reader),
    messagesById: reader.messagesById.bind(reader),
    values: reader.values.bind(reader),
    horizon: reader.horizon.bind(reader),
    size: reader.size.bind(reader),
    sent: (send: string) => readSent(database, send),
    setting: (name: string): unknown => readSetting(database, name),
    backUp: (target: string) => backUp(database, target),
    checkIntegrity: () => checkIntegrity(database),
    close: () => database.close(),
  }
}

/** What the preparing worker answers to. */
export function preparerMethods() {
  const preparer = new Preparer()
  return {
    prepare(packs: readonly Uint8Array[]) {
      const prepared = preparer.prepare(packs)
      return new Handed(prepared, buffersOf(prepared))
    },
    close: () => undefined,
  }
}

export type WriterMethods = ReturnType<typeof writerMethods>
export type ReaderMethods = ReturnType<typeof readerMethods>
export type PreparerMethods = ReturnType<typeof preparerMethods>
