import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

export type ConnectionLimits = {
  /** Maximum number of open connections. A browser opens six per profile; a program may open one per call. */
  connections: number
  /** The maximum number of bytes in incomplete request heads, for all connections without a session together. */
  headBytes: number
}

/**
 * Limits open connections without letting strangers lock the user out: at the limit, the oldest connections of
 * strangers are closed. A connection is trusted once a call on it has had a session key.
 */
export class Connections {
  readonly #limits: ConnectionLimits
  /** The bytes of each stranger’s incomplete head, oldest connection first. */
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
    // Counts the bytes before the parser gets them, because they may complete the head.
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
