import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { isStreamed, type Answer } from '../http/answer.ts'

export async function* bytesOf(body: Answer['body']): AsyncGenerator<Uint8Array> {
  if (isStreamed(body)) yield* body.chunks
  else yield Buffer.from(body)
}

/** Resolves when all written bytes were sent, or when the client has disconnected. */
export async function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed) return
  const stop = new AbortController()
  const { signal } = stop
  await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]).finally(() =>
    stop.abort(),
  )
}
