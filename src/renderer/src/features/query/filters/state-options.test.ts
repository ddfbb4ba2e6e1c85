import { expect, it } from 'vitest'
import { countedStateOptions, stateOptions } from './state-options.ts'

const labelOf = (chosen: string) => stateOptions(chosen).find(({ value }) => value === chosen)?.label

it('has a label for every state in a search', () => {
  expect(labelOf('')).toBe('Any')
  expect(labelOf('softbounced')).toBe('Soft bounced')
  expect(labelOf('bounced')).toBe('Bounced (hard or soft)')
  expect(labelOf('delivered,rejected')).toBe('delivered,rejected')
  expect(stateOptions('teleported')).toHaveLength(stateOptions('').length + 1)
})

it('offers the states of the search with their counts, groups summed up, and the chosen one also at zero', () => {
  const counts = [
    { value: 'delivered', messages: 1200 },
    { value: 'hardbounced', messages: 3 },
    { value: 'softbounced', messages: 4 },
    { value: 'Teleported', messages: 1 },
  ]
  const labels = (chosen: string) => countedStateOptions(chosen, counts, String).map(({ label }) => label)
  const seen = [
    'Any',
    'Bounced (hard or soft) (7)',
    'Failed (not delivered) (7)',
    'Soft bounced (4)',
    'Hard bounced (3)',
    'Delivered (1200)',
    'Teleported (1)',
  ]
  expect(labels('')).toEqual(seen)
  expect(labels('teleported')).toEqual(seen)
  expect(labels('rejected')).toContain('Rejected (0)')
})
