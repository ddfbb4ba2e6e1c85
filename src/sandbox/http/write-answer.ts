import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isStreamed, type Answer } from './answer.ts'

/** Writes a complete response. Resolves when it has been handed over or the client has disconnected. */
export async function writeAnswer(response: ServerResponse, { status, headers, body }: Answer): Promise<void> {
  if (response.destroyed) return
  if (!isStreamed(body)) {
    headers['content-length'] = String(typeof body === 'string' ? Buffer.byteLength(body) : body.length)
    response.writeHead(status, headers).end(body)
    return
  }
  response.writeHead(status, headers)
  // In object mode, Node buffers 16 chunks by default, which is 16 MB of an export.
  await pipeline(Readable.from(body.chunks, { highWaterMark: 2 }), response)
  body.complete?.()
}

const discard = { bytes: 262_144, milliseconds: 1000 }

/**
 * Writes a response to a call whose body is not read to its end, and closes the connection. Closing while unread bytes are
 * waiting would reset the connection and could lose the response, so bytes that still arrive are discarded for a moment.
 */
export async function writeAndClose(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
  const { status, headers, body } = answer
  if (response.destroyed || isStreamed(body)) {
    response.destroy()
    return
  }
  headers['content-length'] = String(Buffer.byteLength(body))
  headers['connection'] = 'close'
  response.writeHead(status, headers).write(body)
  await new Promise<void>((resolve) => {
    const wait = setTimeout(resolve, discard.milliseconds)
    let left = discard.bytes
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
