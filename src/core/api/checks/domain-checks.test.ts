import { expect, test } from 'vitest'
import { json, startPair } from '#test/support/api-client.ts'

const start = Math.floor(Date.now() / 1000)
const check = {
  kind: 'domain',
  sending: 'X.org',
  tracking: 'track.x.org',
  email: 'me@x.org',
  startedAt: start * 1000,
} as const
const ofEarlierVersion = { kind: 'domain', sending: 'X.org' } as const
const saved = { sending: 'x.org', tracking: 'Track.x.org', email: 'me@x.org', createdAt: start - 86_400 }

test.each([
  [check, saved, 'happened'],
  [check, { ...saved, tracking: 'old.x.org' }, 'not-found'],
  [check, { ...saved, email: 'old@x.org' }, 'not-found'],
  // Not every service returns the address.
  [check, { ...saved, email: undefined }, 'cannot-tell'],
  [check, { ...saved, email: undefined, createdAt: start }, 'happened'],
  [ofEarlierVersion, saved, 'cannot-tell'],
])('%j with %j at the service is %s', async (wanted, domain, outcome) => {
  const { client } = await startPair((_seen, response) => json(response, [domain]))
  expect(await client.checkOutcome(wanted)).toMatchObject({ outcome, text: expect.stringMatching(/\.$/) as string })
})
