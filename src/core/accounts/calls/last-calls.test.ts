import { expect, test } from 'vitest'
import type { CallLogEntry } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { Learned } from '../../api/index.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import { LastCallRecord } from './last-calls.ts'

function startRecord() {
  const clock = new ManualClock()
  const written: Learned[] = [{}]
  const learned = { get: () => written.at(-1)!, set: (now: Learned) => void written.push(now) }
  return { clock, written, learned, record: new LastCallRecord(learned, clock) }
}

const entryOf = (operation: string, change: Partial<CallLogEntry> = {}): CallLogEntry => ({
  operation,
  startedAt: 5,
  milliseconds: 1,
  status: 200,
  bytes: 2,
  retries: 0,
  errorCode: null,
  ...change,
})

test('the sentence of an error names no person and no secret, and is short', () => {
  const { record } = startRecord()
  const secret = 'a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6'
  const sentence = `No josé.müller@exämple.org, d'arc+news@shop.example with ${secret}. ${'x '.repeat(400)}`
  record.note(entryOf('extras.users', { status: 400 }), new AppError('invalid-request', sentence))
  const kept = record.all()['extras.users']
  expect(kept).toMatchObject({ successAt: null, error: { at: 5, code: 'invalid-request', status: 400 } })
  expect(kept?.error?.sentence).toMatch(/^No j…@exämple\.org, d'a…@shop\.example with \[secret\]/)
  expect(kept?.error?.sentence).toHaveLength(400)
})

test('an effect that the user cancelled is no error of the service', () => {
  const { record } = startRecord()
  const unknown = new AppError('outcome-unknown', 'It may have been sent.', { details: { causeCode: 'aborted' } })
  record.note(entryOf('messages.send', { status: null }), unknown)
  expect(record.all()).toEqual({})
})

test.each([
  ['aborted', 'extras.users', null],
  ['aborted', 'extras.users', 200],
  ['client-closed', 'extras.users', null],
  ['read-only-account', 'messages.send', null],
  ['keychain-locked', 'extras.users', null],
  ['not-found', 'statistics.message', 404],
])('%s of %s with status %s says nothing about the service', (code, operation, status) => {
  const { record } = startRecord()
  record.note(entryOf(operation, { status }), new AppError(code, 'No.'))
  expect(record.all()).toEqual({})
})

test.each([
  ['key-disabled', 'extras.users', 403],
  ['timeout', 'extras.users', null],
  ['not-found', 'extras.users', 404],
])('%s of %s with status %s is kept beside the last success', (code, operation, status) => {
  const { record } = startRecord()
  record.note(entryOf(operation), null)
  record.note(entryOf(operation, { startedAt: 9, status }), new AppError(code, 'No.'))
  expect(record.all()).toEqual({ [operation]: { successAt: 5, error: { at: 9, code, status, sentence: 'No.' } } })
})

test('a stream that breaks after its beginning is an error, one that somebody ended is not', () => {
  const { record } = startRecord()
  const broken = entryOf('exports.all', { startedAt: 9 })
  record.note(entryOf('exports.all'), null)
  record.note(broken, null)
  broken.errorCode = 'connection-cut'
  const sentence = 'The response was cut short.'
  const error = { at: 9, code: 'connection-cut', status: 200, sentence }
  expect(record.all()).toEqual({ 'exports.all': { successAt: 5, error } })
  const ended = entryOf('exports.all', { startedAt: 12 })
  record.note(ended, null)
  ended.errorCode = 'aborted'
  expect(record.all()).toEqual({ 'exports.all': { successAt: 5, error } })
})

test('what an earlier run kept goes on, and is written once every ten minutes', () => {
  const { clock, written, learned, record } = startRecord()
  record.note(entryOf('extras.users'), null)
  expect(written).toHaveLength(1)
  clock.advance(10 * 60_000)
  record.note(entryOf('extras.users', { startedAt: 7 }), null)
  record.note(entryOf('extras.users', { startedAt: 8 }), null)
  expect(written).toHaveLength(2)
  expect(written.at(-1)?.calls).toEqual({ 'extras.users': { successAt: 7, error: null } })
  record.write()
  record.write()
  expect(written).toHaveLength(3)
  const next = new LastCallRecord(learned, clock)
  expect(next.all()).toEqual({ 'extras.users': { successAt: 8, error: null } })
})
