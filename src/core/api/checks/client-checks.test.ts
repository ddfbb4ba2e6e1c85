import { expect, test } from 'vitest'
import { json, startPair } from '#test/support/api-client.ts'

const record = (id: string, sendId: string) => ({ id, meta: { mailroom_send: sendId }, msg: { email: 'a@x.org' } })

test('a send is found by its mark over several pages, and its absence is certain only when all was seen', async () => {
  const pages = [[record('m1', 'other'), record('m2', 'other')], [record('m3', 'mine')], []]
  const { server, client } = await startPair(
    (seen, response) => {
      const { page } = JSON.parse(seen.body) as { page: number }
      json(response, { messages: pages[page - 1] ?? [], total: 3 })
    },
    { learned: { get: () => ({ firstPage: 1 }), set: () => undefined } },
  )
  const check = await client.checkSend('mine', { from: 'shop@example.com', sentAt: Date.UTC(2026, 0, 31, 12) })
  expect(check).toMatchObject({ found: [{ id: 'm3' }], searched: 3, complete: true })
  expect(JSON.parse(server.seen[0]?.body ?? '')).toMatchObject({
    froms: ['shop@example.com'],
    dateBegin: '2026-01-31T11:45:00',
    pageSize: 500,
  })
  expect(await client.checkSend('nobody')).toMatchObject({ found: [], complete: true })
})

test('a search that a service ends before its total is incomplete', async () => {
  const { client } = await startPair(
    (seen, response) => {
      const { page } = JSON.parse(seen.body) as { page: number }
      json(response, { messages: page === 1 ? [record('m1', 'other')] : [], total: 3 })
    },
    { learned: { get: () => ({ firstPage: 1 }), set: () => undefined } },
  )
  expect(await client.checkSend('mine')).toEqual({ found: [], searched: 1, complete: false })
})

test.each([
  [{ kind: 'send', sendId: null, sentAt: 0, from: '', recipients: 1 } as const, {}, 'cannot-tell'],
  [
    { kind: 'send', sendId: 's', sentAt: 0, from: '', recipients: 1 } as const,
    { messages: [record('1', 's')], total: 1 },
    'happened',
  ],
  [{ kind: 'send', sendId: 's', sentAt: 0, from: '', recipients: 1 } as const, { messages: [], total: 0 }, 'not-found'],
  [{ kind: 'api-key', description: 'd', startedAt: 0 } as const, [{ id: 1, description: 'd' }], 'cannot-tell'],
  [
    { kind: 'api-key', description: 'd', startedAt: 1e12 } as const,
    [{ id: 1, description: 'd', createdAt: 5 }],
    'not-found',
  ],
  [{ kind: 'api-key', description: 'd', startedAt: 0 } as const, [], 'not-found'],
  [
    { kind: 'send', sendId: 's', sentAt: 0, from: '', recipients: 1 } as const,
    { messages: [record('1', 'r'), {}], total: 2 },
    'cannot-tell',
  ],
  [{ kind: 'api-key', description: 'd', startedAt: 0 } as const, [{ id: 1, description: 'e' }, {}], 'cannot-tell'],
  [{ kind: 'domain', sending: 'x.org' } as const, [{ id: 1, sending: 'y.org' }, {}], 'cannot-tell'],
  [{ kind: 'new-template', description: 'd' } as const, [{ id: 1, description: 'e' }, {}], 'cannot-tell'],
  [{ kind: 'new-template', description: 'd' } as const, [{ id: 1, description: 'e' }], 'not-found'],
  [
    { kind: 'template', id: '1', description: 'd', subject: '', htmlHash: '', textHash: '' } as const,
    { id: 1 },
    'not-found',
  ],
  [{ kind: 'blacklist', type: 'bounces', email: 'a@x', listed: true } as const, { email: 'a@x' }, 'happened'],
  [{ kind: 'delta', fileType: 'csv' } as const, {}, 'cannot-tell'],
  [{ kind: 'domain-test', sending: 'x.org' } as const, {}, 'cannot-tell'],
])('%j answered with %j is %s', async (check, answer, outcome) => {
  const { client } = await startPair((_seen, response) => json(response, answer), {
    learned: { get: () => ({ firstPage: 1 }), set: () => undefined },
  })
  expect(await client.checkOutcome(check)).toMatchObject({ outcome, text: expect.stringMatching(/\.$/) })
})

test.each([
  [1, 0, 'happened', 'The message was sent. The service has 1 record of it, delivered.'],
  [
    3,
    0,
    'cannot-tell',
    'Sending began. For 3 recipients, the service has 1 record of it, delivered so far. More may follow',
  ],
  [3, 3_600_000, 'happened', 'The message was sent. For 3 recipients, the service has 1 record of it, delivered.'],
])('one record of a send to %i, %i ms ago, is %s', async (recipients, age, outcome, text) => {
  const { client } = await startPair((_seen, response) =>
    json(response, { messages: [{ ...record('1', 's'), lastState: 'delivered' }], total: 1 }),
  )
  const check = { kind: 'send', sendId: 's', sentAt: Date.now() - age, from: '', recipients } as const
  const answer = await client.checkOutcome(check)
  expect(answer).toMatchObject({ outcome, text: expect.stringContaining(text), messages: ['1'] })
})

test('an account that cannot read back says so', async () => {
  const { client } = await startPair((_seen, response) => json(response, {}, 404))
  for (const check of [
    { kind: 'domain', sending: 'x.org' },
    { kind: 'blacklist', type: 'bounces', email: 'a@x', listed: false },
  ] as const) {
    expect(await client.checkOutcome(check)).toMatchObject({ outcome: 'cannot-tell' })
  }
})
