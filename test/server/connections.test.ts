import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AppEvent } from '#shared/contract/events.ts'
import { startTestHost, type TestHost } from '#test/support/browser-host.ts'
import { createDataFolder, type DataFolder } from '#test/support/data-folder.ts'
import { eventually } from '#test/support/eventually.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import { withShortHeads } from '#test/support/connections/short-heads.ts'

const headMilliseconds = 30_000
const bodyMilliseconds = 60_000

let folder: DataFolder
let clock: ManualClock
let host: TestHost
beforeEach(async () => {
  folder = await createDataFolder()
  clock = new ManualClock()
  host = await startTestHost({
    dataFolder: folder.path,
    clock,
    limits: { headMilliseconds, bodyMilliseconds, checkMilliseconds: 50 },
  })
})
afterEach(async () => {
  await host.close()
  await folder.remove()
})

async function restart(limits: NonNullable<Parameters<typeof startTestHost>[0]['limits']>): Promise<void> {
  await host.close()
  host = await startTestHost({ dataFolder: folder.path, clock, limits })
}

/** A connection that sends this text and nothing else; `closed` resolves when the host ends it. */
async function saying(text: string): Promise<{ socket: Socket; closed: Promise<unknown> }> {
  const socket = connect(host.port, '127.0.0.1')
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.resume()
  await once(socket, 'connect')
  socket.write(text)
  return { socket, closed }
}

