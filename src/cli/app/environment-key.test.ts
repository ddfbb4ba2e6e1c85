import { expect, test } from 'vitest'
import { EnvironmentKeys, keyVariable } from './environment-key.ts'

test.each([
  ['Shop', 'MAILROOM_KEY_SHOP'],
  ['Zoë’s  Äcker, Straße 7', 'MAILROOM_KEY_ZOE_S_ACKER_STRASSE_7'],
  ['Shop (EU)', 'MAILROOM_KEY_SHOP_EU_'],
  ['日本', null],
])('the variable of %s is %s', (name, variable) => {
  expect(keyVariable(name)).toBe(variable)
})

test('keys are taken out of the environment, and a variable that two names lead to is refused only when it is set', () => {
  const env = { MAILROOM_KEY: ' all ', MAILROOM_KEY_EU_1: '', PATH: '/bin' }
  const keys = EnvironmentKeys.take(env)
  expect(env).toEqual({ PATH: '/bin' })
  const accounts = [{ name: 'EU 1' }, { name: 'EU-1' }] as const
  expect(keys.keyFor(accounts[0], [accounts[1]])).toBe('all')
  const set = EnvironmentKeys.take({ MAILROOM_KEY_EU_1: 'own', MAILROOM_KEY_: 'whose' })
  expect(() => set.keyFor(accounts[0], [accounts[1]])).toThrow('EU 1 or for EU-1')
  expect(() => set.keyFor({ name: '日本' }, accounts)).toThrow('日本')
  expect(set.keyFor(accounts[0], [])).toBe('own')
})
