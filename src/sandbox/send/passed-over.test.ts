import { expect, test } from 'vitest'
import { readOptions } from './read-options.ts'

const read = (headers: Record<string, unknown>, strict = false) => readOptions(headers, { strict, prefix: 'X-SVC-' })

test('options with the prefix and ordinary header lines are not noted', () => {
  const headers = {
    'x-svc-tags': ['a'],
    'X-SVC-BULK': 1,
    'X-SVC-GOOGLEANALYTICS': null,
    'X-Order': '5',
    'List-Id': 'l',
  }
  expect(read(headers).notes).toEqual([])
})

test.each([
  ['X-ABC-TAGS', 'X-SVC-TAGS'],
  ['x-abc-def-meta', 'X-SVC-META'],
  ['X_ABC_BULK', 'X-SVC-BULK'],
  ['SUB', 'X-SVC-SUB'],
])('%s becomes a header line, with a note that suggests %s', (name, meant) => {
  const { options, notes } = read({ [name]: 'value' })
  expect(options.lines).toEqual([[name, 'value']])
  expect(notes).toEqual([`${name} was ignored: the prefix here is X-SVC-. Did you mean ${meant}?`])
})

test('a list or an object with a different prefix becomes JSON text, and is refused under any other name', () => {
  expect(read({ 'X-ABC-TAGS': ['a', 'b'], 'X-ABC-META': { a: 1 } }).options.lines).toEqual([
    ['X-ABC-TAGS', '["a","b"]'],
    ['X-ABC-META', '{"a":1}'],
  ])
  expect(() => read({ 'X-Other': ['a'] })).toThrow()
})

test.each([
  ['X-SVC-TAG', ' Did you mean X-SVC-TAGS?'],
  ['X-SVC-googleanalytic', ' Did you mean X-SVC-GOOGLEANALYTICS?'],
  ['X-SVC-ANALITYCS', ' Did you mean X-SVC-ANALYTICS?'],
  ['X-SVC-COLOUR', ''],
  ['X-SVC-constructor', ''],
  ['X-SVC-', ''],
])('%s is no option', (name, hint) => {
  const { options, notes } = read({ [name]: 'value' })
  expect(options.lines).toEqual([])
  expect(notes).toEqual([`${name} was ignored: there is no such option.${hint}`])
})

test('header lines that the message writes itself are passed over, and refused only in strict mode', () => {
  const { options, notes } = read({ date: 'now', Sender: 'a@x.org', 'return-path': '<>' })
  expect(options.lines).toEqual([])
  expect(notes).toEqual(
    ['date', 'Sender', 'return-path'].map((name) => `${name} was ignored: the sandbox sets this header itself.`),
  )
  expect(() => read({ date: 'now' }, true)).toThrow('headers."date" is not a field of this operation.')
})

test('a name on several lines is quoted on one', () => {
  expect(read({ 'X-SVC-A\nB': 1 }).notes).toEqual(['"X-SVC-A B" was ignored: there is no such option.'])
})
