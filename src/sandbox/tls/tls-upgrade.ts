import type { Socket } from 'node:net'
import { createServer, type Server, type TlsOptions, type TLSSocket } from 'node:tls'
import type { CertifiedKey } from './certificate.ts'
import type { Certificates } from './certificates.ts'

type TlsUpgradeNeeds = {
  certificates: Certificates
  options: Pick<TlsOptions, 'ALPNProtocols' | 'handshakeTimeout'>
  onSecure: (socket: TLSSocket) => void
}

/** Makes plain connections secure, with the sandbox’s current certificate. */
export class TlsUpgrade {
  readonly #needs: TlsUpgradeNeeds
  #server: Server | undefined
  /** The sockets beneath the TLS connections. A server that is given only the TLS sockets can’t close them. */
  readonly #sockets = new Set<Socket>()
  #shown: CertifiedKey | undefined

  constructor(needs: TlsUpgradeNeeds) {
    this.#needs = needs
  }

  take(socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    // Created with the first connection, because most programs use no TLS.
    this.#server ??= this.#create()
    const { server } = this.#needs.certificates
    if (this.#shown !== server) this.#server.setSecureContext({ key: server.key, cert: server.certificate })
    this.#shown = server
    this.#server.emit('connection', socket)
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  #create(): Server {
    const { options, onSecure } = this.#needs
    const server = createServer(options)
    server.on('secureConnection', onSecure)
    // Closes connections from clients that do not trust the authority, or that send something other than TLS.
    server.on('tlsClientError', (_error, socket) => socket.destroy())
    return server
  }
}
