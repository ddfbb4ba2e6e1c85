import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal } from './refusal.ts'

/** Enough for a message’s HTML, which may have five million characters and is sent whenever a draft is saved. */
const maxJsonBytes = 16 * 1024 * 1024

/**
 * Reads a JSON body. If its announced length exceeds the limit, it is refused unread. If no length is announced,
 * reading stops at the limit. Either way, no more than the limit is kept in memory.
 */
export async function readJsonBody(
  request: IncomingMessage,
  response: ServerResponse,
  maxBytes = maxJsonBytes,
): Promise<unknown> {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    throw new Refusal(415, 'wrong-content-type', 'Mailroom accepts only calls with the type application/json.')
  }
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  if (request.headers.expect) response.writeContinue()
  const text = await collect(request, maxBytes)
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, 'invalid-json', 'The request body is not valid JSON.')
  }
}

export function sendJson(response: ServerResponse, value: unknown): void {
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify(value))
}

function collect(request: IncomingMessage, maxBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) {
        chunks.length = 0
        reject(tooLarge(maxBytes))
      } else {
        chunks.push(chunk)
      }
    })
    request.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    request.once('close', () => reject(new Refusal(400, 'cut-off', 'The call ended before its body was complete.')))
    request.once('error', reject)
  })
}

function tooLarge(maxBytes: number): Refusal {
  return new Refusal(413, 'body-too-large', `A call to Mailroom can have at most ${maxBytes} bytes.`)
}
