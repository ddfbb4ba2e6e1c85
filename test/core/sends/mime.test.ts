import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { openAccount } from '#test/support/open-app.ts'
import { addFile, inState, newDraft, now, outbox, person, pixel } from './support/sending.ts'

const html =
  '<!DOCTYPE html>\r\n<html lang="de"><head><style>p{color:#123456}</style></head><body><!--[if mso]><table><tr><td><![endif]--><p>Grüße, {{name}} — <img src="cid:logo.png" alt="Logo"></p><!--[if mso]></td></tr></table><![endif]--></body></html>'

test('every part of the received mail equals the composed message', async () => {
  const mailroom = await openAccount()
  const people = {
    columns: ['name'],
    rows: [person('ada@example.org', { name: 'Ada Löwe', values: ['<Ada> & Söhne'] })],
  }
  const id = await newDraft(mailroom, people)
  const report = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 251))
  const parts = [
    await addFile(mailroom, id, { name: 'logo.png', kind: 'image' }),
    await addFile(mailroom, id, { name: 'Übersicht „Mai“.pdf', kind: 'attachment', bytes: report }),
    await addFile(mailroom, id, { name: 'lines.txt', kind: 'attachment', bytes: 'a\r\n.\r\nFrom b\r\n' }),
  ]
  await mailroom.ask('drafts.save', {
    id,
    content: {
      from: { address: 'hello@shop.example', name: 'Müller, „Shop“' },
      replyTo: { address: 'reply@shop.example', name: '' },
      subject: 'Für {{name}}: 日本 😀',
      html,
      text: 'Grüße, {{name}}\n.\nFrom here',
      textMode: 'written',
      parts,
      options: {
        ...(await mailroom.ask('drafts.get', { id })).content.options,
        trackOpens: 'off',
        trackClicks: 'off',
        unsubscribe: 'https://shop.example/stop?u=1',
        oneClick: true,
      },
    },
  })
  await mailroom.ask('sends.start', { draftId: id, ...now })
  await inState(mailroom, id, 'sent')
  const [entry] = outbox(mailroom)
  const mail = await PostalMime.parse(await mailroom.service.control.source(entry!.id)!)

  expect(mail.from).toMatchObject({ address: 'hello@shop.example', name: 'Müller, „Shop“' })
  expect(mail.to).toMatchObject([{ address: 'ada@example.org', name: 'Ada Löwe' }])
  expect(mail.replyTo).toMatchObject([{ address: 'reply@shop.example' }])
  expect(mail.subject).toBe('Für <Ada> & Söhne: 日本 😀')
  expect(lines(mail.html)).toBe(lines(html.replace('{{name}}', '&lt;Ada&gt; &amp; Söhne')))
  expect(lines(mail.text)).toBe('Grüße, <Ada> & Söhne\n.\nFrom here')
  const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]))
  expect(headers['list-unsubscribe']).toBe('<https://shop.example/stop?u=1>')
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')

  const bytes = new Map(
    mail.attachments.map(({ filename, contentId, content }) => [
      contentId ?? filename,
      Buffer.from(content as ArrayBuffer),
    ]),
  )
  expect([...bytes.keys()].sort()).toEqual(['<logo.png>', 'lines.txt', 'Übersicht „Mai“.pdf'].sort())
  expect(bytes.get('<logo.png>')).toEqual(pixel)
  expect(bytes.get('Übersicht „Mai“.pdf')).toEqual(report)
  expect(bytes.get('lines.txt')?.toString()).toBe('a\r\n.\r\nFrom b\r\n')

  // The sent history shows the message with its images.
  const shown = await mailroom.ask('sends.image', { id, part: parts[0]!.id })
  expect(shown).toEqual({ contentType: 'image/png', base64: pixel.toString('base64') })
})

/** Normalizes a mail’s CRLF line ends and the final one. */
function lines(text: string | undefined): string {
  return (text ?? '').replaceAll('\r\n', '\n').trimEnd()
}
