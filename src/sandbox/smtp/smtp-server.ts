import type { AddressInfo } from 'node:net'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { isMailAddress } from '#shared/domain/text/mail-address.ts'
import { identify } from '../access/authenticate.ts'
import type { Budget } from '../http/budget.ts'
import type { RequestLog } from '../http/request-log.ts'
import { ServiceError } from '../http/service-error.ts'
import { shownSize } from '../http/size.ts'
import type { Limits } from '../base/options.ts'
import { shown } from '../readers/fields.ts'
import type { Service } from '../operations/service.ts'
import { PromptServer } from './prompt-server.ts'
import { readMail } from './read-mail.ts'

export type SmtpDoor = {
  port: number
  close: () => Promise<void>
}

export type SmtpDoorOptions = {
  service: Service
  log: RequestLog
  budget: Budget
  limits: Limits
  host: string
  port: number
}

/** What a session carries after it has proved a key. */
type Authenticated = {
  user: string
  keyId: string
}

/** Room for the base64 and header lines around a message of the greatest size. */
const overhead = 1.4
/** How many times the limit is thrown away before the sender is cut off. */
const patience = 2
const noBody = Buffer.alloc(0)

/** The second door: the same users, keys and engine. No TLS, since nothing leaves the machine. */
export async function openSmtpDoor({ service, log, budget, limits, host, port }: SmtpDoorOptions): Promise<SmtpDoor> {
  const { maxMessageBytes, maxRecipients } = service.settings
  const sessions = new Map<string, Authenticated>()
  const size = Math.ceil(maxMessageBytes * overhead)
  const tooLarge = refusal(413, `The mail is larger than ${shownSize(size)}.`)
  const server = new PromptServer({
    name: 'sandbox.mailroom.example',
    banner: 'Mailroom sandbox',
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    size,
    closeTimeout: 200,
    maxClients: limits.smtpConnections,
    socketTimeout: limits.headMilliseconds,
    // The library's own let the event loop turn first, and the answers to pipelined commands would be torn apart.
    onConnect: (_session, callback) => callback(),
    onMailFrom: (_address, _session, callback) => callback(),
    onAuth(auth, session, callback) {
      const user = auth.username ?? ''
      try {
        const key = identify(service, user, auth.password ?? '', session.remoteAddress ?? '')
        sessions.set(session.id, { user, keyId: key.id })
        callback(null, { user })
      } catch (error) {
        callback(refused('AUTH', user, session, error))
      }
    },
    onRcptTo({ address }, session, callback) {
      if (!isMailAddress(address)) {
        return callback(refused('RCPT', address, session, refusal(400, `${shown(address)} is not an email address.`)))
      }
      if (session.envelope.rcptTo.length < maxRecipients) return callback()
      callback(coded(452, `At most ${maxRecipients} recipients are taken in one message.`))
    },
    onData(stream, session, callback) {
      receive(stream, session).then(
        (answer) => callback(null, answer),
        (error: unknown) => callback(smtpError(error)),
      )
    },
    onClose(session) {
      sessions.delete(session.id)
    },
  })

  /** A session that ends before its message is what somebody looks for in the log. */
  function refused(method: string, path: string, session: SMTPServerSession, error: unknown): SmtpError {
    const sent = smtpError(error)
    const headers = { user: sessions.get(session.id)?.user ?? (method === 'AUTH' ? path : '') }
    const seen = { path, status: sent.responseCode, milliseconds: 0, headers, body: noBody, answer: sent.message }
    log.add({ channel: 'smtp', method, ...seen })
    return sent
  }

  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
    const started = performance.now()
    const recipients = session.envelope.rcptTo.map(({ address }) => address)
    const who = sessions.get(session.id)
    let body: Buffer = noBody
    try {
      body = await received(stream, session)
      const outgoing = await readMail(body, recipients, service.settings)
      await service.engine.send({ ...outgoing, apiKey: who?.keyId ?? '' })
      const { length } = recipients
      const answer = `Accepted for ${length} ${length === 1 ? 'recipient' : 'recipients'}`
      observe(250, answer)
      return answer
    } catch (error) {
      const sent = smtpError(error)
      observe(sent.responseCode, sent.message)
      throw sent
    } finally {
      budget.give(body.length)
    }

    function observe(status: number, answer: string): void {
      const path = recipients.slice(0, 20).join(', ')
      const headers = { user: who?.user ?? '' }
      const milliseconds = performance.now() - started
      log.add({ channel: 'smtp', method: 'DATA', path, status, milliseconds, headers, body, answer })
    }
  }

  /**
   * A mail whole, or the reason why not. What is past the limit is dropped as it comes, and a sender who goes on to twice
   * of it is cut off. By events: an iteration over the stream costs several promises a piece, and most mails are one.
   */
  function received(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      let chunks: Buffer[] = []
      let length = 0
      let reason: ServiceError | undefined
      const drop = (refused: ServiceError): ServiceError => {
        for (const { length: bytes } of chunks) budget.give(bytes)
        chunks = []
        return (reason ??= refused)
      }
      stream.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (length > size) drop(tooLarge)
        if (reason !== undefined) {
          if (length <= size * patience) return
          server.cut(session.id, 552, tooLarge.message)
          reject(tooLarge)
        } else if (budget.take(chunk.length)) chunks.push(chunk)
        else drop(budget.refusal())
      })
      stream.once('end', () => {
        if (reason !== undefined) reject(reason)
        else resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
      })
      stream.once('error', () => reject(drop(refusal(400, 'The client left inside its message.'))))
    })
  }

  server.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, () => {
      server.server.off('error', reject)
      resolve()
    })
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function refusal(status: number, sentence: string): ServiceError {
  return new ServiceError(status, 'refused', sentence)
}

type SmtpError = Error & { responseCode: number }

function coded(responseCode: number, sentence: string): SmtpError {
  return Object.assign(new Error(sentence), { responseCode })
}

const codes: Readonly<Record<number, number>> = { 400: 554, 401: 535, 403: 535, 413: 552, 503: 452 }

/** The refusals of the HTTP door in the numbers of this one; what is no refusal is worth another try. */
function smtpError(error: unknown): SmtpError {
  if (error instanceof Error && 'responseCode' in error) return error as SmtpError
  if (error instanceof ServiceError) return coded(codes[error.status] ?? 554, error.message)
  return coded(451, 'The sandbox failed on this message.')
}
