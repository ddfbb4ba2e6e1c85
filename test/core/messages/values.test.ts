import { expect, test } from 'vitest'
import { openAppAtSandbox } from '#test/support/open-app.ts'

test('values are counted in the matches of a search, and a newer query ends an older one', async () => {
  const mailroom = await openAppAtSandbox()
  const { id: accountId } = await mailroom.addAccount()
  const sentAt = Date.now() - 1000
  for (const [subject, from] of [
    ['An invoice', 'billing@sender.example'],
    ['Another invoice', 'billing@sender.example'],
    ['Hello', 'welcome@sender.example'],
  ] as const) {
    const id = crypto.randomUUID()
    const message = { to: ['ada@example.org'], from, subject, text: 'Hi.' }
    await mailroom.ask('sends.test', { accountId, id, message })
    await mailroom.ask('sends.findTest', { accountId, sendId: id, sentAt })
  }
  const senders = (text: string, prefix = '') =>
    mailroom.ask('messages.valuesSuperseding', {
      accountId,
      text,
      zone: 'UTC',
      asker: 'filter',
      field: 'from',
      key: null,
      prefix,
    })
  const billing = { value: 'billing@sender.example', messages: 2 }
  const welcome = { value: 'welcome@sender.example', messages: 1 }
  expect(await senders('')).toEqual([billing, welcome])
  expect(await senders('invoice')).toEqual([billing])
  expect(await senders('hello', 'W')).toEqual([welcome])
  expect(await senders('hello', 'b')).toEqual([])
  expect(await Promise.all([senders('subject:invoice'), senders('subject:hello')])).toEqual([null, [welcome]])
})
