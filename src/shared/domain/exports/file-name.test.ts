import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  defaultNamePattern,
  exportFileName,
  hasIndex,
  namePatternProblem,
  nameVariables,
  type NameValues,
} from './file-name.ts'

const values: NameValues = {
  account: 'Shop',
  source: 'service',
  from: '2026-01-01',
  to: '2026-01-31',
  format: 'csv',
  gzip: false,
  index: 1,
  startedAt: Date.UTC(2026, 11, 31, 23, 30, 7),
  zone: 'Europe/Paris',
}

function name(pattern: string, changed: Partial<NameValues> = {}): string {
  return exportFileName(pattern, { ...values, ...changed })
}

describe('the name of an export', () => {
  it('keeps its numbers however long the rest is, so that every number gives another name', () => {
    const account = '株式会社'.repeat(20)
    for (const pattern of ['{account} {index}', '{index} {account}', '{account} {index:3} {account} {index}']) {
      const names = [1, 2, 10, 11, 100, 123_456].map((index) => name(pattern, { account, index }))
      expect(new Set(names).size).toBe(names.length)
      for (const one of names) expect(Buffer.byteLength(one)).toBeLessThanOrEqual(180)
    }
    expect(name('{account} {index}', { account, index: 7 })).toMatch(/^株.*7\.csv$/)
    expect(name('{index}-'.repeat(20), { index: 7 })).toBe(`${'7-'.repeat(20)}.csv`)
  })

  it('has the values of its variables, and the time of the zone', () => {
    expect(name(defaultNamePattern)).toBe('Shop service 2026-01-01 2026-01-31 2027-01-01 0030.csv')
    expect(name('{date}')).toBe('2027-01-01.csv')
    expect(name('{date:yyMMddTHHmmss}', { zone: 'UTC' })).toBe('261231T233007.csv')
    expect(name('{format} {index} {index:4}', { gzip: true, index: 12 })).toBe('csv 12 0012.csv.gz')
  })

  it('closes the gap where there is no period', () => {
    const period = { from: null, to: null, source: 'archive' as const }
    expect(name('{account} {source} {from} {to}', period)).toBe('Shop archive.csv')
    expect(name('{account} {from} {source}', period)).toBe('Shop archive.csv')
    expect(name('{from}', period)).toBe('Export.csv')
  })

  it('fills in each variable once, whatever the account is called', () => {
    expect(name('{account}', { account: '{date} $& {account}' })).toBe('{date} $& {account}.csv')
  })

  it.each([
    ['../../etc/passwd', '-..-etc-passwd.csv'],
    ['C:\\Shop "A" <b>?*|', 'C--Shop -A- -b----.csv'],
    ['CON', '_CON.csv'],
    ['lpt1 .x', '_lpt1 .x.csv'],
    ['COM¹', '_COM¹.csv'],
    ['invoice\u202Efdp', 'invoice-fdp.csv'],
    ['a\u0000b\nc\ud800', 'a-b c-.csv'],
    ['. .hidden. ', 'hidden..csv'],
    ['', 'Export.csv'],
  ])('of the account %j is safe on every system', (account, safe) => {
    expect(name('{account}', { account })).toBe(safe)
  })

  it('is safe, short and keeps its ending, whatever the pattern', () => {
    const letter = fc.constantFrom(
      ...'{}:/\\.<>|*? ayMd$&',
      '\0',
      '\u202e',
      '\ud800',
      '😀',
      'é',
      '{account}',
      '{date:',
      '}',
    )
    const text = fc.string({ unit: letter, maxLength: 400 })
    fc.assert(
      fc.property(text, text, (pattern, account) => {
        const made = name(pattern, { account, gzip: true })
        expect(made.endsWith('.csv.gz')).toBe(true)
        expect(new TextEncoder().encode(made).length).toBeLessThanOrEqual(180)
        expect(made.isWellFormed()).toBe(true)
        expect(made).not.toMatch(/[\p{Cc}\p{Cf}<>:"/\\|?*]|^[. ]/u)
      }),
    )
  })
})

describe('a pattern', () => {
  it.each([
    ['', 'Enter a name for the file.'],
    [' ', 'Enter a name for the file.'],
    [
      'a {acount}',
      'There is no variable named {acount}. Use {account}, {source}, {from}, {to}, {date}, {index} or {format}.',
    ],
    ['{account:x}', '{account} takes no colon. Write {account}.'],
    ['{index:0}', 'Enter the number of digits, from {index:1} to {index:9}.'],
    [
      '{date:yyyy-QQ}',
      '“Q” is not part of a date format. Use yyyy, yy, MM, dd, HH, mm and ss, as in {date:yyyy-MM-dd HHmm}.',
    ],
    ['{account', 'A { has no } that closes it.'],
    ['account}', 'A } has no { that opens it.'],
  ])('such as %j is refused with a sentence', (pattern, sentence) => expect(namePatternProblem(pattern)).toBe(sentence))

  it('may be any text, and each variable as it is shown', () => {
    for (const pattern of ['Messages', defaultNamePattern, ...nameVariables.map(({ text }) => text), '{index:3}']) {
      expect(namePatternProblem(pattern)).toBeNull()
    }
  })

  it('says whether it counts', () => {
    expect(['{index}', 'a {index:3}', '{date}', 'index'].map(hasIndex)).toEqual([true, true, false, false])
  })
})
