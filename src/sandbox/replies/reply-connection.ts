import { lookup, type LookupAddress, type LookupOptions } from 'node:dns'
import { connect, type Socket } from 'node:net'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { isLoopback } from '#shared/domain/base/host-name.ts'
import type { ReplyReceiver } from '#shared/domain/sandbox/reply-receiver.ts'
import type { ComposedReply } from './composed-reply.ts'
import { ownMailServer } from './own-marks.ts'

/**
 * `absent`: no mail server accepts the connection. `broken`: the connection was lost while sending. `silent`: the
 * receiver took too long. `later`: it refused for now, with a code from 400 to 499. `refused`: it refused for good,
 * with a code from 500 on.
 */
export type ReplyEnd = { end: 'sent' } | { end: 'absent' | 'broken' | 'silent' | 'later' | 'refused'; reason: string }

/**
 * A receiver may respond just often enough not to count as silent, so the time for one reply is limited to this many
 * times the silence limit.
 */
const longestWait = 3

type Opened = { smtp: SMTPConnection; socket: Socket }

/** Sends replies to the receiver, one after another over the same connection. */
export class ReplyConnection {
  readonly #receiver: ReplyReceiver
  readonly #longestSilence: number
  #open: Opened | undefined

  constructor(receiver: ReplyReceiver, longestSilence: number) {
    this.#receiver = receiver
    this.#longestSilence = longestSilence
  }

  async send(reply: ComposedReply, signal: AbortSignal): Promise<ReplyEnd> {
    const socket = this.#open?.socket
    const responded = socket?.bytesRead
    const received = await this.#send(reply, signal)
    if (received.end !== 'sent') this.close()
    // If the receiver closed the idle connection just when it was reused, it hasn’t seen this reply. The reply is then
    // sent over a new connection.
    const isUnseen = socket !== undefined && socket.bytesRead === responded
    const isStale = received.end === 'broken' && isUnseen && !signal.aborted
    return isStale ? this.send(reply, signal) : received
  }

  close(): void {
    this.#open?.smtp.close()
    this.#open = undefined
  }

  async #send({ returnPath, to, source }: ComposedReply, signal: AbortSignal): Promise<ReplyEnd> {
    try {
      this.#open ??= await this.#connect(signal)
    } catch (error) {
      return { end: 'absent', reason: `The receiver doesn’t accept mail: ${this.#sentence(error)}` }
    }
    const { smtp } = this.#open
    try {
      await this.#settled(smtp, signal, (done) => smtp.send({ from: returnPath || false, to }, source, done))
      return { end: 'sent' }
    } catch (error) {
      const { responseCode = 0, code } = error as { responseCode?: number; code?: string }
      const reason = this.#sentence(error)
      if (code === 'ETIMEDOUT') return { end: 'silent', reason }
      if (responseCode >= 400) return { end: responseCode >= 500 ? 'refused' : 'later', reason }
      // These two codes mean that the reply itself can’t be sent, for example because the receiver accepts only ASCII
      // addresses.
      return { end: code === 'EENVELOPE' || code === 'EMESSAGE' ? 'refused' : 'broken', reason }
    }
  }

  async #connect(signal: AbortSignal): Promise<Opened> {
    const socket = await openSocket(this.#receiver, signal, this.#longestSilence)
    const smtp = new SMTPConnection({
      connection: socket,
      name: ownMailServer,
      // Loopback traffic can’t be intercepted, and test receivers use self-signed certificates.
      ignoreTLS: true,
      greetingTimeout: this.#longestSilence,
      socketTimeout: this.#longestSilence,
      // A receiver that hangs would never close its side, and the process would wait for it.
      socketCloseTimeout: 0,
    })
    // An idle connection may be lost at any time.
    smtp.on('error', () => undefined)
    try {
      await this.#settled(smtp, signal, (done) => smtp.connect(done))
    } catch (error) {
      smtp.close()
      throw error
    }
    const opened = { smtp, socket }
    smtp.once('end', () => {
      if (this.#open === opened) this.#open = undefined
    })
    return opened
  }

  /** Resolves when `work` calls back. Rejects if the connection ends or the time limit passes first. */
  #settled(
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
      const limit = setTimeout(() => done(lateError()), longestWait * this.#longestSilence)
      connection.on('error', done)
      connection.on('end', ended)
      signal.addEventListener('abort', aborted)
      if (signal.aborted) return aborted()
      work(done)
    })
  }

  /** Says what the receiver responded, or what happened to the connection. */
  #sentence(error: unknown): string {
    const { code, message, response } = error as NodeJS.ErrnoException & { response?: unknown }
    if (code === 'ECONNREFUSED') return 'The connection was refused.'
    if (code === 'ETIMEDOUT') return `No response within ${this.#longestSilence / 1000} s.`
    return (typeof response === 'string' && response !== '' ? response : message).replace(/\s+/g, ' ').slice(0, 500)
  }
}

function openSocket({ host, port }: ReplyReceiver, signal: AbortSignal, timeout: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup: lookupLoopback, timeout, signal })
    socket.once('timeout', () => socket.destroy(lateError()))
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.setTimeout(0).removeAllListeners('timeout').off('error', reject)
      resolve(socket)
    })
  })
}

function lateError(): Error {
  return Object.assign(new Error('The receiver isn’t responding.'), { code: 'ETIMEDOUT' })
}

type LookupDone = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void

/** Looks up a host but accepts only loopback addresses, because `localhost` may be mapped to another computer. */
function lookupLoopback(host: string, options: LookupOptions, done: LookupDone): void {
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, [])
    const own = found.filter(({ address }) => isLoopback(address))
    if (own.length === 0) return done(new Error(`${host} is not this computer.`), [])
    if (options.all === true) done(null, own)
    else done(null, own[0]!.address, own[0]!.family)
  })
}
