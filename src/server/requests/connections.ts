import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

export type ConnectionLimits = {
  /** Connections open at the same time. A browser opens six for each profile, a program perhaps one for each call. */
  connections: number
  /** Bytes of incomplete heads, for all connections together that are not signed in. */
  headBytes: number
}

/**
 * Limits open connections without letting strangers lock out the user: at the limit, the strangers that have been
 * connected longest are disconnected. A connection is trusted once a call on it had the key of a session.
 */
export class Connections {
  readonly #limits: ConnectionLimits
  /** Bytes of the incomplete head by connection, oldest connection first. */
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
    // Runs before the parser gets the bytes, which may complete the head.
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
