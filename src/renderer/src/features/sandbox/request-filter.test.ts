import { expect, test } from 'vitest'
import type { SandboxRequest } from '#shared/contract/sandbox.ts'
import { fitsRequest } from './request-filter.ts'

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
  fault: 'status',
}

test('every word is somewhere in the line, in any order and case', () => {
  expect(fitsRequest(sent, 'SEND post')).toBe(true)
  expect(fitsRequest(sent, '503 curl')).toBe(true)
  expect(fitsRequest(sent, 'send 200')).toBe(false)
})

test('an answer that was cut is found by what the list calls it', () => {
  expect(fitsRequest({ ...sent, status: 0 }, 'cut')).toBe(true)
  expect(fitsRequest(sent, 'cut')).toBe(false)
})
