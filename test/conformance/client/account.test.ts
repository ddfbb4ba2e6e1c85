import { describe, expect, onTestFinished, test } from 'vitest'
import type { OutgoingMessage, ServiceClient } from '#core/api/index.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { clientOfSandbox, json, makeClient, serve, type ClientChanges } from '#test/support/api-client.ts'
import { createSandbox } from '#sandbox/create-sandbox.ts'
import { sender, start } from '../support/account.ts'
import { asked, collect, openService } from './support/service.ts'

const to = (...addresses: string[]) => addresses.map((address) => ({ address }))
const message = (change: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  from: { address: sender },
  subject: 'Hello',
  text: 'Hello there',
  to: to('a@x.org'),
  ...change,
})

describe.each([false, true])('other names, strict: %s', (strict) => {
  const headerNames = { user: 'X-Acme-Login', key: 'X-Acme-Secret' }

  async function open(changes: ClientChanges) {
    const clock = { start, running: false }
    const sandbox = await createSandbox({ smtp: false, strict, clock, headerNames, prefix: 'X-ACME-' })
    onTestFinished(() => sandbox.close())
    const client = clientOfSandbox(sandbox, changes)
    onTestFinished(() => client.close())
    return { sandbox, client }
  }

  test('header names and prefix of the account are used for every call', async () => {
    const { sandbox, client } = await open({ profile: { headerNames, keyPrefix: 'X-ACME-' } })
    const options = { tags: ['order'], meta: { a: 1 }, substitutions: [{ email: 'a@x.org', values: { name: 'Ada' } }] }
    const { sendId } = await client.messages.send(message({ subject: 'For {{name}}', options }))
    const { items } = await client.statistics.messages({ dateBegin: start - 1000, dateEnd: start + 1000 })
    expect(items).toMatchObject([
      { tags: ['order'], meta: { a: 1, mailroom_send: sendId }, msg: { subject: 'For Ada', email: 'a@x.org' } },
    ])
    expect((await client.settings.apiKeys()).items).toHaveLength(1)
    const bytes = await collect((await client.exports.all('csv', {})).bytes())
    expect(Buffer.concat(bytes).toString()).toContain('For Ada')
    for (const { requestHeaders } of sandbox.control.requests()) {
      expect(Object.keys(requestHeaders)).toEqual(expect.arrayContaining(['x-acme-login', 'x-acme-secret']))
      expect(Object.keys(requestHeaders)).not.toContain('x-service-apikey')
    }
  })

  test('the default names are refused, with a reason', async () => {
    const { client } = await open({})
    await expect(client.settings.apiKeys()).rejects.toMatchObject({ code: 'wrong-credentials', retryable: false })
    expect(client.connection()).toBe('refused')
  })

  test('a prefix other than the service’s is not an option', async () => {
    const { client } = await open({ profile: { headerNames } })
    // A lenient service treats unknown options as header lines.
    const sent = client.messages.send(message({ options: { tags: ['order'] } }))
    const outcome = await sent.then(
      () => 'accepted',
      (error: unknown) => AppError.from(error).code,
    )
    expect(outcome).toBe(strict ? 'invalid-request' : 'accepted')
    expect((await client.statistics.messages({})).items.flatMap(({ tags }) => tags)).toEqual([])
  })
})

describe.each([0, 1] as const)('a service whose first page is %i', (first) => {
  const all = Array.from({ length: 23 }, (_, index) => ({ id: `m${index}`, email: `r${index}@x.org` }))

  /** Like services that return the first page for page 0 as well. */
  async function open() {
    const pages: unknown[] = []
    const server = await serve(({ url, body }, response) => {
      const { page = first, pageSize = 25 } = JSON.parse(body) as { page?: number; pageSize?: number }
      pages.push(page)
      const from = Math.max(0, page - first) * pageSize
      const list = url.endsWith('/messages') ? 'messages' : 'bounces'
      json(response, { [list]: all.slice(from, from + pageSize), total: all.length })
    })
    onTestFinished(() => server.close())
    const made = makeClient(server.url)
    onTestFinished(() => made.client.close())
    return { ...made, pages }
  }

  const readers: Record<string, (client: ServiceClient, page: number) => Promise<string[]>> = {
    messages: async ({ statistics }, page) =>
      (await statistics.messages({ page, pageSize: 5 })).items.map(({ id }) => id.slice(1)),
    blacklists: async ({ blacklists }, page) =>
      (await blacklists.list({ type: 'bounces', page, pageSize: 5 })).items.map(({ email }) => email.slice(1, -6)),
  }

  test.each(Object.keys(readers))(
    '%s: every page is returned once, and the first page number is determined once',
    async (name) => {
      const { client, pages } = await open()
      const seen: string[] = []
      for (let page = 1; page <= 5; page++) seen.push(...(await readers[name]!(client, page)))
      expect(seen).toEqual(all.map((_, index) => String(index)))
      expect(client.learned()).toMatchObject({ firstPage: first })
      const sampled = first === 0 ? [0, 1, 0] : [0, 1]
      expect(pages).toEqual([...sampled, ...Array.from({ length: 5 }, (_, index) => index + first)])
      const other = name === 'messages' ? 'blacklists' : 'messages'
      expect(await readers[other]!(client, 5)).toEqual(['20', '21', '22'])
      expect(pages.at(-1)).toBe(4 + first)
    },
  )
})

