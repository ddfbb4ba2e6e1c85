import { lookup, type LookupAddress, type LookupOptions } from 'node:dns'
import { connect, type Socket } from 'node:net'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { isLoopback } from '#shared/domain/base/host-name.ts'
import type { ReplyReceiver } from '#shared/domain/sandbox/reply-receiver.ts'
import type { ComposedReply } from './composed-reply.ts'
import { ownMailServer } from './own-marks.ts'

/**
 * `absent`: nobody takes mail there. `broken`: the receiver was lost on the way, or was too slow. `later`: a response from
 * 400 on. `refused`: one from 500 on, which is final.
 */
export type ReplyEnd = { end: 'sent' } | { end: 'absent' | 'broken' | 'later' | 'refused'; reason: string }

const longestSilence = 10_000
/** A receiver may respond just often enough to never be silent. */
const longestWait = 30_000

/** Sends replies to the receiver, one after another over the same connection. */
export class ReplyConnection {
  readonly #receiver: ReplyReceiver
  #open: SMTPConnection | undefined

  constructor(receiver: ReplyReceiver) {
    this.#receiver = receiver
  }

  async send(reply: ComposedReply, signal: AbortSignal): Promise<ReplyEnd> {
    const isUsedAgain = this.#open !== undefined
    const received = await this.#send(reply, signal)
    if (received.end !== 'sent') this.close()
    // The receiver closed the idle connection just when it was used again.
    const isStale = received.end === 'broken' && isUsedAgain && !signal.aborted
    return isStale ? this.send(reply, signal) : received
  }

  close(): void {
    this.#open?.close()
    this.#open = undefined
  }

  async #send({ returnPath, to, source }: ComposedReply, signal: AbortSignal): Promise<ReplyEnd> {
    try {
      this.#open ??= await this.#connect(signal)
    } catch (error) {
      return { end: 'absent', reason: `The receiver takes no mail: ${sentenceOf(error)}` }
    }
    const connection = this.#open
    try {
      await settled(connection, signal, (done) => connection.send({ from: returnPath || false, to }, source, done))
      return { end: 'sent' }
    } catch (error) {
      const { responseCode = 0, code } = error as { responseCode?: number; code?: string }
      const reason = sentenceOf(error)
      if (responseCode >= 400) return { end: responseCode >= 500 ? 'refused' : 'later', reason }
      // For example, the receiver does not take addresses beyond ASCII.
      return { end: code === 'EENVELOPE' || code === 'EMESSAGE' ? 'refused' : 'broken', reason }
    }
  }

  async #connect(signal: AbortSignal): Promise<SMTPConnection> {
    const socket = await openSocket(this.#receiver, signal)
    const connection = new SMTPConnection({
      connection: socket,
      name: ownMailServer,
      // Nobody else listens on loopback, and test receivers sign their certificates themselves.
      ignoreTLS: true,
      greetingTimeout: longestSilence,
      socketTimeout: longestSilence,
    })
    // An idle connection may be lost at any time.
    connection.on('error', () => undefined)
    try {
      await settled(connection, signal, (done) => connection.connect(done))
    } catch (error) {
      connection.close()
      throw error
    }
    connection.once('end', () => {
      if (this.#open === connection) this.#open = undefined
    })
    return connection
  }
}

function openSocket({ host, port }: ReplyReceiver, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup: lookupLoopback, timeout: longestSilence, signal })
    socket.once('timeout', () => socket.destroy(new Error(late)))
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.setTimeout(0).removeAllListeners('timeout').off('error', reject)
      resolve(socket)
    })
  })
}

type LookupDone = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void

/** The name localhost may be given to another computer. */
function lookupLoopback(host: string, options: LookupOptions, done: LookupDone): void {
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, [])
    const own = found.filter(({ address }) => isLoopback(address))
    if (own.length === 0) return done(new Error(`${host} is not this computer.`), [])
    if (options.all === true) done(null, own)
    else done(null, own[0]!.address, own[0]!.family)
  })
}

/** Resolves when `work` calls back, and rejects when the connection or the patience ends first. */
function settled(
  connection: SMTPConnection,
  signal: AbortSignal,
  work: (done: (error?: Error | null) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (error?: Error | null): void => {
      clearTimeout(limit)
      connection.off('error', done)
      connection.off('end', ended)
      signal.removeEventListener('abort', aborted)
      if (error) reject(error)
      else resolve()
    }
    const ended = (): void => done(new Error('The receiver closed the connection.'))
    const aborted = (): void => done(new Error('The sandbox was closed.'))
    const limit = setTimeout(() => done(new Error(late)), longestWait)
    connection.on('error', done)
    connection.on('end', ended)
    signal.addEventListener('abort', aborted)
    if (signal.aborted) return aborted()
    work(done)
  })
}

const late = `No response within ${longestSilence / 1000} s.`

/** What the receiver said, or what became of the connection. */
function sentenceOf(error: unknown): string {
  const { code, message, response } = error as NodeJS.ErrnoException & { response?: unknown }
  if (code === 'ECONNREFUSED') return 'The connection was refused.'
  if (code === 'ETIMEDOUT') return late
  return (typeof response === 'string' && response !== '' ? response : message).replace(/\s+/g, ' ').slice(0, 500)
}
