import { Archive } from '#core/archive/archive.ts'
import { firstMessage, openImportFile } from '#core/import/import-file.ts'
import { runImport } from '#core/import/import-run.ts'
import { systemClock } from '#core/node/system-clock.ts'
import { workerCode } from '#test/support/worker-code.ts'

/**
 * Imports a file as a user's is, recognised by its content, in a process of its own, so that its time and memory are its
 * own. `node messages-file-task.ts FILE [FOLDER]`: without a folder the file is read and decoded alone.
 */
const [path, folder] = process.argv.slice(2) as [string, string?]
const signal = new AbortController().signal

async function readAlone(): Promise<number> {
  let messages = 0
  for await (const batch of (await openImportFile(path)).batches()) messages += batch.records.size
  return messages
}

async function importInto(target: string): Promise<number> {
  const worker = workerCode('archive')
  const logger = { log: () => undefined, setLevel: () => undefined }
  const archive = await Archive.open({ folder: target, worker, logger, clock: systemClock })
  await firstMessage(await openImportFile(path))
  const reader = await openImportFile(path)
  const { added } = await runImport({ archive, reader, keptSince: null, signal, progress: () => undefined })
  await archive.close()
  return added
}

const started = performance.now()
const messages = await (folder === undefined ? readAlone() : importInto(folder))
const seconds = (performance.now() - started) / 1000
const { user, system } = process.cpuUsage()
const megabytes = process.resourceUsage().maxRSS / 1024
process.stdout.write(JSON.stringify({ seconds, megabytes, messages, cpuSeconds: (user + system) / 1e6 }))
