import { expect, test } from 'vitest'
import { abilitiesOf, formTexts } from './abilities.ts'
import { abilityText } from './ability-text.ts'
import type { LastCall } from '#shared/contract/accounts.ts'
import { endpointOf, operations, type OperationName } from './operations.ts'

const success = (at: number): LastCall => ({ successAt: at, error: null })
const failure = (code: string, { at = 1000, successAt = null as number | null, status = 404 } = {}): LastCall => ({
  successAt,
  error: { at, code, status, sentence: 'The service does not have this.' },
})

test.each<[string, OperationName, LastCall | undefined, 'yes' | 'no' | undefined, string, boolean]>([
  ['a documented operation that was never used', 'messages.send', undefined, undefined, 'inferred', false],
  ['a documented operation that was used', 'messages.send', success(1), undefined, 'yes', false],
  ['a documented operation that is missing', 'statistics.tags', failure('not-found'), undefined, 'no', true],
  [
    'a documented operation that failed for a while',
    'statistics.tags',
    failure('service-error'),
    undefined,
    'inferred',
    false,
  ],
  [
    'a documented operation that works again',
    'statistics.tags',
    failure('not-found', { successAt: 2000 }),
    undefined,
    'yes',
    false,
  ],
  ['a message that is gone', 'statistics.message', failure('not-found'), undefined, 'inferred', false],
  ['an extra that the probe found', 'extras.users', undefined, 'yes', 'yes', true],
  ['an extra that the probe did not find', 'extras.users', undefined, 'no', 'no', false],
  ['an extra that nobody tried', 'extras.users', undefined, undefined, 'unknown', false],
  ['an extra that was withdrawn', 'extras.users', failure('not-allowed', { successAt: 500 }), 'yes', 'no', false],
  ['an extra that was granted after the probe', 'extras.users', success(2000), 'no', 'yes', true],
  ['an effect that was withdrawn after it was used', 'apiKeys.change', success(2000), 'no', 'no', false],
])('%s', (_title, name, call, probed, state, differs) => {
  const endpoint = endpointOf(operations[name])
  const abilities = abilitiesOf({
    abilities: probed === undefined ? {} : { [endpoint]: probed },
    calls: call === undefined ? {} : { [name]: call },
  })
  expect(abilities.find((ability) => ability.name === name)).toMatchObject({ state, differs })
})

test('the forms of an account are sentences, and say which of them differ', () => {
  expect(formTexts({ exportMethod: 'GET', blacklistForm: 'path', firstPage: 0 })).toEqual([
    { text: 'Exports are requested with GET instead of POST.', differs: true, isKnown: true },
    { text: 'The blacklist name is sent in the request path.', differs: true, isKnown: true },
    { text: 'Page numbers start at 0 instead of 1.', differs: true, isKnown: true },
  ])
  const unknown = formTexts({ exportMethod: null, blacklistForm: null, firstPage: null })
  expect(unknown.some(({ differs, isKnown }) => differs || isKnown)).toBe(false)
})

test('the text for a ticket has each operation with its last success and error', () => {
  const abilities = abilitiesOf({ abilities: {}, calls: { 'extras.users': failure('not-found', { successAt: 0 }) } })
  const text = abilityText(abilities, { exportMethod: 'POST', blacklistForm: null, firstPage: null }, 86_400_000)
  expect(text).toContain('as of 1970-01-02 00:00:00 UTC')
  expect(text).toContain(
    '- GET /users (not documented): no\n  last success 1970-01-01 00:00:00 UTC\n  last error 1970-01-01 00:00:01 UTC: 404 not-found. The service does not have this.',
  )
  expect(text).toContain('- POST /messages/send: probably\n')
  expect(text).toContain('- Exports are requested with POST, as documented.')
})
