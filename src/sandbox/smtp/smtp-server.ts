import { createServer, type Server } from 'node:net'
import type {
  SMTPServerAddress,
  SMTPServerAuthentication,
  SMTPServerDataStream,
  SMTPServerOptions,
  SMTPServerSession,
} from 'smtp-server'
import { isMailAddress } from '#shared/text/mail-address.ts'
import { identify } from '../access/authenticate.ts'
import type { KeyRing } from '../access/key-ring.ts'
import { collectAfter } from '../base/collect-garbage.ts'
import type { Limits, ServiceSettings } from '../base/options.ts'
import type { Engine } from '../engine/engine.ts'
import type { Budget } from '../http/budget.ts'
import { requestLimit, type Observation, type RequestLog } from '../http/request-log.ts'
import { ServiceError } from '../http/service-error.ts'
import { shownSize } from '../http/size.ts'
import { shown } from '../readers/fields.ts'
import { envelopeIdOf, envelopeIdProblem } from './envelope-id.ts'
import { freeMail, GatheredMail } from './gathered-mail.ts'
import { LocalServer } from './local-server.ts'
import { defaultsOf } from '../send/send-defaults.ts'
import type { Store } from '../store/index.ts'
import type { Certificates } from '../tls/certificates.ts'
import { TlsUpgrade } from '../tls/tls-upgrade.ts'
import { readSmtpMail } from './read-mail.ts'
import { smtpError, toSmtpError, type SmtpError } from './smtp-errors.ts'

export type SmtpServerNeeds = {
  engine: Engine
  store: Pick<Store, 'configuration'>
  keyRing: KeyRing
  settings: ServiceSettings
  log: RequestLog
  budget: Budget
  limits: Limits
  certificates: Certificates
  announcesTls: boolean
}

type Login = {
  user: string
  secret: string
  keyId: string
}

type LoggedCall = Pick<Observation, 'method' | 'path' | 'status' | 'answer'> &
  Partial<Pick<Observation, 'body' | 'bodyLength' | 'milliseconds' | 'messages' | 'notes'>> & { user?: string }

/** Multiplied by the maximum message size, this leaves room for base64 and header lines. */
const overhead = 1.4
/** Bytes beyond the limit are discarded. A sender that goes on to this multiple of the limit is cut off. */
const discardFactor = 2
const noBody = Buffer.alloc(0)

/**
 * Accepts sends over SMTP, with the same users, keys and engine as over HTTP. Clients that begin with TLS need a second
 * port: on a shared port, every other client would have to wait for its greeting until TLS was ruled out.
 */
export class SmtpServer {
  readonly #needs: SmtpServerNeeds
  readonly #server: LocalServer
  readonly #upgrade: TlsUpgrade
  #tlsServer: Server | undefined
  readonly #logins = new Map<string, Login>()
  readonly #maxBytes: number

