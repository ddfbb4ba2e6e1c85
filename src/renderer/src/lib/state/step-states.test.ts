import { expect, test } from 'vitest'
import { StepStates } from './step-states.ts'

test('notes about a step are there when the user comes back to it', () => {
  const states = new StepStates()
  states.at('first')['messages'] = 1
  states.at('second')['messages'] = 2
  expect(states.at('first')).toEqual({ messages: 1 })
  expect(states.at('second')).toEqual({ messages: 2 })
  expect(states.at('third')).toEqual({})
})

test('only the steps used last are kept', () => {
  const states = new StepStates()
  states.at('old')['messages'] = 1
  states.at('used')['messages'] = 2
  for (let step = 0; step < 150; step++) {
    states.at(`step ${step}`)
    states.at('used')
  }
  expect(states.at('used')).toEqual({ messages: 2 })
  expect(states.at('old')).toEqual({})
})
