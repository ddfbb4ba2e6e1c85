import { expect, test } from 'vitest'
import { readServeFlags } from './serve-flags.ts'

test('without flags the system chooses the port and the keychain keeps the keys', () => {
  expect(readServeFlags([])).toEqual({
    noOpen: false,
    json: false,
    port: 0,
    data: null,
    scenario: null,
    secrets: 'keychain',
  })
})

test('every flag is read', () => {
  const flags = ['--browser', '--no-open', '--port', '8080', '--data', 'a b', '--scenario', 'demo', '--json']
  expect(readServeFlags(flags)).toMatchObject({ noOpen: true, json: true, port: 8080, data: 'a b', scenario: 'demo' })
  expect(readServeFlags(['--sandbox', 'empty'])).toMatchObject({ scenario: 'empty' })
})

test.each([
  [['--prot', '1'], 'There is no flag --prot. Did you mean --port?'],
  [['folder'], 'mailroom serve takes only flags, and "folder" is not one.'],
  [['--port'], '--port needs a value.'],
  [['--port', '--json'], '--port needs a value.'],
  [['--json=yes'], '--json takes no value.'],
  [['--port', '70000'], '--port takes a number from 0 to 65535, not "70000".'],
  [['--port', 'x'], '--port takes a number'],
  [['--data', ''], '--data needs a value.'],
  [['--sandbox', 'full'], '--scenario takes one of empty, demo, million'],
  [['--secrets', 'file'], '--secrets takes only memory'],
])('%j is refused with a sentence', (flags, sentence) => {
  expect(() => readServeFlags(flags)).toThrow(sentence)
})
