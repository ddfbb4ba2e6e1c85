import type { ServerResponse } from 'node:http'
import type { RequestLog } from '../http/request-log.ts'

const maxBufferedBytes = 1_048_576

/** Sends every request as a server-sent event. A reader that cannot keep up misses some events. */
export function openEventStream(response: ServerResponse, log: RequestLog): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  response.write(': ready\n\n')
  const stop = log.requests.add((entry) => {
    if (response.writableLength > maxBufferedBytes) return
    response.write(`id: ${entry.id}\nevent: request\ndata: ${JSON.stringify(entry)}\n\n`)
  })
  response.once('close', stop)
}
