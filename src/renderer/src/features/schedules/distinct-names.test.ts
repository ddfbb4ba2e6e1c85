import { expect, it } from 'vitest'
import { distinctNames } from './distinct-names.ts'

it('numbers those that would have one name', () => {
  const all = ['a', 'b', 'a', 'a'].map((name, at) => ({ id: String(at), name }))
  expect([...distinctNames(all, ({ name }) => name).values()]).toEqual(['a', 'b', 'a (2)', 'a (3)'])
})
