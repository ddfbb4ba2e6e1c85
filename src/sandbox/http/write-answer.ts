import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isStreamed, type Answer } from './answer.ts'

/** Writes an answer whole. Resolves when it was handed over, or when the client has left. */
export async function writeAnswer(response: ServerResponse, { status, headers, body }: Answer): Promise<void> {
  if (response.destroyed) return
  if (!isStreamed(body)) {
    headers['content-length'] = String(typeof body === 'string' ? Buffer.byteLength(body) : body.length)
    response.writeHead(status, headers).end(body)
    return
  }
  response.writeHead(status, headers)
  // Node counts 16 pieces by default in object mode: with pieces of a megabyte that would be held in memory.
  await pipeline(Readable.from(body.chunks, { highWaterMark: 2 }), response)
  body.complete?.()
}
