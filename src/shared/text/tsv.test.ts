import { expect, test } from 'vitest'
import { tsvLine } from './tsv.ts'

test('tabs and lines inside a cell do not break the copied table', () => {
  expect(tsvLine(['a\tb', 'c\r\nd'])).toBe('a b\tc d')
})

test('what is copied runs as no formula where it is pasted, and numbers stay numbers', () => {
  const cells = ['=HYPERLINK("http://a.example")', '@SUM(1)', '"=1+1"', "'=1", '-5', '+1.5', 'a=b', '']
  expect(tsvLine(cells).split('\t')).toEqual([
    `'=HYPERLINK("http://a.example")`,
    `'@SUM(1)`,
    `'"=1+1"`,
    `''=1`,
    '-5',
    '+1.5',
    'a=b',
    '',
  ])
})

test('nothing in front of a formula hides it', () => {
  const fronts = ['\t', ' ', '\r\n', '\u00A0', '\u3000', '\u200B', '\uFEFF', '\0', '\u2028', '"\t\'', '\u202E ']
  for (const front of fronts) {
    for (const sign of ['=', '+', '-', '@', '＝', '＋', '－', '＠']) {
      const cell = `${front}${sign}cmd|x`
      expect(tsvLine([cell]).startsWith("'"), JSON.stringify(cell)).toBe(true)
    }
  }
  expect(tsvLine([' -5', '\t+1.5', ' a=b'])).toBe(' -5\t +1.5\t a=b')
})
