import { deserialize } from 'node:v8'
import type { Message } from '#shared/domain/message/record.ts'
import { ArchiveReader } from './search/archive-reader.ts'
import { backUp, checkIntegrity } from './maintenance.ts'
import { Database } from './database.ts'
import { migrate } from './migrations/migrate.ts'
import { ArchiveWriter } from './store/archive-writer.ts'
import { readSetting, type HorizonChange } from './store/coverage.ts'

export type WorkerRole = 'writer' | 'reader'
export type WorkerData = { role: WorkerRole; path: string; maxPages?: number }

/** What the writing worker answers to. */
export function writerMethods({ path, maxPages }: WorkerData) {
  const database = new Database(path, { maxPages })
  migrate(database)
  // Set while the file is open for writing: still set at the next start, it tells of an unclean stop.
  const uncleanStop = readSetting<boolean>(database, 'open') === true
  const writer = new ArchiveWriter(database)
  writer.setSetting('open', true)
  return {
    opened: () => ({ uncleanStop }),
    import: (parts: readonly Uint8Array[], horizon: HorizonChange) => writer.import(unpack(parts), horizon),
    erase: writer.erase.bind(writer),
    isErased: writer.isErased.bind(writer),
    prune: writer.prune.bind(writer),
    setSetting: writer.setSetting.bind(writer),
    forgetAfter: writer.forgetAfter.bind(writer),
    setHorizon: writer.setHorizon.bind(writer),
    rebuild: () => writer.rebuild(() => undefined),
    compact: () => database.exec('VACUUM'),
    close() {
      writer.setSetting('open', false)
      database.all('PRAGMA wal_checkpoint(TRUNCATE)')
      database.close()
    },
  }
}

function* unpack(parts: readonly Uint8Array[]): Generator<Message[]> {
  for (const part of parts) yield deserialize(part) as Message[]
}

/** What the reading worker answers to. */
export function readerMethods({ path }: WorkerData) {
  const database = new Database(path, { readOnly: true })
  const reader = new ArchiveReader(database)
  return {
    search: reader.search.bind(reader),
    count: reader.count.bind(reader),
    histogram: reader.histogram.bind(reader),
    rows: reader.rows.bind(reader),
    messagesAt: reader.messagesAt.bind(reader),
    messagesById: reader.messagesById.bind(reader),
    values: reader.values.bind(reader),
    horizon: reader.horizon.bind(reader),
    size: reader.size.bind(reader),
    setting: (name: string): unknown => readSetting(database, name),
    backUp: (target: string) => backUp(database, target),
    checkIntegrity: () => checkIntegrity(database),
    close: () => database.close(),
  }
}

export type WriterMethods = ReturnType<typeof writerMethods>
export type ReaderMethods = ReturnType<typeof readerMethods>
