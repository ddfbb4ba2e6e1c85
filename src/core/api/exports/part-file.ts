import { randomBytes } from 'node:crypto'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { AppError } from '#shared/contract/base/error.ts'

/** Parts are collected to this size and written at once, without copying: large writes are fastest. */
const batchBytes = 512 * 1024
/** How far the network may be ahead of the current write. */
const mostWaiting = 2 * 1024 * 1024

export type PartFile = Awaited<ReturnType<typeof openPartFile>>

/** Opens a file beside its target, so that half a file never has the target's name. */
export async function openPartFile(target: string) {
  const path = `${target}.part-${randomBytes(4).toString('hex')}`
  const file = await named(target, open(path, 'wx', 0o600))
  return {
    /**
     * Writes a stream to its end. `taken` gets each part as it comes and may refuse it by throwing; `written` gets it when
     * its memory may be used again. A failure ends the stream, and is thrown once no write is running.
     */
    fill: (stream: Readable, taken: (part: Buffer) => void, written: (part: Buffer) => void) =>
      fill(stream, (parts) => named(target, writeAll(file, parts)), taken, written),
    /** Gives the file its final name and replaces any file that has it. `durable` waits until it survives a power failure. */
    async keep(durable: boolean): Promise<void> {
      if (durable) await named(target, file.sync())
      await named(target, file.close())
      await named(target, rename(path, target))
    },
    /** Closes and removes the file, unless it holds the only copy of something: then returns its path. */
    async abandon(isOnlyCopy: boolean): Promise<string | null> {
      const size = isOnlyCopy ? ((await file.stat().catch(() => null))?.size ?? 0) : 0
      await file.close().catch(() => undefined)
      if (size > 0) return path
      await rm(path, { force: true }).catch(() => undefined)
      return null
    },
  }
}

export async function fill(
  stream: Readable,
  writeParts: (parts: Buffer[]) => Promise<void>,
  taken: (part: Buffer) => void,
  written: (part: Buffer) => void,
): Promise<void> {
  let waiting: Buffer[] = []
  let bytes = 0
  let writing: Promise<void> | null = null
  let unwritten: Error | null = null

  async function write(): Promise<void> {
    const parts = waiting
    waiting = []
    bytes = 0
    if (stream.isPaused()) stream.resume()
    await writeParts(parts)
    for (const part of parts) written(part)
  }
  /** One write at a time: two writes to one file only wait for each other. */
  function next(): void {
    writing = write().then(
      () => {
        writing = null
        if (bytes >= batchBytes) next()
      },
      (thrown: Error) => {
        writing = null
        unwritten = thrown
        stream.destroy(thrown)
      },
    )
  }

  stream.on('data', (part: Buffer) => {
    try {
      taken(part)
    } catch (thrown) {
      stream.destroy(thrown as Error)
      return
    }
    waiting.push(part)
    bytes += part.length
    if (writing === null && bytes >= batchBytes) next()
    else if (bytes >= mostWaiting) stream.pause()
  })
  const broken = await finished(stream, { writable: false }).then(
    () => null,
    (thrown: Error) => thrown,
  )
  while (writing !== null) await writing
  // A stream that has ended reports no failure any more, so that of its last write is looked at here.
  const failure = broken ?? unwritten
  // Even after a break the rest is written: it may be the only copy.
  const rest = waiting.length > 0 ? write() : Promise.resolve()
  if (failure === null) return rest
  await rest.catch(() => undefined)
  throw failure
}

async function writeAll(file: FileHandle, parts: Buffer[]): Promise<void> {
  let left = parts
  while (left.length > 0) {
    let { bytesWritten } = await file.writev(left)
    // A nearly full disk takes only a part; the next write gets the error.
    const at = left.findIndex((part) => (bytesWritten -= part.length) < 0)
    left = at < 0 ? [] : [left[at]!.subarray(bytesWritten), ...left.slice(at + 1)]
  }
}

const sentences: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full, so the file could not be written.',
  EDQUOT: 'Your disk quota is used up, so the file could not be written.',
  EFBIG: 'The file grew larger than this disk allows.',
  EACCES: 'The file could not be written: you have no permission to write to this folder.',
  EPERM:
    'The file could not be written: another program may have it open, or you have no permission to write to its folder.',
  EROFS: 'The file could not be written: the disk is read-only.',
  ENOENT: 'The file could not be written: its folder does not exist.',
}

async function named<T>(target: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code ?? 'unknown'
    throw new AppError('disk', sentences[code] ?? 'The file could not be written.', {
      details: { path: target, reason: code },
      cause: thrown,
    })
  }
}
