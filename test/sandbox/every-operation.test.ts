import { expect, test } from 'vitest'
import { aSend, messagesOf, ServiceClient } from './support/service-client.ts'
import { openSandbox } from './support/open-sandbox.ts'

const isoDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/

test('a send becomes one record per recipient, in the form of interface.md 2.5', async () => {
  const { client, sandbox } = await openSandbox()
  const headers = { 'X-SVC-TAGS': ['order'], 'X-SVC-META': { number: 7 } }
  const answer = await client.post('/messages/send', aSend(['a@x.org', 'b@y.org'], {}, { headers }))
  expect([answer.status, answer.json]).toEqual([200, { status: 'success' }])
  await sandbox.control.advance('hour')
  const messages = await messagesOf(client)
  expect(messages.map(({ msg }) => msg.email).sort()).toEqual(['a@x.org', 'b@y.org'])
  expect(messages[0]).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
    apiKey: sandbox.store.keys.list()[0]!.id,
    createdDate: expect.stringMatching(isoDate) as string,
    lastStateDate: expect.stringMatching(isoDate) as string,
    msg: {
      from: 'shop@sender.example',
      email: messages[0]!.msg.email,
      subject: 'Hello',
      size: expect.any(Number) as number,
    },
    tags: ['order'],
    lastState: 'delivered',
    meta: { number: 7 },
    reason: null,
    open: 0,
    click: 0,
    openDetails: [],
    clickDetails: [],
  })
})

test('message detail, recipient detail and every statistic count the same message', async () => {
  const { client, sandbox } = await openSandbox()
  await client.post('/messages/send', aSend('open+2@x.org', {}, { headers: { 'X-SVC-TAGS': ['t'] } }))
  await sandbox.control.advance('hour')
  const [message] = await messagesOf(client)
  const detail = (await client.get(`/statistics/message/${message!.id}`)).json
  expect(detail).toMatchObject({
    messageId: message!.id,
    msg: { email: 'open+2@x.org', receivedAt: expect.any(Number) as number },
    open: 2,
    openDetails: [{ recipient: { address: 'open+2@x.org' } }, {}],
  })
  const counts = { requested: 1, delivered: 1, open: 2, opener: 1, click: 0 }
  expect((await client.get('/statistics/recipient/open+2@x.org')).json).toMatchObject(counts)
  expect((await client.get('/statistics/recipient/open%2B2%40x.org')).json).toMatchObject(counts)
  expect((await client.post('/statistics/domains')).json).toMatchObject({ 'x.org': counts })
  expect((await client.post('/statistics/tags')).json).toMatchObject({ t: counts })
  const day = String(Math.floor(sandbox.clock.now() / 86_400_000) * 86_400)
  expect(Object.keys((await client.post('/statistics/activities')).json as object)).toContain(day)
  for (const path of ['', '/webmails', '/applications']) {
    expect((await client.post(`/statistics/emailplatforms${path}`)).status).toBe(200)
  }
  for (const path of ['webmails', 'applications']) {
    expect(Array.isArray((await client.post(`/statistics/emailplatforms/${path}/total`)).json)).toBe(true)
  }
  expect((await client.post('/statistics/localisations')).json).toMatchObject([{ open: 2, opener: 1 }])
  expect((await client.post('/statistics/bounces')).json).toMatchObject({ [day]: { requested: 1, hardbounced: 0 } })
})

test('filters and dates in every form choose the same records', async () => {
  const { client, sandbox } = await openSandbox({ clock: { start: Date.UTC(2026, 0, 31, 12), running: false } })
  await client.post('/messages/send', aSend('a@x.org', {}, { headers: { 'X-SVC-TAGS': ['t'] } }))
  const seconds = Date.UTC(2026, 0, 31) / 1000
  const keyId = sandbox.store.keys.list()[0]!.id
  for (const dateBegin of [seconds, String(seconds), '2026-01-31T00:00:00', '2026-01-31T01:00:00+0100', '2026-01-31']) {
    expect(await messagesOf(client, { dateBegin, dateEnd: seconds + 86_400, tags: ['t'] })).toHaveLength(1)
  }
  expect(await messagesOf(client, { dateBegin: seconds - 10, dateEnd: seconds - 1 })).toHaveLength(0)
  expect(await messagesOf(client, { froms: ['shop@sender.example'], apiKeys: [keyId], tags: null })).toHaveLength(1)
  expect(await messagesOf(client, { froms: ['other@sender.example'] })).toHaveLength(0)
  expect(await messagesOf(client, { froms: [], tags: [], apiKeys: [] })).toHaveLength(1)
})

