import { expect, onTestFinished, test } from 'vitest'
import { json, makeClient, serve, startPair } from '#test/support/api-client.ts'

test('a whole blacklist is searched when the service cannot look up one address', async () => {
  const pages = [[{ email: 'b@x' }], [{ email: 'A@x' }], []]
  const server = await serve(({ method, body }, response) => {
    if (method === 'GET') return json(response, {}, 404)
    const { page } = JSON.parse(body) as { page: number }
    json(response, { bounces: pages[page - 1] ?? [] })
  })
  onTestFinished(() => server.close())
  const { client } = makeClient(server.url, { learned: { get: () => ({ firstPage: 1 }), set: () => undefined } })
  onTestFinished(() => client.close())
  const check = { kind: 'blacklist', type: 'bounces', listed: false } as const
  expect(await client.checkOutcome({ ...check, email: 'a@x' })).toMatchObject({ outcome: 'not-found' })
  expect(await client.checkOutcome({ ...check, email: 'c@x' })).toMatchObject({ outcome: 'happened' })
})

test('a blacklist whose pages end before its total does not prove that an address is not on it', async () => {
  const { client } = await startPair(
    ({ method, body }, response) => {
      if (method === 'GET') return json(response, {}, 404)
      const { page } = JSON.parse(body) as { page: number }
      json(response, { bounces: page === 1 ? [{ email: 'b@x' }] : [], total: 3 })
    },
    { learned: { get: () => ({ firstPage: 1 }), set: () => undefined } },
  )
  const check = { kind: 'blacklist', type: 'bounces', email: 'a@x', listed: false } as const
  expect(await client.checkOutcome(check)).toMatchObject({ outcome: 'cannot-tell' })
})
