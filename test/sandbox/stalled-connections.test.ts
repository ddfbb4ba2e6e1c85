import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { defaults } from '#sandbox/base/options.ts'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import { eventually } from '#test/support/eventually.ts'
import { withShortHeads } from '#test/support/connections/short-heads.ts'
import { openSandbox } from './support/open-sandbox.ts'

/** Only stalled bodies exceed the short limit, because no other call here has a body. */
const limits = { bodyMilliseconds: 200, checkMilliseconds: 50 }

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
  const { sandbox } = await openSandbox({ limits })
  const { host } = new URL(sandbox.url)
  for (const text of ['', 'POST /v1/mess']) {
    const stalled = connectTo(host)
    const refused = ask(stalled, text, /\}$/)
    await once(stalled, 'connect')
    // The sandbox reads this later connection after the other one.
    const later = () => ask(connectTo(host), head(sandbox, 'GET', '/livez'), /\}$/)
    await withShortHeads(defaults.limits.headMilliseconds, later, () => refused)
    expect(await refused).toMatch(/^HTTP\/1\.1 408 [^]*The request did not arrive in time\./)
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
  const { sandbox, client } = await openSandbox({ limits })
  const { host } = new URL(sandbox.url)
  const used = connectTo(host)
  const call = () => ask(used, head(sandbox, 'GET', '/livez'), /\}$/)
  await call()
  const closed = closesFiveHundred(host, beginning(sandbox))
  expect((await client.get('/settings/apikeys')).status).toBe(200)
  await withShortHeads(defaults.limits.headMilliseconds, call, () => closed)
  expect(await call()).toMatch(/^HTTP\/1\.1 200 /)
})

test.each([
  ['nothing', ''],
  ['half a command', 'EHL'],
])('of 500 SMTP sessions that send %s, none stays open, but one that was used does', async (_, beginning) => {
  const { sandbox } = await openSandbox({ smtp: true })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const used = connectTo(sandbox.smtp!)
  await ask(used, 'EHLO me\r\n', /^250 /m)
  let areClosed = false
  void closesFiveHundred(sandbox.smtp!, beginning).then(() => (areClosed = true))
  await eventually(() => {
    vi.advanceTimersByTime(defaults.limits.headMilliseconds)
    expect(areClosed).toBe(true)
  })
  expect(await ask(used, 'NOOP\r\n', /\r\n$/)).toMatch(/^250 /)
})

test('a quiet SMTP session that was used ends after a separate time limit', async () => {
  const { sandbox } = await openSandbox({ smtp: true, limits: { smtpIdleMilliseconds: 50 } })
  const used = connectTo(sandbox.smtp!)
  expect(await ask(used, 'EHLO me\r\n', /^421 /m)).toMatch(/\r\n421 .*Timeout/)
})

test('a response that the sandbox delays outlives stalled connections', async () => {
  const faults = [{ kind: 'hang', method: 'GET', path: '/settings/apikeys' }] as const
  const { sandbox } = await openSandbox({ limits, faults })
  const { host } = new URL(sandbox.url)
  const held = connectTo(host).resume()
  const begin = () => held.write(head(sandbox, 'GET', '/v1/settings/apikeys'))
  await withShortHeads(defaults.limits.headMilliseconds, begin, () => closesFiveHundred(host, 'GET / HT'))
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
