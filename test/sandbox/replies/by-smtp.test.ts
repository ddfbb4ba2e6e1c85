import { expect, onTestFinished, test } from 'vitest'
import { mailProgram } from '../support/mail-program.ts'
import { openReplies } from '../support/open-replies.ts'
import { messagesOf, ServiceClient } from '../support/service-client.ts'
import { smtpDialogue } from '../support/smtp-dialogue.ts'

function mail(sender: string, recipients: readonly string[]): string[] {
  const head = ['From: shop@x.org', 'Subject: Hello', '', 'Hello there', '.']
  return [`MAIL FROM:<shop@x.org>${sender}`, ...recipients.map((to) => `RCPT TO:<${to}>`), 'DATA', head.join('\r\n')]
}

test('a delivery report contains the ENVID of its message by RFC 3464, and none if none was given', async () => {
  const { sandbox, receiver } = await openReplies({ smtp: true })
  const replies = await smtpDialogue(sandbox, [
    ...mail(' ENVID=Order+3D5+2Bb RET=HDRS', ['bounce@one.org', 'bounce@two.org']),
    ...mail('', ['bounce@three.org']),
  ])
  expect(replies.filter((line) => !/^[23]/.test(line))).toEqual([])
  await sandbox.control.advance(1000)
  const fields = receiver.received.map(({ mail: { attachments } }) =>
    Buffer.from(attachments[0]!.content as ArrayBuffer)
      .toString()
      .split(/\r?\n/)
      .filter((line) => /^(?:Original-Envelope-Id|Reporting-MTA|Final-Recipient)/.test(line)),
  )
  const agent = 'Reporting-MTA: dns; mx.sandbox.example'
  expect(fields).toEqual([
    ['Original-Envelope-Id: Order=5+b', agent, 'Final-Recipient: rfc822; bounce@one.org'],
    ['Original-Envelope-Id: Order=5+b', agent, 'Final-Recipient: rfc822; bounce@two.org'],
    [agent, 'Final-Recipient: rfc822; bounce@three.org'],
  ])
  expect(receiver.received.map(({ raw }) => raw.split('text/rfc822-headers')[1])).not.toContain('Order=5')
})

test.each([`ENVID=${'x'.repeat(101)}`, 'ENVID=caf+C3+A9'])('%s is refused with an error message', async (sender) => {
  const { sandbox } = await openReplies({ smtp: true })
  const [reply] = await smtpDialogue(sandbox, [`MAIL FROM:<shop@x.org> ${sender}`])
  expect(reply).toBe('554 ENVID takes 1 to 100 printable ASCII characters, encoded as xtext.')
  expect(sandbox.control.requests()[0]).toMatchObject({ method: 'MAIL', path: 'shop@x.org', status: 554 })
})

const ownUnsubscribe = '<https://shop.example/leave?id=5>, <mailto:leave+5@shop.example?subject=Please%20remove%20me>'

test('the sender’s own List-Unsubscribe is kept and used by mail, and the sandbox’s link unsubscribes too', async () => {
  const { sandbox, client, receiver } = await openReplies({ smtp: true })
  const transport = mailProgram(sandbox, sandbox.smtp!)
  const headers = { 'List-Unsubscribe': ownUnsubscribe, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  const text = 'Leave: {{unsubscribe}}'
  const letter = { from: 'shop@x.org', to: 'unsubscribe-by-mail@x.org', subject: 'News', text }
  await transport.sendMail({ ...letter, headers })
  const [sent] = await messagesOf(client)
  const message = (await sandbox.control.message(sent!.id))!
  const listed = message.headers.filter(({ name }) => name.toLowerCase().startsWith('list-'))
  expect(listed).toEqual([
    { name: 'List-Unsubscribe', value: ownUnsubscribe },
    { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
  ])
  await sandbox.control.advance('hour')
  await sandbox.control.advance(1000)
  expect(receiver.received).toMatchObject([{ to: ['leave+5@shop.example'], mail: { subject: 'Please remove me' } }])

  const [, link] = /Leave: (\S+)/.exec(message.text)!
  const { origin, pathname } = new URL(link!)
  const reader = new ServiceClient(origin, { user: '', key: '' })
  onTestFinished(() => reader.close())
  expect((await reader.post(pathname)).status).toBe(200)
  expect((await messagesOf(client))[0]).toMatchObject({ lastState: 'unsubscribed' })

  await transport.sendMail({ ...letter, to: 'b@x.org' })
  const [newest] = sandbox.control.outbox(1)
  const other = (await sandbox.control.message(newest!.id))!
  expect(other.headers).toContainEqual({
    name: 'List-Unsubscribe',
    value: expect.stringContaining(sandbox.url.slice(0, -3)) as string,
  })
})
