import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import { eventually } from '#test/support/eventually.ts'
import { aSend } from './support/service-client.ts'
import { openSandbox } from './support/open-sandbox.ts'

const megabyte = 1_048_576
const shortBody = { checkMilliseconds: 50, bodyMilliseconds: 200 }
const short = { ...shortBody, headMilliseconds: 200 }

/** A budget, a body that takes most of it, and one that fits only beside nothing else and arrives in one piece. */
const small = {
  bodyBytes: 65_536,
  stalled: Buffer.alloc(49_152, 0x20),
  good: aSend('b@x.org', { text: 'x'.repeat(32_768) }),
}

/** A raw connection, and everything received on it once the server has closed it. */
function caller(address: string) {
  const [host, port] = address.split(':')
  const socket = connect({ host: host!, port: Number(port) })
  onTestFinished(() => void socket.destroy())
  let said = ''
  let tell = (): void => undefined
  socket.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    tell()
  })
  socket.on('error', () => undefined)
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(said)))
  const heard = (sign: RegExp): Promise<string> =>
    new Promise((resolve) => {
      tell = () => {
        if (sign.test(said)) resolve(said)
      }
      tell()
    })
  return { socket, closed, heard }
}

function callTo({ url }: Sandbox) {
  return caller(new URL(url).host)
}

function head({ url, credentials }: Sandbox, more: string, key = credentials.key, path = '/messages/send'): string {
  const auth = `X-Service-ApiUser: ${credentials.user}\r\nX-Service-ApiKey: ${key}\r\n`
  return `POST /v1${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n${auth}Content-Type: application/json\r\n${more}\r\n\r\n`
}

/** Resolves to the server’s side of the connection on which the next call begins. */
function nextConnection(): Promise<Socket> {
  return new Promise((resolve) => {
    const begun = (call: unknown): void => {
      unsubscribe('http.server.request.start', begun)
      resolve((call as { socket: Socket }).socket)
    }
    subscribe('http.server.request.start', begun)
  })
}

/** Resolves to the server’s side of the next connection to a port. */
function nextConnectionTo(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const opened = (event: unknown): void => {
      const { socket } = event as { socket: Socket }
      if (socket.localPort !== port) return
      unsubscribe('net.server.socket', opened)
      resolve(socket)
    }
    subscribe('net.server.socket', opened)
  })
}

/** Writes until the server closes the connection, and returns how many bytes it accepted. */
async function flood(socket: Socket, most: number): Promise<number> {
  const piece = Buffer.alloc(65_536, 0x20)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  let written = 0
  while (written < most && !socket.destroyed) {
    written += piece.length
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed])
  }
  return socket.destroyed ? written : Infinity
}

test('without a valid key no body is read: the response comes first, and the connection closes', async () => {
  const { sandbox } = await openSandbox()
  const { socket, heard, closed } = callTo(sandbox)
  socket.write(head(sandbox, `Content-Length: ${64 * megabyte}`, 'wrong'))
  socket.write(Buffer.alloc(8192, 0x41))
  expect(await heard(/\}$/)).toMatch(/^HTTP\/1\.1 401 [^]*connection: close/i)
  expect(await flood(socket, 64 * megabyte)).toBeLessThan(16 * megabyte)
  await closed
  const [logged] = sandbox.control.requests()
  expect([logged!.status, logged!.requestBody.split('\n')[0]!.length]).toEqual([401, 4096])
})

test.each([
  ['an unknown key', 'wrong', '/messages/send', 401],
  ['an unknown path', undefined, '/nothing', 404],
])('a client that waits for 100 Continue does not get it, with %s', async (_, key, path, status) => {
  const { sandbox } = await openSandbox()
  const { socket, closed } = callTo(sandbox)
  socket.write(head(sandbox, 'Content-Length: 5\r\nExpect: 100-continue', key, path))
  expect(await closed).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
})

test('a small refused call keeps its connection open for the next one', async () => {
  const { sandbox } = await openSandbox()
  const { socket, heard } = callTo(sandbox)
  socket.write(`${head(sandbox, 'Content-Length: 2', 'wrong')}{}`)
  await heard(/^HTTP\/1\.1 401 [^]*\}$/)
  socket.write(`${head(sandbox, 'Content-Length: 2', undefined, '/statistics/messages')}{}`)
  expect(await heard(/HTTP\/1\.1 200 /)).not.toMatch(/connection: close/i)
})

test('bodies in transfer share one budget: a call above it is refused, and accepted once there is room', async () => {
  const { sandbox, client } = await openSandbox({ limits: { bodyBytes: megabyte } })
  const first = callTo(sandbox)
  const body = JSON.stringify(aSend('a@x.org', { text: 'x'.repeat(0.75 * megabyte) }))
  const begun = head(sandbox, `Content-Length: ${body.length}`) + body.slice(0, -1)
  const connection = nextConnection()
  first.socket.write(begun)
  // The first call must have its part of the budget before the second begins, which otherwise could take it.
  const received = await connection
  await eventually(() => expect(received.bytesRead).toBe(begun.length))
  const big = aSend('b@x.org', { text: 'x'.repeat(megabyte / 2) })
  const answer = await client.post('/messages/send', big)
  expect(answer.status).toBe(503)
  expect(answer.headers['retry-after']).toBe('1')
  expect(answer.json).toMatchObject({
    code: 'busy',
    error: 'The sandbox is already receiving as much data as it can hold (1 MB). Try again in a moment.',
  })
  first.socket.write(body.slice(-1))
  expect(await first.heard(/\}$/)).toMatch(/^HTTP\/1\.1 200 /)
  expect((await client.post('/messages/send', big)).status).toBe(200)
})

