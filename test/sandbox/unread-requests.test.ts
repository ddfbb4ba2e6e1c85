import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openSandbox } from './support/open-sandbox.ts'

async function openRaw() {
  const { sandbox } = await openSandbox()
  const { host, hostname, port } = new URL(sandbox.url)
  const { user, key } = sandbox.credentials
  /** Returns everything that the sandbox sends until it closes the connection. */
  const ask = async (lines: readonly string[]): Promise<string> => {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    return text(socket)
  }
  const login = [`X-Service-ApiUser: ${user}`, `X-Service-ApiKey: ${key}`, 'Connection: close']
  return { ask, login, host, logged: () => sandbox.control.requests() }
}

test.each([
  { name: 'no HTTP', lines: () => ['GARBAGE'], status: 400, logged: { method: '?', path: 'GARBAGE' } },
  {
    name: 'no host',
    lines: () => ['GET /v1/account HTTP/1.1', 'Connection: close'],
    status: 400,
    logged: { method: 'GET', path: '/v1/account' },
  },
  {
    name: 'an unknown expectation',
    lines: (host: string) => ['GET /v1/account HTTP/1.1', `Host: ${host}`, 'Expect: 200-ok', 'Connection: close'],
    status: 417,
    logged: { method: 'GET', path: '/v1/account' },
  },
  {
    name: 'a tunnel',
    lines: () => ['CONNECT shop.example:443 HTTP/1.1', 'Host: shop.example:443'],
    status: 405,
    logged: { method: 'CONNECT', path: 'shop.example:443' },
  },
  {
    name: 'a path without the version',
    lines: (host: string) => ['GET /account?a=1 HTTP/1.1', `Host: ${host}`, 'Connection: close'],
    status: 404,
    logged: { method: 'GET', path: '/account?a=1' },
  },
  {
    name: 'the target of another host',
    lines: (host: string) => ['GET http://shop.example/v1/account HTTP/1.1', `Host: ${host}`, 'Connection: close'],
    status: 421,
    logged: { method: 'GET', path: '/v1/account' },
  },
])('a request with $name is refused with a sentence and logged', async ({ lines, status, logged: entry }) => {
  const { ask, host, logged } = await openRaw()
  const answer = await ask(lines(host))
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  const body = answer.slice(answer.indexOf('\r\n\r\n') + 4)
  expect(JSON.parse(body)).toMatchObject({ error: expect.stringMatching(/\.$/) as string })
  expect(logged()).toMatchObject([{ ...entry, status, responseBody: body }])
})

test('an absolute target is served as its path', async () => {
  const { ask, login, host, logged } = await openRaw()
  const answer = await ask([`GET http://${host}/v1/account/credits HTTP/1.1`, `Host: ${host}`, ...login])
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(logged()).toMatchObject([{ method: 'GET', path: '/v1/account/credits', status: 200 }])
})

test('health checks are not logged', async () => {
  const { ask, host, logged } = await openRaw()
  expect(await ask(['GET /livez HTTP/1.1', `Host: ${host}`, 'Connection: close'])).toMatch(/^HTTP\/1\.1 200 /)
  expect(logged()).toEqual([])
})
