import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '#sandbox/create-sandbox.ts'
import { holdPort } from '#test/support/connections/held-port.ts'
import { withDataFolder } from '#test/support/data-folder.ts'
import { openReplies, startMailReceiver } from '../support/open-replies.ts'
import { openSandbox } from '../support/open-sandbox.ts'
import { aSend, ServiceClient } from '../support/service-client.ts'

const minute = 60_000

test('a receiver that is down gets each reply later by the clock, after at most five retries', async () => {
  const { client, sandbox, log } = await openReplies({ repliesTo: `127.0.0.1:${holdPort().port}` })
  await client.post('/messages/send', aSend(['bounce@x.org', 'bounce@y.org']))
  await sandbox.control.advance(1000)
  const tries = async (): Promise<unknown[]> => (await log()).map((reply) => [reply.state, reply['tries']])
  for (const [index, pause] of [1, 5, 15, 30, 60].entries()) {
    const failed = [
      ['planned', index + 1],
      ['planned', index + 1],
    ]
    expect(await tries()).toEqual(failed)
    await sandbox.control.advance(pause * minute - 1)
    expect(await tries()).toEqual(failed)
    await sandbox.control.advance(1)
  }
  expect(await log()).toMatchObject([
    { state: 'failed', tries: 6, reason: 'The receiver doesn’t accept mail: The connection was refused.' },
    { state: 'failed', tries: 6 },
  ])
})

test('a receiver that is back gets the waiting replies', async () => {
  const { port, listen } = holdPort()
  const { client, sandbox } = await openReplies({ repliesTo: `127.0.0.1:${port}` })
  await client.post('/messages/send', aSend(['bounce@x.org', 'outofoffice@y.org']))
  await sandbox.control.advance('hour')
  const again = await startMailReceiver(listen)
  await sandbox.control.advance('hour')
  expect(again.received.map(({ mail }) => mail.subject)).toEqual([
    'Undelivered mail returned to sender',
    'Automatic reply: Hello',
  ])
})

test('a response from 500 on is final, one from 400 on is retried, and the other replies continue', async () => {
  const { client, sandbox, receiver, log } = await openReplies()
  receiver.refusal = { responseCode: 554, message: 'No such case' }
  await client.post('/messages/send', aSend('bounce@x.org'))
  await sandbox.control.advance(1000)
  receiver.refusal = { responseCode: 451, message: 'Try later' }
  await client.post('/messages/send', aSend('bounce@y.org'))
  await sandbox.control.advance(1000)
  expect(await log()).toMatchObject([
    { state: 'planned', tries: 1, reason: '451 Try later' },
    { state: 'failed', reason: '554 No such case' },
  ])
  receiver.refusal = undefined
  await client.post('/messages/send', aSend('bounce@z.org'))
  await sandbox.control.advance(1000)
  expect(receiver.received).toHaveLength(1)
  await sandbox.control.advance(minute)
  expect((await log()).map(({ state }) => state)).toEqual(['sent', 'sent', 'failed'])
})

/** A mail server that sends its greeting and then treats every connection this way. */
async function badServer(treat: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    treat(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const badServers: readonly (readonly [string, number, (socket: Socket) => void, RegExp])[] = [
  ['hangs', 500, () => undefined, /No response within 0\.5 s/],
  ['closes', minute, (socket) => socket.end(), /closed|Connection/i],
  ['turns everybody away', minute, (socket) => socket.end('554 Go away\r\n'), /554 Go away/],
  [
    'closes after the greeting',
    minute,
    (socket) => void socket.write('220 x\r\n', () => socket.end()),
    /closed|ended/i,
  ],
]

test.each(badServers)('with a receiver that %s, no reply is lost', async (_name, replyMilliseconds, treat, reason) => {
  const repliesTo = await badServer(treat)
  const { client, sandbox, errors } = await openReplies({ repliesTo, limits: { replyMilliseconds } })
  await client.post('/messages/send', aSend(Array.from({ length: 20 }, (_, n) => `bounce@x${n}.org`)))
  await sandbox.control.advance(1000)
  const { replies, waiting } = sandbox.control.replies.shown(100)
  expect(waiting).toBe(20)
  expect(replies[0]!.reason).toMatch(reason)
  expect(errors).toEqual([])
})

test('a thousand bounces at once are all reported, in their order and over one connection', async () => {
  const { client, sandbox, receiver } = await openReplies()
  await client.post('/messages/send', aSend(Array.from({ length: 1000 }, (_, n) => `bounce@x${n}.org`)))
  await sandbox.control.advance(1000)
  const reported = receiver.received.map(({ raw }) => /Final-Recipient: rfc822; bounce@x(\d+)/.exec(raw)![1])
  expect(reported).toEqual(Array.from({ length: 1000 }, (_, n) => String(n)))
  expect(receiver.connections).toBe(1)
})

test('replies of an earlier run are sent by the next one, and rules are kept', async () => {
  await withDataFolder(async (data) => {
    const receiver = await startMailReceiver()
    const options = { data, smtp: false, clock: { running: false }, repliesTo: receiver.address }
    const first = await createSandbox(options)
    const client = ServiceClient.of(first)
    first.control.replies.setRules([{ to: '*@y.org', kind: 'reply', after: 5 * minute }])
    await client.post('/messages/send', aSend(['outofoffice@x.org', 'someone@y.org']))
    await first.control.advance(1000)
    client.close()
    await first.close()
    const { sandbox } = await openSandbox(options)
    expect(sandbox.control.replies.shown(10)).toMatchObject({ waiting: 2, rules: [{ to: '*@y.org', kind: 'reply' }] })
    await sandbox.control.advance('hour')
    expect(receiver.received.map(({ mail }) => mail.subject)).toEqual(['Automatic reply: Hello', 'Re: Hello'])
  })
})
