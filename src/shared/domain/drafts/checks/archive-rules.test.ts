import { expect, test } from 'vitest'
import type { DraftPeople } from '#shared/contract/base/draft.ts'
import { english } from '../../base/plural.ts'
import { archiveFindings } from './archive-rules.ts'

const people: DraftPeople = {
  columns: [],
  rows: ['ann@x.example', 'Ann@X.example', 'bad'].map((address) => ({
    address,
    name: '',
    values: [],
    parts: [],
  })),
}

test('recipients are found in the archive', () => {
  const known = {
    listed: [],
    blocked: [{ address: 'BAD', reason: 'The last message hard-bounced.', at: 1, row: 1 }],
  }
  const found = archiveFindings(known, { people, bcc: [] }, english)
  expect(found.map(({ text }) => text)).toEqual([
    'BAD would probably not get the message. The last message hard-bounced. Remove the address, or contact them another way.',
  ])
  expect(found[0]?.target).toMatchObject({ row: 2, rows: [2] })
})

test('recipients are found on blacklists, and are not named again for what their last message became', () => {
  const on = (address: string, type: string, list = '', reason = '') => ({ address, type, list, reason, blocks: true })
  const known = {
    listed: [
      on('ann@x.example', 'bounces', '', '550 user unknown'),
      on('bad', 'unsubscribers'),
      on('boss@x.example', 'unsubscribers'),
      on('bad', 'unsubscribers', 'news'),
    ],
    blocked: [{ address: 'Ann@x.example', reason: 'The last message hard-bounced.', at: 1, row: 1 }],
  }
  const found = archiveFindings(known, { people, bcc: [] }, english)
  expect(found.map(({ text }) => text)).toEqual([
    'ann@x.example is on the blacklist of bounces (550 user unknown), so the service will not send to this address. Remove the address from the message, or remove it from the list.',
    'bad and 1 other are on the blacklist of unsubscribers, so the service will not send to them. Remove these recipients from the message, or remove them from the list.',
    'bad is on the blacklist news, so the service will not send to this address. Remove the address from the message, or remove it from the list.',
  ])
  expect(found[0]?.target).toMatchObject({ rows: [0, 1] })
})

test('recipients on a list that may not block the message are found without a claim about the send', () => {
  const on = (address: string, type: string) => ({ address, type, list: '', reason: 'asked', blocks: false })
  const known = {
    listed: [on('ann@x.example', 'complaints'), on('bad', 'unsubscribers'), on('boss@x.example', 'unsubscribers')],
    blocked: [],
  }
  const found = archiveFindings(known, { people, bcc: [] }, english)
  expect(found.map(({ text }) => text)).toEqual([
    'ann@x.example is on the blacklist of complaints (asked). The service may still send to this address, because the message names a custom list. Make sure that the recipient wants this message.',
    'bad and 1 other are on the blacklist of unsubscribers. The service may still send to them, because the message names a custom list. Make sure that they want this message.',
  ])
})

test('recipients are found in groups, and those of cc and bcc in their fields', () => {
  const blocked = ['ann@x.example', 'bad', 'boss@x.example'].map((address, row) => ({
    address,
    reason: `The last message hard-bounced. ${row}`,
    at: 1,
    row,
  }))
  const find = (known: Omit<Parameters<typeof archiveFindings>[0], 'listed'>, bcc = 'hidden@x.example') =>
    archiveFindings({ listed: [], ...known }, { people, bcc: [{ address: bcc, name: '' }] }, english)
  const [group] = find({ blocked })
  expect(group?.text).toMatch(
    /^ann@x\.example and 2 others would probably not get the message\. The last message hard-bounced\. Remove/,
  )
  expect(group?.target).toMatchObject({ rows: [0, 1, 2] })
  const copy = { blocked: blocked.slice(2) }
  expect(find(copy)[0]?.target).toEqual({ kind: 'field', field: 'cc' })
  expect(find(copy, 'BOSS@x.example')[0]?.target).toEqual({ kind: 'field', field: 'bcc' })
  expect(find({ blocked: [] })).toEqual([])
  const many = Array.from({ length: 1000 }, (_, row) => ({ ...blocked[0]!, address: `p${row}@x.example`, row }))
  expect(find({ blocked: many })[0]?.text).toMatch(/^p0@x\.example and at least 999 others would/)
  expect(find({ blocked: many.slice(1) })[0]?.text).toMatch(/^p1@x\.example and 998 others would/)
})
