import { expect, test } from 'vitest'
import { parse } from '#shared/domain/query/parse.ts'
import { placeOf } from './outcome-words.ts'

const sent = { sendId: 'f0d6a8a2-1111-4a4a-8a8a-000000000000', messages: ['m-1', 'm-2'] }

test('a send of the sandbox is shown in its outbox', () => {
  expect(placeOf(sent, { kind: 'sandbox', storeHistory: true })?.segments).toEqual(['sandbox', 'outbox', 'm-1'])
})

test('a send of another service is found in the history by its id, in a query that parses', () => {
  const place = placeOf(sent, { kind: 'service', storeHistory: true })
  expect(place?.segments).toEqual(['messages'])
  const { query, errors } = parse(place?.query?.q ?? '')
  expect(errors).toEqual([])
  expect(JSON.stringify(query)).toContain(sent.sendId)
})

test('a send without an id has no place to show', () => {
  expect(placeOf({ sendId: null, messages: [] }, { kind: 'service', storeHistory: true })).toBeNull()
})
