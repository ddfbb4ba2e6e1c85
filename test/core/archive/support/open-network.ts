import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'

export type TestNetwork = {
  readonly port: number
  /** Nothing arrives any longer on the connections that are open, and nothing is refused, as without a network. */
  readonly fallSilent: () => void
  /** Ends the connections that are open. */
  readonly cut: () => void
}

/** A way to the server, by a port of its own. */
export async function openNetwork({ host, port }: Pick<TeamServer, 'host' | 'port'>): Promise<TestNetwork> {
  const sockets: Socket[] = []
  const way = createServer((socket) => {
    const there = connect(port, host)
    sockets.push(socket, there)
    for (const each of [socket, there]) each.on('error', () => undefined)
    socket.pipe(there).pipe(socket)
  })
  await once(way.listen(0, '127.0.0.1'), 'listening')
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(() => {
    cut()
    way.close()
  })
  return {
    port: (way.address() as AddressInfo).port,
    fallSilent() {
      for (const socket of sockets) socket.unpipe().pause()
    },
    cut,
  }
}
