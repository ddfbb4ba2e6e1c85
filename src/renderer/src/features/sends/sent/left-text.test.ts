import { expect, test } from 'vitest'
import { someSend } from '#test/support/sends/some-send.ts'
import { leftText } from './left-text.ts'

const text = (change: Parameters<typeof someSend>[0]) => leftText(someSend({ recipients: 3, ...change }), 'Monday')

test('a send has left once somebody got it, or may have', () => {
  expect(text({ state: 'waiting', isScheduled: true })).toBe('Leaves on Monday, while Mailroom runs')
  expect(text({ state: 'waiting' })).toBe('Leaves in a moment')
  expect(text({ state: 'sending' })).toBe('Left on Monday')
  expect(text({ state: 'sent', unknown: 3 })).toBe('Left on Monday')
  expect(text({ state: 'failed', refused: 2, absent: 1 })).toBe('Tried on Monday')
  expect(text({ state: 'paused' })).toBe('')
})
