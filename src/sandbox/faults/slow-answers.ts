import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { isStreamed, type Answer } from '../http/answer.ts'
import { bytesOf } from './body-bytes.ts'

const byteInterval = 10

/**
 * Sends one byte every 10 ms. A client that limits the time for a response gives up, but one that limits only silence
 * does not.
 */
export async function slowly(answer: Answer, response: ServerResponse, closing: AbortSignal): Promise<void> {
  response.writeHead(answer.status, answer.headers)
  response.flushHeaders()
  for await (const chunk of bytesOf(answer.body)) {
    for (let i = 0; i < chunk.length; i++) {
      await sleep(byteInterval, undefined, { signal: closing }).catch(() => undefined)
      if (response.destroyed || closing.aborted) return
      response.write(chunk.subarray(i, i + 1))
    }
  }
  await new Promise<void>((resolve) => {
    response.once('close', resolve)
    response.end(() => resolve())
  })
  if (isStreamed(answer.body)) answer.body.complete?.()
}

/** Keeps the client waiting until it disconnects or the sandbox closes. */
export async function hang(response: ServerResponse, closing: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    response.once('close', resolve)
    if (closing.aborted) resolve()
    else closing.addEventListener('abort', () => resolve(), { once: true })
  })
  response.socket?.destroy()
}
