import { join } from 'node:path'
import fc from 'fast-check'
import { onTestFinished } from 'vitest'
import type { Message } from '#shared/domain/messages/record.ts'
import { ArchiveReader } from '#core/archive/engine/archive-reader.ts'
import { Database } from '#core/archive/engine/file/database.ts'
import { migrate } from '#core/archive/engine/file/migrate.ts'
import { ArchiveWriter } from '#core/archive/engine/store/archive-writer.ts'
import { Searches } from '#core/archive/server/search/searches.ts'
import { ServerStatistics } from '#core/archive/server/server-statistics.ts'
import { ServerWriter } from '#core/archive/server/write/server-writer.ts'
import { temporaryFolder } from './open-archive.ts'
import { packed } from './packed.ts'
import { openDatabase } from './open-server.ts'

/** Even a few messages are read in several parts. */
const smallParts = { newest: 15, others: 40 }

/** The same messages in a file and on a server. */
export async function openBoth(...batches: readonly (readonly Message[])[]) {
  const file = new Database(join(await temporaryFolder(), 'archive.sqlite'))
  migrate(file)
  const database = await openDatabase()
  const writers = { file: new ArchiveWriter(file), server: new ServerWriter(database) }
  const bring = async (records: readonly Message[]): Promise<void> => {
    for (let at = 0; at < records.length; at += 16_384) {
      const part = records.slice(at, at + 16_384)
      writers.file.import([packed(part)])
      await writers.server.import([packed(part)])
    }
  }
  for (const batch of batches) await bring(batch)
  const readOnly = new Database(file.path, { readOnly: true })
  onTestFinished(() => [readOnly, file].forEach((each) => each.close()))
  return {
    file: new ArchiveReader(readOnly),
    server: new ServerStatistics(database, new Searches(database), smallParts),
    writers,
    bring,
  }
}

/**
 * As many samples as fit into a test of ten seconds, or the number in RUNS. Each run has the same ones, so that a failure
 * can be repeated.
 */
export function samplesOf<T>(arbitrary: fc.Arbitrary<T>, usual: number): T[] {
  return fc.sample(arbitrary, { numRuns: Number(process.env['RUNS'] ?? usual), seed: 7 })
}

/** Gives records unique ids, so that both archives keep all of them. */
export function withOwnIds(records: readonly Message[]): Message[] {
  return records.map((record, index) => ({ ...record, id: `id ${index}` }))
}

/** Gives each message a different second, which makes the order of the newest well defined. */
export function secondsApart(records: Iterable<Message>): Message[] {
  return [...records].map((record, at) => ({ ...record, createdDate: Date.UTC(2025, 0, 1) + at * 1000 }))
}
