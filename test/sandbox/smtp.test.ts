import { SMTPServer } from 'smtp-server'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { SandboxClock } from '#sandbox/base/clock.ts'
import { msPerDay } from '#shared/domain/base/durations.ts'
import { withDataFolder } from '#test/support/data-folder.ts'
import { mailProgram } from './support/mail-program.ts'
import { aSend, messagesOf } from './support/service-client.ts'
import { openSandbox, type Opened } from './support/open-sandbox.ts'
import { startDialogue } from './support/smtp-dialogue.ts'

test('a message sent over SMTP becomes the same send as over HTTP', async () => {
  const { sandbox, client } = await openSandbox({ smtp: true })
  await mailProgram(sandbox, sandbox.smtp!).sendMail({
    from: 'Shop <shop@x.org>',
    to: ['Zoë <open+2@x.org>', 'b@x.org'],
    cc: 'c@x.org',
    bcc: 'd@x.org',
    subject: 'Grüße {{name}}',
    text: 'Hallo',
    html: '<p>Hallo <img src="cid:logo"></p>',
    attachments: [
      { filename: 'a.txt', content: 'attached' },
      { filename: 'l.png', cid: 'logo', content: Buffer.from('png'), contentType: 'image/png' },
    ],
    headers: {
      'X-SVC-TAGS': 'order, eu',
      'X-SVC-META': JSON.stringify({ number: 5 }),
      'X-SVC-SUB': JSON.stringify([{ email: 'b@x.org', values: { name: 'Bob' } }]),
      'X-Own': 'kept',
    },
  })
  await sandbox.control.advance('hour')
  const messages = await messagesOf(client)
  expect(messages.map(({ msg }) => msg.email).sort()).toEqual(['b@x.org', 'c@x.org', 'd@x.org', 'open+2@x.org'])
  const byEmail = (email: string) => messages.find(({ msg }) => msg.email === email)!
  expect(byEmail('open+2@x.org')).toMatchObject({ open: 2, tags: ['order', 'eu'], meta: { number: 5 } })
  expect(byEmail('b@x.org').msg.subject).toBe('Grüße Bob')
  const mail = (await sandbox.control.message(byEmail('open+2@x.org').id))!
  expect(mail.attachments.map(({ filename, contentId }) => [filename, contentId])).toEqual([
    ['l.png', 'logo'],
    ['a.txt', null],
  ])
  expect(mail.headers).toContainEqual({ name: 'X-Own', value: 'kept' })
  expect(mail.headers.some(({ name }) => name.startsWith('X-SVC'))).toBe(false)
  const logged = sandbox.control.requests().find(({ channel }) => channel === 'smtp')
  expect(logged).toMatchObject({ method: 'DATA', status: 250, responseBody: 'Accepted for 4 recipients' })
})

test('a tag or the name of a template may begin with a bracket', async () => {
  const { sandbox, client } = await openSandbox({ smtp: true })
  const mail = { from: 'a@x.org', to: 'b@x.org', subject: 'Hello', text: 'x' }
  const headers = { 'X-SVC-TAGS': '[promo] spring, eu', 'X-SVC-TEMPLATE': '[FR] Welcome' }
  await mailProgram(sandbox, sandbox.smtp!).sendMail({ ...mail, headers })
  expect((await messagesOf(client)).map(({ tags }) => tags)).toEqual([['[promo] spring', 'eu']])
})

test('tags may be a list in JSON, which is refused if half a character is in it', async () => {
  const { sandbox, client } = await openSandbox({ smtp: true })
  const mail = { from: 'a@x.org', to: 'b@x.org', subject: 'Hello', text: 'x' }
  const program = mailProgram(sandbox, sandbox.smtp!)
  const torn = program.sendMail({ ...mail, headers: { 'X-SVC-TAGS': '["a\\ud800"]' } })
  await expect(torn).rejects.toMatchObject({ responseCode: 554 })
  await program.sendMail({ ...mail, headers: { 'X-SVC-TAGS': '["order, eu", "[promo]"]' } })
  expect((await messagesOf(client)).map(({ tags }) => tags)).toEqual([['order, eu', '[promo]']])
})

test('a wrong key, a bad recipient and bad options are refused, and nothing is stored', async () => {
  const { sandbox } = await openSandbox({ smtp: true })
  const mail = { from: 'a@x.org', to: 'b@x.org', text: 'x' }
  const wrong = mailProgram({ credentials: { user: sandbox.credentials.user, key: 'wrong' } }, sandbox.smtp!)
  await expect(wrong.sendMail(mail)).rejects.toMatchObject({ responseCode: 535 })
  const right = mailProgram(sandbox, sandbox.smtp!)
  await expect(right.sendMail({ ...mail, headers: { 'X-SVC-META': '{bad' } })).rejects.toMatchObject({
    responseCode: 554,
  })
  await expect(right.sendMail({ ...mail, envelope: { from: 'a@x.org', to: 'b@x' } })).rejects.toThrow()
  const [key] = sandbox.control.keys()
  sandbox.control.changeKey(key!.id, { enabled: false })
  await expect(mailProgram(sandbox, sandbox.smtp!).sendMail(mail)).rejects.toMatchObject({ responseCode: 535 })
  expect(sandbox.store.messages.count()).toBe(0)
  const { user } = sandbox.credentials
  const seen = sandbox.control
    .requests()
    .map(({ method, path, status, responseBody }) => [method, path, status, responseBody])
  expect(seen).toEqual([
    ['AUTH', user, 535, 'This key is disabled.'],
    ['RCPT', 'b@x', 554, '"b@x" is not an email address.'],
    ['DATA', 'b@x.org', 554, 'The header X-SVC-META is not valid JSON.'],
    ['AUTH', user, 535, 'The user or the key is unknown.'],
  ])
})

