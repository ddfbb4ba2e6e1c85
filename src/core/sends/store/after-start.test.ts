import { expect, it } from 'vitest'
import type { SendBatch } from '#shared/contract/base/sends.ts'
import { cancelledNote } from './after-start.ts'

const batches = (...states: SendBatch['state'][]): SendBatch[] =>
  states.map((state, first) => ({ id: `batch-${first}`, first, recipients: 1, state, startedAt: null, problem: '' }))

it.each([
  [['waiting', 'waiting'], 'You cancelled it. Nothing had left by then.'],
  [['sent', 'waiting'], 'You cancelled it. What had left by then was sent.'],
  [['sent', 'unknown'], 'You cancelled it. All of its calls had left by then.'],
] as const)('a send whose calls were %s says truly what had left when it was cancelled', (states, note) => {
  expect(cancelledNote(batches(...states))).toBe(note)
})
