import { addressParser } from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { printMailbox, readAddressList } from './read-list.ts'

const ann = { address: 'ann@example.com', name: '' }
const bob = { address: 'bob@example.org', name: '' }
const bobNamed = { ...bob, name: 'Bob' }
const annLee = { ...ann, name: 'Ann Lee' }
const leeAnn = { ...ann, name: 'Lee, Ann' }

describe('A pasted list', () => {
  test.each([
    ['one a line', 'ann@example.com\nbob@example.org', [ann, bob]],
    ['one a line, as Windows and old Macs end them', 'ann@example.com\r\nbob@example.org\r', [ann, bob]],
    ['separated by commas and semicolons', ' ann@example.com, ;bob@example.org;', [ann, bob]],
    ['separated by spaces only', 'ann@example.com bob@example.org', [ann, bob]],
    ['with names', 'Ann Lee <ann@example.com>; <bob@example.org>', [annLee, bob]],
    ['with a quoted name that has a comma', '"Lee, Ann" <ann@example.com>, bob@example.org', [leeAnn, bob]],
    ['with a name and a comma without quotes', 'Lee, Ann <ann@example.com>; bob@example.org', [leeAnn, bob]],
    ['with text before a comma', 'garbage, Bob <bob@example.org>', [{ address: 'garbage', name: '' }, bobNamed]],
    [
      'with several texts before commas',
      'Ann, Lee, Bob <bob@example.org>',
      [{ address: 'Ann', name: '' }, { address: 'Lee', name: '' }, bobNamed],
    ],
    [
      'with text before a comma in a list that commas separate',
      'ann@example.com, x y, Bob <bob@example.org>; ann@example.com',
      [ann, { address: 'x y', name: '' }, bobNamed, ann],
    ],
    [
      'as Outlook copies names with commas',
      'lee, ann <ann@example.com>; bob@example.org',
      [{ ...ann, name: 'lee, ann' }, bob],
    ],
    [
      'with a small word before a last name',
      'van der Lee, Ann <ann@example.com>',
      [{ ...ann, name: 'van der Lee, Ann' }],
    ],
    ['with escaped quotes in a name', '"Ann \\"A\\" Lee" <ann@example.com>', [{ ...ann, name: 'Ann "A" Lee' }]],
    ['with single quotes, as Outlook adds them', "'Ann Lee' <ann@example.com>", [annLee]],
    ['with brackets and nothing between two', 'Ann Lee <ann@example.com> <bob@example.org>', [annLee, bob]],
    ['with a comment for a name', 'ann@example.com (Ann Lee), bob@example.org', [annLee, bob]],
    ['with the address as the comment', 'Ann Lee (ann@example.com)', [annLee]],
    ['with a comment inside a comment', 'ann@example.com (Ann (home) Lee)', [{ ...ann, name: 'Ann (home) Lee' }]],
    ['with a name and no brackets', 'Ann Lee ann@example.com', [annLee]],
    ['with the address as its own name', '"ann@example.com" <ann@example.com>', [ann]],
    ['as a header line', 'To: Ann Lee <ann@example.com>,\n bob@example.org', [annLee, bob]],
    ['as a group', 'Friends: Ann Lee <ann@example.com>, bob@example.org;', [annLee, bob]],
    ['as a group after others', 'ann@example.com, Friends: bob@example.org;', [ann, bob]],
    ['with quotes around each, as in a CSV file', '"ann@example.com","Lee, Ann <ann@example.com>"', [ann, leeAnn]],
    ['with single quotes around each', "'ann@example.com'; 'bob@example.org'", [ann, bob]],
    ['with a quoted name and no brackets', '"Ann Lee" ann@example.com', [annLee]],
    ['with marks of direction around', '\u202Aann@example.com\u202C, \u200Bbob@example.org', [ann, bob]],
    ['as links', '<mailto:ann@example.com?subject=Hi>, mailto:bob@example.org', [ann, bob]],
    ['as the end of a sentence', 'ann@example.com, bob@example.org.', [ann, bob]],
    [
      'with names of any script',
      'Zoë Müller <zoë@müller.example>\n山田 <yamada@例え.jp>',
      [
        { address: 'zoë@müller.example', name: 'Zoë Müller' },
        { address: 'yamada@例え.jp', name: '山田' },
      ],
    ],
  ])('%s', (_, text, expected) => {
    expect(readAddressList(text)).toEqual(expected)
  })
})