test('exports in four formats, by POST and GET, and a delta that moves with a whole answer', async () => {
  const { client, sandbox } = await openSandbox()
  await client.post('/messages/send', aSend(['a@x.org', 'b@x.org']))
  await sandbox.control.advance('hour')
  const records = (await client.post('/export/json')).json as { email: string; createdDate: number }[]
  expect(records.map(({ email }) => email).sort()).toEqual(['a@x.org', 'b@x.org'])
  expect((await client.get('/export/json?dateBegin=0')).json).toEqual(records)
  const csv = await client.post('/export/csv')
  expect(csv.text.split('\r\n')[0]).toBe(
    'Id,ApiKey,CreatedDate,LastStateDate,From,Email,Subject,Size,Tags,LastState,Open,Click',
  )
  expect((await client.post('/export/xlsx')).body.subarray(0, 2).toString()).toBe('PK')
  expect((await client.post('/export/xls')).body.subarray(0, 4).toString('hex')).toBe('d0cf11e0')
  expect((await client.post('/export/json/delta')).json).toHaveLength(2)
  expect((await client.post('/export/json/delta')).json).toHaveLength(0)
  await client.post('/messages/send', aSend('c@x.org'))
  sandbox.faults.set([{ kind: 'cut', path: '/export/json/delta', times: 1 }])
  await expect(client.post('/export/json/delta')).rejects.toThrow()
  expect((await client.post('/export/json/delta')).json).toHaveLength(1)
})

test('keys, domains, templates, blacklists, users and the account', async () => {
  const { client } = await openSandbox()
  const key = (await client.post('/settings/apikeys', { description: 'New', ipFilterEnabled: true, allowedIps: [] }))
    .json
  expect(key).toMatchObject({ iPFilterEnabled: true, allowedIPs: [], description: 'New', enabled: true })
  expect((await client.get('/settings/apikeys')).json).toContainEqual(key)
  const domain = { sending: 'new.example', tracking: 't.new.example', email: 'me@new.example' }
  expect((await client.post('/settings/domains', domain)).json).toMatchObject({
    sending: 'new.example',
    verifiedDkim: false,
    records: expect.arrayContaining([expect.objectContaining({ type: 'TXT' })]) as unknown[],
  })
  expect((await client.get('/settings/domains/new.example/test')).json).toMatchObject({ verifiedDkim: true })
  const template = {
    description: 'Été',
    from: { address: 'a@x.org' },
    subject: 's',
    htmlContent: '<p>h</p>',
    textContent: 't',
  }
  const { id, name } = (await client.post('/settings/templates', template)).json as { id: string; name: string }
  expect(name).toBe('ete')
  expect((await client.post('/settings/templates', template)).status).toBe(409)
  const update = { ...template, description: 'Winter', subject: undefined }
  const updated = await client.call({ method: 'PUT', path: `/settings/templates/${id}`, body: update })
  expect([updated.status, updated.json]).toEqual([200, { status: 'success' }])
  expect((await client.get(`/settings/templates/${id}`)).json).toMatchObject({ name: 'winter', subject: 's' })
  expect((await client.post('/blacklists', { type: 'bounces', email: 'gone@x.org' })).status).toBe(200)
  expect((await client.post('/blacklists', { type: 'bounces', email: 'gone@x.org' })).status).toBe(409)
  const entry = { email: 'gone@x.org', date: expect.any(Number) as number, reason: expect.any(String) as string }
  expect((await client.post('/blacklists/list', { type: 'bounces' })).json).toEqual({ bounces: [entry], total: 1 })
  expect((await client.post('/blacklists/list/bounces', {})).json).toEqual({ bounces: [entry], total: 1 })
  expect((await client.post('/blacklists/list/unsubscribes', {})).json).toEqual({ unsubscribers: [], total: 0 })
  expect((await client.get('/blacklists/bounces/gone@x.org')).json).toEqual(entry)
  expect((await client.call({ method: 'DELETE', path: '/blacklists/bounces/gone@x.org' })).status).toBe(200)
  expect((await client.get('/blacklists/bounces/gone@x.org')).status).toBe(404)
  const [user] = (await client.get('/users')).json as { id: string }[]
  expect((await client.get(`/users/${user!.id}`)).json).toEqual(user)
  expect((await client.get('/account')).json).toMatchObject({ userId: user!.id })
})

test('health needs no key; a missing version segment is pointed out', async () => {
  const { sandbox } = await openSandbox()
  const root = new ServiceClient(new URL(sandbox.url).origin, { user: '', key: '' })
  expect((await root.get('/livez')).status).toBe(200)
  expect((await root.get('/readyz')).status).toBe(200)
  const answer = await root.post('/messages/send', aSend('a@x.org'))
  expect([answer.status, answer.text]).toEqual([404, expect.stringContaining('/v1')])
  root.close()
})
