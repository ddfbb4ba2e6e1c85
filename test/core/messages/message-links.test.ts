import { beforeEach, expect, test } from 'vitest'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import { openAppAtSandbox, type OpenApp } from '#test/support/open-app.ts'

let mailroom: OpenApp<Sandbox>
beforeEach(async () => {
  mailroom = await openAppAtSandbox()
})

const newest = async (accountId: string) =>
  (await mailroom.ask('messages.search', { accountId, text: '', zone: 'UTC', offset: 0, limit: 10 })).rows

/** Two messages of one send, synced into the archive of another account at the same service. */
async function readElsewhere(): Promise<{ id: string; email: string }[]> {
  const { id: accountId } = await mailroom.addAccount()
  const sent = {
    to: ['ada@example.org', 'eve@example.org'],
    from: 'shop@sender.example',
    subject: 'Hello',
    text: 'Hi.',
  }
  const sendId = crypto.randomUUID()
  const sentAt = Date.now() - 1000
  await mailroom.ask('sends.test', { accountId, id: sendId, message: sent })
  await mailroom.ask('sends.findTest', { accountId, sendId, sentAt })
  const rows = await newest(accountId)
  expect(rows).toHaveLength(2)
  return rows.map(({ id, email }) => ({ id, email }))
}

test('a message is found by id and recipient in its archive, and at the service without one', async () => {
  const messages = await readElsewhere()
  const { id: other } = await mailroom.addAccount({ name: 'Colleague' })
  for (const { id, email } of messages) {
    const { message } = await mailroom.ask('messages.get', { accountId: other, id, email: email.toUpperCase() })
    expect(message).toMatchObject({ id, email, subject: 'Hello' })
  }
  expect(await newest(other)).toHaveLength(2)
  mailroom.service.faults.set([{ kind: 'status', path: '/statistics/*', status: 500 }])
  const known = messages[0]!
  expect((await mailroom.ask('messages.get', { accountId: other, ...known })).message.email).toBe(known.email)
})

test('a missing message and one of an erased person are reported', async () => {
  const [message] = await readElsewhere()
  const { id: other } = await mailroom.addAccount({ name: 'Colleague' })
  await expect(mailroom.ask('messages.get', { accountId: other, id: 'no-such-message' })).rejects.toMatchObject({
    code: 'not-found',
    message: expect.stringContaining('choose that account first') as string,
  })
  await mailroom.ask('recipients.erase', { accountId: other, email: message!.email })
  await expect(mailroom.ask('messages.get', { accountId: other, ...message! })).rejects.toMatchObject({
    code: 'not-found',
    message: expect.stringContaining('erased') as string,
  })
})
