import { expect, test } from 'vitest'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { PeriodNotes } from './index.ts'

test('the notes are those of days in the zone of the chart, whatever the zone of the reader', () => {
  const asked: unknown[] = []
  const invoke = (_name: string, input: unknown) => {
    asked.push(input)
    return Promise.resolve({ notes: [] })
  }
  const app = { host: { invoke }, formats: { timeZone: 'Asia/Tokyo' } } as unknown as AppState
  const days = { from: '2026-03-01', to: '2026-03-31', zone: 'UTC' }
  new PeriodNotes(app, 'a', () => days).reload()
  expect(asked).toEqual([{ accountId: 'a', ...days }])
})