const keyChanges: readonly (readonly [string, (opened: Opened, id: string) => unknown, string])[] = [
  ['was disabled', ({ sandbox }, id) => sandbox.control.changeKey(id, { enabled: false }), 'This key is disabled.'],
  [
    'may no longer be used from there',
    ({ sandbox }, id) => sandbox.control.changeKey(id, { iPFilterEnabled: true, allowedIPs: ['10.0.0.1'] }),
    'This key can’t be used from 127.0.0.1.',
  ],
  [
    'got a new secret',
    ({ client }, id) => client.get(`/settings/apikeys/${id}/regenerate`),
    'The user or the key is unknown.',
  ],
  [
    'was removed',
    ({ client }, id) => client.call({ method: 'DELETE', path: `/settings/apikeys/${id}` }),
    'The user or the key is unknown.',
  ],
]

test.each(keyChanges)('a connection whose key %s sends no further mail', async (_, change, sentence) => {
  const opened = await openSandbox({ smtp: true })
  const { sandbox } = opened
  const say = await startDialogue(sandbox)
  const mail = ['MAIL FROM:<a@x.org>', 'RCPT TO:<b@x.org>', 'DATA', 'From: a@x.org\r\n\r\nHello\r\n.']
  for (const line of mail) expect(await say(line)).toMatch(/^(250|354) /)
  await change(opened, sandbox.control.keys()[0]!.id)
  expect(await say('MAIL FROM:<again@x.org>')).toBe(`535 ${sentence}`)
  expect(await say('RCPT TO:<b@x.org>')).toMatch(/^503 /)
  expect(sandbox.store.messages.count()).toBe(1)
  const logged = sandbox.control.requests().find(({ channel }) => channel === 'smtp')
  expect(logged).toMatchObject({ method: 'MAIL', path: 'again@x.org', status: 535, responseBody: sentence })
})

test('a connection whose key is enabled again sends further mails', async () => {
  const { sandbox } = await openSandbox({ smtp: true })
  const { id } = sandbox.control.keys()[0]!
  const say = await startDialogue(sandbox)
  sandbox.control.changeKey(id, { enabled: false })
  expect(await say('MAIL FROM:<a@x.org>')).toBe('535 This key is disabled.')
  sandbox.control.changeKey(id, { enabled: true })
  expect(await say('MAIL FROM:<a@x.org>')).toMatch(/^250 /)
})

test('a mail may consist of a single file, and an empty one is refused with an error about mails', async () => {
  const { sandbox } = await openSandbox({ smtp: true })
  const mail = { from: 'a@x.org', to: 'b@x.org', subject: 'Your invoice' }
  const out = mailProgram(sandbox, sandbox.smtp!)
  await expect(out.sendMail(mail)).rejects.toThrow('554 The message has no text, no HTML and no attachment.')
  await out.sendMail({ ...mail, attachments: [{ filename: 'invoice.pdf', content: 'pdf' }] })
  const [sent, ...others] = sandbox.control.outbox(10)
  expect(others).toEqual([])
  const { attachments } = (await sandbox.control.message(sent!.id))!
  expect(attachments.map(({ filename, size }) => [filename, size])).toEqual([['invoice.pdf', 3]])
})

