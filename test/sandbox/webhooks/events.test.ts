import { expect, test } from 'vitest'
import { mailProgram } from '../support/mail-program.ts'
import { addWebhook, eventsByRecipient, openWebhook } from '../support/open-webhook.ts'
import { aSend, ServiceClient } from '../support/service-client.ts'

const lives: Record<string, string[]> = {
  'plain@x.org': ['delivered'],
  'bounce@x.org': ['hardbounced'],
  'softbounce@x.org': ['softbounced'],
  'error@x.org': ['error'],
  'reject@x.org': ['rejected'],
  'defer@x.org': ['delivered'],
  'schedule@x.org': ['delivered'],
  'read@x.org': ['delivered', 'opened'],
  'open+3@x.org': ['delivered', 'opened', 'opened', 'opened'],
  'click+2@x.org': ['delivered', 'opened', 'clicked', 'clicked'],
  'complaint@x.org': ['delivered', 'opened', 'complaint'],
  'unsubscribe@x.org': ['delivered', 'opened', 'unsubscribed'],
}
const recipients = [...Object.keys(lives), 'filter@x.org']

test('every event of messages sent over HTTP makes one call', async () => {
  const { client, sandbox, payloads, webhook, errors } = await openWebhook()
  await client.post('/messages/send', aSend(recipients))
  expect(payloads()).toEqual([])
  await sandbox.control.advance('hour')
  expect(eventsByRecipient(payloads())).toEqual(lives)

  await client.post('/messages/send', aSend('bounce@x.org'))
  await sandbox.settle()
  expect(payloads().at(-1)).toMatchObject({ eventType: 'rejected', reason: 'blacklisted: bounces' })
  expect(await webhook()).toMatchObject({ success: payloads().length, errors: 0 })
  expect(errors).toEqual([])
})

test('messages sent over SMTP make the same calls', async () => {
  const { sandbox, payloads } = await openWebhook({ smtp: true })
  const transport = mailProgram(sandbox, sandbox.smtp!)
  await transport.sendMail({ from: 'shop@x.org', to: recipients, subject: 'Hello', text: 'Hi https://shop.example/' })
  await sandbox.control.advance('hour')
  expect(eventsByRecipient(payloads())).toEqual(lives)
})

test('a call contains the fields of the event and of its message', async () => {
  const { client, sandbox, payloads } = await openWebhook()
  const text = 'See https://shop.example/a'
  const headers = { 'X-SVC-TAGS': ['order'], 'X-SVC-META': { number: 5 }, 'X-SVC-BLACKLIST': 'offers' }
  await client.post('/messages/send', aSend('click@x.org', { text }, { headers }))
  await client.post('/messages/send', aSend(['bounce@x.org', 'complaint@x.org']))
  await client.post('/messages/send', aSend('unsubscribe@x.org', {}, { headers }))
  await sandbox.control.advance('hour')
  const messages = sandbox.store.messages.newest(10)
  const common = (email: string, eventType: string) => {
    const { id, size, apiKey } = messages.find((message) => message.email === email)!
    const msg = { from: 'shop@sender.example', email, subject: 'Hello', size }
    const eventDate = expect.any(Number) as number
    return { eventType, eventDate, recipient: email, subject: 'Hello', messageId: id, apiKey, msg }
  }
  const found = (email: string, event: string) =>
    payloads().find(({ recipient, eventType }) => recipient === email && eventType === event)
  const options = { tags: ['order'], meta: { number: 5 } }
  const none = { tags: null, meta: null }
  expect(found('click@x.org', 'delivered')).toEqual({ ...common('click@x.org', 'delivered'), ...options })
  const clicked = found('click@x.org', 'clicked')!
  expect(clicked).toEqual({
    ...common('click@x.org', 'clicked'),
    ...options,
    url: 'https://shop.example/a',
    userAgent: expect.any(Object) as object,
  })
  expect(Object.keys(clicked['userAgent'] as object)).toHaveLength(12)
  expect(found('click@x.org', 'opened')).toHaveProperty('userAgent')
  expect(found('bounce@x.org', 'hardbounced')).toEqual({
    ...common('bounce@x.org', 'hardbounced'),
    ...none,
    reason: '550 5.1.1 The mailbox does not exist.',
  })
  expect(found('complaint@x.org', 'complaint')).toEqual({
    ...common('complaint@x.org', 'complaint'),
    ...none,
    listName: null,
  })
  expect(found('unsubscribe@x.org', 'unsubscribed')).toEqual({
    ...common('unsubscribe@x.org', 'unsubscribed'),
    ...options,
    listName: 'offers',
    userAgent: expect.any(Object) as object,
  })
  expect(found('click@x.org', 'delivered')!['eventDate']).toBe(
    Math.floor(messages.find(({ email }) => email === 'click@x.org')!.lastStateDate / 1000),
  )
})

