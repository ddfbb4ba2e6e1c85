import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'
import type { SandboxOptions } from '#sandbox/create-sandbox.ts'
import { openSandbox } from './open-sandbox.ts'
import { ServiceClient } from './service-client.ts'

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
  stop: () => Promise<void>
}

/** A mail server on loopback, like the one of a developer’s program. */
export async function startMailReceiver(port = 0): Promise<MailReceiver> {
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
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const receiver: MailReceiver = {
    address: `127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    connections: 0,
    refusal: undefined,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
  onTestFinished(() => receiver.stop())
  return receiver
}

export type LoggedReply = Record<string, unknown> & { kind: string; state: string; reason: string | null }

/** A sandbox whose replies go to a mail server of the test. */
export async function openReplies(options: SandboxOptions = {}) {
  const receiver = await startMailReceiver()
  const opened = await openSandbox({ repliesTo: receiver.address, ...options })
  const { origin } = new URL(opened.sandbox.url)
  const admin = async (method: string, body?: unknown) => {
    const client = new ServiceClient(origin, { user: '', key: '' })
    const headers = { 'x-sandbox-token': opened.sandbox.adminToken }
    const answer = await client.call({ method, path: '/admin/replies', body, headers })
    client.close()
    return answer
  }
  const log = async (): Promise<LoggedReply[]> => {
    const { replies } = (await admin('GET')).json as { replies: LoggedReply[] }
    return replies
  }
  return { ...opened, receiver, admin, log }
}
