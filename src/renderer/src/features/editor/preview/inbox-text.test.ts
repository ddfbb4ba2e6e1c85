import { expect, test } from 'vitest'
import { inboxText } from './inbox-text.ts'

test('the inbox line has the words of a link, and not its address', () => {
  expect(inboxText('Only today. Buy [https://shop.example/?a=1&b=2] or ask [mailto:a@b.example]')).toBe(
    'Only today. Buy or ask',
  )
  expect(inboxText('See [1] and [note]')).toBe('See [1] and [note]')
})
