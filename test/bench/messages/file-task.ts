import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { Archive } from '#core/archive/engine/archive.ts'
import { runImport } from '#core/imports/import-run.ts'
import { ReadingThread } from '#core/imports/reading-thread.ts'
import { systemClock } from '#core/node/system-clock.ts'
import { workerCode } from '#test/support/worker-code.ts'
import { peakMemory } from '../support/peak-memory.ts'

/**
 * Imports a file as if a user had chosen it, with its type detected from its content, in a separate process to
 * measure time and memory. `node file-task.ts FILE [FOLDER]`: without a folder, the file is only read and decoded.
 */
const [path, folder] = process.argv.slice(2) as [string, string?]
const signal = new AbortController().signal

async function open(): Promise<ReadingThread> {
  const { size } = await stat(path)
  return ReadingThread.open({ code: workerCode('import'), dataFolder: tmpdir(), path, size, signal })
}

async function readAlone(): Promise<number> {
  await using reading = await open()
  let messages = 0
  for (let part; (part = await reading.next({ room: 16_384, keptSince: null })) !== null;) messages += part.records
  return messages
}

async function importInto(target: string): Promise<number> {
  const worker = workerCode('archive')
  const logger = { log: () => undefined, setLevel: () => undefined }
  const archive = await Archive.open({ folder: target, worker, logger, clock: systemClock })
  await using reading = await open()
  const { kind } = await reading.inspect()
  const { added } = await runImport({
    importer: archive.importer(),
    reading,
    kind,
    keptSince: null,
    progress: () => undefined,
  })
  await archive.close()
  return added
}

const started = performance.now()
const messages = await (folder === undefined ? readAlone() : importInto(folder))
const seconds = (performance.now() - started) / 1000
const { user, system } = process.cpuUsage()
const megabytes = peakMemory() / 1024 ** 2
process.stdout.write(JSON.stringify({ seconds, megabytes, messages, cpuSeconds: (user + system) / 1e6 }))
