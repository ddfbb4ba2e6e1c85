import { createReadStream } from 'node:fs'
import type { Message } from '#shared/domain/messages/record.ts'
import { readJsonRecords } from '#formats/index.ts'
import { Archive } from '#core/archive/engine/archive.ts'
import { systemClock } from '#core/node/system-clock.ts'
import { workerCode } from '#test/support/worker-code.ts'
import { peakMemory } from '../support/peak-memory.ts'

/** Imports an export file into an archive in a separate process, so that its memory can be measured. */
const [path, folder] = process.argv.slice(2) as [string, string]
const worker = workerCode('archive')
const logger = { log: () => undefined, setLevel: () => undefined }
const archive = await Archive.open({ folder, worker, logger, clock: systemClock })

const started = performance.now()
const importer = archive.importer()
for await (const { records } of readJsonRecords(createReadStream(path, { highWaterMark: 1 << 18 }))) {
  await importer.add(records as unknown as Message[])
}
await importer.finish()
const seconds = (performance.now() - started) / 1000
const { messages, bytes } = await archive.info()
await archive.close()
const megabytes = peakMemory() / 1024 ** 2
process.stdout.write(JSON.stringify({ seconds, megabytes, messages, bytes }))
