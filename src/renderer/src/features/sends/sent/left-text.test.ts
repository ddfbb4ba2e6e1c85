import { expect, test } from 'vitest'
import { someSend } from '#test/support/sends/some-send.ts'
import { leftText } from './left-text.ts'

const text = (change: Parameters<typeof someSend>[0]) => leftText(someSend({ recipients: 3, ...change }), 'Monday')

test('a send has left once somebody got it, or may have', () => {
  expect(text({ state: 'waiting', isScheduled: true })).toBe('Will be sent on Monday if Mailroom is running')
  expect(text({ state: 'waiting' })).toBe('Sending in a moment')
  expect(text({ state: 'sending' })).toBe('Started on Monday')
  expect(text({ state: 'sent', unknown: 3 })).toBe('Started on Monday')
  expect(text({ state: 'failed', refused: 2, absent: 1 })).toBe('Tried on Monday')
  expect(text({ state: 'paused' })).toBe('')
})
