import { once } from 'node:events'
import { chmod } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { randomBytes } from 'node:crypto'
import type { Logger } from '../base/ports.ts'
import type { DataLock } from '../node/index.ts'
import { readFrames, writeFrame } from './frames.ts'
import { Guest, type Hosting } from './guest.ts'
import { isProof, newNonce, proofOf } from './proof.ts'
import { temporarySocketPath, removeSocket, socketPath } from './socket-path.ts'
import { greeting, guestProof, mostFrameBytes, mostGreetingBytes } from './wire.ts'

/**
 * The part of `lock.json` that guests need: where to find the data folder’s host, and the secret that proves that a
 * guest may read that file.
 */
export type SocketKey = { readonly path: string; readonly secret: string }

/**
 * A connection is closed if the other side has not proved its identity within this time, or if it exceeds this number
 * of connections.
 */
const proofMilliseconds = 5000
const mostConnections = 64

export type Opening = Hosting & {
  readonly data: string
  /** Records where guests find the host. */
  readonly lock: Pick<DataLock, 'update'>
  readonly logger: Pick<Logger, 'log'>
}

/**
 * Lets the owner’s other programs, such as the command line, send requests to the app that holds the data folder. They
 * connect to a socket that only the owner can open, on which both sides prove that they know this run’s secret
 * (docs/adr/0026).
 */
export class Guests {
  readonly key: SocketKey
  readonly #opening: Opening
  readonly #server: Server
  readonly #connections = new Set<Socket>()
  readonly #proved = new Set<Socket>()
  #onLeft: (() => void) | null = null
  #isClosing = false

  private constructor(opening: Opening, key: SocketKey, server: Server) {
    this.#opening = opening
    this.key = key
    this.#server = server
    server.on('connection', (socket) => this.#receive(socket))
    // A failure to accept a connection is no reason to end the program.
    server.on('error', () => undefined)
  }

  /** Null if no socket could be opened. The app starts anyway. */
  static async open(opening: Opening): Promise<Guests | null> {
    for (const pathFor of [socketPath, temporarySocketPath]) {
      const server = createServer()
      try {
        const path = await pathFor(opening.data)
        const guests = new Guests(opening, { path, secret: randomBytes(32).toString('base64url') }, server)
        server.listen(path)
        await once(server, 'listening')
        // The mode is set regardless of the umask; until then, the folder’s mode keeps others out. A Windows pipe has
        // no mode.
        if (process.platform !== 'win32') await chmod(path, 0o600)
        say(opening, { socket: guests.key })
        return guests
      } catch (thrown) {
        // A data folder on another computer may not support sockets, so a temporary folder is tried next.
        opening.logger.log('warn', 'The socket for the command line could not be opened.', { reason: String(thrown) })
      }
    }
    say(opening, { socket: undefined })
    return null
  }

  get count(): number {
    return this.#proved.size
  }

  /** Resolves once no guest is left. */
  async left(): Promise<void> {
    if (this.count === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#onLeft = resolve
    await promise
  }

  /** Accepts no new guests; current guests are served until the end. */
  stop(): void {
    if (this.#isClosing) return
    this.#isClosing = true
    say(this.#opening, { socket: null, isClosing: true })
    this.#server.close()
    for (const socket of this.#connections) if (!this.#proved.has(socket)) socket.destroy()
  }

  async close(): Promise<void> {
    this.stop()
    // Waits until the last responses have been delivered.
    await Promise.all([...this.#connections].map((socket) => ended(socket)))
    await removeSocket(this.key.path, this.#opening.data)
  }

  #receive(socket: Socket): void {
    if (this.#connections.size >= mostConnections) return void socket.destroy()
    this.#connections.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => {
      this.#connections.delete(socket)
      if (this.#proved.delete(socket) && this.count === 0) this.#onLeft?.()
    })
    const late = setTimeout(() => socket.destroy(), proofMilliseconds)
    socket.once('close', () => clearTimeout(late))
    const { secret } = this.key
    const ofHost = newNonce()
    let ofGuest = ''
    let guest: Guest | null = null
    const reading = readFrames(socket, mostGreetingBytes, (value) => {
      if (guest) return guest.receive(value)
      const given = ofGuest === '' ? greeting.safeParse(value) : guestProof.safeParse(value)
      if (!given.success) return void socket.destroy()
      if ('nonce' in given.data) {
        ofGuest = given.data.nonce
        return writeFrame(socket, { nonce: ofHost, proof: proofOf('host', secret, { ofGuest, ofHost }) })
      }
      if (!isProof(given.data.proof, proofOf('guest', secret, { ofGuest, ofHost }))) return void socket.destroy()
      clearTimeout(late)
      reading.limit = mostFrameBytes
      this.#proved.add(socket)
      guest = new Guest(this.#opening, socket)
      writeFrame(socket, { welcome: true })
    })
  }
}

/**
 * If the folder is missing or full, guests cannot find this host, but that must not prevent the app from opening or
 * closing.
 */
function say({ lock, logger }: Opening, change: Parameters<DataLock['update']>[0]): void {
  try {
    lock.update(change)
  } catch (thrown) {
    logger.log('warn', 'The lock file could not be written.', { reason: String(thrown) })
  }
}

async function ended(socket: Socket): Promise<void> {
  if (socket.destroyed) return
  const closed = once(socket, 'close')
  socket.end()
  const cut = setTimeout(() => socket.destroy(), 1000)
  await closed
  clearTimeout(cut)
}
