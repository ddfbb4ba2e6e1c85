import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestHost, type TestHost } from '#test/support/browser-host.ts'
import { createDataFolder, type DataFolder } from '#test/support/data-folder.ts'
import { HttpClient, type HttpAnswer, type HttpCall } from '#test/support/http-client.ts'

let folder: DataFolder
let host: TestHost

beforeEach(async () => {
  folder = await createDataFolder()
  host = await startTestHost({ dataFolder: folder.path })
})
afterEach(async () => {
  await host.close()
  await folder.remove()
})

const info: HttpCall = {
  method: 'POST',
  path: '/rpc/app.info',
  headers: { 'Content-Type': 'application/json' },
  body: 'null',
}
const withHeaders = (headers: Record<string, string>): HttpCall => ({
  ...info,
  headers: { ...info.headers, ...headers },
})
const codeOf = (answer: HttpAnswer) => (JSON.parse(answer.body) as { error: { code: string } }).error.code

test('a request of our own page is accepted', async () => {
  expect(await host.client.signedIn(info)).toMatchObject({ status: 200 })
})

describe('the Host header', () => {
  test.each(['evil.example', '127.0.0.1', '127.0.0.1:1', 'localhost', '[::1]:PORT', '127.0.0.1:PORT.evil.example'])(
    '%s is refused as foreign',
    async (name) => {
      const foreign = name.replace('PORT', String(host.port))
      for (const call of [info, { path: '/' }, { path: '/events' }]) {
        const answer = await host.client.signedIn({ ...call, headers: { ...info.headers, Host: foreign } })
        expect(answer.status).toBe(421)
      }
    },
  )

  test('localhost with the port is accepted', async () => {
    const name = `localhost:${host.port}`
    const answer = await host.client.signedIn(withHeaders({ Host: name, Origin: `http://${name}` }))
    expect(answer.status).toBe(200)
  })
})

describe('the Origin header', () => {
  test.each(['http://evil.example', 'null', 'http://127.0.0.1:1', 'https://127.0.0.1:PORT', 'http://localhost:PORT'])(
    '%s is foreign',
    async (origin) => {
      const answer = await host.client.signedIn(withHeaders({ Origin: origin.replace('PORT', String(host.port)) }))
      expect([answer.status, codeOf(answer)]).toEqual([403, 'foreign-origin'])
    },
  )

  test('is required on everything except GET', async () => {
    const { Authorization } = host.client.ownHeaders
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      const answer = await host.client.send({
        ...info,
        method,
        headers: { ...info.headers, Authorization: Authorization! },
      })
      expect([method, answer.status]).toEqual([method, 403])
    }
  })

  test.each(['cross-site', 'same-site'])(
    'Sec-Fetch-Site %s does not count as our page, even for a read',
    async (site) => {
      const call = { path: '/events', headers: { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'navigate' } }
      expect((await host.client.signedIn(call)).status).toBe(403)
    },
  )
})

