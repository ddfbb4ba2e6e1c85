import { expect, test } from 'vitest'
import { rehearsalText } from './rehearsal-text.ts'

const arrived = { outboxId: '1', state: 'delivered' }
const refused = { outboxId: null, state: 'refused' }
const absent = { outboxId: null, state: 'absent' }

test.each([
  [[arrived], '1 message in the sandbox.'],
  [[arrived, refused], '1 of 2 messages in the sandbox; 1 refused.'],
  [[arrived, absent], '1 of 2 messages in the sandbox; 1 not found.'],
  [[arrived, absent, refused, refused], '1 of 4 messages in the sandbox; 2 refused, 1 not found.'],
])('a rehearsal that ended with %j is summed up as “%s”', (mails, text) => {
  expect(rehearsalText(mails)).toBe(text)
})
