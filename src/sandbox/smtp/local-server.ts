import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { SMTPConnection, type SMTPConnectionOptions } from 'smtp-server/lib/smtp-connection.js'

/** The library's server without its protection against strangers, which makes every client wait. */
export class LocalServer extends SMTPServer {
  override connect(socket: Socket, options?: SMTPConnectionOptions | null): void {
    const isFull = this.connections.size >= (this.options.maxClients ?? Infinity)
    const connection = new LocalConnection(this, socket, options)
    this.connections.add(connection)
    connection.on('error', (error) => this.emit('error', error))
    connection.start(isFull)
  }

  /** Ends a session while its client is still sending. */
  cut(sessionId: string, code: number, sentence: string): void {
    for (const connection of this.connections) {
      if (connection.session.id !== sessionId) continue
      connection.send(code, sentence)
      connection.close()
    }
  }
}

class LocalConnection extends SMTPConnection {
  #isGathering = false

  /** In place of the library's `init`, which waits 100 ms to catch spammers that talk before the greeting. */
  start(isFull: boolean): void {
    this._setListeners(() => {
      if (isFull) this.send(421, 'Too many connections: try again in a moment.', false)
      else this.connectionReady()
    })
  }
  /** Replies to commands that arrive together are sent together, because a packet each is most of what a command costs. */
  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    this.#gather()
    super.send(code, data, context)
  }

  #gather(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    const socket = this._socket
    socket.cork()
    process.nextTick(() => {
      this.#isGathering = false
      socket.uncork()
    })
  }
}
