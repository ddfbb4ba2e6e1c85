import type { IncomingMessage, ServerResponse } from 'node:http'
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

const parting = { bytes: 262_144, milliseconds: 1000 }

/**
 * Writes an answer to a call whose body is not read to its end, and closes. A connection that is closed while bytes wait
 * in it is reset, and the client might lose the answer: for a moment what still comes is thrown away.
 */
export async function writeAndPart(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
  const { status, headers, body } = answer
  if (response.destroyed || isStreamed(body)) {
    response.destroy()
    return
  }
  headers['content-length'] = String(Buffer.byteLength(body))
  headers['connection'] = 'close'
  response.writeHead(status, headers).write(body)
  await new Promise<void>((resolve) => {
    const wait = setTimeout(resolve, parting.milliseconds)
    let left = parting.bytes
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) resolve()
    })
    request.once('end', resolve)
    response.once('close', () => {
      clearTimeout(wait)
      resolve()
    })
  })
  response.end(() => request.socket.destroy())
}
