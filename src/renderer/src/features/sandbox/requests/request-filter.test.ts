import { expect, test } from 'vitest'
import type { SandboxRequest } from '#shared/contract/sandbox.ts'
import { matchesRequest } from './request-filter.ts'

const sent: SandboxRequest = {
  id: 1,
  date: 0,
  channel: 'http',
  method: 'POST',
  path: '/v1/messages/send',
  program: 'curl/8.1',
  status: 503,
  milliseconds: 1,
  requestBytes: 2,
  responseBytes: 20,
  fault: 'status',
}

test('every word has to occur in the row, in any order and case', () => {
  expect(matchesRequest(sent, 'SEND post')).toBe(true)
  expect(matchesRequest(sent, '503 curl')).toBe(true)
  expect(matchesRequest(sent, 'send respond with')).toBe(true)
  expect(matchesRequest(sent, 'send 200')).toBe(false)
})

test('a reply that was cut off is found by the word that the list shows', () => {
  expect(matchesRequest({ ...sent, status: 0 }, 'cut')).toBe(true)
  expect(matchesRequest(sent, 'cut')).toBe(false)
})
