import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** No system gives a port below this one to a program that asks for any, or to a connection. */
const firstGiven = 32_768
const lowest = 20_000

/**
 * A port that is also free later, between two programs of a test that listen on it: nobody gets it by chance, as another
 * test could get one that was chosen by the system. A test that listens only once, or never, uses `holdPort`.
 */
export async function quietPort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, firstGiven)
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
