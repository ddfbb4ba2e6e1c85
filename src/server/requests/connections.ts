import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

export type ConnectionLimits = {
  /** Open at the same time. A browser opens six for each profile, a program maybe one for each call. */
  connections: number
  /** What strangers may have sent of heads that are not complete, all of them together. */
  headBytes: number
}

/**
 * Bounds what open connections take without letting strangers keep the user out: at a bound those make room that have
 * been connected longest. A connection is no stranger's once a call on it carried the key of a session.
 */
export class Connections {
  readonly #limits: ConnectionLimits
  /** Bytes of a head that is not complete, by connection; the oldest connection first. */
  readonly #strangers = new Map<Socket, number>()
  readonly #known = new Set<Socket>()
  #headBytes = 0

  constructor(server: Server, limits: ConnectionLimits) {
    this.#limits = limits
    server.on('connection', (socket: Socket) => this.#admit(socket))
    server.on('request', ({ socket }: IncomingMessage) => {
      if (this.#strangers.has(socket)) this.#holds(socket, 0)
    })
  }

  trust(socket: Socket): void {
    if (!this.#strangers.has(socket)) return
    this.#forget(socket)
    this.#known.add(socket)
  }

  #admit(socket: Socket): void {
    if (this.#strangers.size + this.#known.size >= this.#limits.connections) {
      const [oldest = socket] = this.#strangers.keys()
      this.#drop(oldest)
      if (oldest === socket) return
    }
    this.#strangers.set(socket, 0)
    socket.once('close', () => {
      this.#forget(socket)
      this.#known.delete(socket)
    })
    // Before the parser gets the bytes: it may complete the head with them.
    socket.prependListener('data', ({ length }: Buffer) => this.#receive(socket, length))
  }

  #receive(socket: Socket, bytes: number): void {
    const before = this.#strangers.get(socket)
    if (before === undefined) return
    this.#holds(socket, before + bytes)
    for (const [oldest, held] of this.#strangers) {
      if (this.#headBytes <= this.#limits.headBytes) break
      if (held > 0) this.#drop(oldest)
    }
  }

  #holds(socket: Socket, bytes: number): void {
    this.#headBytes += bytes - (this.#strangers.get(socket) ?? 0)
    this.#strangers.set(socket, bytes)
  }

  #drop(socket: Socket): void {
    this.#forget(socket)
    socket.destroy()
  }

  #forget(socket: Socket): void {
    this.#headBytes -= this.#strangers.get(socket) ?? 0
    this.#strangers.delete(socket)
  }
}
