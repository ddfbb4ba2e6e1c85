import { describe, expect, test } from 'vitest'
import type { DraftPeople } from '#shared/contract/base/draft.ts'
import { AddressMarks } from './address-marks.ts'
import { chipText } from './chip-text.ts'
import { withAdded, withReplaced } from './people-edit.ts'
import { chosenSender, senderNote, senderOptions } from '../../editor/index.ts'

const box = (address: string, name = '') => ({ address, name })
const person = (address: string, value: string | null) => ({ address, name: '', values: [value], parts: [] })

describe('Recipients', () => {
  const people: DraftPeople = { columns: ['city'], rows: [person('a@x.org', 'Rome'), person('b@x.org', 'Oslo')] }

  test('are added with a hole for every variable', () => {
    expect(withAdded(people, [box('c@x.org', 'C')]).rows[2]).toEqual({ ...person('c@x.org', null), name: 'C' })
  })

  test('keep their values when their address is corrected', () => {
    expect(withReplaced(people, 0, [box('aa@x.org')]).rows).toEqual([person('aa@x.org', 'Rome'), people.rows[1]])
  })

  test('become two when an entry is split, and none when it is removed', () => {
    expect(withReplaced(people, 1, [box('c@x.org'), box('d@x.org')]).rows.slice(1)).toEqual([
      person('c@x.org', 'Oslo'),
      person('d@x.org', null),
    ])
    expect(withReplaced(people, 0, []).rows).toEqual([people.rows[1]])
  })
})

describe('The marks of recipients', () => {
  const marks = new AddressMarks({ domains: ['shop.example'], allowList: ['@shop.example', '@gmial.com'] })
  const list = [box('a@shop.example'), box('A@shop.example'), box('b@other.example'), box('nobody'), box('c@gmial.com')]
  const expected = [undefined, 'duplicate', 'not-allowed', 'bad', 'typo']

  test('name duplicates, limits of the account, bad addresses and slips', () => {
    expect(marks.of(list).map((problem) => problem?.kind)).toEqual(expected)
    expect(marks.of(list).map((problem) => problem?.kind)).toEqual(expected)
  })
})

test.each([
  [box('ann@x.org', 'Ann Lee'), 'Ann Lee'],
  [box('yamada@x.org', '山田'), '山田'],
  [box('ann@x.org'), 'ann@x.org'],
  [box('zoe@x.org', 'Zoë, Dr.'), 'Zoë, Dr.'],
  [box('ann@x.org', 'Ann; Bob'), '"Ann; Bob" <ann@x.org>'],
  [box('ann@x.org', 'boss@x.org'), '"boss@x.org" <ann@x.org>'],
  [box('ann@x.org', '4711'), '4711 <ann@x.org>'],
  [box('', 'Ann'), 'Ann'],
  [box(''), 'No address'],
])('a chip shows the address where the name could mislead: %j', (entry, shown) => {
  expect(chipText(entry)).toBe(shown)
})

describe('The sender', () => {
  const senders = [box('hello@shop.example', 'The Shop'), box('news@shop.example')]
  const domains = [
    { name: 'shop.example', verified: true },
    { name: 'new.example', verified: false },
  ]
  const valuesOf = (typed: string) => senderOptions({ senders, domains }, typed).map(({ value }) => value)

  test('is completed from the archive and from the domains of the account', () => {
    expect(valuesOf('')).toEqual(['hello@shop.example', 'news@shop.example'])
    expect(valuesOf('he')).toEqual(['hello@shop.example', 'he@shop.example', 'he@new.example'])
    expect(valuesOf('ann@sh')).toEqual(['ann@shop.example'])
    expect(valuesOf('ann@new')).toEqual(['ann@new.example'])
    expect(valuesOf('news@shop.example')).toEqual(['news@shop.example'])
  })

  test('has a note where its domain is not verified, and none where nobody knows', () => {
    expect(senderNote({ senders, domains }, 'a@shop.example')).toBeUndefined()
    expect(senderNote({ senders, domains }, 'a@new.example')).toContain('not verified yet')
    expect(senderNote({ senders, domains }, 'a@else.example')).toContain('not a domain of this account')
    expect(senderNote({ senders, domains: null }, 'a@else.example')).toBeUndefined()
    expect(senderNote({ senders, domains }, 'a@els')).toBeUndefined()
  })

  test('takes the name that goes with the address, but not over a name that was typed', () => {
    expect(chosenSender(box(''), 'hello@shop.example', senders).name).toBe('The Shop')
    expect(chosenSender(box('hello@shop.example', 'The Shop'), 'news@shop.example', senders).name).toBe('The Shop')
    expect(chosenSender(box('x@y.example', 'Ann'), 'hello@shop.example', senders).name).toBe('Ann')
  })
})
