import { expect, it } from 'vitest'
import { stateOptions } from './state-options.ts'

const labelOf = (chosen: string) => stateOptions(chosen).find(({ value }) => value === chosen)?.label

it('has a label for every state in a search', () => {
  expect(labelOf('')).toBe('Any')
  expect(labelOf('softbounced')).toBe('Soft bounced')
  expect(labelOf('bounced')).toBe('Bounced, hard or soft')
  expect(labelOf('delivered,rejected')).toBe('delivered,rejected')
  expect(stateOptions('teleported')).toHaveLength(stateOptions('').length + 1)
})
