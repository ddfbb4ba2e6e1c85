import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import type { OutboxSort } from '#shared/contract/sandbox.ts'
import { aSend, ServiceClient } from './support/service-client.ts'
import { openSandbox, type Opened } from './support/open-sandbox.ts'

async function admin(opened: Opened) {
  const { origin, port } = new URL(opened.sandbox.url)
  const client = new ServiceClient(origin, { user: '', key: '' })
  const headers = { 'x-sandbox-token': opened.sandbox.adminToken }
  const call = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
    client.call({ method, path: `/admin${path}`, body, headers: { ...headers, ...more } })
  return { call, origin, port, client }
}

test('the controls require their own token and host, and refuse foreign pages', async () => {
  const { call, port, origin } = await admin(await openSandbox())
  const status = async (more: Record<string, string>) => (await call('GET', '/state', undefined, more)).status
  expect(await status({})).toBe(200)
  expect(await status({ Host: `localhost:${port}`, Origin: `http://localhost:${port}` })).toBe(200)
  expect(await status({ Origin: origin })).toBe(200)
  expect(await status({ 'x-sandbox-token': 'x' })).toBe(401)
  expect(await status({ Host: `evil.example:${port}` })).toBe(421)
  expect(await status({ Host: '127.0.0.1' })).toBe(421)
  expect(await status({ Origin: 'http://evil.example' })).toBe(403)
  expect(await status({ Origin: 'null' })).toBe(403)
})

test('the request log shows the last calls with bodies cut and secrets masked', async () => {
  const opened = await openSandbox()
  const { call } = await admin(opened)
  const { key } = opened.sandbox.credentials
  await opened.client.post('/messages/send', aSend('a@x.org', { text: 'x'.repeat(40_000) }))
  await opened.client.get('/settings/apikeys')
  await opened.client.get('/nothing')
  const text = (await call('GET', '/requests')).text
  expect(text).not.toContain(key)
  const [missing, keys, send] = JSON.parse(text) as Record<string, unknown>[]
  expect(missing).toMatchObject({ path: '/v1/nothing', status: 404 })
  expect(keys!.responseBody).toContain('••••')
  const [kept, said] = (send!.requestBody as string).split('\n')
  expect([kept!.length, said]).toEqual([32_768, '… (the log keeps the first 32 KB)'])
  expect(send!.requestBytes).toBeGreaterThan(40_000)
  for (let i = 0; i < 510; i++) await opened.client.get('/nothing')
  expect(opened.sandbox.control.requests()).toHaveLength(500)
  await call('DELETE', '/requests')
  expect((await call('GET', '/requests')).json).toEqual([])
})

test('a request shows what it created, and can be repeated with its key', async () => {
  const { client, sandbox } = await openSandbox()
  const { control } = sandbox
  await client.post('/messages/send', aSend(['a@x.org', 'b@x.org']))
  const [made] = control.requests()
  const ids = control.outbox(10).map(({ id }) => id)
  expect([...made!.messages].sort()).toEqual([...ids].sort())
  expect(control.requestOf(ids[0]!)).toBe(made!.id)
  expect(made!.responseBytes).toBe(Buffer.byteLength(made!.responseBody))
  expect(made!.responseHeaders['content-type']).toContain('application/json')

  const again = await control.replay(made!.id)
  expect(again.status).toBe(200)
  expect(control.outbox(10)).toHaveLength(4)
  expect(control.request(again.id!)!.requestHeaders['x-sandbox-replay']).toBe(String(made!.id))
  control.setFaults([{ kind: 'status', path: '/messages/send', status: 503 }])
  expect((await control.replay(made!.id)).status).toBe(503)
  control.setFaults([])
  await client.post('/messages/send', aSend('a@x.org', { text: 'x'.repeat(40_000) }))
  await expect(control.replay(control.requests()[0]!.id)).rejects.toThrow(/complete body/)
  await expect(control.replay(10_000)).rejects.toThrow(/no request 10000/)

  // Refused before its body arrives: a call with the body would not test this.
  await refusedBeforeBody(sandbox.url)
  const [refused] = control.requests()
  expect(refused).toMatchObject({ status: 401, isRequestCut: true })
  await expect(control.replay(refused!.id)).rejects.toThrow(/complete body/)
})

