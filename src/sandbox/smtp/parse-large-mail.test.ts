import fc from 'fast-check'
import { createTransport, type SendMailOptions } from 'nodemailer'
import PostalMime, { type Email } from 'postal-mime'
import { expect, test } from 'vitest'
import { parseLargeMail } from './parse-large-mail.ts'

const parse = (mail: Buffer): Promise<Email> => PostalMime.parse(mail)

/** The email’s parsed content, in a form in which the two readers can be compared. */
function seen({ text = '', html = '', attachments, ...mail }: Email): object {
  const files = attachments.map(({ content, ...part }) => ({ ...part, content: Buffer.from(content as Uint8Array) }))
  return { ...mail, text, html, files }
}

async function bothReaders(source: Buffer | string): Promise<{ own: object | undefined; library: object }> {
  const mail = Buffer.from(source as string)
  const library = seen(await parse(Buffer.from(mail)))
  const own = await parseLargeMail(mail, parse)
  return { own: own && seen(own), library }
}

async function written(mail: SendMailOptions): Promise<Buffer> {
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(mail)
  return message as Buffer
}

const base = { from: 'shop@x.org', to: 'a@x.org', subject: 'Large' }
const letters = 'Grüße – 😀 = {{name}} https://x.org/?a=b\n-- \n.\n\n'.repeat(400)
const plain = 'A line of the letter.\n'.repeat(600)
const page = '<p>A <a href="https://x.org/?a=b">link</a>\n--> – ü</p>\n'.repeat(300)
const file = Buffer.alloc(50_000, 'A page of the catalogue.')

test.each<[string, SendMailOptions]>([
  ['a file', { ...base, text: 'Hello', attachments: [{ filename: 'a.pdf', content: file }] }],
  ['files beside a text', { ...base, text: plain, attachments: [{ content: file }, { content: file.subarray(9) }] }],
  ['an image of a page', { ...base, html: page, attachments: [{ filename: 'a.png', cid: 'a', content: file }] }],
  ['a text in base64', { ...base, text: letters, textEncoding: 'base64' }],
  ['a text in quoted-printable', { ...base, text: letters, textEncoding: 'quoted-printable' }],
  ['a text and a page', { ...base, text: letters, html: page, textEncoding: 'base64' }],
  ['a page in quoted-printable', { ...base, html: page, textEncoding: 'quoted-printable' }],
  ['a plain text', { ...base, text: plain }],
])('a large mail is read as by the library: %s', async (_, mail) => {
  const { own, library } = await bothReaders(await written(mail))
  expect(own).toEqual(library)
})

const large = 'A l=C3=BCne =\r\nof text = ü\r\r\n\r\n-- \r\n'.repeat(400)
const textMail = (head: string, body = large): string => `From: a@x.org\r\n${head}\r\n\r\n${body}`

test.each([
  ['in eight bits', textMail('Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit')],
  ['without a type', textMail('X-Own: 1')],
  ['in quoted-printable', textMail('Content-Type: text/html\r\nContent-Transfer-Encoding: Quoted-Printable')],
  ['in Latin-1', textMail('Content-Type: text/plain; charset="iso-8859-1"')],
  ['in Cyrillic', textMail('Content-Type: text/plain; charset=koi8-r\r\nContent-Transfer-Encoding: quoted-printable')],
  ['with a byte order mark', textMail('X-Own: 1', `\ufeff${large}`)],
  ['with line feeds alone', textMail('X-Own: 1').replaceAll('\r\n', '\n')],
])('a large text is read as by the library: %s', async (_, mail) => {
  const { own, library } = await bothReaders(mail)
  expect(own).toEqual(library)
})

const mixed = (head: string, body = large): string =>
  textMail('Content-Type: multipart/mixed; boundary=b', `--b\r\n${head}\r\n\r\n${body}\r\n--b--\r\n`)

