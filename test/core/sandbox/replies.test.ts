import { expect, it } from 'vitest'
import { startMailReceiver } from '#test/sandbox/support/open-replies.ts'
import { aSend, ServiceClient } from '#test/sandbox/support/service-client.ts'
import { openApp } from '#test/support/open-app.ts'

it('sends replies to a mail server, by rules, and logs them', async () => {
  const { ask } = await openApp()
  await ask('sandbox.explore', { scenario: 'empty' })
  const { url, user, key } = (await ask('sandbox.state'))!
  const service = new ServiceClient(url, { user, key })
  const receiver = await startMailReceiver()
  expect(await ask('sandbox.replies')).toEqual({ receiver: null, rules: [], waiting: 0, replies: [] })

  await ask('sandbox.setReplyReceiver', { receiver: receiver.address })
  const rules = [{ to: '*@shop.example', kind: 'out-of-office' as const, after: 5000 }]
  expect(await ask('sandbox.setReplyRules', { rules })).toEqual(rules)
  await service.post('/messages/send', aSend('ada@shop.example'))
  await ask('sandbox.moveClock', { advance: 'hour' })
  expect(receiver.received.map(({ mail }) => mail.subject)).toEqual(['Automatic reply: Hello'])
  expect(await ask('sandbox.replies')).toMatchObject({
    receiver: receiver.address,
    rules,
    waiting: 0,
    replies: [{ kind: 'out-of-office', state: 'sent', from: 'ada@shop.example', tries: 1 }],
  })
  service.close()
})

it('refuses receivers on other computers, and rules that match nothing', async () => {
  const { ask } = await openApp()
  await ask('sandbox.explore', { scenario: 'empty' })
  await expect(ask('sandbox.setReplyReceiver', { receiver: 'mail.shop.example:25' })).rejects.toMatchObject({
    code: 'refused',
    message:
      'Replies are sent only to this computer, such as 127.0.0.1:2525. mail.shop.example may be another computer.',
  })
  const rules = [{ to: 'shop.example', kind: 'reply' as const }]
  await expect(ask('sandbox.setReplyRules', { rules })).rejects.toMatchObject({
    message: 'to must be an address, *@ and a domain, or *, not "shop.example".',
  })
})
