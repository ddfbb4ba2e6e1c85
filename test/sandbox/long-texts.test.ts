import { expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '#sandbox/create-sandbox.ts'
import { aSend, ServiceClient } from './support/service-client.ts'

test('a long text keeps its byte order mark, letters and line breaks wherever it is split', async () => {
  const sandbox = await createSandbox({ smtp: false, scenario: 'empty' })
  onTestFinished(() => sandbox.close())
  const client = ServiceClient.of(sandbox)
  onTestFinished(() => client.close())
  // Each repeated piece has an odd length, so that every kind of line break falls on the boundary of a chunk.
  const text = `\uFEFF${'a😀\r\nb\rc\n'.repeat(250_001)}`
  const html = `${'<p>Grüße\n'.repeat(150_001)}<a href="https://x.org/a">a</a></body>`
  expect(await client.post('/messages/send', aSend('a@x.org', { text, html }))).toMatchObject({
    json: { status: 'success' },
  })
  const [{ id, size } = { id: '', size: 0 }] = sandbox.control.outbox(1)
  const source = sandbox.control.source(id)!
  expect(source).toHaveLength(size)
  const letters = source.toString('latin1', source.indexOf('\r\n\r\n', source.indexOf('text/plain')))
  const sent = Buffer.from(letters.slice(0, letters.indexOf('--')), 'base64').toString()
  expect(sent === text.replace(/\r\n|\r|\n/g, '\r\n')).toBe(true)
  const mail = (await sandbox.control.message(id))!
  expect(mail.html).toContain('/t/')
  expect(mail.html.match(/Grüße/g)).toHaveLength(150_001)
})
