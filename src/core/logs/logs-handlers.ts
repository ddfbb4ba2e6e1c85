import { createReadStream, createWriteStream } from 'node:fs'
import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { z } from 'zod'
import { logs } from '#shared/contract/logs.ts'
import { exportsFolder, type FileTokens } from '../files/index.ts'
import type { HandlersOf } from '../base/handlers.ts'
import { fileError } from '../base/json-file.ts'
import { logFileName } from '../node/index.ts'
import type { Ports } from '../base/ports.ts'

/** How many bytes the page shows: enough for a few thousand lines. More would slow down the page. */
const tailBytes = 1_000_000

const logLine = logs['logs.read'].output.element

export function logsHandlers(ports: Ports, files: FileTokens): HandlersOf<'logs'> {
  const folder = join(ports.paths.data, 'logs')
  return {
    'logs.read': async ({ limit }) => (await readTail(join(folder, logFileName))).slice(-limit).reverse(),
    'logs.report': ({ message, stack }) =>
      ports.logger.log('error', `An error occurred in the page: ${message}`, { stack }),
    'logs.reveal': () => ports.shell.reveal(folder),
    'logs.bundle': async () => {
      const name = `mailroom-log-${new Date(ports.clock.now()).toISOString().slice(0, 10)}.txt.gz`
      const target = join(await exportsFolder(ports.paths.data), name)
      // The parts are ordered oldest first, so that the file reads from top to bottom.
      const parts = (await readdir(folder))
        .filter((part) => part.startsWith(logFileName))
        .sort()
        .reverse()
      try {
        await pipeline(concatenate(folder, parts), createGzip(), createWriteStream(target, { mode: 0o600 }))
      } catch (error) {
        await rm(target, { force: true }).catch(() => undefined)
        throw fileError(target, error)
      }
      const { token } = await files.register(target, { isCopy: true })
      return { fileToken: token, name }
    },
  }
}

async function* concatenate(folder: string, names: readonly string[]): AsyncGenerator<Buffer> {
  for (const name of names) yield* createReadStream(join(folder, name)) as AsyncIterable<Buffer>
}

async function readTail(path: string): Promise<z.infer<typeof logLine>[]> {
  let text: string
  try {
    await using file = await open(path, 'r')
    const { size } = await file.stat()
    const from = Math.max(0, size - tailBytes)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from)
    text = buffer.toString('utf8', 0, bytesRead)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  return text.split('\n').flatMap((line) => {
    try {
      return [logLine.parse(JSON.parse(line))]
    } catch {
      // The tail’s first line may be cut off, and its last line may still be incomplete.
      return []
    }
  })
}
