import { expect, test } from 'vitest'
import { openAppAtSandbox } from '#test/support/open-app.ts'

test('a slow count ends when its caller starts the next one, or when it is no longer needed', async () => {
  const mailroom = await openAppAtSandbox()
  const { id: accountId } = await mailroom.addAccount()
  const sentAt = Date.now() - 1000
  const id = crypto.randomUUID()
  const message = { to: ['ada@example.org'], from: 'shop@sender.example', subject: 'Hello', text: 'Hi.' }
  await mailroom.ask('sends.test', { accountId, id, message })
  await mailroom.ask('sends.findTest', { accountId, sendId: id, sentAt })
  const count = (text: string, asker = 'page') =>
    mailroom.ask('messages.countSuperseding', { accountId, text, zone: 'UTC', asker })
  const end = () => mailroom.ask('messages.cancel', { asker: 'page' })

  const [older, newer, ofAnother] = await Promise.all([count('to:*d*'), count('to:*da*'), count('to:*a*', 'other')])
  expect(older).toBeNull()
  expect([newer, ofAnother]).toMatchObject([{ value: 1 }, { value: 1 }])

  const [ended, kept] = await Promise.all([count('to:*da*'), count('to:*da*', 'other'), end()])
  expect(ended).toBeNull()
  expect(kept).toMatchObject({ value: 1 })
  // Without a running count, there is nothing to end.
  await end()
  expect(await count('to:*da*')).toMatchObject({ value: 1 })
})