  constructor(needs: SmtpServerNeeds) {
    this.#needs = needs
    this.#maxBytes = Math.ceil(needs.settings.maxMessageBytes * overhead)
    this.#server = new LocalServer(this.#options(), {
      firstCommandMilliseconds: needs.limits.headMilliseconds,
      certificates: needs.certificates,
    })
    this.#server.on('error', () => undefined)
    this.#upgrade = new TlsUpgrade({
      certificates: needs.certificates,
      options: { handshakeTimeout: needs.limits.headMilliseconds },
      onSecure: (socket) => this.#server.connect(socket),
    })
  }

  /** The server whose connections begin without TLS. */
  get server(): Server {
    return this.#server.server
  }

  /** Accepts connections that begin with TLS. Their sessions are handled like those of `server`. */
  createTlsServer(): Server {
    return (this.#tlsServer = createServer((socket) => this.#upgrade.take(socket)))
  }

  async close(): Promise<void> {
    const tlsClosed = new Promise<void>((resolve) => {
      if (this.#tlsServer) this.#tlsServer.close(() => resolve())
      else resolve()
    })
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
    this.#upgrade.close()
    await tlsClosed
  }

  #options(): SMTPServerOptions {
    const { limits, announcesTls } = this.#needs
    return {
      name: 'sandbox.mailroom.example',
      banner: 'Mailroom sandbox',
      hideSTARTTLS: !announcesTls,
      allowInsecureAuth: true,
      disableReverseLookup: true,
      logger: false,
      size: this.#maxBytes,
      closeTimeout: 200,
      maxClients: limits.smtpConnections,
      socketTimeout: limits.smtpIdleMilliseconds,
      // At every command, the library’s default handlers wait for an event loop turn.
      onConnect: (_session, callback) => callback(),
      onMailFrom: (address, session, callback) => callback(this.#checkSender(address, session)),
      onAuth: (auth, session, callback) => this.#authenticate(auth, session, callback),
      onRcptTo: (address, session, callback) => callback(this.#checkRecipient(address, session)),
      onData: (stream, session, callback) => {
        this.#receive(stream, session).then(
          (answer) => callback(null, answer),
          (error: unknown) => callback(toSmtpError(error)),
        )
      },
      onClose: (session) => void this.#logins.delete(session.id),
    }
  }

  #authenticate(
    { username, password }: SMTPServerAuthentication,
    session: SMTPServerSession,
    callback: (error: Error | null, response?: { user: string }) => void,
  ): void {
    const user = username ?? ''
    try {
      this.#logIn(session, { user, secret: password ?? '' })
      callback(null, { user })
    } catch (error) {
      callback(this.#logRefusal('AUTH', { subject: user, session, error }))
    }
  }

  #logIn(session: SMTPServerSession, { user, secret }: Omit<Login, 'keyId'>): void {
    const { id } = identify(this.#needs.keyRing, { user, secret, ip: session.remoteAddress ?? '' })
    this.#logins.set(session.id, { user, secret, keyId: id })
  }

  #checkSender(address: SMTPServerAddress, session: SMTPServerSession): SmtpError | null {
    try {
      // A connection may stay open for long, and its key may have changed since the login.
      this.#logIn(session, this.#logins.get(session.id)!)
      const problem = envelopeIdProblem(address)
      if (problem !== undefined) throw refusal(400, problem)
      return null
    } catch (error) {
      return this.#logRefusal('MAIL', { subject: address.address, session, error })
    }
  }

  #checkRecipient({ address }: SMTPServerAddress, session: SMTPServerSession): SmtpError | null {
    const { maxRecipients } = this.#needs.settings
    if (!isMailAddress(address)) {
      const error = refusal(400, `${shown(address)} is not an email address.`)
      return this.#logRefusal('RCPT', { subject: address, session, error })
    }
    if (session.envelope.rcptTo.length < maxRecipients) return null
    return smtpError(452, `A message can have at most ${maxRecipients} recipients.`)
  }

  /** Also logs sessions that ended before their message arrived, because users look for them. */
  #logRefusal(
    method: string,
    { subject, session, error }: { subject: string; session: SMTPServerSession; error: unknown },
  ): SmtpError {
    const sent = toSmtpError(error)
    const user = method === 'AUTH' ? subject : ''
    this.#log(session, { method, path: subject, user, status: sent.responseCode, answer: sent.message })
    return sent
  }

  #log({ id }: SMTPServerSession, { user = '', ...call }: LoggedCall): void {
    const headers = { user: this.#logins.get(id)?.user ?? user }
    this.#needs.log.add({ channel: 'smtp', milliseconds: 0, body: noBody, headers, ...call })
  }

  /** Resolves with the reply once the message has been stored. */
  async #receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
    const { engine, store, settings, budget } = this.#needs
    const sendDefaults = defaultsOf(store.configuration.current)
    const started = performance.now()
    const recipients = session.envelope.rcptTo.map(({ address }) => address)
    const login = this.#logins.get(session.id)
    let body: Buffer = noBody
    let bodyLength = 0
    const logMessage = (status: number, answer: string, made: Pick<LoggedCall, 'messages' | 'notes'> = {}): void => {
      const path = recipients.slice(0, 20).join(', ')
      const milliseconds = performance.now() - started
      this.#log(session, { method: 'DATA', path, status, answer, body, bodyLength, milliseconds, ...made })
    }
    try {
      const mail = await this.#readData(stream, session)
      bodyLength = mail.length
      // The log needs only the start. Copying it lets the rest of a large email be freed.
      body = bodyLength > requestLimit ? Buffer.from(mail.subarray(0, requestLimit)) : mail
      collectAfter(bodyLength)
      const { notes, ...outgoing } = await readSmtpMail(mail, recipients, settings, sendDefaults).catch(
        (thrown: unknown) => {
          freeMail(mail, [])
          throw thrown
        },
      )
      freeMail(
        mail,
        [...outgoing.images, ...outgoing.attachments].map(({ content }) => content),
      )
      collectAfter(bodyLength)
      const envelopeId = envelopeIdOf(session.envelope.mailFrom)
      const send = { ...outgoing, envelopeId, apiKey: login?.keyId ?? '' }
      const messages = await engine.send(send)
      const { length } = recipients
      const answer = `Accepted for ${length} ${length === 1 ? 'recipient' : 'recipients'}`
      logMessage(250, answer, { messages, notes: [...notes, ...engine.notesOn(send)] })
      return answer
    } catch (error) {
      const sent = toSmtpError(error)
      logMessage(sent.responseCode, sent.message)
      throw sent
    } finally {
      budget.release(bodyLength)
    }
  }

  /**
   * Collects a complete email. Bytes beyond the limit are discarded, and a sender that goes on to twice the limit is
   * cut off. The stream is read by its events, because iterating over it costs several promises per chunk, and most
   * emails consist of a single chunk.
   */
  #readData(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Buffer> {
    const { budget, limits } = this.#needs
    const limit = this.#maxBytes
    let stalled: NodeJS.Timeout | undefined
    const read = new Promise<Buffer>((resolve, reject) => {
      const mail = new GatheredMail(limit)
      let length = 0
      let reason: ServiceError | undefined
      const drop = (refused: ServiceError): ServiceError => {
        budget.release(mail.length)
        mail.take()
        return (reason ??= refused)
      }
      stalled = setTimeout(() => {
        const sentence = `The mail stalled for ${limits.bodyMilliseconds / 1000} seconds. Send the message without pauses.`
        this.#server.cut(session.id, 421, sentence)
        reject(drop(refusal(408, sentence)))
      }, limits.bodyMilliseconds)
      stream.on('data', (chunk: Buffer) => {
        stalled?.refresh()
        length += chunk.length
        if (length > limit) drop(refusal(413, `The mail is larger than ${shownSize(limit)}.`))
        if (reason !== undefined) {
          if (length <= limit * discardFactor) return
          this.#server.cut(session.id, 552, reason.message)
          reject(reason)
        } else if (budget.take(chunk.length)) mail.add(chunk)
        else drop(budget.refusal())
      })
      stream.once('end', () => {
        if (reason !== undefined) reject(reason)
        else resolve(mail.take())
      })
      stream.once('error', () => reject(drop(refusal(400, 'The client disconnected before its message was complete.'))))
    })
    return read.finally(() => clearTimeout(stalled))
  }
}

function refusal(status: number, sentence: string): ServiceError {
  return new ServiceError(status, 'refused', sentence)
}
