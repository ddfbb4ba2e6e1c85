import { expect, test } from 'vitest'
import { eventsByRecipient, openWebhook } from './support/open-webhook.ts'
import { aSend, messagesOf, ServiceClient } from './support/service-client.ts'
import { openSandbox } from './support/open-sandbox.ts'

const thunderbird = 'Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Thunderbird/115.6.0'

async function sent() {
  const opened = await openSandbox()
  const { client, sandbox } = opened
  const html = '<p><a href="https://shop.example/a?x=1&amp;y=ü">shop</a> <a href="{{unsubscribe}}">no more</a></p>'
  await client.post('/messages/send', aSend('reader@x.org', { html }))
  await sandbox.control.advance('hour')
  const [message] = await messagesOf(client)
  const mail = (await sandbox.control.message(message!.id))!
  const path = (pattern: RegExp) => new URL(pattern.exec(mail.html)![1]!).pathname
  return {
    ...opened,
    mail,
    reader: new ServiceClient(new URL(sandbox.url).origin, { user: '', key: '' }),
    message: async () => (await messagesOf(client))[0]!,
    pixel: path(/src="([^"]+\/t\/o\/[^"]+)"/),
    link: path(/href="([^"]+\/t\/c\/[^"]+)"/),
    unsubscribe: path(/href="([^"]+\/t\/u\/[^"]+)"/),
  }
}

test('fetching the pixel counts as an open, with the program that fetched it', async () => {
  const { reader, pixel, message, client } = await sent()
  const headers = { 'User-Agent': thunderbird, 'Accept-Language': 'fr-FR,fr;q=0.9' }
  const answer = await reader.call({ method: 'GET', path: pixel, headers })
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/gif'])
  const { open, openDetails } = await message()
  expect(open).toBe(1)
  expect(openDetails[0]!.userAgent).toMatchObject({ browser: 'Thunderbird 115', language: 'fr-FR', ip: '127.0.0.1' })
  const months = (await client.post('/statistics/emailplatforms/applications')).json as Record<string, unknown[]>
  expect(Object.values(months)[0]).toEqual([{ open: 1, name: 'Thunderbird 115', type: 'application' }])
  reader.close()
})

test('following a link counts as a click and redirects to the link’s target', async () => {
  const { reader, link, message } = await sent()
  const answer = await reader.get(link)
  expect([answer.status, answer.headers.location]).toEqual([302, 'https://shop.example/a?x=1&y=%C3%BC'])
  expect(await message()).toMatchObject({ click: 1, clickDetails: [{ url: 'https://shop.example/a?x=1&y=ü' }] })
  reader.close()
})

test('opening the unsubscribe page changes nothing; the one-click POST of the header does', async () => {
  const { reader, unsubscribe, message, mail, client } = await sent()
  const line = mail.headers.find(({ name }) => name === 'List-Unsubscribe')!.value
  expect(line).toContain(unsubscribe)
  expect((await reader.get(unsubscribe)).text).toContain('reader@x.org')
  expect((await message()).lastState).toBe('delivered')
  const raw = 'List-Unsubscribe=One-Click'
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  expect((await reader.call({ method: 'POST', path: unsubscribe, raw, headers })).status).toBe(200)
  expect((await message()).lastState).toBe('unsubscribed')
  expect((await client.post('/blacklists/list/unsubscribers')).json).toMatchObject({ total: 1 })
  reader.close()
})

test('a message unsubscribed from or complained about before its delivery stays so, unless it bounces', async () => {
  const { client, sandbox, payloads } = await openWebhook()
  const early = { 'now@x.org': 'unsubscribed', 'defer@x.org': 'complaint', 'bounce@x.org': 'unsubscribed' } as const
  await client.post('/messages/send', aSend(Object.keys(early)))
  const sentMessages = await messagesOf(client)
  for (const { id, msg } of sentMessages) {
    const type = early[msg.email as keyof typeof early]
    sandbox.store.messages.recordEvent(id, { type, date: sandbox.clock.now() })
  }
  await sandbox.control.advance('hour')
  const states = (await messagesOf(client)).map(({ msg, lastState }) => [msg.email, lastState])
  expect(Object.fromEntries(states)).toEqual({ ...early, 'bounce@x.org': 'hardbounced' })
  expect(eventsByRecipient(payloads())).toEqual({
    'now@x.org': ['unsubscribed', 'delivered'],
    'defer@x.org': ['complaint', 'delivered'],
    'bounce@x.org': ['unsubscribed', 'hardbounced'],
  })
  const deferred = sentMessages.find(({ msg }) => msg.email === 'defer@x.org')!
  const history = sandbox.store.messages.detail(deferred.id)!.history.map(({ type }) => type)
  expect(history).toEqual(['requested', 'complaint', 'deferred', 'delivered'])
  expect((await client.post('/statistics/domains')).json).toMatchObject({
    'x.org': { requested: 3, delivered: 2, hardbounced: 1, unsubscribed: 2, complaint: 1 },
  })
})

test('a modified link has no effect and redirects nowhere', async () => {
  const { reader, link, pixel, message } = await sent()
  const elsewhere = link.replace(/[^/]+$/, Buffer.from('https://evil.example/').toString('base64url'))
  for (const path of [elsewhere, `${pixel}x`, pixel.slice(0, -1), '/t/o/', '/t/x/y']) {
    const answer = await reader.get(path)
    expect([answer.status, answer.headers.location]).toEqual([404, undefined])
  }
  expect(await message()).toMatchObject({ open: 0, click: 0 })
  reader.close()
})
