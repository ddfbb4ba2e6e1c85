import { expect, test } from 'vitest'
import { openReplies } from '../support/open-replies.ts'
import { aSend } from '../support/service-client.ts'

const minute = 60_000

test('an absent recipient sends an out-of-office reply by RFC 3834 a minute after the delivery', async () => {
  const { client, sandbox, receiver } = await openReplies()
  await client.post(
    '/messages/send',
    aSend('outofoffice@x.org', { subject: 'Ihre Bestellung № 5', replyTo: { address: 'help@sender.example' } }),
  )
  await sandbox.control.advance(minute)
  expect(receiver.received).toEqual([])
  await sandbox.control.advance(1000)
  const [reply, ...others] = receiver.received
  expect(others).toEqual([])
  expect(reply).toMatchObject({ from: '', to: ['shop@sender.example'] })
  expect(reply!.mail).toMatchObject({
    subject: 'Automatic reply: Ihre Bestellung № 5',
    from: { address: 'outofoffice@x.org' },
  })
  expect(reply!.header('auto-submitted')).toBe('auto-replied')
  expect(reply!.header('precedence')).toBe('bulk')
  const original = sandbox.control.outbox(1)[0]!.id
  expect(reply!.header('in-reply-to')).toBe(`<${original}@sender.example>`)
  expect(reply!.header('references')).toBe(`<${original}@sender.example>`)
})

const reports = [
  ['bounce@x.org', 'failed', '5.1.1', '550 5.1.1 The mailbox does not exist.'],
  ['softbounce@x.org', 'failed', '4.2.2', '452 4.2.2 The mailbox is full.'],
  ['defer@x.org', 'delayed', '4.7.1', '451 4.7.1 Please try again later.'],
] as const

test.each(reports)('%s is reported by RFC 3464 as %s with %s', async (address, action, status, diagnostic) => {
  const { client, sandbox, receiver } = await openReplies()
  await client.post('/messages/send', aSend(address, { subject: 'Größe' }))
  await sandbox.control.advance(1000)
  const [report, ...others] = receiver.received
  expect(others).toEqual([])
  expect(report).toMatchObject({ from: '', to: ['shop@sender.example'] })
  expect(report!.header('content-type')).toMatch(/^multipart\/report; report-type=delivery-status; boundary=/)
  const parts = report!.mail.attachments
  expect(parts.map(({ mimeType }) => mimeType)).toEqual(['message/delivery-status', 'text/rfc822-headers'])
  const [fields, headers] = parts.map(({ content }) => Buffer.from(content as ArrayBuffer).toString())
  expect(fields).toMatch(/^Reporting-MTA: dns; mx\.sandbox\.example\r?\n/)
  expect(fields).toContain(`Final-Recipient: rfc822; ${address}`)
  expect(fields).toContain(`Action: ${action}`)
  expect(fields).toContain(`Status: ${status}`)
  expect(fields).toContain(`Diagnostic-Code: smtp; ${diagnostic}`)
  expect(headers).toContain('Subject: =?UTF-8?')
  expect(headers).toContain(`To: ${address}`)
  expect(headers).not.toContain('Hello there')
})

test('a recipient unsubscribes by mail at the address in the message, an hour later', async () => {
  const { client, sandbox, receiver, log } = await openReplies()
  const headers = {
    'List-Unsubscribe': '<https://x.org/u>, <mailto:leave+5%2B6@sender.example?subject=Please%20remove%20me&body=Now>',
  }
  await client.post('/messages/send', aSend('unsubscribe-by-mail@x.org', {}, { headers }))
  await client.post('/messages/send', aSend('unsubscribe-by-mail@z.org'))
  await sandbox.control.advance('hour')
  expect(receiver.received).toEqual([])
  await sandbox.control.advance(1000)
  expect(receiver.received[0]).toMatchObject({
    from: 'unsubscribe-by-mail@x.org',
    to: ['leave+5+6@sender.example'],
    mail: { subject: 'Please remove me', text: 'Now\n' },
  })
  expect(await log()).toContainEqual(
    expect.objectContaining({
      kind: 'unsubscribe',
      state: 'skipped',
      reason: 'The message has no address for unsubscribing by mail.',
    }),
  )
})

test('a person replies to Reply-To with the text quoted, twenty minutes later', async () => {
  const { client, sandbox, receiver, log } = await openReplies()
  const replyTo = { address: 'help@sender.example', personalName: 'Help' }
  const to = [{ address: 'reply@x.org', personalName: 'Zoë Müller' }]
  const msg = { text: 'Line one\nLine two', replyTo }
  await client.post('/messages/send', { ...aSend([], msg), to })
  await client.post('/messages/send', aSend('reply@y.org', { html: '<p>Only <b>HTML</b></p>', text: '' }))
  await sandbox.control.advance(20 * minute)
  expect(receiver.received).toEqual([])
  await sandbox.control.advance(1000)
  const [first, second] = receiver.received
  expect(first).toMatchObject({
    from: 'reply@x.org',
    to: ['help@sender.example'],
    mail: { subject: 'Re: Hello', from: { address: 'reply@x.org', name: 'Zoë Müller' } },
  })
  expect(first!.mail.text).toContain('\n> Line one\n> Line two\n')
  expect(first!.header('auto-submitted')).toBeUndefined()
  expect(first!.header('references')).toBe(first!.header('in-reply-to'))
  expect(second).toMatchObject({ to: ['shop@sender.example'] })
  expect(second!.mail.text).toContain('> Only HTML')
  expect(await log()).toMatchObject([
    { kind: 'reply', state: 'sent', from: 'reply@y.org', to: 'shop@sender.example', subject: 'Re: Hello' },
    { kind: 'reply', state: 'sent', from: 'reply@x.org', to: 'help@sender.example', reason: null },
  ])
})
