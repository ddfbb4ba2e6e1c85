import type { Server } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type { Certificates } from './certificates.ts'
import { TlsUpgrade } from './tls-upgrade.ts'

/** The first byte of every TLS connection, and of no HTTP request. */
const handshakeByte = 0x16

export type TlsFrontNeeds = {
  server: Server
  certificates: Certificates
  headMilliseconds: number
}

/**
 * Serves HTTPS on an HTTP server’s port. The HTTP parser rejects a TLS hello at its first byte, and only then is the
 * connection examined, so plain HTTP connections cost nothing. Examining every connection before the parser would slow
 * down all of them.
 */
export class TlsFront {
  readonly #upgrade: TlsUpgrade

  constructor({ server, certificates, headMilliseconds }: TlsFrontNeeds) {
    this.#upgrade = new TlsUpgrade({
      certificates,
      options: { ALPNProtocols: ['http/1.1'], handshakeTimeout: headMilliseconds },
      onSecure: (socket) => server.emit('connection', socket),
    })
  }

  /** If the packet that the HTTP parser rejected is a TLS hello, takes over its connection and returns true. */
  take(packet: Buffer | undefined, connection: Duplex): boolean {
    if (packet?.[0] !== handshakeByte || !(connection instanceof Socket) || connection instanceof TLSSocket)
      return false
    if (connection.bytesRead !== packet.length) return false
    releaseFromHttp(connection)
    // The TLS layer takes over the socket’s handle and the data buffered so far.
    connection.pause()
    connection.unshift(packet)
    this.#upgrade.take(connection)
    return true
  }

  close(): void {
    this.#upgrade.close()
  }
}

/**
 * Makes the HTTP server believe that the connection is closed. It then frees the parser, whose time limits would end
 * the connection.
 */
function releaseFromHttp(socket: Socket): void {
  const closed = socket.listeners('close')
  // Removing all listeners at once would make the socket flow again, and the TLS layer would miss data.
  for (const event of socket.eventNames()) socket.removeAllListeners(event)
  for (const listener of closed) listener.call(socket, false)
}
