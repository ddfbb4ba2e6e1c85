import { expect, test } from 'vitest'
import type { DraftPeople } from '#shared/contract/base/draft.ts'
import { english } from '../../base/plural.ts'
import { repeatFindings } from './repeat-rules.ts'

type Group = Parameters<typeof repeatFindings>[0][number]

const formats = { ...english, dateMinute: (at: number) => `day ${at}` }
const people: DraftPeople = {
  columns: [],
  rows: ['Ann@x.example ', 'ann@X.example', 'bob@x.example', 'cy@x.example'].map((address) => ({
    address,
    name: '',
    values: [],
    parts: [],
  })),
}
const sendId = '6b3b2a52-6b7c-4b1f-9d46-0f6a5e6f0a01'
const group = (change: Partial<Group>): Group => ({
  kind: 'message',
  state: 'sent',
  sendId,
  at: 5,
  addresses: ['ann@x.example', 'bob@x.example'],
  ...change,
})
const find = (...groups: Group[]) =>
  repeatFindings(groups, { people, bcc: [{ address: 'Hidden@x.example', name: '' }] }, { formats, hours: 24 })

test('the same message again is an error, for each way in which they have it', () => {
  const found = find(
    group({}),
    group({ state: 'unknown', addresses: ['cy@x.example'] }),
    group({ state: 'open', at: 9, addresses: ['dee@x.example'] }),
  )
  expect(found.map(({ severity, text }) => [severity, text])).toEqual([
    [
      'error',
      '2 recipients got this message on day 5 (sent with Mailroom) and would get it a second time. Remove them, or change the message.',
    ],
    [
      'error',
      'cy@x.example may have got this message on day 5 (sent with Mailroom), but the response was lost. This send could reach the recipient a second time. Remove the recipient, or change the message.',
    ],
    [
      'error',
      'dee@x.example is in an unfinished send of this message and would get it a second time. Remove the recipient, or change the message.',
    ],
  ])
  expect(found[0]?.target).toMatchObject({ kind: 'person', rows: [0, 1, 2] })
  expect(new Set(found.map(({ id }) => id)).size).toBe(3)
})

test('another message with the subject is a warning that counts all and names the newest', () => {
  const many = Array.from({ length: 1991 }, (_, row) => `p${row}@x.example`)
  const [both, open] = find(
    group({ kind: 'subject', at: 7, addresses: many }),
    group({ kind: 'subject', at: 3, sendId: null, addresses: ['ann@x.example'] }),
    group({ kind: 'subject', state: 'open', at: 9 }),
  )
  expect(both).toMatchObject({
    severity: 'warning',
    text: '1,992 recipients got a message with this subject in the last 24 hours, the last on day 7 (1 send from Mailroom, and other messages). Make sure you’re not sending the message twice.',
  })
  expect(open).toMatchObject({
    severity: 'warning',
    text: '2 recipients are in an unfinished send with the same subject. Make sure you’re not sending the message twice.',
  })
})

test('one person is named as in the message, and a copy leads to its field', () => {
  const archive = { kind: 'subject', sendId: null } as const
  const [ann] = find(group({ ...archive, addresses: ['ann@x.example'] }))
  expect(ann?.text).toBe(
    'Ann@x.example got a message with this subject in the last 24 hours, the last on day 5. Make sure you’re not sending the message twice.',
  )
  expect(ann?.target).toMatchObject({ rows: [0, 1] })
  expect(find(group({ ...archive, addresses: ['hidden@x.example'] }))[0]?.target).toEqual({
    kind: 'field',
    field: 'bcc',
  })
  expect(find(group({ ...archive, addresses: ['boss@x.example'] }))[0]?.target).toEqual({ kind: 'field', field: 'cc' })
  expect(find()).toEqual([])
})