test.each([
  ['flowed text', textMail('Content-Type: text/plain; format=flowed')],
  ['a text that is also shown as HTML', mixed('', `${large}\r\n--b\r\nContent-Type: text/html\r\n\r\n<b>a</b>`)],
  ['a mail in a mail', mixed('Content-Type: message/rfc822', `X: 1\r\n\r\n${large}`)],
  ['a calendar', mixed('Content-Type: text/calendar', large)],
  ['a charset that no program knows', textMail('Content-Type: text/plain; charset=iso-8859-12')],
  ['UTF-16', textMail('Content-Type: text/plain; charset=utf-16le')],
  ['an encoding with a comment', textMail('Content-Transfer-Encoding: (c) quoted-printable')],
  ['a boundary with an escape', mixed('X: 1').replace('boundary=b', String.raw`boundary="\b"`)],
  ['a boundary in two parts', mixed('X: 1').replace('boundary=b', 'boundary*0=b')],
  ['base64 with padding within', textMail('Content-Transfer-Encoding: base64', 'QQ==\r\n'.repeat(2000))],
  ['a multipart without parts', textMail('Content-Type: multipart/mixed; boundary=b', large)],
])('what is not read here for certain is left to the library, with the mail unchanged: %s', async (_, source) => {
  const mail = Buffer.from(source)
  expect(await parseLargeMail(mail, parse)).toBeUndefined()
  expect(mail.equals(Buffer.from(source))).toBe(true)
})

const body = fc.constantFrom(
  'L',
  'L',
  'L',
  'QUFB',
  'text',
  '=C3=BC',
  'soft =',
  '-- ',
  '--b',
  '--b--',
  '--c',
  '--c ',
  '--bb',
  '--',
  '',
)
const header = fc.constantFrom(
  'Content-Type: text/plain',
  'Content-Type: text/html; charset=utf-8',
  'Content-Type: text/plain; charset=iso-8859-1',
  'Content-Type: text/plain; format=flowed',
  'Content-Type: multipart/alternative; boundary=c',
  'Content-Type: multipart/mixed;\r\n boundary="c"',
  'Content-Type: message/rfc822',
  'Content-Type: application/pdf; name=a (b.pdf',
  'Content-Type',
  'content-type : text/html',
  'Content-Transfer-Encoding: base64',
  'Content-Transfer-Encoding: quoted-printable',
  'Content-Transfer-Encoding: 8bit',
  'Content-Disposition: attachment; filename=a',
  ' folded: 1',
  '\tboundary=d',
  '--c',
)
const line = fc.oneof({ weight: 4, arbitrary: body }, { weight: 1, arbitrary: header })

test('whatever is read here is what the library reads', async () => {
  let own = 0
  const part = fc.tuple(
    fc.constantFrom('--b', '--b', '--c', '--b--', '--c--'),
    fc.array(header, { maxLength: 3 }),
    fc.array(line, { maxLength: 6 }),
  )
  const parts = fc.array(part, { minLength: 1, maxLength: 4 })
  const ends = fc.constantFrom('\r\n', '\r\n', '\n')
  const blocks = [
    'ü=C3=BC a\r\n'.repeat(900),
    'QUFB\r\n'.repeat(1500),
    '<p>a</p> \r\n \r\n'.repeat(700),
    'A=\r\n'.repeat(2100),
  ]
  await fc.assert(
    fc.asyncProperty(parts, ends, fc.constantFrom(...blocks), async (entries, end, block) => {
      const lines = entries.flatMap(([boundary, head, text]) => [boundary, ...head, '', ...text])
      const source = ['From: a@x.org', 'Content-Type: multipart/mixed; boundary=b', '', ...lines, '--b--', '']
      const mail = source.join(end).replaceAll(`L${end}`, block)
      const read = await parseLargeMail(Buffer.from(mail), parse)
      if (read === undefined) return
      own++
      expect(seen(read)).toEqual(seen(await parse(Buffer.from(mail))))
    }),
    { numRuns: 1500 },
  )
  expect(own).toBeGreaterThan(50)
})