describe('Columns of a spreadsheet', () => {
  test.each([
    ['one column with its title', 'E-mail\nann@example.com\nbob@example.org', [ann, bob]],
    ['name and address', 'Name\tEmail\nAnn Lee\tann@example.com\n\tbob@example.org', [annLee, bob]],
    ['address and name', 'ann@example.com\tAnn Lee\nbob@example.org\t', [annLee, bob]],
    ['name and address as CSV', 'Ann Lee,ann@example.com\nBob,bob@example.org', [annLee, { ...bob, name: 'Bob' }]],
    ['more columns', 'Ann Lee\tann@example.com\tRome\nBob\tbob@example.org\tOslo', [annLee, bobNamed]],
    ['a single line of more columns', 'Ann Lee\tann@example.com\tRome', [annLee, { address: 'Rome', name: '' }]],
    ['a text beside a named address', 'garbage\tBob <bob@example.org>', [bobNamed, { address: 'garbage', name: '' }]],
    ['two columns of addresses', 'ann@example.com\tbob@example.org', [ann, bob]],
  ])('%s', (_, text, expected) => {
    expect(readAddressList(text)).toEqual(expected)
  })
})

describe('What is no address', () => {
  test.each([
    ['stays beside those that are', 'ann, bob@example.org', [{ address: 'ann', name: '' }, bob]],
    [
      'may be an address and words after it',
      'ann@example.com nonsense',
      [{ address: 'ann@example.com nonsense', name: '' }],
    ],
    ['may be a name alone', 'Ann Lee', [{ address: 'Ann Lee', name: '' }]],
    [
      'keeps the quotes of a quoted local part',
      '"ann lee"@example.com',
      [{ address: '"ann lee"@example.com', name: '' }],
    ],
    [
      'may have a bracket that is never closed',
      'Ann <ann@example.com',
      [{ ...ann, address: '<ann@example.com', name: 'Ann' }],
    ],
    [
      'may have a quote that is never closed',
      'O"Brien <ann@example.com>, bob@example.org',
      [{ ...ann, name: 'O"Brien' }, bob],
    ],
  ])('%s', (_, text, expected) => {
    const entries = readAddressList(text)
    expect(entries.map(({ address }) => address).join()).toContain(expected[0]!.address.replace('<', ''))
    expect(entries).toHaveLength(expected.length)
  })

  test('is never dropped, and an empty text has no entries', () => {
    expect(readAddressList(' \n,;\t ')).toEqual([])
    expect(readAddressList('x'.repeat(300))).toEqual([{ address: 'x'.repeat(300), name: '' }])
  })
})

test('ten thousand addresses are read like an independent parser reads them one by one', () => {
  const lines = Array.from({ length: 10_000 }, (_, index) =>
    index % 3 === 0 ? `"Lee, ${index}" <user${index}@example.com>` : `user${index}@example.com`,
  )
  const read = readAddressList(lines.join('\n'))
  expect(read).toEqual(lines.flatMap((line) => addressParser(line).map(({ address, name }) => ({ address, name }))))
  expect(readAddressList(lines.join(', '))).toEqual(read)
})

test('a list that was printed is read back', () => {
  const list = [annLee, bob, leeAnn, { address: 'x@example.com', name: 'A "B" \\ C <d>' }]
  expect(readAddressList(list.map(printMailbox).join(', '))).toEqual(list)
})

test('brackets that are never closed cost no more than any other letter', () => {
  for (const sign of ['<', '"', '(', '\\"', '(,', '"a@b.c '])
    expect(readAddressList(sign.repeat(100_000)).length).toBeGreaterThan(0)
})
