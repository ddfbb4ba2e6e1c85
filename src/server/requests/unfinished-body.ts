import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '#core/base/ports.ts'

const lingerMilliseconds = 500
/**
 * If fewer bytes than this arrive between two checks, the client is only keeping the body open: within one computer,
 * even the slowest disk delivers more.
 */
const leastBytes = 1024

/** Closes the connection if the request body makes no progress, however long the entire upload takes. */
export function endStalledBody(request: IncomingMessage, clock: Clock, quietMilliseconds: number): void {
  const { socket } = request
  // Counted at the socket: a data listener would take the data away from the request’s handler.
  let seen = socket.bytesRead
  const check = (): void => {
    if (request.complete || socket.destroyed) return
    if (socket.bytesRead - seen < leastBytes) {
      socket.destroy()
      return
    }
    seen = socket.bytesRead
    alarm = clock.after(quietMilliseconds, check)
  }
  let alarm = clock.after(quietMilliseconds, check)
  for (const event of ['end', 'close']) request.once(event, () => alarm.cancel())
}

/**
 * Lets a client read a response that was sent before its request body was complete. Closing the connection at once
 * would reset it, and a client that is still sending would lose the response. The rest of the body is therefore
 * discarded for a moment before the connection is closed.
 */
export function discardAfterAnswer(request: IncomingMessage, response: ServerResponse, clock: Clock): void {
  // By default, Node closes the connection together with this response if the client expects no further one.
  const { writeHead } = response
  response.writeHead = (...given: unknown[]): ServerResponse => {
    if (!request.complete) response.shouldKeepAlive = true
    return Reflect.apply(writeHead, response, given) as ServerResponse
  }
  response.once('finish', () => {
    if (request.complete) return
    request.removeAllListeners('data')
    request.resume()
    const { socket } = request
    const cut = clock.after(lingerMilliseconds, () => {
      if (!request.complete) socket.destroy()
    })
    socket.once('close', () => cut.cancel())
  })
}
