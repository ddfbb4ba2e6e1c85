import type { Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { SMTPConnection, type SMTPConnectionOptions } from 'smtp-server/lib/smtp-connection.js'
import type { CertifiedKey } from '../tls/certificate.ts'
import type { Certificates } from '../tls/certificates.ts'

type LocalServerNeeds = { firstCommandMilliseconds: number; certificates: Certificates }

/** The library’s SMTP server without its protection against strangers, which slows down all clients. */
export class LocalServer extends SMTPServer {
  readonly #needs: LocalServerNeeds
  #shown: CertifiedKey | undefined

  constructor(options: SMTPServerOptions, needs: LocalServerNeeds) {
    super(options)
    this.#needs = needs
  }

  override connect(socket: Socket, options?: SMTPConnectionOptions | null): void {
    const isFull = this.connections.size >= (this.options.maxClients ?? Infinity)
    const connection = new LocalConnection(this, socket, options)
    this.connections.add(connection)
    connection.on('error', (error) => this.emit('error', error))
    const { firstCommandMilliseconds } = this.#needs
    connection.start({ isFull, firstCommandMilliseconds, beforeTls: () => this.#showCertificate() })
  }

  /** Replaces the library’s default certificate, whose private key is published. */
  #showCertificate(): void {
    const { server } = this.#needs.certificates
    if (server === this.#shown) return
    this.secureContext.set('*', createSecureContext({ key: server.key, cert: server.certificate }))
    this.#shown = server
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

type Start = { isFull: boolean; firstCommandMilliseconds: number; beforeTls: () => void }

class LocalConnection extends SMTPConnection {
  #isGathering = false
  #firstCommand: NodeJS.Timeout | undefined
  #beforeTls: (() => void) | undefined

  /** Replaces the library’s `init`, which waits 100 ms to catch spammers that talk before the greeting. */
  start({ isFull, firstCommandMilliseconds, beforeTls }: Start): void {
    this.#beforeTls = beforeTls
    if (this._socket instanceof TLSSocket) {
      this.secure = this.session.secure = true
      this.tlsOptions = this.session.tlsOptions = this._socket.getCipher()
    }
    // The library’s timeout restarts with every byte, and is long enough for the idle sessions of connection pools.
    this.#firstCommand = setTimeout(
      () => this.send(421, 'No command arrived in time.', false),
      firstCommandMilliseconds,
    )
    this._socket.once('close', () => clearTimeout(this.#firstCommand))
    this._setListeners(() => {
      if (isFull) this.send(421, 'Too many connections. Try again in a moment.', false)
      else this.connectionReady()
    })
  }

  override _onCommand(command: Buffer, callback?: () => void): void {
    clearTimeout(this.#firstCommand)
    super._onCommand(command, callback)
  }

  override upgrade(...given: Parameters<SMTPConnection['upgrade']>): void {
    this.#beforeTls?.()
    // The reply to STARTTLS must be written before the TLS layer takes over the socket.
    this._socket.uncork()
    super.upgrade(...given)
  }

  /**
   * Replies to commands that arrive together are sent together, because a separate packet for each reply would be most
   * of a command’s cost.
   */
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