test('a request whose path looks like another host is repeated to the sandbox itself', async () => {
  const { sandbox } = await openSandbox()
  const { hostname, port } = new URL(sandbox.url)
  const [response] = (await once(request({ hostname, port, path: '//127.0.0.1:9/v1/nothing' }).end(), 'response')) as [
    IncomingMessage,
  ]
  response.resume()
  const { id, status } = await sandbox.control.replay(sandbox.control.requests()[0]!.id)
  expect(status).toBe(response.statusCode)
  expect(sandbox.control.request(id!)!.path).toBe('//127.0.0.1:9/v1/nothing')
})

/** A call without a key that waits for `100 Continue` before it sends its body. */
async function refusedBeforeBody(url: string): Promise<void> {
  const call = request(`${url}/messages/send`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 20, expect: '100-continue' },
  })
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  response.resume()
  expect(response.statusCode).toBe(401)
  call.destroy()
}

test('the outbox can be searched by words of the address, subject, tag, state and reason, page by page', async () => {
  const { client, sandbox } = await openSandbox()
  const { control } = sandbox
  const many = Array.from({ length: 12_000 }, (_, at) => `user${at}@x.org`)
  await client.post('/messages/send', aSend(many.slice(0, 6000), { subject: '100% wool' }))
  await client.post('/messages/send', aSend(many.slice(6000), { subject: '1000 socks' }))
  await client.post('/messages/send', aSend(['bounce@x.org', 'reject@x.org']))
  await control.advance('hour')
  const emails = async (text: string, limit = 500, before?: string) =>
    (await control.searchOutbox({ text, limit, before })).map(({ email }) => email)
  expect(await emails('USER77@ wool')).toEqual(['user77@x.org'])
  expect(await emails('hardbounced')).toEqual(['bounce@x.org'])
  expect(await emails('policy rejected')).toEqual(['reject@x.org'])
  expect(await emails('100% user1 socks')).toEqual([])
  const first = await control.searchOutbox({ text: 'wool user', limit: 500 })
  const second = await emails('wool user', 500, first.at(-1)!.id)
  expect([first.length, second.length, second.includes(first.at(-1)!.email)]).toEqual([500, 500, false])
})

test('all messages of the outbox are sorted together, page by page', async () => {
  const { client, sandbox } = await openSandbox()
  const { control } = sandbox
  const many = Array.from({ length: 6000 }, (_, at) => `user${String((at * 7) % 6000).padStart(4, '0')}@x.org`)
  await client.post('/messages/send', aSend(many, { subject: 'wool' }))
  await client.post('/messages/send', aSend(['bounce@x.org', 'Anna@x.org'], { subject: 'Socks' }))
  await control.advance('hour')
  const sorted = async (field: OutboxSort['field'], descending: boolean, before?: string, text = '') =>
    control.searchOutbox({ text, limit: 3, before, sort: { field, descending } })
  const emails = (entries: readonly { email: string }[]) => entries.map(({ email }) => email)
  const first = await sorted('to', false)
  expect(emails(first)).toEqual(['Anna@x.org', 'bounce@x.org', 'user0000@x.org'])
  expect(emails(await sorted('to', false, first.at(-1)!.id))).toEqual([
    'user0001@x.org',
    'user0002@x.org',
    'user0003@x.org',
  ])
  expect(emails(await sorted('to', true))).toEqual(['user5999@x.org', 'user5998@x.org', 'user5997@x.org'])
  expect(emails(await sorted('to', true, undefined, 'socks'))).toEqual(['bounce@x.org', 'Anna@x.org'])
  expect(emails(await sorted('state', true))).toContain('bounce@x.org')
  expect(emails(await sorted('reason', true))[0]).toBe('bounce@x.org')
  const oldest = await sorted('date', false)
  expect(emails(oldest)).toEqual(many.slice(0, 3))
  expect(emails(await sorted('date', false, oldest.at(-1)!.id))).toEqual(many.slice(3, 6))
  // Messages with equal subjects are sorted newest first, on every page.
  const equal = await sorted('subject', true)
  expect(emails(equal)).toEqual(many.slice(-3).reverse())
  expect(emails(await sorted('subject', true, equal.at(-1)!.id))).toEqual(many.slice(-6, -3).reverse())
  expect(await sorted('subject', true, 'gone')).toEqual([])
})

