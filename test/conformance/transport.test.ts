import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { aSend, expectError, openAccount, type Json } from './support/account.ts'
import { json } from '../support/wire.ts'

/** Writes bytes to the socket unchanged, and returns the raw response. */
function rawly(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => (answer += chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
    socket.write(request)
  })
}

test('responses are JSON in UTF-8', async () => {
  const account = await openAccount()
  const answer = await account.call('GET', '/settings/apikeys')
  expect(answer.headers['content-type']).toMatch(/^application\/json\b/)
  expect(Number(answer.headers['content-length'])).toBe(answer.body.length)
  await account.send('a@x.org', { subject: 'Grüße ✓ 日本' })
  expect((await account.records())[0]!.msg.subject).toBe('Grüße ✓ 日本')
})

test('the authentication headers are read in any case', async () => {
  const account = await openAccount()
  const { user, key } = account.sandbox.credentials
  const { pathname, host } = new URL(account.sandbox.url)
  for (const [userHeader, keyHeader] of [
    ['X-Service-ApiUser', 'X-Service-ApiKey'],
    ['x-service-apiuser', 'x-service-apikey'],
    ['X-SERVICE-APIUSER', 'X-SERVICE-APIKEY'],
    ['X-Service-APIUser', 'X-Service-APIKey'],
  ] as const) {
    const lines = [`Host: ${host}`, `${userHeader}: ${user}`, `${keyHeader}: ${key}`, 'Connection: close']
    const request = `GET ${pathname}/settings/apikeys HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
    expect(await rawly(account.sandbox.url, request)).toMatch(/^HTTP\/1\.1 200 /)
  }
})

test('the names of the authentication headers and the option prefix can be set', async () => {
  const account = await openAccount({ headerNames: { user: 'X-Acme-User', key: 'X-Acme-Key' }, prefix: 'X-ACME-' })
  const { user, key } = account.sandbox.credentials
  expect(await account.status('GET', '/settings/apikeys')).toBe(401)
  const headers = { 'X-Acme-User': user, 'X-Acme-Key': key }
  const body = aSend('a@x.org', {}, { headers: { 'X-ACME-TAGS': ['own'] } })
  expect(await account.status('POST', '/messages/send', { body, headers })).toBe(200)
  const answer = await account.call('POST', '/statistics/messages', { body: {}, headers })
  expect((json(answer) as { messages: Json[] }).messages).toMatchObject([{ tags: ['own'] }])
  const otherCase = { 'x-acme-user': user, 'X-ACME-KEY': key }
  const tagged = aSend('b@x.org', {}, { headers: { 'X-Acme-Tags': ['t'] } })
  expect(await account.status('POST', '/messages/send', { body: tagged, headers: otherCase })).toBe(200)
  expect(account.sandbox.store.messages.newest(1)[0]!.tags).toEqual(['t'])
})

test('a body can have a charset, come in chunks, or follow an Expect', async () => {
  const account = await openAccount()
  const headers = { 'Content-Type': 'application/json; charset=utf-8' }
  expect(await account.status('POST', '/statistics/messages', { body: {}, headers })).toBe(200)
  const { user, key } = account.sandbox.credentials
  const { pathname, host } = new URL(account.sandbox.url)
  const head = (more: string): string =>
    `POST ${pathname}/statistics/messages HTTP/1.1\r\nHost: ${host}\r\nX-Service-ApiUser: ${user}\r\n` +
    `X-Service-ApiKey: ${key}\r\nContent-Type: application/json\r\nConnection: close\r\n${more}\r\n\r\n`
  const chunked = `${head('Transfer-Encoding: chunked')}5\r\n{"pag\r\n5\r\ne":1}\r\n0\r\n\r\n`
  expect(await rawly(account.sandbox.url, chunked)).toContain('"total":0')
  const expected = `${head('Expect: 100-continue\r\nContent-Length: 2')}{}`
  expect(await rawly(account.sandbox.url, expected)).toMatch(/^HTTP\/1\.1 100 Continue[^]*HTTP\/1\.1 200 /)
})

test('null counts as absent in every filter', async () => {
  const account = await openAccount()
  await account.send('a@x.org')
  await account.pass(60)
  const nothing = { dateBegin: null, dateEnd: null, froms: null, apiKeys: null, tags: null }
  expect(await account.page({ ...nothing, page: null })).toEqual(await account.page())
  expect(await account.post('/statistics/messages', { ...nothing, page: null, pageSize: null })).toEqual(
    await account.post('/statistics/messages', {}),
  )
  const paths = ['domains', 'tags', 'activities', 'bounces', 'emailplatforms', 'localisations']
  for (const path of paths.map((name) => `/statistics/${name}`)) {
    expect(await account.post(path, nothing)).toEqual(await account.post(path, {}))
  }
  const period = { dateBegin: null, dateEnd: null }
  expect(await account.post('/export/json', period)).toEqual(await account.post('/export/json', {}))
  const list = { type: 'bounces', list: null, page: null, pageSize: null, order: null }
  expect(await account.post('/blacklists/list', list)).toEqual({ bounces: [], total: 0 })
  const key = { description: 'k', iPFilterEnabled: null, allowedIPs: null }
  expect(await account.post('/settings/apikeys', key)).toMatchObject({ iPFilterEnabled: false })
})

test('an empty body and `[]` mean no filters', async () => {
  const account = await openAccount()
  await account.send('a@x.org')
  for (const extras of [{}, { body: [] }, { raw: '' }, { body: null }]) {
    const answer = await account.call('POST', '/statistics/messages', extras)
    expect([answer.status, (json(answer) as { total: number }).total]).toEqual([200, 1])
  }
})

test('path parts are accepted percent-encoded and raw', async () => {
  const account = await openAccount()
  await account.send(["o'neil+open/1@x.org", 'größe@bücher.example', '100%25@x.org'])
  await account.pass(60)
  const requested = async (path: string): Promise<unknown> =>
    ((await account.get(`/statistics/recipient/${path}`)) as Json)['requested']
  expect(await requested(encodeURIComponent("o'neil+open/1@x.org"))).toBe(1)
  expect(await requested("o'neil+open%2F1@x.org")).toBe(1)
  expect(await requested("o'neil%2Bopen%2f1%40x.org")).toBe(1)
  expect(await requested(encodeURIComponent('größe@bücher.example'))).toBe(1)
  expect(await requested(encodeURIComponent('100%25@x.org'))).toBe(1)
})

test('a raw + in a path is a plus sign, not a space', async () => {
  const account = await openAccount()
  await account.send('a+b@x.org')
  expect(await account.get('/statistics/recipient/a+b@x.org')).toMatchObject({ requested: 1 })
  expect(await account.get('/statistics/recipient/a%2Bb%40x.org')).toMatchObject({ requested: 1 })
})

test.each([
  ['GET', '/../v1/settings/apikeys'],
  ['GET', '/settings/../settings/apikeys'],
  ['GET', '/settings/%2e%2e/settings/apikeys'],
  ['GET', '/statistics/message/../../settings/apikeys'],
  ['GET', '/users/..%2f..%2fetc%2fpasswd'],
  ['GET', '/users/..%5c..%5cetc'],
  ['GET', '/statistics/message/..%2F..%2Fetc%2Fpasswd'],
  ['GET', '/statistics/../../etc/passwd'],
  ['GET', '/nothing/here'],
  ['GET', '/statistics/message/%00'],
  ['GET', '/statistics/message/%zz'],
  ['GET', '/statistics/message/'],
  ['GET', '/statistics//message/x'],
  ['GET', '/statistics/message/x/y'],
  ['GET', '/users/%E0%A4%A'],
])('%s %s does not exist', async (method, path) => {
  const account = await openAccount()
  expectError(await account.call(method, path), 404)
})

test('nothing exists outside the version segment', async () => {
  const account = await openAccount()
  const { user, key } = account.sandbox.credentials
  const { host, origin } = new URL(account.sandbox.url)
  for (const path of ['/', '/settings/apikeys', '/v2/settings/apikeys', '/v1', '/V1/settings/apikeys', '/v1settings']) {
    const lines = [`Host: ${host}`, `X-Service-ApiUser: ${user}`, `X-Service-ApiKey: ${key}`, 'Connection: close']
    expect(await rawly(origin, `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 404 /)
  }
})

