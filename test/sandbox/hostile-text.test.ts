import { expect, test } from 'vitest'
import { mailProgram } from './support/mail-program.ts'
import { aSend } from './support/service-client.ts'
import { openSandbox } from './support/open-sandbox.ts'

const deep = `<p>On top</p>${'<div>'.repeat(20_000)}Far below &amp; safe`

test('HTML nested 20,000 levels deep has a text version, over HTTP and SMTP', async () => {
  const { sandbox, client, errors } = await openSandbox({ smtp: true })
  const headers = { 'X-SVC-TEXTVERSION': '1' }
  const answer = await client.post('/messages/send', aSend('a@x.org', { text: '', html: deep }, { headers }))
  expect(answer.status).toBe(200)
  const out = mailProgram(sandbox, sandbox.smtp!)
  await out.sendMail({ from: 'a@x.org', to: 'b@x.org', subject: 'Deep', html: deep, headers })
  const entries = sandbox.control.outbox(10)
  expect(entries).toHaveLength(2)
  for (const { id } of entries) {
    expect((await sandbox.control.message(id))!.text.trim()).toBe('On top\n\nFar below & safe')
  }
  expect(errors).toEqual([])
})

test('unclosed placeholders, links and tags do not slow anything down', async () => {
  const { client, errors } = await openSandbox()
  const values = { name: 'Ada' }
  const sub = { headers: { 'X-SVC-SUB': [{ email: 'a@x.org', values }], 'X-SVC-TRACKING': { text: { click: 1 } } } }
  for (const text of [`{{${' '.repeat(200_000)}`, `https://${')'.repeat(500_000)}`, '<a href="'.repeat(200_000)]) {
    expect((await client.post('/messages/send', aSend('a@x.org', { text, html: text }, sub))).status).toBe(200)
  }
  expect(errors).toEqual([])
})
