import { describe, expect, test } from 'vitest'
import { blacklistTypes } from '#shared/domain/service/requests.ts'
import { hour, openAccount, type Account, type Json } from '../support/account.ts'
import * as expected from './support/expected.ts'
import { asked, eachService, openClient, openPicky, openService } from './support/service.ts'

type Page = Record<string, Json[]> & { total: number }

async function raw(account: Account, type: string, body: Json): Promise<{ items: Json[]; total: number }> {
  const page = (await account.post('/blacklists/list', { type, ...body })) as Page
  return { items: page[type]!.map(expected.blacklistEntry), total: page.total }
}

eachService((service, { scenario }) => {
  describe.each(blacklistTypes)('%s', (type) => {
    test.each([
      ['ascending', 0],
      ['descending', 1],
    ] as const)('%s, every page', async (order, number) => {
      const { account, client } = service()
      let seen = 0
      for (let page = 1; ; page++) {
        const wire = await raw(account, type, { page, pageSize: 50, order: number })
        const read = await client.blacklists.list({ type, page, pageSize: 50, order })
        expect(read).toEqual({ ...wire, problems: [] })
        seen += read.items.length
        if (read.items.length === 0) break
      }
      const { total } = await raw(account, type, {})
      expect(seen).toBe(total)
      if (scenario === 'demo') expect(seen).toBeGreaterThan(50)
    })

    test('without page and order, the service decides', async () => {
      const { account, client } = service()
      expect(await client.blacklists.list({ type })).toEqual({ ...(await raw(account, type, {})), problems: [] })
    })
  })
})

/** One address on each list, in the order in which they are requested. */
async function fill(account: Account): Promise<void> {
  await account.send(['bounce@x.org', 'complaint@x.org', 'unsubscribe@x.org'])
  await account.pass(24 * hour)
}

test.each([false, true])('the documented form is sent, strict: %s', async (strict) => {
  const { account, client } = await openService({ strict })
  await fill(account)
  account.sandbox.control.clearRequests()
  for (const [type, email] of [
    ['bounces', 'bounce@x.org'],
    ['complaints', 'complaint@x.org'],
    ['unsubscribers', 'unsubscribe@x.org'],
  ] as const) {
    const { items, total } = await client.blacklists.list({ type, pageSize: 10, order: 'descending' })
    expect([items.map((entry) => entry.email), total]).toEqual([[email], 1])
  }
  expect(asked(account)).toEqual(
    blacklistTypes.map(() => ({ call: 'POST /v1/blacklists/list', body: expect.anything() as unknown })),
  )
  expect(asked(account)[0]?.body).toEqual({ type: 'bounces', pageSize: 10, order: 1 })
  expect(client.learned()).toMatchObject({ blacklistForm: 'body' })
})

test('a custom list contains only its own addresses', async () => {
  const { account, client } = await openService()
  await account.post('/blacklists', { type: 'unsubscribers', email: 'a@x.org', list: 'news' })
  await account.post('/blacklists', { type: 'unsubscribers', email: 'b@x.org', list: 'offers' })
  const emails = async (list?: string): Promise<string[]> =>
    (await client.blacklists.list({ type: 'unsubscribers', list })).items.map(({ email }) => email)
  expect([await emails('news'), await emails('offers'), await emails('none')]).toEqual([['a@x.org'], ['b@x.org'], []])
  expect((await emails()).sort()).toEqual(['a@x.org', 'b@x.org'])
  await expect(client.blacklists.list({ type: 'nonsense' })).rejects.toMatchObject({ code: 'invalid-request' })
})

test.each([
  ...[404, 405].flatMap((status) => [
    { status, strict: false },
    { status, strict: true },
  ]),
])('the path form is learned from a refusal, %j', async ({ status, strict }) => {
  const account = await openAccount({ strict })
  await fill(account)
  const picky = await openPicky(account, (_, path) => (path === '/blacklists/list' ? status : undefined))
  const client = openClient(account, { url: picky.url })
  for (const type of blacklistTypes) {
    const page = await client.blacklists.list({ type, page: 1, pageSize: 5, order: 'ascending' })
    expect(page).toEqual({ ...(await raw(account, type, {})), problems: [] })
  }
  expect(client.learned()).toEqual({ blacklistForm: 'path', firstPage: 1 })
  const paths = ['bounces', 'bounces', 'bounces', 'complaints', 'unsubscribers'].map(
    (type) => `POST /blacklists/list/${type}`,
  )
  // The first two calls ask for pages 0 and 1, to find out which one is the first page of this account.
  expect(picky.calls).toEqual(['POST /blacklists/list', ...paths])
})

test('if both forms are missing, the first refusal is reported, and nothing is learned', async () => {
  const account = await openAccount()
  const picky = await openPicky(account, () => 404)
  const client = openClient(account, { url: picky.url })
  await expect(client.blacklists.list({ type: 'bounces' })).rejects.toMatchObject({
    code: 'not-found',
    details: { operation: 'blacklists.list', status: 404 },
  })
  expect(client.learned()).toEqual({})
  expect(picky.calls).toEqual(['POST /blacklists/list', 'POST /blacklists/list/bounces'])
})
