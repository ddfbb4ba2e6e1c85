import { describe, expect, it } from 'vitest'
import {
  addressOfTarget,
  claimsToBeLink,
  findPlace,
  printMailroomLink,
  readMailroomLink,
  type MailroomLink,
} from './mailroom-link.ts'

const read = (text: string): MailroomLink => {
  const link = readMailroomLink(text)
  if ('problem' in link) throw new Error(link.problem)
  return link
}

describe('readMailroomLink', () => {
  it.each([
    ['mailroom://message/m-1', { kind: 'message', id: 'm-1', email: undefined }, null],
    [
      'mailroom://message/m-1?recipient=jane%40shop.example&account=Shop',
      { kind: 'message', id: 'm-1', email: 'jane@shop.example' },
      'Shop',
    ],
    [
      'mailroom://search?q=tag%3Aorder+bounced&account=My%20Shop',
      { kind: 'search', text: 'tag:order bounced' },
      'My Shop',
    ],
    ['mailroom://search/?q=a', { kind: 'search', text: 'a' }, null],
    ['mailroom://search', { kind: 'search', text: '' }, null],
    ['MAILROOM://Recipient/jane+news@shop.example', { kind: 'recipient', email: 'jane+news@shop.example' }, null],
    // Decoded only once: a percent sign in the search itself is kept.
    ['mailroom://search?q=100%2541', { kind: 'search', text: '100%41' }, null],
    ['mailroom://message/a%2Fb%3Fc', { kind: 'message', id: 'a/b?c', email: undefined }, null],
  ])('reads %s', (text, target, account) => {
    expect(read(text)).toEqual({ target, account })
  })

  it.each([
    [''],
    ['https://shop.example/'],
    ['mailroom:message/m-1'],
    ['mailroom://'],
    ['mailroom://settings'],
    ['mailroom://send/now'],
    ['mailroom://message'],
    ['mailroom://message/'],
    ['mailroom://message/m-1/jane@shop.example'],
    ['mailroom://message/..%2F..%2Fsettings?x=1'],
    ['mailroom://message/m-1#fragment'],
    ['mailroom://jane:secret@message/m-1'],
    ['mailroom://message:80/m-1'],
    ['mailroom://message/m-1?q=a'],
    ['mailroom://message/m-1?recipient=jane'],
    ['mailroom://message/m-1?account='],
    ['mailroom://message/m-1?account=A&account=B'],
    ['mailroom://search/bounced'],
    ['mailroom://search?q=a&run=1'],
    ['mailroom://search?q=%'],
    ['mailroom://search?q=%FF'],
    ['mailroom://search?q=a%00'],
    ['mailroom://search?q=a%0Ab'],
    ['mailroom://search?q=a\nb'],
    ['mailroom://search?q=a --gpu-launcher=calc'],
    ['mailroom://recipient/jane'],
    ['mailroom://recipient/jane%40shop.example?q=a'],
    ['mailroom://message/m-1\u0000'],
    [' mailroom://message/m-1'],
  ])('refuses %j', (text) => {
    expect(readMailroomLink(text)).toEqual({
      problem: expect.stringMatching(/^This link doesn’t open anything in Mailroom: /) as string,
    })
  })

  it('says of a link that is too long that it is, and shows the beginning of others', () => {
    expect(readMailroomLink(`mailroom://search?q=${'a'.repeat(2000)}`)).toEqual({
      problem: 'This link was not opened because it is longer than 2,000 characters.',
    })
    expect(readMailroomLink(`mailroom://x/\u202E${'a'.repeat(1900)}`)).toEqual({
      problem: `This link doesn’t open anything in Mailroom: mailroom://x/[U+202E]${'a'.repeat(59)}…`,
    })
  })
})

it('tells what claims to be a link', () => {
  expect(['mailroom:', 'MailRoom://x', 'mailroom', 'search', '--mailroom:'].map(claimsToBeLink)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

describe('printMailroomLink', () => {
  it.each([
    [{ kind: 'message', id: 'a/b', email: 'jane@shop.example' } as const, 'Shop (EU)'],
    [{ kind: 'message', id: '1', email: undefined } as const, null],
    [{ kind: 'search', text: `subject:"50% off" + 'more' (now)` } as const, 'Shop'],
    [{ kind: 'recipient', email: 'jané+o’neil&co@shop.example' } as const, 'A&B=C'],
  ])('prints what is read the same: %j', (target, account) => {
    expect(read(printMailroomLink({ target, account }))).toEqual({ target, account })
  })

  it('leaves no character that ends a link in a text', () => {
    const link = printMailroomLink({
      target: { kind: 'search', text: '(a) *b* ‘c’ \'d\' "e" <f> g!' },
      account: 'Ä (x)',
    })
    expect(link).toMatch(/^mailroom:\/\/search\?[\w.~%=&-]+$/)
  })
})

describe('findPlace', () => {
  const accounts = [
    { id: 'id-1', name: 'Shop' },
    { id: 'id-2', name: 'News' },
  ]
  const target = { kind: 'recipient', email: 'jane@shop.example' } as const
  const place = { segments: ['recipients', 'jane@shop.example'], query: {} }

  it.each([
    [null, 'id-2'],
    ['Shop', 'id-1'],
    [' shop ', 'id-1'],
    ['id-1', 'id-1'],
  ])('for the account %j is in %s', (account, accountId) => {
    expect(findPlace({ target, account }, accounts, 'id-2')).toEqual({ accountId, ...place })
  })

  it('names an account that is not there', () => {
    expect(findPlace({ target, account: 'Elsewhere\u202E' }, accounts, 'id-2')).toEqual({
      problem:
        'This link is for the account “Elsewhere[U+202E]”, which is not in this Mailroom. Add it, then open the link again.',
    })
    expect(findPlace({ target, account: null }, [], null)).toEqual({
      problem: 'Add an account to Mailroom, then open the link again.',
    })
    expect(findPlace({ target, account: null }, accounts, null)).toEqual({
      problem: 'Choose an account, then open the link again.',
    })
  })
})

it('says of an id of digits that it is no row', () => {
  expect(addressOfTarget({ kind: 'message', id: '42' })).toEqual({ segments: ['message', '42'], query: { by: 'id' } })
})
