import { expect, it } from 'vitest'
import { someSend } from '#test/support/sends/some-send.ts'
import { exitCodes } from '../framework/exit-codes.ts'
import { endedCode } from './ended-send.ts'

const { done, failed, partly, unknown, interrupted } = exitCodes

it.each([
  ['all are sent', { state: 'sent', sent: 3 }, done],
  ['some are refused', { state: 'sent', sent: 2, refused: 1 }, partly],
  ['all are refused', { state: 'failed', refused: 3 }, failed],
  ['one response is lost beside messages that left', { state: 'sent', sent: 2, unknown: 1 }, unknown],
  ['one response is lost beside refusals', { state: 'sent', refused: 2, unknown: 1 }, unknown],
  ['every response is lost', { state: 'sent', unknown: 3 }, unknown],
  ['the service has no record of some', { state: 'sent', sent: 2, absent: 1 }, partly],
] as const)('the exit code when %s', (_, change, code) => {
  const send = someSend({ recipients: 3, sent: 0, refused: 0, unknown: 0, absent: 0, ...change })
  expect(endedCode(send, { isInterrupted: false })).toBe(code)
})

it('a send that a signal interrupted says so until it has ended', () => {
  const counts = { recipients: 3, sent: 1, unknown: 1 }
  expect(endedCode(someSend({ ...counts, state: 'paused' }), { isInterrupted: true })).toBe(interrupted)
  expect(endedCode(someSend({ ...counts, state: 'stopped' }), { isInterrupted: true })).toBe(unknown)
})