test('the log masks values whose name suggests a secret, including those of other programs', async () => {
  const opened = await openSandbox()
  const { call } = await admin(opened)
  const { key } = opened.sandbox.credentials
  const needle = 'needle-0123456789'
  const names = [
    'Authorization',
    'Proxy-Authorization',
    'Cookie',
    'X-Api-Key',
    'X-Auth',
    'X-My-Secret',
    'x-sandbox-token',
  ]
  const headers = Object.fromEntries(names.map((name) => [name, needle]))
  const query = `?key=${needle}&api%4Bey=${needle}&access_token=${needle}&own=${key}&also=${opened.sandbox.adminToken}&page=2`
  const id = opened.sandbox.control.keys()[0]!.id
  const body = { apiKey: needle, nested: { client_secret: `${needle}\\"`, password: needle }, ok: 'seen', key: id }
  await opened.client.call({ method: 'POST', path: `/nothing${query}`, body, headers })
  await opened.client.call({ method: 'POST', path: '/settings/apikeys', body: { description: 'New' } })
  const made = opened.sandbox.control.keys()[1]!.key
  const { text } = await call('GET', '/requests')
  for (const secret of [needle, key, made, opened.sandbox.adminToken]) expect(text).not.toContain(secret)
  const [, seen] = JSON.parse(text) as { path: string; requestBody: string; requestHeaders: Record<string, string> }[]
  expect(seen!.path).toMatch(/&page=2$/)
  expect(seen!.requestBody).toContain('"ok":"seen"')
  expect(seen!.requestBody).toContain(`"key":"${id}"`)
  expect(seen!.requestHeaders).toMatchObject({ 'content-type': 'application/json', 'x-api-key': '••••6789' })
})

test('the request log shows the body of refused and faulty calls, too', async () => {
  const { sandbox, client } = await openSandbox()
  await client.call({ method: 'POST', path: '/nothing', body: { at: 'no path' } })
  await client.call({
    method: 'POST',
    path: '/messages/send',
    body: { at: 'no key' },
    headers: { 'X-Service-ApiKey': 'x' },
  })
  sandbox.faults.set([{ kind: 'status', path: '*', status: 503 }])
  await client.call({ method: 'POST', path: '/messages/send', body: { at: 'a fault' } })
  const seen = sandbox.control.requests().map(({ status, requestBody }) => [status, requestBody])
  expect(seen).toEqual([
    [503, '{"at":"a fault"}'],
    [401, '{"at":"no key"}'],
    [404, '{"at":"no path"}'],
  ])
})

test('Mailroom’s own calls do not push other programs’ calls out of the log', async () => {
  const opened = await openSandbox()
  const { call } = await admin(opened)
  const ask = (program: string) =>
    opened.client.call({ method: 'GET', path: '/user', headers: { 'User-Agent': program } })
  await ask('shop/1.0')
  for (let i = 0; i < 510; i++) await ask('Mailroom')
  const programs = (text: string) => (JSON.parse(text) as { program: string }[]).map(({ program }) => program)
  const all = programs((await call('GET', '/requests')).text)
  expect([all.length, all[0], all.at(-1)]).toEqual([501, 'Mailroom', 'shop/1.0'])
  expect(programs((await call('GET', '/requests?own=false')).text)).toEqual(['shop/1.0'])
})