const head = (method: string, path: string, headers: Record<string, string>) =>
  `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${host.port}\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

const info = () => host.client.invoke('app.info', undefined)

test('of 500 connections that never finish a request, none stays open', async () => {
  const own = host.client.ownHeaders
  const json = { 'Content-Type': 'application/json', 'Content-Length': '100' }
  const beginnings = [
    '',
    'POST /rpc/app.in',
    `GET / HTTP/1.1\r\nHost: 127.0.0.1:${host.port}\r\nCookie: a`,
    `${head('POST', '/rpc/app.info', { ...own, ...json })}{"a":`,
    `${head('PUT', '/files?name=a', { ...own, 'Transfer-Encoding': 'chunked' })}5\r\nabc`,
    `${head('POST', '/session', { Origin: host.origin, ...json })}{"token":`,
    `${head('POST', '/rpc/app.info', { Origin: host.origin, ...json })}{"a":`,
    `${head('GET', '/', { 'Content-Length': '100' })}abc`,
    head('GET', '/assets/none.js', { 'Content-Length': '100' }),
    'nonsense\r\n\r\n',
  ]
  await withShortHeads(headMilliseconds, info, async () => {
    const open = await Promise.all(
      Array.from({ length: 500 }, (_, index) => saying(beginnings[index % beginnings.length]!)),
    )
    const left = new Set(open)
    for (const connection of open) void connection.closed.then(() => left.delete(connection))
    await eventually(() => {
      clock.advance(bodyMilliseconds)
      expect(left.size).toBe(0)
    })
  })
  expect(await info()).toMatchObject({ host: expect.anything() })
})

test('a connection that is idle between two calls, and an event stream, outlive unfinished requests', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const call = async () => {
    const headers = { ...host.client.ownHeaders, 'Content-Type': 'application/json' }
    const url = `${host.origin}/rpc/settings.get`
    const outgoing = request(url, { agent, method: 'POST', headers }).end('null')
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
    await once(answer.resume(), 'end')
    return [answer.statusCode, outgoing.reusedSocket]
  }
  const heard: AppEvent[] = []
  const stop = await host.client.subscribe((event) => heard.push(event))
  expect(await call()).toEqual([200, false])
  await withShortHeads(headMilliseconds, info, async () => (await saying('GET /')).closed)
  clock.advance(10 * bodyMilliseconds)
  expect(await call()).toEqual([200, true])
  await host.client.invoke('settings.change', { theme: 'dark' })
  await eventually(() => {
    expect(heard).toContainEqual({
      name: 'settings.changed',
      payload: expect.objectContaining({ theme: 'dark' }) as unknown,
    })
  })
  stop()
  agent.destroy()
})

test('an upload with progress may take longer than one that stalls', async () => {
  const chunk = 'x'.repeat(2048)
  const headers = { ...host.client.ownHeaders, 'Content-Length': String(10 * chunk.length) }
  const { socket, closed } = await saying(head('PUT', '/files?name=a.txt', { ...headers, Connection: 'close' }))
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  for (let sent = 1; sent <= 10; sent++) {
    socket.write(chunk)
    await eventually(async () => expect(await uploadedBytes()).toBe(sent * chunk.length))
    // Bytes that arrive with the head do not count as progress of the body.
    if (sent > 1) clock.advance(bodyMilliseconds)
  }
  await closed
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
})

async function uploadedBytes(): Promise<number> {
  const uploads = join(folder.path, 'uploads')
  const sizes = (await readdir(uploads)).map(async (name) => (await stat(join(uploads, name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

test('a client that has received an early response may continue to send for a moment', async () => {
  const headers = { ...host.client.ownHeaders, 'Content-Type': 'application/json', 'Content-Length': '1000000000' }
  const { socket, closed } = await saying(head('POST', '/rpc/app.info', { ...headers, Connection: 'close' }))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /)
  // Resetting the connection would discard the response before the client could read it.
  const chunk = Buffer.alloc(64 * 1024, ' ')
  for (let sent = 0; sent < 50; sent++) {
    const failure = await new Promise<unknown>((resolve) => socket.write(chunk, resolve))
    expect(failure ?? null).toBeNull()
  }
  clock.advance(1000)
  await closed
})

test('a caller that uses up the connections neither keeps a page out nor ends one that is signed in', async () => {
  const limits = { connections: 8, headMilliseconds: 3_600_000 }
  await restart(limits)
  const heard: AppEvent[] = []
  const stop = await host.client.subscribe((event) => heard.push(event))
  const closed: number[] = []
  const strangers: Socket[] = []
  for (let index = 0; index < 3 * limits.connections; index++) {
    const stranger = await saying('GET /')
    void stranger.closed.then(() => closed.push(index))
    strangers.push(stranger.socket)
  }
  await host.client.invoke('settings.change', { theme: 'dark' })
  const event = { name: 'settings.changed', payload: expect.objectContaining({ theme: 'dark' }) as unknown }
  await eventually(() => expect(heard).toContainEqual(event))
  await eventually(() => expect(closed.length).toBeGreaterThanOrEqual(2 * limits.connections))
  expect(closed.toSorted((a, b) => a - b)).toEqual(closed.map((_, place) => place))
  stop()
  for (const socket of strangers) socket.destroy()
})

test('heads that never end are stored up to a limit, and the newest ones are kept', async () => {
  await restart({ headBytes: 1024 * 1024, headMilliseconds: 3_600_000 })
  const quiet = await saying('')
  const closed: number[] = []
  const heads: Socket[] = []
  for (let index = 0; index < 8; index++) {
    const { socket, closed: end } = await saying(`GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(500_000)}`)
    void end.then(() => closed.push(index))
    heads.push(socket)
  }
  await eventually(() => expect(closed).toHaveLength(6))
  // Complete heads are accepted in the meantime, however large they are.
  const Cookie = 'x'.repeat(720_000)
  expect((await host.client.send({ path: '/', headers: { Cookie } })).status).toBeOneOf([200, 503])
  expect(quiet.socket.destroyed).toBe(false)
  for (const socket of [quiet.socket, ...heads]) socket.destroy()
})

test('a cookie jar filled by another listener does not keep a page out', async () => {
  const Cookie = Array.from({ length: 180 }, (_, index) => `c${index}=${'x'.repeat(4000)}`).join('; ')
  expect((await host.client.send({ path: '/', headers: { Cookie } })).status).toBeOneOf([200, 503])
  const headers = { Cookie, 'Content-Type': 'application/json' }
  const answer = await host.client.signedIn({ method: 'POST', path: '/rpc/app.info', headers, body: 'null' })
  expect(answer.status).toBe(200)
})
