import { expect, test } from 'vitest'
import type { SendSummary } from '#shared/contract/base/sends.ts'
import { someSend } from '#test/support/sends/some-send.ts'
import { SendRest } from './send-rest.svelte.ts'

const send = someSend({ recipients: 3 })
const restId = '6b3b2a52-6b7c-4b1f-9d46-0f6a5e6f0a02'

test('the plan is read again for what changes it, and not for every step of a send', () => {
  let asked = 0
  const rest = new SendRest({ invoke: () => (asked++, new Promise(() => undefined)) }, send)
  const changed = (change: Partial<SendSummary>) =>
    rest.receive({ name: 'sends.changed', payload: { ...send, ...change } })
  for (const sent of [1, 2, 3]) changed({ sent })
  expect(asked).toBe(1)
  changed({ state: 'sent', sent: 2, refused: 1 })
  expect(asked).toBe(2)
  changed({ id: restId, restOf: send.id })
  expect(asked).toBe(3)
  changed({ id: crypto.randomUUID() })
  expect(asked).toBe(3)
  rest.receive({ name: 'sends.removed', payload: { id: restId } })
  expect(asked).toBe(4)
})
