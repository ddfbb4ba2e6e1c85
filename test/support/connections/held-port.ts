import net, { type Server } from 'node:net'
import { onTestFinished } from 'vitest'

type Handle = { getsockname(place: object): number; close(): void }
type WithHandles = { _createServerHandle(address: string, port: number, family: 4): Handle }

/**
 * A port at which nothing listens until the test does. The test keeps it meanwhile, so that no other program gets it, as
 * it could get one that was free a moment ago. Only this function of Node’s cluster separates the two.
 */
export function holdPort(): { port: number; listen: (server: Server) => void } {
  const handle = (net as unknown as WithHandles)._createServerHandle('127.0.0.1', 0, 4)
  onTestFinished(() => handle.close())
  const place = { port: 0 }
  handle.getsockname(place)
  return { port: place.port, listen: (server) => void server.listen(handle) }
}
