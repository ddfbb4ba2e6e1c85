import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'

/** A server that emails link to, and that must not receive any request. */
export type Elsewhere = {
  readonly url: string
  readonly port: number
  connections(): number
  /** The number of connections, once those already begun have arrived. */
  settled(): Promise<number>
  close(): void
}

export async function listenElsewhere(): Promise<Elsewhere> {
  let connections = 0
  let own = 0
  const server = createServer((socket) => {
    connections++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/seen`,
    port,
    connections: () => connections - own,
    async settled() {
      await once(connect(port, '127.0.0.1'), 'close')
      own++
      return connections - own
    },
    close: () => void server.close(),
  }
}

/** Playwright inspects a mail frame with a script, which the frame refuses as intended. */
export const refusedByMailFrame = /Content Security Policy|Blocked script execution/
