import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'

/** Parts are collected up to this size and written together, without copying: large writes are fastest. */
const batchBytes = 512 * 1024
/** The maximum number of bytes waiting in memory before reading from the network pauses. */
const mostWaiting = 2 * 1024 * 1024

/**
 * Writes a stream to its end. `taken` receives each part on arrival and may refuse it by throwing; `written` receives it
 * when its memory may be reused. A failure ends the stream and is thrown once no write is running.
 */
export async function fillFile(
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
  /** Writes one batch at a time, because two writes to the same file would only wait for each other. */
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
  // A stream that has ended no longer reports failures, so the failure of its last write is checked here.
  const failure = broken ?? unwritten
  // The rest is written even if the stream broke, because it may be the only copy.
  const rest = waiting.length > 0 ? write() : Promise.resolve()
  if (failure === null) return rest
  await rest.catch(() => undefined)
  throw failure
}
