import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { AppError } from '#shared/contract/base/error.ts'
import type { DraftPart } from '#shared/contract/base/draft.ts'

/** Large enough that reading costs little, and a multiple of three, so that the base64 of a chunk needs no padding. */
const chunkSize = 192 * 1024

/** Yields the bytes of a draft’s file while the message is sent. Throws if they aren’t the bytes that were added. */
export async function* partBytes(path: string, part: DraftPart): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: chunkSize }) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  } catch (thrown) {
    throw unreadablePart(part, thrown)
  }
  // The rest of the request follows the last file, so the service cannot mistake a request that fails here for a complete
  // one.
  if (size !== part.size || hash.digest('hex') !== part.sha256) throw changedPart(part)
}

export function unreadablePart({ name }: DraftPart, thrown: unknown): AppError {
  const reason = (thrown as NodeJS.ErrnoException).code ?? String(thrown)
  const sentence =
    reason === 'ENOENT'
      ? `“${name}” is missing from Mailroom’s data folder. Edit the message, remove the file and add it again.`
      : `“${name}” can’t be read. Check the disk, or edit the message and add the file again.`
  return new AppError('attachment-unreadable', sentence, { details: { reason }, cause: thrown })
}

export function changedPart({ name }: DraftPart): AppError {
  const sentence = `Mailroom’s copy of “${name}” was changed after you added the file. Edit the message, remove the file and add it again.`
  return new AppError('attachment-unreadable', sentence, { details: { reason: 'changed' } })
}
