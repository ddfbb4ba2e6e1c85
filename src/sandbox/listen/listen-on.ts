import { once } from 'node:events'
import { Server as HttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'

/** Enough for 10,000 clients that connect at once. The kernel reduces it to the system’s limit. */
const backlog = 16_384

/** A server that listens. `close` closes only the listeners on further addresses: the server is closed by its owner. */
export type Listening = { port: number; close: () => Promise<void> }

/**
 * Listens on the same port on all of the addresses. A Node server listens on only one address, so listeners on the
 * others pass their connections to it.
 */
export async function listenOn(
  server: Server,
  [first, ...others]: readonly [string, ...string[]],
  port: number,
): Promise<Listening> {
  const own = await listen(server, first, port)
  const beside: Server[] = []
  const close = async (): Promise<void> => void (await Promise.all(beside.map(closed)))
  try {
    // The same options as Node’s own HTTP server uses.
    const options = { allowHalfOpen: server instanceof HttpServer, noDelay: true }
    for (const address of others) {
      const other = createServer(options, (socket) => server.emit('connection', socket))
      await listen(other, address, own)
      beside.push(other)
    }
  } catch (error) {
    await Promise.all([close(), closed(server)])
    throw error
  }
  return { port: own, close }
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  server.listen({ port, host, backlog })
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}
