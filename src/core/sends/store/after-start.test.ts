import { expect, it } from 'vitest'
import type { SendBatch } from '#shared/contract/base/sends.ts'
import { cancelledNote } from './after-start.ts'

const batches = (...states: SendBatch['state'][]): SendBatch[] =>
  states.map((state, first) => ({ id: `batch-${first}`, first, recipients: 1, state, startedAt: null, problem: '' }))

it.each([
  [['waiting', 'waiting'], 'Cancelled. Nothing had been sent.'],
  [['sent', 'waiting'], 'Cancelled. Messages that were already sent can’t be recalled.'],
  [['sent', 'unknown'], 'Cancelled after every message had been handed to the service.'],
] as const)('a send whose calls were %s says truly what had left when it was cancelled', (states, note) => {
  expect(cancelledNote(batches(...states))).toBe(note)
})