test('outbox, message, source and attachment are served, and none of them runs as a page', async () => {
  const opened = await openSandbox()
  const { call } = await admin(opened)
  const attachments = [{ contentType: 'text/html', filename: 'a.html', content: 'PGI+' }]
  await opened.client.post('/messages/send', aSend(['a@x.org', 'b@x.org'], { html: '<b>x</b>', attachments }))
  const entries = (await call('GET', '/outbox?limit=1')).json as { id: string; email: string }[]
  const rest = (await call('GET', `/outbox?before=${entries[0]!.id}`)).json as { email: string }[]
  expect([...entries, ...rest].map(({ email }) => email).sort()).toEqual(['a@x.org', 'b@x.org'])
  const path = `/outbox/${entries[0]!.id}`
  expect((await call('GET', path)).json).toMatchObject({
    subject: 'Hello',
    attachments: [{ filename: 'a.html', size: 3 }],
  })
  const source = await call('GET', `${path}/source`)
  expect(source.headers).toMatchObject({ 'content-disposition': 'attachment', 'x-content-type-options': 'nosniff' })
  expect((await call('GET', `${path}/attachments/0`)).text).toBe('<b>')
  expect((await call('GET', `${path}/attachments/1`)).status).toBe(404)
  expect((await call('GET', '/outbox/nope')).status).toBe(404)
})

test('faults, clock, keys and reset', async () => {
  const opened = await openSandbox()
  const { call } = await admin(opened)
  expect((await call('PUT', '/faults', [{ kind: 'status', status: 500 }])).json).toMatchObject([{ kind: 'status' }])
  expect((await opened.client.get('/settings/apikeys')).status).toBe(500)
  expect((await call('PUT', '/faults', [{ kind: 'nothing' }])).status).toBe(400)
  expect((await call('PUT', '/faults', [])).json).toEqual([])
  const before = (await call('GET', '/clock')).json as { now: number }
  const after = (await call('POST', '/clock', { advance: 'week', running: false })).json as { now: number }
  expect(after).toEqual({ now: before.now + 604_800_000, running: false, offset: expect.any(Number) as number })
  expect((await call('POST', '/clock', { advance: -1 })).status).toBe(400)
  const refused = await call('POST', '/clock', { advance: 'year', running: true })
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('advance must be hour, day, week or')])
  expect((await call('GET', '/clock')).json).toMatchObject({ running: false })
  const [key] = (await call('GET', '/keys')).json as { id: string }[]
  expect((await call('PUT', `/keys/${key!.id}`, { enabled: false, allowedIPs: ['here'] })).status).toBe(400)
  expect((await opened.client.get('/settings/apikeys')).status).toBe(200)
  expect((await call('PUT', `/keys/${key!.id}`, { enabled: false })).json).toMatchObject({ enabled: false })
  await opened.client.post('/messages/send', aSend('a@x.org'))
  expect((await call('POST', '/reset', { scenario: 'huge' })).status).toBe(400)
  expect((await call('POST', '/reset', { scenario: 'empty' })).json).toMatchObject({ scenario: 'empty', messages: 0 })
  expect((await opened.client.post('/messages/send', aSend('a@x.org'))).status).toBe(200)
})

test('requests are streamed as server-sent events', async () => {
  const opened = await openSandbox()
  const { origin } = await admin(opened)
  const headers = { 'x-sandbox-token': opened.sandbox.adminToken }
  const event = await new Promise<string>((resolve, reject) => {
    const outgoing = request(`${origin}/admin/events`, { headers }, (response) => {
      let text = ''
      response.on('error', () => undefined)
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString()
        if (text === ': ready\n\n') void opened.client.get('/settings/apikeys')
        if (!text.includes('data: ')) return
        outgoing.destroy()
        resolve(text)
      })
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
  expect(event).toContain('event: request')
  expect(JSON.parse(/data: (.*)/.exec(event)![1]!)).toMatchObject({ path: '/v1/settings/apikeys', status: 200 })
})
