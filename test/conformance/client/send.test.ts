import { describe, expect, test } from 'vitest'
import type { OutgoingMessage } from '#core/api/index.ts'
import { sendIdKey } from '#shared/domain/service/send-id.ts'
import { aSend, hour, sender, type Account, type Json } from '../support/account.ts'
import * as expected from './support/expected.ts'
import { asked, openClient, openService } from './support/service.ts'

const base = { from: { address: sender }, subject: 'Hello', text: 'Hello there' }
const to = (...addresses: string[]) => addresses.map((address) => ({ address }))
const bytes = Buffer.from(Array.from({ length: 70_001 }, (_, index) => (index * 31) % 256))

/** Chunks whose boundaries do not match those of base64. */
async function* inChunks(content: Buffer, size = 1000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

async function attachments(account: Account, email: string) {
  const { id } = await account.record(email)
  const { attachments: parts } = await account.received(email)
  return Promise.all(
    parts.map(async ({ index, filename, contentType, contentId }) => {
      const content = (await account.sandbox.control.attachment(id, index))!.bytes
      return { filename, contentType, contentId, content: content.toString('base64') }
    }),
  )
}

describe.each([false, true])('strict: %s', (strict) => {
  test('a message with every documented field equals the same message sent raw', async () => {
    const { account, client } = await openService({ strict }, { profile: { correlateSends: false } })
    const rich = {
      subject: 'Order {{number}}',
      text: 'Dear {{name}}',
      html: '<p>Dear {{name}}<img src="cid:a.png"></p>',
    }
    const image = { contentType: 'image/png', filename: 'a.png', content: Buffer.from('png').toString('base64') }
    const attached = { contentType: 'text/csv', filename: 'ä b.csv', content: bytes.toString('base64') }
    const values = { name: 'Ada & Co', number: 7 }
    const replyTo = { address: 'help@sender.example', personalName: 'Help — desk' }
    const meta = { order: 'A-7', total: 12.5, zero: 0 }
    const own = { subject: 'Your order {{number}}', meta: { order: 'own' } }
    const raw = aSend(
      ['raw@x.org', 'raw2@x.org'],
      { ...rich, from: { address: sender, personalName: 'Shop' }, replyTo, images: [image], attachments: [attached] },
      {
        headers: {
          'X-SVC-META': meta,
          'X-SVC-TAGS': ['order', 'été'],
          'X-SVC-SUB': [
            { email: 'raw@x.org', values },
            { email: 'raw2@x.org', values: { ...values, ...own } },
          ],
        },
      },
    )
    expect(await account.post('/messages/send', raw)).toEqual({ status: 'success' })
    const result = await client.messages.send({
      ...rich,
      to: to('own@x.org', 'own2@x.org'),
      from: { address: sender, personalName: 'Shop' },
      replyTo,
      images: [{ ...image, content: { base64: image.content } }],
      attachments: [{ ...attached, content: { bytes: inChunks(bytes), size: bytes.length } }],
      options: {
        meta,
        tags: ['order', 'été'],
        substitutions: [
          { email: 'own@x.org', values },
          { email: 'own2@x.org', values, ...own },
        ],
      },
    })
    expect(result).toEqual({ sendId: null, answer: { status: 'success' } })
    await account.pass(hour)
    for (const [mine, theirs] of [
      ['own@x.org', 'raw@x.org'],
      ['own2@x.org', 'raw2@x.org'],
    ] as const) {
      expect(await comparable(account, mine)).toEqual(await comparable(account, theirs))
      expect(await attachments(account, mine)).toEqual(await attachments(account, theirs))
    }
    const { items } = await client.statistics.messages({ page: 1, pageSize: 10 })
    expect(items).toEqual((await account.records()).map(expected.message))
    expect(await account.record('own2@x.org')).toMatchObject({
      meta: { order: 'own' },
      tags: ['order', 'été'],
      msg: { subject: 'Your order 7' },
    })
  })

  test.each([null, bytes.length])('an attachment whose size is %s is sent as it is read', async (size) => {
    const { account, client } = await openService({ strict })
    const part = { contentType: 'application/pdf', filename: 'f.pdf' }
    const parts = [
      { ...part, content: { bytes: inChunks(bytes), size } },
      { ...part, filename: 'empty.bin', content: { bytes: inChunks(Buffer.alloc(0)), size: size === null ? null : 0 } },
    ]
    await client.messages.send({ ...base, to: to('a@x.org'), attachments: parts })
    const found = await attachments(account, 'a@x.org')
    expect(found.map(({ filename, content }) => [filename, content])).toEqual([
      ['f.pdf', bytes.toString('base64')],
      ['empty.bin', ''],
    ])
  })

  test('the mark of a send is in each of its records, and finds it', async () => {
    const { account, client } = await openService({ strict, clock: {} })
    const message: OutgoingMessage = {
      ...base,
      to: to('a@x.org', 'b@x.org'),
      options: { meta: { order: 7 } },
    }
    message.options!.substitutions = [{ email: 'b@x.org', values: {}, meta: { own: 1 } }]
    const { sendId } = await client.messages.send(message, { sendId: 'mark-1' })
    await client.messages.send({ ...base, to: to('c@x.org') })
    expect(sendId).toBe('mark-1')
    const { found, complete, searched } = await client.checkSend('mark-1')
    expect([complete, searched]).toEqual([true, 3])
    expect(found.map(({ msg, meta }) => [msg.email, meta]).sort()).toEqual([
      ['a@x.org', { order: 7, [sendIdKey]: 'mark-1' }],
      ['b@x.org', { order: 7, own: 1, [sendIdKey]: 'mark-1' }],
    ])
    expect(await client.checkSend('other')).toEqual({ found: [], searched: 3, complete: true })
    const check = { kind: 'send', sendId: 'mark-1', sentAt: Date.now(), from: sender, recipients: 1 } as const
    expect(await client.checkOutcome(check)).toMatchObject({ outcome: 'happened' })
    expect(await account.record('c@x.org')).toMatchObject({ meta: { [sendIdKey]: expect.any(String) as string } })
  })

  test('a send whose response was lost is found by its mark, and was not repeated', async () => {
    const { account, client } = await openService({ strict, clock: {} })
    account.sandbox.faults.add({ kind: 'status', status: 502, path: '/messages/send', times: 1 })
    account.sandbox.faults.add({ kind: 'cut', afterBytes: 5, path: '/messages/send', times: 1 })
    for (const outcome of ['not-found', 'happened']) {
      const failure = await client.messages.send({ ...base, to: to('a@x.org') }).catch((thrown: unknown) => thrown)
      expect(failure).toMatchObject({ code: 'outcome-unknown', details: { check: { kind: 'send', from: sender } } })
      const { check } = (failure as { details: { check: Parameters<typeof client.checkOutcome>[0] } }).details
      expect(await client.checkOutcome(check)).toMatchObject({ outcome })
    }
    expect((await account.page()).total).toBe(1)
  })

  test('an account that does not mark its sends adds no headers', async () => {
    const { account, client } = await openService({ strict }, { profile: { correlateSends: false } })
    expect(await client.messages.send({ ...base, to: to('a@x.org') }, { sendId: 'x' })).toMatchObject({ sendId: null })
    expect(asked(account).at(-1)?.body).toEqual({
      to: [{ address: 'a@x.org' }],
      msg: { from: { address: sender }, subject: 'Hello', text: 'Hello there' },
    })
    expect((await account.record('a@x.org')).meta).toBeNull()
  })

  test('the key in the body is used for the send', async () => {
    const { account, client } = await openService({ strict })
    const { id } = await client.settings.addApiKey({ description: 'second' })
    await client.messages.send({ ...base, to: to('a@x.org'), apiKey: id })
    await client.messages.send({ ...base, to: to('b@x.org') })
    const { items } = await client.statistics.messages({ apiKeys: [id] })
    expect(items.map(({ msg, apiKey }) => [msg.email, apiKey])).toEqual([['a@x.org', id]])
    const refused = client.messages.send({ ...base, to: to('a@x.org'), apiKey: 'none' })
    await expect(refused).rejects.toMatchObject({
      code: expect.stringMatching(/^invalid-request|forbidden$/) as string,
    })
    expect((await account.page()).total).toBe(2)
  })

  test('several recipients get one message each', async () => {
    const { account, client } = await openService({ strict })
    const emails = Array.from({ length: 250 }, (_, index) => `r${index}@x.org`)
    await client.messages.send({ ...base, to: to(...emails) })
    expect((await account.records()).map(({ msg }) => msg.email).sort()).toEqual(emails.toSorted())
    expect((await account.received('r7@x.org')).headers.filter(({ name }) => /^(to|cc|bcc)$/i.test(name))).toEqual([
      { name: 'To', value: 'r7@x.org' },
    ])
  })
})

/** The mail and its record, without the values that differ between any two messages. */
async function comparable(account: Account, email: string): Promise<Json> {
  const { subject, text, html, headers } = await account.received(email)
  const { tags, meta, lastState } = await account.record(email)
  const lines = headers.filter(({ name }) => /^(from|reply-to|subject)$/i.test(name))
  const untracked = html.replaceAll(/http:\/\/127[^"]*/g, 'link')
  return { subject, text: text.replaceAll(/http:\/\/127\S*/g, 'link'), html: untracked, lines, tags, meta, lastState }
}

const allOptions = {
  domain: 'sender.example',
  tracking: { html: { open: true, click: false }, text: { click: true } },
  analytics: { enable: true, source: 'shop', medium: 'mail', content: 'button', campaign: 'March' },
  bulk: true,
  ipPool: 'shared',
  textVersion: true,
  blacklist: 'news',
  template: 'spring',
  tags: ['t'],
  meta: { a: 1 },
  substitutions: [{ email: 'a@x.org', values: { name: 'Ada' } }],
}

const allHeaders = {
  DOMAIN: 'sender.example',
  TRACKING: { html: { open: 1, click: 0 }, text: { click: 1 } },
  ANALYTICS: { enable: 1, utm_source: 'shop', utm_medium: 'mail', utm_content: 'button', utm_campaign: 'March' },
  BULK: 1,
  IPPOOL: 'shared',
  TEXTVERSION: 1,
  BLACKLIST: 'news',
  TEMPLATE: 'spring',
  TAGS: ['t'],
  META: { a: 1 },
  SUB: [{ email: 'a@x.org', values: { name: 'Ada' } }],
}

test('every option is sent under its wire name and works', async () => {
  const { account, client } = await openService({}, { profile: { correlateSends: false } })
  const template = { description: 'Spring', from: { address: sender, personalName: '' }, subject: 'For {{name}}' }
  const html = '<p>Dear {{name}}, <a href="https://shop.example/">come in</a></p>'
  await client.templates.add({ ...template, htmlContent: html, textContent: '' })
  await client.messages.send({ ...base, subject: '', text: '', to: to('a@x.org'), options: allOptions })
  const { body } = asked(account).at(-1)!
  const headers = Object.entries(allHeaders).map(([name, value]) => [`X-SVC-${name}`, value])
  expect(body!['headers']).toEqual(Object.fromEntries(headers))
  const received = await account.received('a@x.org')
  expect(received.subject).toBe('For Ada')
  expect(received.text).toContain('Dear Ada, come in')
  expect(received.html).toContain('Dear Ada')
  expect(received.html).toContain('https://shop.example/?utm_source=shop&')
})

test('undocumented options are refused by a strict service, which names the option', async () => {
  const { account, client } = await openService({ strict: true })
  for (const [name, value] of Object.entries(allOptions)) {
    const sent = client.messages.send({ ...base, to: to('a@x.org'), options: { [name]: value } })
    if (['tags', 'meta', 'substitutions'].includes(name)) await sent
    else
      await expect(sent).rejects.toMatchObject({
        code: 'invalid-request',
        message: expect.stringMatching(/X-SVC-/) as string,
      })
  }
  expect((await account.page()).total).toBe(3)
})

test('cc and bcc are sent if the provider allows them', async () => {
  const { account, client } = await openService()
  const message = { ...base, to: to('a@x.org'), cc: to('c@x.org'), bcc: [{ address: 'b@x.org', personalName: 'B' }] }
  await expect(client.messages.send(message)).rejects.toMatchObject({ code: 'cc-not-available' })
  expect(asked(account)).toEqual([])
  const granted = openClient(account, { profile: { ccAndBcc: true } })
  await granted.messages.send(message)
  expect(asked(account).at(-1)?.body).toMatchObject({ cc: message.cc, bcc: message.bcc })
  const { items } = await granted.statistics.messages({})
  expect(items.map(({ msg }) => msg.email).sort()).toEqual(['a@x.org', 'b@x.org', 'c@x.org'])
})
