import { expect, test } from 'vitest'
import { json, startPair } from '#test/support/api-client.ts'

const change = { kind: 'webhook-change', id: '7', url: null, description: null, events: null } as const
const createdAt = Math.floor(Date.now() / 1000)
const webhook = {
  kind: 'webhook',
  url: 'http://localhost:9000',
  description: 'd',
  startedAt: createdAt * 1000,
} as const

test.each([
  [webhook, { url: 'http://localhost:9000/', description: 'd' }, 'happened'],
  [{ ...webhook, url: 'HTTP://Localhost:9000' }, { url: 'http://localhost:9000/', description: 'd' }, 'happened'],
  [webhook, { url: 'http://localhost:9000/hook', description: 'd' }, 'not-found'],
  [{ ...webhook, url: 'nowhere' }, { url: 'nowhere', description: 'd' }, 'happened'],
  [{ ...change, url: 'https://shop.example' }, { url: 'https://shop.example/' }, 'happened'],
  [{ ...change, url: 'https://shop.example' }, { url: 'https://store.example/' }, 'not-found'],
  [{ ...change, events: ['softbounced', 'hardbounced'] }, { events: ['bounced'] }, 'happened'],
  [{ ...change, events: ['opened', 'delivered'] }, { events: ['delivered', 'opened'] }, 'happened'],
  [{ ...change, events: ['opened'] }, { events: ['all'] }, 'not-found'],
])('%j with %j at the service is %s', async (check, answer, outcome) => {
  const { client } = await startPair((_seen, response) => json(response, [{ id: '7', createdAt, ...answer }]))
  expect(await client.checkOutcome(check)).toMatchObject({ outcome })
})
