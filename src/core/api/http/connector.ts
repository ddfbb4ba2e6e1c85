import type { Socket } from 'node:net'
import { buildConnector } from 'undici'
import type { ReadBuffers } from './read-buffers.ts'

/** Connects like undici, except that sockets read into our own memory. */
export function createConnector(options: buildConnector.BuildOptions, buffers: ReadBuffers): buildConnector.connector {
  // undici’s connector keeps TLS sessions for its sockets. Here, each socket gets a new connector, so the session is kept
  // outside.
  let session: Buffer | undefined
  return (target, callback) => {
    let socket: Socket | null = null
    const onread = buffers.reader((part) => socket?.push(part) ?? false)
    // Nothing is received before the callback, because the service sends nothing until it receives a request.
    buildConnector({ ...options, onread, session })(target, (...result) => {
      socket = result[1]
      socket?.on('session', (news: Buffer) => (session = news))
      callback(...result)
    })
  }
}
