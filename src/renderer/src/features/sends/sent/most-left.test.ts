import { expect, test } from 'vitest'
import { someSend } from '#test/support/sends/some-send.ts'
import { mostLeft } from './most-left.ts'

const first = someSend({ id: 'first', state: 'sent', recipients: 10, sent: 5, unknown: 1, refused: 4 })
const rest = someSend({ id: 'rest', restOf: 'first', recipients: 4 })
const other = someSend({ id: 'other', state: 'failed', recipients: 7, refused: 7 })

test('a rest could go to those whom neither the send nor a rest of it reaches', () => {
  expect(mostLeft([first, other], first)).toBe(4)
  expect(mostLeft([first, rest], first)).toBe(0)
  const refused = { ...rest, state: 'sent' as const, sent: 3, refused: 1 }
  expect(mostLeft([first, refused, other], first)).toBe(1)
  expect(mostLeft([first, refused], refused)).toBe(1)
  const last = someSend({ id: 'last', restOf: 'first', state: 'sent', recipients: 1, sent: 1 })
  expect(mostLeft([first, refused, last], first)).toBe(0)
  expect(mostLeft([first, refused, last], refused)).toBe(0)
})

test('a send under way has no rest, and a rest whose first send was removed counts its own', () => {
  expect(mostLeft([{ ...first, state: 'paused' }], { ...first, state: 'paused' })).toBe(0)
  const alone = { ...rest, state: 'failed' as const, refused: 4 }
  expect(mostLeft([alone], alone)).toBe(4)
})
