import { expect, test } from 'vitest'
import { knownStates, stateLook } from './state-look.ts'

test('every known state has its own icon and colour', () => {
  const icons = knownStates.map((state) => stateLook(state).icon)
  expect(new Set(icons).size).toBe(knownStates.length)
  expect(knownStates.map((state) => stateLook(state).color)).toEqual(knownStates.map((state) => `--state-${state}`))
})

test('an unknown state is shown under its own name, in neutral colours', () => {
  expect(stateLook('quarantined')).toEqual({ label: 'quarantined', icon: 'circle', color: '--state-unknown' })
  expect(stateLook('toString').color).toBe('--state-unknown')
  expect(stateLook('').label).toBe('Unknown')
})
