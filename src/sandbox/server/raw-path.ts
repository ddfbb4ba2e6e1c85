import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

const rawRequestLine = /^[A-Z]{1,20} \/[^\s\x80-\xff]*[\x80-\xff]\S* HTTP\/1\.[01]$/

/**
 * Serves a request whose path contains non-ASCII characters. Real clients send them unencoded, which Node’s parser
 * refuses: the bytes are encoded and the request is passed to the server again. Returns whether this was such a
 * request.
 */
export function serveRawPath(server: Server, packet: Buffer | undefined, socket: Duplex): boolean {
  if (packet === undefined || socket instanceof EncodedConnection) return false
  const end = packet.indexOf('\r\n')
  const line = packet.toString('latin1', 0, Math.max(0, end))
  if (!rawRequestLine.test(line)) return false
  const encoded = line.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`)
  // The connection is closed after this request, because the parser could not read a second one.
  const head = Buffer.from(`${encoded}\r\nConnection: close`)
  server.emit('connection', new EncodedConnection(socket as Socket, Buffer.concat([head, packet.subarray(end)])))
  return true
}

/** A connection whose first bytes have been replaced. */
class EncodedConnection extends Duplex {
  readonly #socket: Socket
  readonly remoteAddress: string | undefined

  constructor(socket: Socket, first: Buffer) {
    super()
    this.#socket = socket
    this.remoteAddress = socket.remoteAddress
    socket.removeAllListeners()
    this.push(first)
    socket.on('data', (chunk: Buffer) => {
      if (!this.push(chunk)) socket.pause()
    })
    socket.on('end', () => this.push(null))
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.destroy())
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }
}