describe('the token and the key', () => {
  const exchange = (token: unknown) => new HttpClient(host.origin).exchange(token)
  const tokenOf = (link: string) => new URL(link).searchParams.get('token')

  test('without a key every call is refused, and the response says what to do', async () => {
    const stranger = new HttpClient(host.origin)
    const own = { Origin: host.origin }
    for (const call of [
      { path: '/events' },
      withHeaders(own),
      { method: 'PUT', path: '/files?name=a.txt', headers: own, body: 'a' },
      { method: 'POST', path: '/downloads', headers: own, body: '{}' },
      { method: 'POST', path: '/session/page', headers: own, body: '{}' },
      { method: 'DELETE', path: '/', headers: own },
    ]) {
      const answer = await stranger.send(call)
      expect([call.path, answer.status, codeOf(answer)]).toEqual([call.path, 401, 'not-signed-in'])
      expect(answer.headers['www-authenticate']).toBe('Bearer')
      expect(answer.body).toContain('Run the command that started Mailroom again')
    }
  })

  test('anybody may read the files of the page, because they contain no user data', async () => {
    const page = await new HttpClient(host.origin).send({ path: '/' })
    expect(page.status).toBeOneOf([200, 503])
  })

  test('a token returns a key once, and no cookie', async () => {
    const token = tokenOf(host.newLink())
    const first = await exchange(token)
    expect([first.status, JSON.parse(first.body)]).toEqual([
      200,
      {
        ok: true,
        output: { key: expect.stringMatching(/^[\w-]{43}$/) as string, first: expect.anything() as unknown },
      },
    ])
    const second = await exchange(token)
    expect([second.status, codeOf(second)]).toEqual([403, 'used-token'])
    for (const { headers } of [first, second]) expect(headers).not.toHaveProperty('set-cookie')
  })

  test('opening the link without an exchange does not use up its token', async () => {
    const { pathname, search } = new URL(host.newLink())
    const stranger = new HttpClient(host.origin)
    for (const method of ['HEAD', 'GET']) await stranger.send({ method, path: pathname + search })
    expect((await stranger.exchange(new URLSearchParams(search).get('token'))).status).toBe(200)
  })

  test('a page of another origin can neither exchange a token nor use it up', async () => {
    const token = tokenOf(host.newLink())
    for (const Origin of ['http://evil.example', 'http://127.0.0.1:1', 'null']) {
      const headers = { Origin, 'Content-Type': 'application/json' }
      const answer = await new HttpClient(host.origin).send({
        method: 'POST',
        path: '/session',
        headers,
        body: JSON.stringify({ token }),
      })
      expect([answer.status, codeOf(answer)]).toEqual([403, 'foreign-origin'])
    }
    expect((await exchange(token)).status).toBe(200)
  })

  test.each(['/session/proof', '/session/return'])('%s is reserved for our own page', async (path) => {
    const call = { method: 'POST', path, body: '{}' }
    const own = { 'Content-Type': 'application/json', Origin: host.origin }
    const send = (headers: Record<string, string>) => new HttpClient(host.origin).send({ ...call, headers })
    for (const Origin of ['http://evil.example', 'http://127.0.0.1:1', 'null']) {
      expect(codeOf(await send({ ...own, Origin }))).toBe('foreign-origin')
    }
    expect(codeOf(await send({ ...own, Host: 'evil.example' }))).toBe('wrong-host')
    expect(codeOf(await send({ ...own, 'Sec-Fetch-Site': 'same-site' }))).toBe('foreign-origin')
    expect(codeOf(await send({ ...own, 'Content-Type': 'text/plain' }))).toBe('wrong-content-type')
    expect(codeOf(await send(own))).toBe('unknown-page')
  })

  test.each([undefined, null, '', 'short', 'x'.repeat(32), ['x'], { length: 1 }])(
    'the guess %j is refused',
    async (guess) => {
      expect((await exchange(guess)).status).toBe(403)
      const headersOfGuesses: Record<string, string>[] = [
        { Authorization: `Bearer ${String(guess)}` },
        { Authorization: String(guess) },
        { Cookie: `mailroom-${host.port}=${String(guess)}` },
      ]
      for (const headers of headersOfGuesses) {
        const call = withHeaders({ Origin: host.origin, ...headers })
        expect((await new HttpClient(host.origin).send(call)).status).toBe(401)
      }
    },
  )

  test('a key is accepted only completely, and under its own scheme', async () => {
    const key = host.client.ownHeaders['Authorization']!.slice('Bearer '.length)
    for (const Authorization of [key, `Basic ${key}`, `Bearer  ${key}`, `Bearer ${key} x`, `Bearer ${key.slice(1)}`]) {
      expect((await host.client.signedIn(withHeaders({ Authorization }))).status).toBe(401)
    }
  })

  test.each(['/session', '/session/proof', '/session/return'])(
    '%s reads only a few bytes from a stranger',
    async (path) => {
      const headers = { 'Content-Type': 'application/json', Origin: host.origin }
      const body = JSON.stringify({ token: 'x'.repeat(5000) })
      expect((await new HttpClient(host.origin).send({ method: 'POST', path, headers, body })).status).toBe(413)
    },
  )
})

describe('the body of a call', () => {
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/jsonx', ''])(
    'content type %j is refused',
    async (type) => {
      const answer = await host.client.signedIn(withHeaders({ 'Content-Type': type }))
      expect([answer.status, codeOf(answer)]).toEqual([415, 'wrong-content-type'])
    },
  )

  test('broken JSON is refused', async () => {
    expect((await host.client.signedIn({ ...info, body: '{"a":' })).status).toBe(400)
  })

  test.each([
    ['that says how long it is', { 'Content-Length': String(100 * 1024 * 1024) }],
    ['that does not say', { 'Transfer-Encoding': 'chunked' }],
  ])('100 MB %s are refused and never stored', async (_how, headers) => {
    const before = process.memoryUsage().arrayBuffers
    let most = 0
    const chunk = Buffer.alloc(64 * 1024, ' ')
    async function* hundredMegabytes() {
      for (let sent = 0; sent < 1600; sent++) {
        most = Math.max(most, process.memoryUsage().arrayBuffers)
        yield chunk
      }
    }
    const answer = await host.client.signedIn({ ...withHeaders(headers), body: hundredMegabytes() })
    expect([answer.status, codeOf(answer)]).toEqual([413, 'body-too-large'])
    expect(most - before).toBeLessThan(50 * 1024 * 1024)
    expect((await host.client.signedIn(info)).status).toBe(200)
  })
})

describe('paths', () => {
  test.each([
    '/../package.json',
    '/..%2fpackage.json',
    '/assets/../../main/main.js',
    '/%2e%2e/%2e%2e/package.json',
    '/..\\package.json',
    '//etc/passwd',
    '/index.html%00.js',
    '/.stamp',
  ])('%s is not a page', async (path) => {
    expect((await host.client.signedIn({ path })).status).toBeOneOf([404, 503])
  })

  test.each(['/', '/../lock.json', '/..%2flock.json', '/settings.json', '/%00'].map((path) => `/downloads${path}`))(
    '%s is not a file',
    async (path) => {
      const answer = await host.client.signedIn({ path })
      expect([answer.status, codeOf(answer)]).toEqual([404, 'file-gone'])
    },
  )

  test('other methods and other paths are refused', async () => {
    for (const [method, path] of [
      ['DELETE', '/'],
      ['POST', '/'],
      ['POST', '/files'],
      ['PUT', '/rpc/app.info'],
    ]) {
      expect((await host.client.signedIn({ ...info, method, path: path! })).status).toBe(405)
    }
  })
})