test('a pixel, a link and the one-click unsubscribe make calls when they are fetched', async () => {
  const { client, sandbox, payloads } = await openWebhook()
  const html = '<p><a href="https://shop.example/a">shop</a></p>'
  await client.post('/messages/send', aSend('reader@x.org', { html }))
  await sandbox.control.advance('hour')
  const mail = (await sandbox.control.message(sandbox.control.outbox(1)[0]!.id))!
  const reader = new ServiceClient(new URL(sandbox.url).origin, { user: '', key: '' })
  const path = (pattern: RegExp): string => new URL(pattern.exec(mail.html)![1]!).pathname
  await reader.get(path(/src="([^"]+\/t\/o\/[^"]+)"/))
  await reader.get(path(/href="([^"]+\/t\/c\/[^"]+)"/))
  const line = mail.headers.find(({ name }) => name === 'List-Unsubscribe')!.value
  const raw = 'List-Unsubscribe=One-Click'
  await reader.call({ method: 'POST', path: new URL(/<(http[^>]+)>/.exec(line)![1]!).pathname, raw })
  reader.close()
  await sandbox.settle()
  expect(payloads().map(({ eventType }) => eventType)).toEqual(['delivered', 'opened', 'clicked', 'unsubscribed'])
  expect(payloads()[1]!['userAgent']).toMatchObject({ ip: '127.0.0.1' })
  expect(payloads()[2]!['url']).toBe('https://shop.example/a')
})

test('a webhook gets its chosen events, from its creation until its removal', async () => {
  const { client, sandbox, payloads, change, remove, receiver } = await openWebhook()
  await change({ events: ['clicked', 'bounced'] })
  await client.post('/messages/send', aSend(recipients))
  await sandbox.control.advance('hour')
  expect(eventsByRecipient(payloads())).toEqual({
    'bounce@x.org': ['hardbounced'],
    'softbounce@x.org': ['softbounced'],
    'click+2@x.org': ['clicked', 'clicked'],
  })
  receiver.calls.length = 0
  await remove()
  await client.post('/messages/send', aSend('click+2@y.org'))
  await sandbox.control.advance('hour')
  expect(payloads()).toEqual([])
  await addWebhook(client, receiver.url)
  receiver.calls.length = 0
  await sandbox.settle()
  expect(payloads()).toEqual([])
})

test('every webhook is called, and a reset removes them', async () => {
  const { client, sandbox, payloads, receiver } = await openWebhook()
  await addWebhook(client, receiver.url, ['delivered'])
  receiver.calls.length = 0
  await client.post('/messages/send', aSend('open+1@x.org'))
  await sandbox.control.advance('hour')
  expect(
    payloads()
      .map(({ eventType }) => eventType)
      .sort(),
  ).toEqual(['delivered', 'delivered', 'opened'])
  sandbox.control.reset('empty')
  await client.post('/messages/send', aSend('open+1@x.org'))
  await sandbox.control.advance('hour')
  expect(payloads()).toHaveLength(3)
})
