import { expect, test } from 'vitest'
import { json, startPair } from '#test/support/api-client.ts'

const minute = 60
/** In seconds, as the service writes times. */
const start = Math.floor(Date.now() / 1000)
const call = { description: 'd', startedAt: start * 1000 }
const key = { kind: 'api-key', ...call } as const
const template = { kind: 'new-template', ...call } as const
const webhook = { kind: 'webhook', url: 'https://shop.example/', ...call } as const
const equal = { id: '1', description: 'd', url: 'https://shop.example/' }
const { startedAt: _startedAt, ...ofEarlierVersion } = template

test.each([
  ['created by the call', start, 'happened'],
  ['created long before', start - 60 * minute, 'not-found'],
  ['created shortly before', start - minute, 'cannot-tell'],
  ['created long after', start + 60 * minute, 'cannot-tell'],
  ['without a time', null, 'cannot-tell'],
])('an equal entry %s is found out to be so', async (_what, createdAt, outcome) => {
  const { client } = await startPair((_seen, response) => json(response, [{ ...equal, createdAt }]))
  for (const check of [key, template, webhook]) {
    expect(await client.checkOutcome(check)).toMatchObject({ outcome, text: expect.stringMatching(/\.$/) as string })
  }
})

test('a new entry is found beside an older equal one', async () => {
  const both = [
    { ...equal, createdAt: start - 60 * minute },
    { ...equal, id: '2', createdAt: start },
  ]
  const { client } = await startPair((_seen, response) => json(response, both))
  for (const check of [key, template, webhook])
    expect(await client.checkOutcome(check)).toMatchObject({ outcome: 'happened' })
})

test('an outcome that an earlier version recorded without a time stays unknown if there is an equal entry', async () => {
  const { client } = await startPair((_seen, response) => json(response, [{ ...equal, createdAt: start }]))
  expect(await client.checkOutcome(ofEarlierVersion)).toMatchObject({ outcome: 'cannot-tell' })
})
