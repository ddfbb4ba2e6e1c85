import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openApp, type OpenApp } from '#test/support/open-app.ts'
import { dropped, pixel } from '../sends/support/sending.ts'

async function withAccount(): Promise<OpenApp> {
  const mailroom = await openApp()
  await mailroom.addAccount()
  return mailroom
}

async function startWith(mailroom: OpenApp, name: string, content: string | Buffer) {
  const token = await dropped(mailroom, name, content)
  const { accountId } = mailroom
  return mailroom.ask('drafts.create', { accountId, start: { from: 'file', token } })
}

const mail = `From: "Shop, Berlin" <shop@sender.example>
To: Ann <ann@x.example>, bo@x.example
Cc: Cy <cy@x.example>
Reply-To: help@sender.example
Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=
X-Order: 4711
Received: from elsewhere
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=m

--m
Content-Type: multipart/alternative; boundary=a

--a
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

Gr=FC=DFe
--a
Content-Type: text/html; charset=utf-8

<p>Hi <img src="cid:logo@x"></p>
--a--
--m
Content-Type: image/png; name="logo.png"
Content-ID: <logo@x>
Content-Transfer-Encoding: base64

${pixel.toString('base64')}
--m
Content-Type: text/csv
Content-Disposition: attachment; filename="lines.csv"

a,b
--m--
`

test('a mail file becomes a message with its people, texts, line breaks and files', async () => {
  const mailroom = await withAccount()
  const { id } = await startWith(mailroom, 'Order.EML', mail.replaceAll('\n', '\r\n'))
  await mailroom.restart()
  const { content, people } = await mailroom.ask('drafts.get', { id })
  expect(content).toMatchObject({
    from: { address: 'shop@sender.example', name: 'Shop, Berlin' },
    replyTo: { address: 'help@sender.example' },
    cc: [{ address: 'cy@x.example', name: 'Cy' }],
    subject: 'Grüße',
    html: expect.stringContaining('cid:logo@x') as string,
    text: expect.stringContaining('Grüße') as string,
    textMode: 'written',
    headers: [{ name: 'X-Order', value: '4711' }],
    parts: [
      { kind: 'image', name: 'logo.png', contentType: 'image/png', contentId: 'logo@x', size: pixel.length, width: 1 },
      { kind: 'attachment', name: 'lines.csv', contentType: 'text/csv', contentId: '' },
    ],
  })
  expect(people.rows.map(({ address, name }) => [address, name])).toEqual([
    ['ann@x.example', 'Ann'],
    ['bo@x.example', ''],
  ])
  const { base64 } = await mailroom.ask('drafts.image', { id, part: content.parts[0]!.id })
  expect(base64).toBe(pixel.toString('base64'))
})

test.each([
  ['in UTF-8', Buffer.from('\uFEFF<p>Grüße')],
  ['in the charset that it declares', Buffer.from('<meta charset="windows-1252"><p>Grüße', 'latin1')],
  ['in UTF-16', Buffer.from('\uFEFF<p>Grüße', 'utf16le')],
])('an HTML file becomes the HTML of a message: %s', async (_, bytes) => {
  const mailroom = await withAccount()
  const { content } = await startWith(mailroom, 'page.html', bytes)
  expect(content.html).toMatch(/^(?:<meta charset="windows-1252">)?<p>Grüße$/)
  expect(content).toMatchObject({ subject: '', textMode: 'made' })
})

test.each([
  ['not.eml', 'Just text, without any head.', 'not.eml can’t be read as an email.'],
  ['deep.eml', `X: ${'x'.repeat(600_000)}`, 'deep.eml can’t be read as an email.'],
  ['parts.eml', `${mail.split('--m\n')[0]!}${'--m\n\n'.repeat(10_001)}--m--\n`, 'parts.eml can’t be read as an email.'],
  ['lines.eml', `Subject: x\n${'X-Line: 1\n'.repeat(51)}\nHi`, 'Shorten the headers, then choose the file again.'],
  ['hollow.eml', mail.replace('a,b\n', ''), 'The attached file lines.csv is empty.'],
  ['latin.html', Buffer.from('<p>Grüße', 'latin1'), 'neither in UTF-8 nor in the charset that it declares'],
  ['binary.html', Buffer.from([60, 0, 1, 2]), 'has no text in it'],
  ['long.htm', 'x'.repeat(5_000_001), 'Shorten the HTML, then choose the file again.'],
  ['huge.htm', 'x'.repeat(15_000_001), 'too large for a message. Choose a file of up to 14 MB.'],
  ['empty.eml', '', 'The file is empty.'],
  ['terms.pdf', '%PDF', 'terms.pdf is neither a web page (.html) nor an email (.eml). Choose one of these.'],
])('nothing is left of a file that is not a message: %s', async (name, content, sentence) => {
  const mailroom = await withAccount()
  await expect(startWith(mailroom, name, content)).rejects.toThrow(sentence)
  expect(await mailroom.ask('drafts.list', { accountId: mailroom.accountId })).toEqual([])
  expect(await readdir(join(mailroom.folder, 'compose', 'drafts')).catch(() => [])).toEqual([])
})

test('a list that showed a draft while its creation failed shows it no longer', async () => {
  const mailroom = await withAccount()
  const { ask, app, accountId } = mailroom
  let shown: Promise<unknown> | null = null
  app.subscribe(({ name }) => {
    if (name === 'drafts.changed') shown = ask('drafts.list', { accountId })
  })
  const creation = startWith(mailroom, 'hollow.eml', mail.replace('a,b\n', ''))
  await expect(creation).rejects.toThrow('The attached file lines.csv is empty.')
  expect(await shown).toEqual([])
})
