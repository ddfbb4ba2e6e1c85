import { expect, test } from 'vitest'
import { nameProblems } from './service-names.ts'

const names = (user: string, key: string, prefix = 'X-ABC-') => ({ headerNames: { user, key }, prefix })
const form =
  'A header name can contain only characters that HTTP allows, such as letters, digits and hyphens. Enter a name such as X-ABC-User.'

test('names of a provider are accepted', () => {
  expect(nameProblems(names('X-ABC-User', 'X-ABC-Key'))).toEqual({})
  expect(nameProblems(names('apiuser', 'api_key', 'x'))).toEqual({})
})

test.each([
  [names('', 'X-Key'), { user: 'Enter a header name, such as X-ABC-User.' }],
  [names('X User', "X-'Key"), { user: form, key: form }],
  [names('X-Üser', 'X-Key:'), { user: form, key: form }],
  [names('X-Key', 'x-key'), { key: 'The user header and the key header need different names.' }],
  [names('X-User', 'x'.repeat(81)), { key: 'A header name can have at most 80 characters.' }],
  [names('Host', 'X-Key'), { user: 'Host has another meaning. Enter a name such as X-ABC-User.' }],
  [names('X-User', 'X-Key', ''), { prefix: 'Enter a prefix, such as X-ABC-.' }],
  [
    names('X-User', 'X-Key', 'X ABC'),
    {
      prefix:
        'The prefix can contain only characters that HTTP allows in header names, such as letters, digits and hyphens. Enter a prefix such as X-ABC-.',
    },
  ],
  [names('X-User', 'X-Key', 'x'.repeat(41)), { prefix: 'The prefix can have at most 40 characters.' }],
])('%j is refused with a sentence', (given, problems) => {
  expect(nameProblems(given)).toEqual(problems)
})
