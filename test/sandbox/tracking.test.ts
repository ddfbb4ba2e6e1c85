import { expect, test } from 'vitest'
import { aSend, messagesOf, ServiceClient } from './support/service-client.ts'
import { openSandbox } from './support/open-sandbox.ts'

const thunderbird = 'Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Thunderbird/115.6.0'

async function sent() {
  const opened = await openSandbox()
  const { client, sandbox } = opened
  const html = '<p><a href="https://shop.example/a?x=1&amp;y=ü">shop</a> <a href="{{unsubscribe}}">no more</a></p>'
  await client.post('/messages/send', aSend('reader@x.org', { html }))
  await sandbox.control.advance('hour')
  const [message] = await messagesOf(client)
  const mail = (await sandbox.control.message(message!.id))!
  const path = (pattern: RegExp) => new URL(pattern.exec(mail.html)![1]!).pathname
  return {
    ...opened,
    mail,
    reader: new ServiceClient(new URL(sandbox.url).origin, { user: '', key: '' }),
    message: async () => (await messagesOf(client))[0]!,
    pixel: path(/src="([^"]+\/t\/o\/[^"]+)"/),
    link: path(/href="([^"]+\/t\/c\/[^"]+)"/),
    unsubscribe: path(/href="([^"]+\/t\/u\/[^"]+)"/),
  }
}

test('fetching the pixel counts as an open, with the program that fetched it', async () => {
  const { reader, pixel, message, client } = await sent()
  const headers = { 'User-Agent': thunderbird, 'Accept-Language': 'fr-FR,fr;q=0.9' }
  const answer = await reader.call({ method: 'GET', path: pixel, headers })
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/gif'])
  const { open, openDetails } = await message()
  expect(open).toBe(1)
  expect(openDetails[0]!.userAgent).toMatchObject({ browser: 'Thunderbird 115', language: 'fr-FR', ip: '127.0.0.1' })
  const months = (await client.post('/statistics/emailplatforms/applications')).json as Record<string, unknown[]>
  expect(Object.values(months)[0]).toEqual([{ open: 1, name: 'Thunderbird 115', type: 'application' }])
  reader.close()
})

test('following a link counts as a click and redirects to the link’s target', async () => {
  const { reader, link, message } = await sent()
  const answer = await reader.get(link)
  expect([answer.status, answer.headers.location]).toEqual([302, 'https://shop.example/a?x=1&y=%C3%BC'])
  expect(await message()).toMatchObject({ click: 1, clickDetails: [{ url: 'https://shop.example/a?x=1&y=ü' }] })
  reader.close()
})

test('opening the unsubscribe page changes nothing; the one-click POST of the header does', async () => {
  const { reader, unsubscribe, message, mail, client } = await sent()
  const line = mail.headers.find(({ name }) => name === 'List-Unsubscribe')!.value
  expect(line).toContain(unsubscribe)
  expect((await reader.get(unsubscribe)).text).toContain('reader@x.org')
  expect((await message()).lastState).toBe('delivered')
  const raw = 'List-Unsubscribe=One-Click'
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  expect((await reader.call({ method: 'POST', path: unsubscribe, raw, headers })).status).toBe(200)
  expect((await message()).lastState).toBe('unsubscribed')
  expect((await client.post('/blacklists/list/unsubscribers')).json).toMatchObject({ total: 1 })
  reader.close()
})

test('a modified link has no effect and redirects nowhere', async () => {
  const { reader, link, pixel, message } = await sent()
  const elsewhere = link.replace(/[^/]+$/, Buffer.from('https://evil.example/').toString('base64url'))
  for (const path of [elsewhere, `${pixel}x`, pixel.slice(0, -1), '/t/o/', '/t/x/y']) {
    const answer = await reader.get(path)
    expect([answer.status, answer.headers.location]).toEqual([404, undefined])
  }
  expect(await message()).toMatchObject({ open: 0, click: 0 })
  reader.close()
})
