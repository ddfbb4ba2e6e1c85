import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'

/** A server to which an email leads, and which nothing may reach. */
export type Elsewhere = {
  readonly url: string
  readonly port: number
  connections(): number
  /** The same, once any connection that had begun before has arrived. */
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

/** Playwright reads the frame of an email with a script of its own, which the frame rightly refuses. */
export const refusedByMailFrame = /Content Security Policy|Blocked script execution/
