import { expect, it } from 'vitest'
import { json, startPair } from '#test/support/api-client.ts'
import { lookUp } from './blacklist-lookup.ts'

it('does not take the end of a service’s pages for the end of its list', async () => {
  const { client } = await startPair(
    ({ method, body }, response) => {
      if (method === 'GET') return json(response, {}, 404)
      const { page } = JSON.parse(body) as { page: number }
      json(response, { bounces: page === 1 ? [{ email: 'b@x.org' }] : [], total: 3 })
    },
    { learned: { get: () => ({ firstPage: 1 }), set: () => undefined } },
  )
  const copyOf = async () => ({ entries: [], isWhole: false, readAt: null })
  const found = await lookUp({ client, copyOf, now: 0 }, 'bounces', 'a@x.org', new AbortController().signal)
  expect(found).toMatchObject({ listed: null })
})
