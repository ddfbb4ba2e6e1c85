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

test('our own page is answered', async () => {
  expect(await host.client.signedIn(info)).toMatchObject({ status: 200 })
})

describe('the Host header', () => {
  test.each(['evil.example', '127.0.0.1', '127.0.0.1:1', 'localhost', '[::1]:PORT', '127.0.0.1:PORT.evil.example'])(
    '%s is not one of ours',
    async (name) => {
      const foreign = name.replace('PORT', String(host.port))
      for (const call of [info, { path: '/' }, { path: '/events' }]) {
        const answer = await host.client.signedIn({ ...call, headers: { ...info.headers, Host: foreign } })
        expect(answer.status).toBe(421)
      }
    },
  )

  test('localhost with the port is', async () => {
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

  test('is needed on everything but GET', async () => {
    const { Cookie } = host.client.ownHeaders
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      const answer = await host.client.send({ ...info, method, headers: { ...info.headers, Cookie: Cookie! } })
      expect([method, answer.status]).toEqual([method, 403])
    }
  })

  test.each(['cross-site', 'same-site'])('Sec-Fetch-Site %s is not our page, even for a read', async (site) => {
    const call = { path: '/events', headers: { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'navigate' } }
    expect((await host.client.signedIn(call)).status).toBe(403)
  })
})

describe('the token and the cookie', () => {
  test('without a cookie nothing is shown, and the answer says what to do', async () => {
    const stranger = new HttpClient(host.origin)
    for (const path of ['/', '/index.html', '/events', '/files/x', '/no-such-page']) {
      const answer = await stranger.send({ path })
      expect([path, answer.status, codeOf(answer)]).toEqual([path, 403, 'not-signed-in'])
    }
    const answer = await stranger.send({ ...info, headers: { ...info.headers, Origin: host.origin } })
    expect([answer.status, codeOf(answer)]).toEqual([403, 'not-signed-in'])
    const page = await stranger.send({ path: '/', headers: { Accept: 'text/html,*/*' } })
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.body).toContain('npm start')
  })

  test('a token opens once, gives a strict cookie and leaves the address', async () => {
    const { pathname, search } = new URL(host.newLink())
    const stranger = new HttpClient(host.origin)
    const first = await stranger.send({ path: pathname + search })
    expect([first.status, first.headers.location]).toEqual([303, '/'])
    const cookie = first.headers['set-cookie']?.[0] ?? ''
    expect(cookie).toMatch(new RegExp(`^mailroom-${host.port}=[\\w-]{43}; Path=/; SameSite=Strict; HttpOnly$`))
    const second = await stranger.send({ path: pathname + search })
    expect([second.status, second.headers['set-cookie'], codeOf(second)]).toEqual([403, undefined, 'used-token'])
  })

  test('a look that is not a visit does not use the token up', async () => {
    const { pathname, search } = new URL(host.newLink())
    const stranger = new HttpClient(host.origin)
    expect((await stranger.send({ method: 'HEAD', path: pathname + search })).status).toBe(403)
    expect((await stranger.send({ path: pathname + search })).status).toBe(303)
  })

  test.each(['', 'short', 'x'.repeat(32)])('the guess %j is refused', async (guess) => {
    expect((await new HttpClient(host.origin).send({ path: `/?token=${guess}` })).status).toBe(403)
    const headers = { Origin: host.origin, Cookie: `mailroom-${host.port}=${guess}` }
    expect((await new HttpClient(host.origin).send(withHeaders(headers))).status).toBe(403)
  })

  test('a link for a second start needs the secret of the lock', async () => {
    const ask = (secret: unknown) => {
      const headers = { 'Content-Type': 'application/json', Origin: host.origin }
      const body = JSON.stringify({ secret })
      return new HttpClient(host.origin).send({ method: 'POST', path: '/focus', headers, body })
    }
    for (const secret of [undefined, '', 'guess', ['guess'], { length: 1 }]) {
      expect((await ask(secret)).status).toBe(403)
    }
  })
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
  ])('100 MB %s are refused and never held', async (_how, headers) => {
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

  test.each(['/files/', '/files/../lock.json', '/files/..%2flock.json', '/files/settings.json', '/files/%00'])(
    '%s is not a file',
    async (path) => {
      const answer = await host.client.signedIn({ path })
      expect([answer.status, codeOf(answer)]).toEqual([404, 'file-gone'])
    },
  )

  test('other methods and other places are refused', async () => {
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
