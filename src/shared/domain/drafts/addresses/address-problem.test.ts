import { describe, expect, test } from 'vitest'
import { addressProblem, isAllowed } from './address-problem.ts'
import { isOneSlip, NearDomains } from './near-domain.ts'

const near = new NearDomains(['shop.example', 'yahoo.de', 'example.com'])
const problemOf = (address: string, name = '') => addressProblem({ address, name }, near)

describe('An address', () => {
  test.each(['ann@example.com', 'a+b@sub.example.com', 'zoë@müller.example'])('is fine: %s', (address) => {
    expect(problemOf(address)).toBeNull()
  })

  test.each([
    ['', 'empty', 'missing'],
    ['ann', 'bad', 'is not an email address'],
    [`${'a'.repeat(290)}@example.com`, 'bad', 'at most 254 characters, but this one has 302'],
    [`${'a'.repeat(65)}@example.com`, 'bad', '65 characters before the @'],
    ['"ann lee"@example.com', 'bad', 'quotation marks'],
    ['ann@home@example.com', 'bad', 'more than one @'],
    ['ann lee@example.com', 'bad', 'contains a space'],
    ['ann@example', 'bad', 'has no dot'],
    ['ann..lee@example.com', 'bad', 'dot is misplaced'],
    ['ann@example.com.', 'bad', 'dot is misplaced'],
    ['ann\u200B@example.com', 'bad', 'invisible'],
    ['<ann@example.com', 'bad', 'bracket'],
    ['undisclosed-recipients:', 'bad', 'is not an email address'],
    ['x'.repeat(300), 'bad', 'at most 254 characters'],
  ])('is not: %s', (address, kind, words) => {
    expect(problemOf(address)).toMatchObject({ kind, sentence: expect.stringContaining(words) as string, fix: null })
  })
})

test('Words after an address are refused, and the address alone is offered', () => {
  expect(problemOf('ann@example.com more nonsense')).toEqual({
    kind: 'bad',
    sentence: '“more nonsense” isn’t part of ann@example.com. Write Name <name@example.com>.',
    fix: { label: 'Keep the address', entries: [{ address: 'ann@example.com', name: '' }] },
  })
})

describe('Two addresses in one entry', () => {
  const both = [
    { address: 'ann@example.com', name: '' },
    { address: 'bob@example.com', name: '' },
  ]
  test('are split where one became the name of the other', () => {
    expect(problemOf('bob@example.com', 'ann@example.com')).toMatchObject({ kind: 'pair', fix: { entries: both } })
  })

  test('are split where one is somewhere in the name of the other', () => {
    expect(problemOf('bob@example.com', 'Lee (ann@example.com)')).toMatchObject({
      kind: 'pair',
      sentence: expect.stringContaining('The name contains an address') as string,
      fix: { label: 'Keep both addresses', entries: both },
    })
  })

  test('are split where brackets hold them', () => {
    for (const text of ['ann@example.com, bob@example.com', 'ann@example.com;bob@example.com']) {
      expect(problemOf(text, 'Friends')).toMatchObject({ kind: 'pair', fix: { entries: both } })
    }
  })

  test('are split where only a space separates them, whatever stands around', () => {
    expect(problemOf('ann@example.com bob@example.com')).toMatchObject({ kind: 'pair', fix: { entries: both } })
    expect(problemOf('Ann ann@example.com and bob@example.com')?.fix?.entries).toEqual(both)
  })
})

describe('A domain with one slip', () => {
  test.each([
    ['gmial.com', 'gmail.com'],
    ['gmai.com', 'gmail.com'],
    ['gmaill.com', 'gmail.com'],
    ['GMAUL.com', 'gmail.com'],
    ['gmail.con', 'gmail.com'],
    ['shopp.example', 'shop.example'],
  ])('%s is taken for %s', (domain, meant) => {
    expect(problemOf(`ann@${domain}`, 'Ann')).toEqual({
      kind: 'typo',
      sentence: `Did you mean ${meant}?`,
      fix: { label: `Use ${meant}`, entries: [{ address: `ann@${meant}`, name: 'Ann' }] },
    })
  })

  test.each(['gmail.com', 'mail.com', 'ymail.com', 'yahoo.be', 'gmx.at', 'gmmial.com', 'other.example'])(
    '%s is left alone',
    (domain) => expect(near.meant(domain)).toBeNull(),
  )

  test('is a distance of one, not of none or two', () => {
    expect(['abcd', 'abdc', 'abc', 'abcde', 'axcd'].map((text) => isOneSlip(text, 'abcd'))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ])
    expect(['dcba', 'ab', 'abcdef', 'acbde'].map((text) => isOneSlip(text, 'abcd'))).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})

test('an allow-list allows its addresses and domains, and everybody when it is empty', () => {
  const allowed = new Set(['ann@example.com', '@shop.example'])
  expect(
    ['Ann@Example.com', 'x@SHOP.example', 'bob@example.com'].map((address) => isAllowed(address, allowed)),
  ).toEqual([true, true, false])
  expect(isAllowed('x@y.example', new Set())).toBe(true)
})
