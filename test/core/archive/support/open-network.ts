import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'

export type TestNetwork = {
  readonly port: number
  /** Stops all traffic on open connections without closing them, as when the network is lost. */
  readonly fallSilent: () => void
  /** Like `fallSilent`, and new connections are silent too, until `cut` is called. */
  readonly lose: () => void
  /** Closes the open connections. */
  readonly cut: () => void
  /** How often this text was sent to the server. */
  readonly sent: (text: string) => number
}

/** A proxy to the server on a separate port. */
export async function openNetwork({ host, port }: Pick<TeamServer, 'host' | 'port'>): Promise<TestNetwork> {
  const sockets: Socket[] = []
  const chunks: Buffer[] = []
  let isLost = false
  const way = createServer((socket) => {
    socket.on('error', () => undefined)
    if (isLost) return void sockets.push(socket)
    const there = connect(port, host)
    sockets.push(socket, there)
    there.on('error', () => undefined)
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.pipe(there).pipe(socket)
  })
  await once(way.listen(0, '127.0.0.1'), 'listening')
  const cut = (): void => {
    isLost = false
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(() => {
    cut()
    way.close()
  })
  const fallSilent = (): void => {
    for (const socket of sockets) socket.unpipe().pause()
  }
  return {
    port: (way.address() as AddressInfo).port,
    fallSilent,
    lose() {
      isLost = true
      fallSilent()
    },
    cut,
    sent: (text) => Buffer.concat(chunks).toString().split(text).length - 1,
  }
}