test('a body without progress is dropped, and its part of the budget released', async () => {
  const { sandbox, client } = await openSandbox({ limits: { ...shortBody, bodyBytes: small.bodyBytes } })
  const { socket, closed } = callTo(sandbox)
  socket.write(head(sandbox, `Content-Length: ${small.bodyBytes}`))
  socket.write(small.stalled)
  expect(await closed).toMatch(/^HTTP\/1\.1 408 [^]*The body of this call stalled for 0\.2 seconds/)
  expect((await client.post('/messages/send', small.good)).status).toBe(200)
})

test.each([
  ['nothing', ''],
  ['half a request line', 'POST /v1/mess'],
  ['half a head', 'POST /v1/messages/send HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: '],
  ['half a body for a path beside the service', 'POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{'],
  ['half a body for a tracked address', 'POST /t/u/x HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{'],
  ['half a body where none is read', 'GET /livez HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{'],
])('a connection that sends %s is closed', async (_, said) => {
  const { sandbox } = await openSandbox({ limits: short })
  const { socket, closed } = callTo(sandbox)
  if (said !== '') socket.write(said)
  await closed
})

test('the controls drop a body without progress, and read none without their token', async () => {
  const { sandbox } = await openSandbox({ limits: shortBody })
  const { host } = new URL(sandbox.url)
  const ask = (token: string) => {
    const { socket, closed } = callTo(sandbox)
    socket.write(
      `PUT /admin/faults HTTP/1.1\r\nHost: ${host}\r\nx-sandbox-token: ${token}\r\nContent-Length: 9\r\n\r\n[`,
    )
    return closed
  }
  expect(await ask(sandbox.adminToken)).toMatch(/^HTTP\/1\.1 408 /)
  expect(await ask('wrong')).toMatch(/^HTTP\/1\.1 401 /)
})

test('each server limits its connections', async () => {
  const { sandbox } = await openSandbox({ smtp: true, limits: { httpConnections: 2, smtpConnections: 2 } })
  const held = [callTo(sandbox), callTo(sandbox)]
  await Promise.all(held.map(({ socket }) => once(socket, 'connect')))
  expect(await callTo(sandbox).closed).toBe('')
  const greeted = [caller(sandbox.smtp!), caller(sandbox.smtp!)]
  await Promise.all(greeted.map(({ heard }) => heard(/^220 /)))
  expect(await caller(sandbox.smtp!).closed).toMatch(/^421 /)
})

async function inData(sandbox: Sandbox) {
  const { user, key } = sandbox.credentials
  const opened = caller(sandbox.smtp!)
  const secret = Buffer.from(`\0${user}\0${key}`).toString('base64')
  const lines = ['EHLO me', `AUTH PLAIN ${secret}`, 'MAIL FROM:<a@x.org>', 'RCPT TO:<b@x.org>', 'DATA', '']
  opened.socket.write(lines.join('\r\n'))
  await opened.heard(/\r\n354 /)
  return opened
}

test('a mail beyond the limit is discarded on arrival, and its connection is cut off at twice the limit', async () => {
  const { sandbox } = await openSandbox({ smtp: true, maxMessageBytes: megabyte, limits: { bodyBytes: 2 * megabyte } })
  const { socket, closed } = await inData(sandbox)
  expect(await flood(socket, 64 * megabyte)).toBeLessThan(16 * megabyte)
  expect(await closed).toMatch(/\r\n552 .*larger than 1 MB/)
  const { socket: next, heard } = await inData(sandbox)
  next.write(`Subject: x\r\n\r\n${'x'.repeat(1.5 * megabyte)}\r\n.\r\n`)
  await heard(/\r\n552 .*larger than 1 MB/)
  expect(sandbox.control.requests().map(({ status, responseBody }) => [status, responseBody])).toEqual([
    [552, 'The mail is larger than 1 MB.'],
    [552, 'The mail is larger than 1 MB.'],
  ])
})

const most = Buffer.alloc(0.75 * megabyte, 0x20)
const big = aSend('b@x.org', { text: 'x'.repeat(megabyte / 2) })

test('mails count toward the budget of the bodies', async () => {
  const { sandbox, client } = await openSandbox({ smtp: true, limits: { bodyBytes: megabyte } })
  const connection = nextConnectionTo(Number(sandbox.smtp!.split(':')[1]))
  const { socket } = await inData(sandbox)
  const received = await connection
  const before = received.bytesRead
  socket.write(most)
  // The mail must have its part of the budget before the call begins, which otherwise could take it.
  await eventually(() => expect(received.bytesRead - before).toBe(most.length))
  expect((await client.post('/messages/send', big)).status).toBe(503)
})

test('a mail without progress ends, and releases its part of the budget', async () => {
  const limits = { bodyMilliseconds: 200, bodyBytes: small.bodyBytes }
  const { sandbox, client } = await openSandbox({ smtp: true, limits })
  const { socket, closed } = await inData(sandbox)
  socket.write(small.stalled)
  expect(await closed).toMatch(/\r\n421 /)
  expect((await client.post('/messages/send', small.good)).status).toBe(200)
})