function nested(levels: number): string {
  const heads = Array.from(
    { length: levels },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}`,
  )
  return `From: a@x.org\r\n${heads.join('\r\n')}\r\n\r\ntext\r\n`
}

const utf7 = 'The mail is written in UTF-7, which is no longer supported. Send it as UTF-8.'

test.each([
  ['nested 1,000 parts deep', nested(1000), '554 The mail’s parts are nested more than 100 levels deep.'],
  [
    'with a head of 10 MB',
    `From: a@x.org\r\nX-A: ${'x'.repeat(10_000_000)}\r\n\r\nx`,
    '552 The head of the mail is larger than 512 KB.',
  ],
  [
    'with a text in UTF-7',
    'From: a@x.org\r\nContent-Type: text/plain;\r\n charset="UTF-7"\r\n\r\nFr+APY-sche',
    `554 ${utf7}`,
  ],
  ['with a subject in UTF-7', 'From: a@x.org\r\nSubject: =?utf-7?Q?Fr+APY-sche?=\r\n\r\nx', `554 ${utf7}`],
])('a mail %s is refused permanently, with the reason', async (_, raw, sentence) => {
  const { sandbox, errors } = await openSandbox({ smtp: true })
  const out = mailProgram(sandbox, sandbox.smtp!)
  const envelope = { from: 'a@x.org', to: 'b@x.org' }
  await expect(out.sendMail({ envelope, raw })).rejects.toThrow(sentence)
  expect(sandbox.control.requests()[0]).toMatchObject({ responseBody: sentence.slice(4) })
  await out.sendMail({ envelope, raw: 'From: a@x.org\r\nSubject: About UTF-7\r\n\r\ncharset=utf-7 is past' })
  expect([sandbox.store.messages.count(), errors]).toEqual([1, []])
})

test('a whole session that is sent at once is handled, without waiting for the greeting', async () => {
  const { sandbox } = await openSandbox({ smtp: true })
  const [host, port] = sandbox.smtp!.split(':')
  const { user, key } = sandbox.credentials
  const secret = Buffer.from(`\0${user}\0${key}`).toString('base64')
  const message = ['From: shop@x.org', 'Subject: Hello', '', 'One', '..two', '.']
  const envelope = ['MAIL FROM:<shop@x.org>', 'RCPT TO:<a@x.org>', 'RCPT TO:<nobody>', 'RCPT TO:<b@x.org>', 'DATA']
  const session = ['EHLO me', `AUTH PLAIN ${secret}`, ...envelope, ...message, ...envelope, ...message, 'QUIT', '']
  const socket = connect(Number(port), host)
  socket.write(session.join('\r\n'))
  const codes = (await text(socket)).match(/^\d{3} /gm)?.map(Number)
  const accepted = [250, 250, 501, 250, 354, 250]
  expect(codes).toEqual([220, 250, 235, ...accepted, ...accepted, 221])
  expect(sandbox.store.messages.count()).toBe(4)
  const [mail] = sandbox.control.outbox(1)
  expect((await sandbox.control.message(mail!.id))?.text.trim()).toBe('One\n.two')
})

test('a client that disconnects during a message leaves nothing behind', async () => {
  const { sandbox, errors } = await openSandbox({ smtp: true })
  const [host, port] = sandbox.smtp!.split(':')
  const { user, key } = sandbox.credentials
  const secret = Buffer.from(`\0${user}\0${key}`).toString('base64')
  const socket = connect(Number(port), host)
  socket.write(['EHLO me', `AUTH PLAIN ${secret}`, 'MAIL FROM:<a@x.org>', 'RCPT TO:<b@x.org>', 'DATA', ''].join('\r\n'))
  for (let answers = ''; !/^354 /m.test(answers);) answers += String((await once(socket, 'data'))[0])
  socket.end('From: a@x.org\r\nSubject: Half\r\n\r\nof a mess')
  await once(socket.resume(), 'close')
  await mailProgram(sandbox, sandbox.smtp!).sendMail({ from: 'a@x.org', to: 'c@x.org', text: 'whole' })
  expect(sandbox.store.messages.newest(10).map(({ email }) => email)).toEqual(['c@x.org'])
  expect(errors).toEqual([])
})

/** A mail server that notes the recipients of the mails that it receives. */
async function startReceiver(): Promise<{ url: string; received: string[] }> {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, session, callback) {
      stream.resume().once('end', () => {
        received.push(...session.envelope.rcptTo.map(({ address }) => address))
        callback()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, received }
}

test('the relay really delivers, but only to the allow-list', async () => {
  const { url, received } = await startReceiver()
  const relay = { url, allow: ['me@x.org', '@mine.example'] }
  const { client, sandbox, errors } = await openSandbox({ relay })
  await client.post('/messages/send', aSend(['me@x.org', 'you@x.org', 'a@mine.example', 'a@notmine.example']))
  await sandbox.settle()
  expect(received.sort()).toEqual(['a@mine.example', 'me@x.org'])
  expect(errors).toEqual([])
})

test('a message that waits for credits reaches the relay and the outbox folder once, when the plan is renewed', async () => {
  const { url, received } = await startReceiver()
  await withDataFolder(async (data) => {
    const clock = { start: Date.UTC(2026, 2, 10), running: false }
    const options = { data, clock, relay: { url, allow: ['@x.org'] } }
    const { client, sandbox } = await openSandbox(options)
    sandbox.control.setCredits(1)
    await client.post('/messages/send', aSend(['paid@x.org', 'a@x.org', 'defer@x.org', 'open@x.org']))
    await sandbox.control.advance('day')
    await sandbox.settle()
    expect(received).toEqual(['paid@x.org'])
    // The sandbox’s clock does not notice, as if the month had passed while the sandbox was closed.
    new SandboxClock(sandbox.store.settings).advance(31 * msPerDay)
    await sandbox.close()
    const { sandbox: next, errors } = await openSandbox(options)
    await next.settle()
    expect(received.sort()).toEqual(['a@x.org', 'defer@x.org', 'open@x.org', 'paid@x.org'])
    const ids = next.control.outbox(10).map(({ id }) => `${id}.eml`)
    expect((await readdir(join(data, 'outbox'))).sort()).toEqual(ids.sort())
    await next.control.advance('day')
    await next.settle()
    expect(received).toHaveLength(4)
    expect(errors).toEqual([])
    await next.close()
  })
})
