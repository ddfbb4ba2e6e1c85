import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { defaults } from '#sandbox/base/options.ts'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import { openSandbox } from './support/open-sandbox.ts'

/** Short, but long enough for a slow machine to read 500 connections that begin at once. */
const short = { headMilliseconds: 1000, bodyMilliseconds: 1000, checkMilliseconds: 50 }

function connectTo(address: string): Socket {
  const [host, port] = address.split(':')
  const socket = connect({ host: host!, port: Number(port) })
  onTestFinished(() => void socket.destroy())
  return socket.on('error', () => undefined)
}

/** Writes to a connection and resolves with everything received up to the first match of `sign`. */
async function ask(socket: Socket, text: string, sign: RegExp): Promise<string> {
  if (text !== '') socket.write(text)
  let said = ''
  while (!sign.test(said)) said += String((await once(socket, 'data'))[0])
  return said
}

/** Resolves once the sandbox has closed 500 connections that each sent this text. */
async function closesFiveHundred(address: string, text: string): Promise<void> {
  const sockets = Array.from({ length: 500 }, () => connectTo(address).resume())
  await Promise.all(
    sockets.map((socket) => {
      if (text !== '') socket.write(text)
      return new Promise((resolve) => socket.once('close', resolve))
    }),
  )
}

function head({ url, credentials: { user, key } }: Sandbox, method: string, path: string, more = ''): string {
  const auth = `X-Service-ApiUser: ${user}\r\nX-Service-ApiKey: ${key}\r\n`
  return `${method} ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n${auth}${more}\r\n`
}

test('a head that does not arrive in time is refused and logged, but not a connection that sent nothing', async () => {
  const { sandbox } = await openSandbox({ limits: short })
  const { host } = new URL(sandbox.url)
  for (const text of ['', 'POST /v1/mess']) {
    const refused = await ask(connectTo(host), text, /\}$/)
    expect(refused).toMatch(/^HTTP\/1\.1 408 [^]*The request did not arrive in time\./)
  }
  const logged = sandbox.control.requests().map(({ method, path, status }) => ({ method, path, status }))
  expect(logged).toEqual([{ method: '?', path: '(incomplete)', status: 408 }])
})

test.each([
  ['nothing', () => ''],
  ['half a request line', () => 'POST /v1/mess'],
  ['half a head', (sandbox: Sandbox) => head(sandbox, 'POST', '/v1/messages/send').slice(0, -4)],
  [
    'half a body',
    (sandbox: Sandbox) => `${head(sandbox, 'POST', '/v1/messages/send', 'Content-Length: 5000\r\n')}{"to":`,
  ],
])('of 500 connections that send %s, none stays open, but one that was used does', async (_, beginning) => {
  const { sandbox, client } = await openSandbox({ limits: short })
  const { host } = new URL(sandbox.url)
  const used = connectTo(host)
  const livez = head(sandbox, 'GET', '/livez')
  await ask(used, livez, /\}$/)
  const closed = closesFiveHundred(host, beginning(sandbox))
  expect((await client.get('/settings/apikeys')).status).toBe(200)
  await closed
  expect(await ask(used, livez, /\}$/)).toMatch(/^HTTP\/1\.1 200 /)
})

test.each([
  ['nothing', ''],
  ['half a command', 'EHL'],
])('of 500 SMTP sessions that send %s, none stays open, but one that was used does', async (_, beginning) => {
  const { sandbox } = await openSandbox({ smtp: true, limits: short })
  const used = connectTo(sandbox.smtp!)
  await ask(used, 'EHLO me\r\n', /^250 /m)
  await closesFiveHundred(sandbox.smtp!, beginning)
  expect(await ask(used, 'NOOP\r\n', /\r\n$/)).toMatch(/^250 /)
})

test('a quiet SMTP session that was used ends after a separate time limit', async () => {
  const { sandbox } = await openSandbox({ smtp: true, limits: { smtpIdleMilliseconds: 50 } })
  const used = connectTo(sandbox.smtp!)
  expect(await ask(used, 'EHLO me\r\n', /^421 /m)).toMatch(/\r\n421 .*Timeout/)
})

test('a response that the sandbox delays outlives stalled connections', async () => {
  const faults = [{ kind: 'hang', method: 'GET', path: '/settings/apikeys' }] as const
  const { sandbox } = await openSandbox({ limits: short, faults })
  const { host } = new URL(sandbox.url)
  const held = connectTo(host).resume()
  held.write(head(sandbox, 'GET', '/v1/settings/apikeys'))
  await closesFiveHundred(host, 'GET / HT')
  expect(held.closed).toBe(false)
})

test('the limits are half a minute for stalled connections, and as long as client pools for used ones', () => {
  expect(defaults.limits).toMatchObject({
    bodyMilliseconds: 30_000,
    headMilliseconds: 30_000,
    httpIdleMilliseconds: 310_000,
    smtpIdleMilliseconds: 100_000,
  })
})
