import { expect, test } from 'vitest'
import { openStore } from '../store/index.ts'
import { RequestNumbers } from './request-numbers.ts'

test('numbers of calls never come again, neither after a restart nor after a reset', () => {
  const { settings, close } = openStore({ path: ':memory:' })
  const first = new RequestNumbers(settings)
  const used = Array.from({ length: 1500 }, () => first.next())
  expect(used).toEqual(Array.from({ length: 1500 }, (_, at) => at + 1))
  const second = new RequestNumbers(settings)
  expect(second.next()).toBeGreaterThan(1500)
  // A reset also empties the settings.
  settings.set('request-numbers', '0')
  second.save()
  expect(new RequestNumbers(settings).next()).toBeGreaterThan(second.next())
  close()
})
