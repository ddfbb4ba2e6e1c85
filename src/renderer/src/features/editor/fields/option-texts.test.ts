import { describe, expect, test } from 'vitest'
import type { DraftContent, MetaRow } from '#shared/contract/base/draft.ts'
import { messageFindings } from '#shared/domain/drafts/checks/message-rules.ts'
import { goodAccount as account, goodContent as good } from '#test/support/mails/good-draft.ts'
import { headerProblem, metaProblem, unsubscribeProblem } from './option-texts.ts'

const headerOf = (name: string, prefix: string) => headerProblem({ name, value: 'x' }, prefix)

test.each([
  ['', false, undefined],
  ['', true, 'One-click unsubscribe needs'],
  ['https://shop.example/u?x=1', true, undefined],
  ['mailto:stop@shop.example', false, undefined],
  ['mailto:stop@shop.example', true, 'only with an https address'],
  ['http://shop.example/u', false, 'Change http to https'],
  ['shop.example/u', false, 'starts with https://'],
  ['javascript:alert(1)', false, 'starts with https://'],
])('the unsubscribe address %j with one click %j', (address, oneClick, expected) => {
  const problem = unsubscribeProblem({ unsubscribe: address, oneClick })
  if (expected === undefined) return expect(problem).toBeUndefined()
  return expect(problem).toContain(expected)
})

test('header names are tokens that neither the message nor the service writes', () => {
  expect(headerOf('X-Campaign', 'X-SVC-')).toBeUndefined()
  expect(headerOf('X Campaign', 'X-SVC-')).toContain('letters, digits and hyphens')
  expect(headerOf('subject', 'X-SVC-')).toContain('can’t be added here')
  expect(headerOf('x-svc-tags', 'X-SVC-')).toContain('reserved for service options')
  expect(headerOf('x-svc-tags', '')).toBeUndefined()
})

test('metadata has a name of its own, and numbers are numbers', () => {
  expect(metaProblem({ name: '', type: 'text', value: '' })).toBeUndefined()
  expect(metaProblem({ name: '', type: 'text', value: 'x' })).toContain('name')
  expect(metaProblem({ name: 'order', type: 'number', value: '12.5' })).toBeUndefined()
  expect(metaProblem({ name: 'order', type: 'number', value: '12a' })).toContain('number')
  expect(metaProblem({ name: 'Mailroom_Send', type: 'text', value: 'x' })).toContain('Mailroom uses')
})

describe('The fields and Checks judge alike', () => {
  const areChecked = (change: Partial<DraftContent>) => {
    const people = { columns: [], rows: [{ address: 'a@x.example', name: '', values: [], parts: [] }] }
    return messageFindings({ content: { ...good, ...change }, people, account })
      .filter(({ id }) => /^(?:header|meta|unsubscribe)-/.test(id))
      .some(({ severity }) => severity !== 'hint')
  }

  const names = [
    '',
    ' ',
    'X-Campaign',
    ' X-Campaign ',
    'X_Own',
    'X Campaign',
    'X:Y',
    '"X-Own"',
    'X(Y)',
    'X-Größe',
    'Subject',
    'reply-to',
    'Received',
    'DKIM-Signature',
    'Content-ID',
    'Return-Path',
    'X-SVC-TAGS',
    'x-svc-bulk',
    'In-Reply-To',
    'List-Help',
    'x'.repeat(200),
  ]
  test.each(names.flatMap((name) => ['', ' ', 'x', 'a\nb'].map((value) => ({ name, value }))))(
    'the header line %j',
    (row) => {
      expect(headerProblem(row, account.keyPrefix) !== undefined).toBe(areChecked({ headers: [row] }))
    },
  )

  const values = ['', ' ', 'x', '12.5', '12a', '0x10', '1e400', '12345678901234567890', '0.10']
  const rows = ['', ' ', 'order', 'Mailroom_Send'].flatMap((name) =>
    values.flatMap((value): MetaRow[] => [
      { name, type: 'text', value },
      { name, type: 'number', value },
    ]),
  )
  test.each(rows)('the metadata %j', (row) => {
    expect(metaProblem(row) !== undefined).toBe(areChecked({ meta: [row] }))
  })

  const addresses = [
    '',
    ' ',
    'https://x.example/u?a=1',
    ' HTTPS://x.example ',
    'https://',
    'https:///u',
    'https://x.example/a b',
    'http://x.example',
    'x.example',
    'javascript:alert(1)',
    'https://x.example>, <mailto:a@x.example',
    'mailto:a@x.example',
    'MAILTO:a@x.example?subject=x',
    'mailto:a',
    'mailto:a@x',
    'mailto:a@x..example',
    'mailto:{{leave}}',
    'https://x.example/{{id}}',
    'https://{{host}}/u',
  ]
  test.each(addresses.flatMap((unsubscribe) => [true, false].map((oneClick) => ({ unsubscribe, oneClick }))))(
    'the way to unsubscribe %j',
    (change) => {
      expect(unsubscribeProblem(change) !== undefined).toBe(areChecked({ options: { ...good.options, ...change } }))
    },
  )
})
