import { expect, test } from 'vitest'
import { mailProgram } from '../support/mail-program.ts'
import { openReplies, type LoggedReply } from '../support/open-replies.ts'
import { aSend } from '../support/service-client.ts'

const automatic: readonly (readonly [string, object, string])[] = [
  [
    'Auto-Submitted',
    { headers: { 'Auto-Submitted': 'auto-generated' } },
    'The message is automatic, as its Auto-Submitted header says.',
  ],
  ['Precedence', { headers: { Precedence: 'bulk' } }, 'The message is bulk mail, because its Precedence is bulk.'],
  [
    'a list',
    { headers: { 'List-Id': '<news.x.org>' } },
    'The message is from a mailing list, because it has the header list-id.',
  ],
  ['noreply', { from: { address: 'no-reply@sender.example' } }, 'Nobody reads mail sent to this address.'],
  ['a mail server', { from: { address: 'Mailer-Daemon@sender.example' } }, 'Nobody reads mail sent to this address.'],
]

test.each(automatic)('%s in a message stops the out-of-office reply', async (_name, msg, reason) => {
  const { client, sandbox, receiver, log } = await openReplies()
  const { headers = {}, ...rest } = msg as { headers?: object }
  await client.post('/messages/send', aSend('outofoffice@x.org', rest, { headers }))
  await sandbox.control.advance('hour')
  expect(receiver.received).toEqual([])
  expect(await log()).toMatchObject([{ kind: 'out-of-office', state: 'skipped', reason }])
})

test('Auto-Submitted: no counts as a person’s message', async () => {
  const { client, sandbox, receiver } = await openReplies()
  await client.post('/messages/send', aSend('outofoffice@x.org', {}, { headers: { 'Auto-Submitted': 'no' } }))
  await sandbox.control.advance('hour')
  expect(receiver.received).toHaveLength(1)
})

test('a sender gets one out-of-office reply from an address in seven days of the clock', async () => {
  const { client, sandbox, receiver } = await openReplies()
  const send = async (to: string, from = 'shop@sender.example') => {
    await client.post('/messages/send', aSend(to, { from: { address: from } }))
    await sandbox.control.advance('hour')
    return receiver.received.length
  }
  expect(await send('outofoffice@x.org')).toBe(1)
  expect(await send('OutOfOffice@x.org')).toBe(1)
  expect(await send('outofoffice@y.org')).toBe(2)
  expect(await send('outofoffice@x.org', 'other@sender.example')).toBe(3)
  await sandbox.control.advance('week')
  expect(await send('outofoffice@x.org')).toBe(4)
})

const reason = expect.stringMatching(/itself|too many/) as string

test('a reply that is piped back into the sandbox gets no reply, even without its mark', async () => {
  const { client, sandbox, receiver, log, admin } = await openReplies({ smtp: true })
  await admin('PUT', [{ to: 'shop@sender.example', kind: 'reply' }])
  const transport = mailProgram(sandbox, sandbox.smtp!)
  const pipeBack = async (change: (raw: string) => string): Promise<LoggedReply[]> => {
    const raw = change(receiver.received.at(-1)!.raw)
    await transport.sendMail({ envelope: { from: 'a@x.org', to: 'reply@sender.example' }, raw })
    await sandbox.control.advance('hour')
    return (await log()).slice(0, 1)
  }
  await client.post('/messages/send', aSend('reply@x.org'))
  await sandbox.control.advance('hour')
  expect(await pipeBack((raw) => raw)).toMatchObject([{ state: 'skipped', reason }])
  // A program that keeps replying in the same thread.
  const answer = (raw: string): string => raw.replace(/^x-sandbox-reply: 1\r\n/im, '')
  const hops: number[] = []
  for (let hop = 0; hop < 8; hop++) {
    await pipeBack((raw) => {
      const own = /^message-id: (<[^>]+>)\r\n/im.exec(raw)![1]!
      return answer(raw).replace(/^references: /im, `References: ${own} `)
    })
    hops.push(receiver.received.length)
  }
  expect(hops.at(-1)).toBe(hops.at(-3))
  expect(hops.at(-1)).toBeLessThan(8)
  expect((await log())[0]).toMatchObject({ state: 'skipped', reason: 'The conversation already has too many replies.' })
})

test('a report that bounces causes no report', async () => {
  const { client, sandbox, receiver, log } = await openReplies()
  await client.post('/messages/send', aSend('bounce@x.org', { from: { address: 'mailer-daemon@sender.example' } }))
  await client.post('/messages/send', aSend('bounce@y.org', {}, { headers: { 'Auto-Submitted': 'auto-replied' } }))
  await sandbox.control.advance('hour')
  expect(receiver.received).toEqual([])
  expect((await log()).map(({ state }) => state)).toEqual(['skipped', 'skipped'])
})
