import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * A bound on open connections that strangers cannot use to keep the user out: at the bound the stranger who has been
 * connected longest makes room. A connection is no stranger's once a call on it carried the key of a session.
 */
export class Connections {
  readonly #strangers = new Set<Socket>()
  readonly #known = new Set<Socket>()

  constructor(server: Server, most: number) {
    server.on('connection', (socket: Socket) => {
      if (this.#strangers.size + this.#known.size >= most && !this.#dropOldestStranger()) {
        socket.destroy()
        return
      }
      this.#strangers.add(socket)
      socket.once('close', () => {
        this.#strangers.delete(socket)
        this.#known.delete(socket)
      })
    })
  }

  trust(socket: Socket): void {
    if (this.#strangers.delete(socket)) this.#known.add(socket)
  }

  #dropOldestStranger(): boolean {
    for (const oldest of this.#strangers) {
      this.#strangers.delete(oldest)
      oldest.destroy()
      return true
    }
    return false
  }
}
