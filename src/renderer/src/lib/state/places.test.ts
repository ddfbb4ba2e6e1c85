import { expect, test } from 'vitest'
import { Places } from './places.ts'

test('notes about a step are there when the user comes back to it', () => {
  const places = new Places()
  places.at('first')['messages'] = 1
  places.at('second')['messages'] = 2
  expect(places.at('first')).toEqual({ messages: 1 })
  expect(places.at('second')).toEqual({ messages: 2 })
  expect(places.at('third')).toEqual({})
})

test('only the steps used last are kept', () => {
  const places = new Places()
  places.at('old')['messages'] = 1
  places.at('used')['messages'] = 2
  for (let step = 0; step < 150; step++) {
    places.at(`step ${step}`)
    places.at('used')
  }
  expect(places.at('used')).toEqual({ messages: 2 })
  expect(places.at('old')).toEqual({})
})