const template = { description: 'd', from: { address: sender, personalName: '' }, subject: '', htmlContent: '' }
const effects: Record<string, (client: ServiceClient) => Promise<unknown>> = {
  send: ({ messages }) => messages.send(message()),
  delta: ({ exports }) => exports.delta('json', {}),
  addApiKey: ({ settings }) => settings.addApiKey({ description: 'k' }),
  changeApiKey: ({ apiKeys }) => apiKeys.change('x', { description: 'k' }),
  removeApiKey: ({ apiKeys }) => apiKeys.remove({ id: 'x', description: 'k' }),
  addOrUpdateDomain: ({ settings }) =>
    settings.addOrUpdateDomain({ sending: 'x.org', tracking: 't.x.org', email: 'a@x.org' }),
  testDomain: ({ extras }) => extras.testDomain('x.org'),
  updateTemplate: ({ templates }) => templates.update('x', { ...template, textContent: '' }),
  addTemplate: ({ templates }) => templates.add({ ...template, textContent: '' }),
  addBlacklisted: ({ extras }) => extras.addBlacklisted({ type: 'bounces', email: 'a@x.org' }),
  removeBlacklisted: ({ extras }) => extras.removeBlacklisted('bounces', 'a@x.org'),
}

test.each(Object.keys(effects))('a read-only account: %s ends before anything reaches the service', async (name) => {
  const { account, client } = await openService({}, { profile: { readOnly: true } })
  await expect(effects[name]!(client)).rejects.toMatchObject({ code: 'read-only-account', retryable: false })
  expect(asked(account)).toEqual([])
})

test('a read-only account can read everything', async () => {
  const { account, client } = await openService({ strict: true }, { profile: { readOnly: true } })
  await account.send(['a@x.org', 'b@x.org', 'c@x.org'])
  const { items } = await client.statistics.messages({ page: 1, pageSize: 2 })
  await client.statistics.message(items[0]!.id)
  await client.statistics.recipient(items[0]!.msg.email)
  await client.statistics.domains({})
  await client.settings.apiKeys()
  await client.blacklists.list({ type: 'bounces' })
  await client.probe()
  const download = await client.exports.all('csv', { dateBegin: start, dateEnd: start })
  await collect(download.bytes())
  expect(download.completeness()).toBe('whole')
})

describe('a recipient allow-list', () => {
  const allowed = { recipientAllowList: ['Ada@x.org', '@friends.example'], ccAndBcc: true }
  const stranger = to('eve@x.org')

  test.each<[string, Partial<OutgoingMessage>]>([
    ['to', { to: stranger }],
    ['to, among allowed ones', { to: [...to('ada@x.org'), ...stranger] }],
    ['cc', { to: to('ada@x.org'), cc: stranger }],
    ['bcc', { to: to('ada@x.org'), bcc: stranger }],
    ['a substitution', { to: to('ada@x.org'), options: { substitutions: [{ email: 'eve@x.org', values: {} }] } }],
    ['a domain that only ends alike', { to: to('a@notfriends.example') }],
    ['a list in one address', { to: to('eve@x.org,ada@x.org') }],
  ])('%s: nothing reaches the service', async (_, change) => {
    const { account, client } = await openService({}, { profile: allowed })
    await expect(client.messages.send(message(change))).rejects.toMatchObject({ code: 'recipient-not-allowed' })
    expect(asked(account)).toEqual([])
  })

  test('allowed recipients get their message, regardless of case', async () => {
    const { account, client } = await openService({ strict: true }, { profile: { ...allowed, ccAndBcc: false } })
    await client.messages.send(message({ to: to('ADA@X.org', 'anybody@Friends.Example') }))
    expect((await account.records()).map(({ msg }) => msg.email.toLowerCase()).sort()).toEqual([
      'ada@x.org',
      'anybody@friends.example',
    ])
  })
})
