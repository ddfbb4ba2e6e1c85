import { expect, test } from 'vitest'
import { json, startPair } from '#test/support/api-client.ts'

test.each([
  ['', 'not-found'],
  ['offers', 'not-found'],
  ['news', 'happened'],
  [undefined, 'happened'],
])('of an address only on the custom list “news”, the addition to “%s” is %s', async (list, outcome) => {
  const entry = { email: 'a@x.org', listName: 'news' }
  const { client } = await startPair(
    ({ method, body }, response) => {
      if (method === 'GET') return json(response, entry)
      const { list: wanted = 'news' } = JSON.parse(body) as { list?: string }
      json(response, wanted === 'news' ? { unsubscribers: [entry], total: 1 } : { unsubscribers: [], total: 0 })
    },
    { learned: { get: () => ({ firstPage: 1 }), set: () => undefined } },
  )
  const check = { kind: 'blacklist', type: 'unsubscribers', email: 'a@x.org', list, listed: true } as const
  expect(await client.checkOutcome(check)).toMatchObject({ outcome })
})
