import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type ReceivedReply = {
  from: string
  to: string[]
  raw: string
  mail: Email
  header: (name: string) => string | undefined
}

export type MailReceiver = {
  address: string
  received: ReceivedReply[]
  connections: number
  /** If set, the server rejects every message with this response. */
  refusal: { responseCode: number; message: string } | undefined
  close: () => Promise<void>
}

const anyPort = (server: Server): void => void server.listen(0, '127.0.0.1')

/** A mail server on loopback, like the one of a developer’s program. */
export async function openMailReceiver(listen = anyPort): Promise<MailReceiver> {
  const received: ReceivedReply[] = []
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    onConnect(_session, done) {
      receiver.connections += 1
      done()
    },
    onData(stream, session, done) {
      const { refusal } = receiver
      void buffer(stream)
        .then(async (bytes) => {
          if (refusal !== undefined) return done(Object.assign(new Error(refusal.message), refusal))
          const mail = await PostalMime.parse(bytes)
          const { mailFrom, rcptTo } = session.envelope
          received.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            raw: bytes.toString(),
            mail,
            header: (name) => mail.headers.find(({ key }) => key === name)?.value,
          })
          done()
        })
        .catch(done)
    },
  })
  server.on('error', () => undefined)
  listen(server.server)
  await once(server.server, 'listening')
  const receiver: MailReceiver = {
    address: `127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    connections: 0,
    refusal: undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return receiver
}
