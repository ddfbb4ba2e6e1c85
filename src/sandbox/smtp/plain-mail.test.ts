import fc from 'fast-check'
import { createTransport, type SendMailOptions } from 'nodemailer'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { readPlainMail } from './plain-mail.ts'

/** The email’s parsed content, in a form in which the two readers can be compared. */
async function byLibrary(raw: Buffer) {
  const { headers, from, to, cc, replyTo, subject, text, html, attachments } = await PostalMime.parse(raw)
  return seen({ headers, from, to, cc, replyTo, subject, text, html, attachments })
}

function seen(mail: object): object {
  return { text: '', html: '', subject: '', ...Object.fromEntries(Object.entries(mail).filter(([, value]) => value)) }
}

async function written(mail: SendMailOptions): Promise<Buffer> {
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(mail)
  return message as Buffer
}

test('mail as most programs write it is read here, with the same result as by the library', async () => {
  const base = {
    from: 'Shop <shop@x.org>',
    to: 'a@x.org, "B, C" <b@x.org>',
    subject: 'Grüße an alle',
    replyTo: 'r@x.org',
  }
  const mails: SendMailOptions[] = [
    { ...base, text: 'Hello' },
    { ...base, html: '<p>Hello</p>' },
    { ...base, text: 'Hello', html: '<p>Hello</p>', cc: 'c@x.org' },
    {
      ...base,
      text: 'Grüße, und noch eine Zeile, die zu lang ist, um auf einer stehen zu bleiben: immer weiter und weiter.',
    },
    {
      ...base,
      text: 'a = b\n\n.dots\n..\n',
      html: '<p>ä</p>',
      headers: { 'X-SVC-META': '{"a":"b"}' },
      encoding: 'quoted-printable',
    },
  ]
  for (const mail of mails) {
    const raw = await written(mail)
    const read = readPlainMail(raw)
    expect(read && seen(read)).toEqual(await byLibrary(raw))
  }
})

test('more than a text and an html is left to the library', async () => {
  const base = { from: 'shop@x.org', to: 'a@x.org', text: 'Hello' }
  const others: SendMailOptions[] = [
    { ...base, attachments: [{ filename: 'a.txt', content: 'attached' }] },
    { ...base, html: '<img src="cid:l">', attachments: [{ filename: 'l.png', cid: 'l', content: 'x' }] },
    { ...base, icalEvent: { content: 'BEGIN:VCALENDAR' } },
    { ...base, text: 'Grüße', textEncoding: 'base64' },
  ]
  for (const mail of others) expect(readPlainMail(await written(mail))).toBeUndefined()
})

const lines = [
  'From: a@x.org',
  'FROM: A B <a@x.org>',
  'To: b@x.org',
  'to: "C, D" <c@x.org>, d@x.org',
  'Cc: =?utf-8?Q?Zo=C3=AB?= <z@x.org>',
  'To: all: e@x.org, f@x.org;',
  'To:',
  'To: nobody',
  'Reply-To:\tr@x.org',
  'Subject: one',
  'Subject: =?utf-8?B?R3LDvMOfZQ==?=',
  'Subject:  ',
  'Content-Type: text/plain',
  'Content-Type: text/html; charset=utf-8',
  'content-type: TEXT/HTML;charset="UTF-8"',
  'Content-Type: text/plain; charset=us-ascii',
  'Content-Type: text/plain; charset=iso-8859-1',
  'Content-Type: text/plain; charset="utf-8',
  'Content-Type: text/plain; format=flowed',
  'Content-Type: multipart/alternative; boundary=b',
  'Content-Type: multipart/alternative;\n boundary="b"',
  'Content-Type: multipart/alternative; boundary="b=_1"',
  'Content-Type: multipart/mixed; boundary=b',
  'Content-Type: application/pdf',
  'Content-Transfer-Encoding: 7bit',
  'Content-Transfer-Encoding: Quoted-Printable',
  'Content-Transfer-Encoding: base64',
  'Content-Transfer-Encoding: 8bit (c)',
  'Content-Disposition: inline',
  'Content-Disposition: attachment; filename=a',
  'X-Own: kept',
  'X-Own:kept ',
  ' folded',
  '\tfolded more',
  'no colon',
  'sp ace : x',
  '',
  '',
  '',
  '',
  '--b',
  '--b',
  '--b--',
  '--b ',
  '--bb',
  '--b-- ',
  '--b=_1',
  '--b=_1--',
  '--',
  'text',
  'soft =',
  '=',
  '==',
  '=4',
  '=41=',
  '=C3=BC',
  '=c3=',
  '=bc',
  '=EF=BB=BFx',
  'a=0D=0Ab',
  'R3LDvMOfZQ==',
  'trailing  ',
  '<p>html</p>',
  '\x00',
  'X-Odd: \x0bodd\x0c',
  'ü',
  'X-Raw: ü',
  'a\rb',
  '\r',
]
const ends = fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r\r\n')

test('whatever is read here is what the library reads', async () => {
  let own = 0
  const body = fc.array(fc.tuple(fc.constantFrom(...lines), ends), { maxLength: 14 })
  const part = fc.tuple(
    fc.subarray(
      lines.filter((line) => line.startsWith('Content-')),
      { maxLength: 2 },
    ),
    fc.array(fc.constantFrom('text', 'soft =', '=C3=BC', '=4', '', '--', '<p>a</p>'), { maxLength: 5 }),
  )
  const mail = fc.array(part, { maxLength: 3 }).map((parts) => {
    const pieces = parts.map(([head, text]) => ['--b', ...head, '', ...text].join('\r\n'))
    return [
      'From: a@x.org',
      'Content-Type: multipart/alternative; boundary=b',
      '',
      'before',
      ...pieces,
      '--b--',
      'after',
    ].join('\r\n')
  })
  const any = fc.oneof(
    body.map((entries) => entries.map(([line, end]) => line + end).join('')),
    body.map((entries) => `From: a@x.org\r\n${entries.map(([line, end]) => line + end).join('')}`),
    mail,
  )
  await fc.assert(
    fc.asyncProperty(any, async (source) => {
      const raw = Buffer.from(source)
      const read = readPlainMail(raw)
      if (read === undefined) return
      own++
      expect(seen(read)).toEqual(await byLibrary(raw))
    }),
    { numRuns: 3000 },
  )
  // About a tenth are plain: with far fewer, the property would prove nothing.
  expect(own).toBeGreaterThan(100)
})
