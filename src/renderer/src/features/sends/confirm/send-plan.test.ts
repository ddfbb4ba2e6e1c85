import { expect, test } from 'vitest'
import { emptyContent } from '#shared/domain/drafts/empty-content.ts'
import { partOf } from '#test/support/draft-host.ts'
import { sendPlan } from './send-plan.ts'

const nobody = { columns: [], rows: [] }
const person = (address: string, parts: string[] = []) => ({ address, name: '', values: [], parts })

test('a plain message has nothing to point out', () => {
  const plan = sendPlan(emptyContent, { columns: [], rows: [person('a@b.c')] })
  expect(plan).toMatchObject({ recipients: 1, calls: 1, files: 0, withOwnFiles: 0, options: [] })
})

test('what everybody gets is counted apart from the files of single recipients', () => {
  const parts = [partOf('a', { size: 3000 }), partOf('b', { kind: 'image', size: 600 }), partOf('c', { kind: 'row' })]
  const rows = [person('a@b.c', ['c']), person('d@e.f'), person('g@h.i')]
  const plan = sendPlan({ ...emptyContent, parts }, { columns: [], rows })
  expect(plan).toMatchObject({ recipients: 3, calls: 2, files: 2, withOwnFiles: 1 })
  expect(plan.weight.files).toBe(3600)
})

test('every option that was set is named, and no other', () => {
  const content = {
    ...emptyContent,
    options: { ...emptyContent.options, trackOpens: 'off', bulk: 'on', ipPool: ' pool 2 ', unsubscribe: 'https://x.y' },
    tags: ['spring', 'sale'],
    meta: [
      { name: 'order', type: 'number', value: '1' },
      { name: '', type: 'text', value: '' },
    ],
    apiKey: 'k1',
    textMode: 'none',
  } as const
  expect(sendPlan({ ...content, tags: [...content.tags], meta: [...content.meta] }, nobody).options).toEqual([
    'Track opens: off',
    'Bulk mail: on',
    'IP pool: pool 2',
    'Unsubscribe: https://x.y',
    'Tags: spring, sale',
    'Metadata: order',
    'With a key other than the account’s own',
    'Without a text part',
  ])
})
