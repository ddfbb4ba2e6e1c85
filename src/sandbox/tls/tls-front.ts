import type { Server } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createServer, TLSSocket, type Server as TlsServer } from 'node:tls'
import type { CertifiedKey } from './certificate.ts'
import type { Certificates } from './certificates.ts'

/** A TLS connection begins with this byte, and no HTTP request does. */
const handshakeByte = 0x16

export type TlsFrontNeeds = {
  server: Server
  certificates: Certificates
  headMilliseconds: number
}

/**
 * Lets an HTTP server speak HTTPS on the same port. The HTTP parser refuses a TLS hello at its first byte, so connections
 * without TLS cost nothing. Looking at each one’s first bytes before the parser does would cost every new connection time.
 */
export class TlsFront {
  readonly #certificates: Certificates
  readonly #tls: TlsServer
  /** The sockets beneath TLS. The HTTP server knows and closes only those above. */
  readonly #sockets = new Set<Socket>()
  #shown: CertifiedKey | undefined

  constructor({ server, certificates, headMilliseconds }: TlsFrontNeeds) {
    this.#certificates = certificates
    this.#tls = createServer({ ALPNProtocols: ['http/1.1'], handshakeTimeout: headMilliseconds })
    this.#tls.on('secureConnection', (socket) => server.emit('connection', socket))
    // Clients that do not trust the authority end here, as do those that send something else after the first byte.
    this.#tls.on('tlsClientError', (_error, socket) => socket.destroy())
  }

  /** Takes a connection whose first packet the HTTP parser has refused, if it is a TLS hello. Returns whether it was. */
  take(packet: Buffer | undefined, connection: Duplex): boolean {
    if (packet?.[0] !== handshakeByte || !(connection instanceof Socket) || connection instanceof TLSSocket)
      return false
    if (connection.bytesRead !== packet.length) return false
    releaseFromHttp(connection)
    this.#sockets.add(connection)
    connection.once('close', () => this.#sockets.delete(connection))
    const { server } = this.#certificates
    if (this.#shown !== server) this.#tls.setSecureContext({ key: server.key, cert: server.certificate })
    this.#shown = server
    // The TLS layer takes the socket’s handle, and what the socket has buffered until then.
    connection.pause()
    connection.unshift(packet)
    this.#tls.emit('connection', connection)
    return true
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
  }
}

/** For the HTTP server, the connection has closed: it frees the parser, whose time limits would end the connection. */
function releaseFromHttp(socket: Socket): void {
  const closed = socket.listeners('close')
  // Removing all at once would make the socket flow again, away from the TLS layer.
  for (const event of socket.eventNames()) socket.removeAllListeners(event)
  for (const listener of closed) listener.call(socket, false)
}