test.each([
  ['POST', '/export/json', ['GET', 'PUT', 'DELETE'], 'POST'],
  ['POST', '/messages/send', ['GET', 'PUT', 'DELETE', 'PATCH'], 'POST'],
  ['POST', '/statistics/messages', ['GET', 'DELETE'], 'POST'],
  ['GET', '/statistics/message/x', ['POST', 'DELETE'], 'GET'],
  ['GET', '/statistics/recipient/a@x.org', ['POST', 'PUT'], 'GET'],
  ['POST', '/statistics/domains', ['GET'], 'POST'],
  ['POST', '/statistics/emailplatforms/webmails/total', ['GET'], 'POST'],
  ['GET, POST', '/settings/apikeys', ['PUT', 'DELETE'], 'GET, POST'],
  ['POST', '/settings/domains', ['PUT', 'DELETE'], 'POST'],
  ['PUT', '/settings/templates/x', ['POST', 'DELETE'], 'PUT'],
  ['POST', '/blacklists/list', ['GET', 'DELETE'], 'POST'],
  ['POST', '/blacklists/list/bounces', ['PUT'], 'POST'],
  ['GET', '/users/x', ['POST', 'PUT', 'DELETE'], 'GET'],
])('only %s on %s', async (_, path, methods, allowed) => {
  const account = await openAccount({ strict: true })
  for (const method of methods) {
    const answer = await account.call(method, path, { body: {} })
    expectError(answer, 405)
    const allow = String(answer.headers.allow)
      .split(/, */)
      .filter((name) => name !== 'HEAD' && name !== 'OPTIONS')
    expect(allow.sort().join(', ')).toBe(allowed)
  }
})

test('many calls can share one connection', async () => {
  const account = await openAccount()
  for (let index = 0; index < 50; index++) expect(await account.status('GET', '/settings/apikeys')).toBe(200)
  expect(await account.status('POST', '/messages/send', { raw: '{bad' })).toBe(400)
  expect(await account.status('GET', '/settings/apikeys')).toBe(200)
})
