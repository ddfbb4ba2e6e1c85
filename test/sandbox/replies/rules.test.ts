import { expect, test } from 'vitest'
import { createSandbox } from '#sandbox/create-sandbox.ts'
import { openReplies } from '../support/open-replies.ts'
import { aSend, messagesOf } from '../support/service-client.ts'
import { openSandbox } from '../support/open-sandbox.ts'

test('rules select by address, kind, time and probability', async () => {
  const { client, sandbox, receiver, admin } = await openReplies()
  const rules = [
    { to: 'one@x.org', kind: 'out-of-office', after: 5000 },
    { to: '*@X.org', kind: 'reply', after: 2000, probability: 1 },
    { to: '*', kind: 'report', after: 0, probability: 0 },
  ]
  expect((await admin('PUT', rules)).json).toEqual(rules)
  await client.post('/messages/send', aSend(['one@x.org', 'two@x.org', 'two@sub.x.org', 'bounce@y.org']))
  await sandbox.control.advance('day')
  expect(receiver.received.map(({ mail }) => [mail.from?.address, mail.subject])).toEqual([
    ['one@x.org', 'Re: Hello'],
    ['two@x.org', 'Re: Hello'],
    ['one@x.org', 'Automatic reply: Hello'],
  ])
  expect((await admin('GET')).json).toMatchObject({ receiver: receiver.address, rules, waiting: 0 })
})

test('a rule can report a message that was delivered', async () => {
  const { client, sandbox, receiver, admin } = await openReplies()
  await admin('PUT', { to: 'late@x.org', kind: 'report', after: 5000 })
  await client.post('/messages/send', aSend('late@x.org'))
  await sandbox.control.advance('hour')
  expect(receiver.received[0]!.raw).toContain('Diagnostic-Code: smtp; 550 5.1.1 The mailbox does not exist.')
  expect(await messagesOf(client)).toMatchObject([{ lastState: 'delivered' }])
})

test('a share of the messages is replied to', async () => {
  const { client, sandbox, receiver, admin } = await openReplies()
  await admin('PUT', [{ to: '*', kind: 'reply', probability: 0.3 }])
  await client.post('/messages/send', aSend(Array.from({ length: 200 }, (_, n) => `a${n}@x.org`)))
  await sandbox.control.advance('hour')
  expect(receiver.received.length).toBeGreaterThan(30)
  expect(receiver.received.length).toBeLessThan(90)
})

const refused: readonly (readonly [object, string])[] = [
  [{ kind: 'reply' }, 'to is required.'],
  [{ to: 'x.org', kind: 'reply' }, 'to must be an address, *@ and a domain, or *, not "x.org".'],
  [{ to: '*', kind: 'spam' }, 'kind must be one of out-of-office, report, unsubscribe, reply.'],
  [{ to: '*', kind: 'reply', after: -1 }, 'after must be at least 0.'],
  [{ to: '*', kind: 'reply', probability: 2 }, 'probability must be a number from 0 to 1.'],
]

test.each(refused)('the rule %j is refused', async (rule, sentence) => {
  const { admin } = await openReplies()
  const { status, text } = await admin('PUT', [rule])
  expect(status).toBe(400)
  expect(text).toContain(JSON.stringify(sentence).slice(1, -1))
})

test('without a receiver, no reply is planned', async () => {
  const { client, sandbox } = await openSandbox()
  await client.post('/messages/send', aSend(['bounce@x.org', 'outofoffice@x.org', 'unsubscribe-by-mail@x.org']))
  await sandbox.control.advance('day')
  expect(sandbox.control.replies.shown(10)).toMatchObject({ receiver: null, waiting: 0, replies: [] })
  expect((await messagesOf(client)).map(({ lastState }) => lastState).sort()).toEqual([
    'delivered',
    'delivered',
    'hardbounced',
  ])
})

test('a reset cancels planned replies', async () => {
  const { client, sandbox, receiver } = await openReplies()
  await client.post('/messages/send', aSend('reply@x.org'))
  await sandbox.control.advance(1000)
  sandbox.control.reset('empty')
  await sandbox.control.advance('day')
  expect(receiver.received).toEqual([])
})

test.each(['10.0.0.1:25', 'mail.example:25', 'localhost', '127.0.0.1:0', '127.0.0.1.example:25'])(
  'the receiver %s is refused with an error message',
  async (repliesTo) => {
    await expect(createSandbox({ repliesTo })).rejects.toThrow(/this computer|a host and a port/)
  },
)
