import type { Socket } from 'node:net'
import { buildConnector } from 'undici'
import type { ReadBuffers } from './read-buffers.ts'

/** undici's own way to connect, but for where the socket reads into. */
export function createConnector(options: buildConnector.BuildOptions, buffers: ReadBuffers): buildConnector.connector {
  // A connector keeps the TLS sessions of its sockets; as each socket has its own, they are kept here.
  let session: Buffer | undefined
  return (target, callback) => {
    let socket: Socket | null = null
    const onread = buffers.reader((part) => socket?.push(part) ?? false)
    // The service does not speak before it is asked, and it is asked once the callback was called.
    buildConnector({ ...options, onread, session })(target, (...result) => {
      socket = result[1]
      socket?.on('session', (news: Buffer) => (session = news))
      callback(...result)
    })
  }
}
