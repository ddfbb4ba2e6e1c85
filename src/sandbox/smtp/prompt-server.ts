import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { SMTPConnection, type SMTPConnectionOptions } from 'smtp-server/lib/smtp-connection.js'

/** The library's server, without the waiting that is of use against strangers alone. */
export class PromptServer extends SMTPServer {
  override connect(socket: Socket, options?: SMTPConnectionOptions | null): void {
    const connection = new PromptConnection(this, socket, options)
    const isFull = this.connections.size >= (this.options.maxClients ?? Infinity)
    this.connections.add(connection)
    connection.on('error', (error) => this.emit('error', error))
    if (isFull) connection.turnAway()
    else connection.init()
  }

  /** Ends a session in the middle of what it sends. */
  cut(sessionId: string, code: number, sentence: string): void {
    for (const connection of this.connections) {
      if (connection.session.id !== sessionId) continue
      connection.send(code, sentence)
      connection.close()
    }
  }
}

class PromptConnection extends SMTPConnection {
  #isGathering = false

  /** The library keeps every caller waiting for a tenth of a second, to catch spammers who talk before the greeting. */
  override init(): void {
    this._setListeners(() => this.connectionReady())
  }

  turnAway(): void {
    this._setListeners(() => this.send(421, 'Too many connections: try again in a moment.', false))
  }

  /** The answers to commands that came in together go out together: a packet each is most of the cost of a command. */
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
