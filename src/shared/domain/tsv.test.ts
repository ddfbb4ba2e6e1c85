import { expect, test } from 'vitest'
import { tsvLine } from './tsv.ts'

test('tabs and lines inside a cell do not break the copied table', () => {
  expect(tsvLine(['a\tb', 'c\r\nd'])).toBe('a b\tc d')
})

test('what is copied runs as no formula where it is pasted, and numbers stay numbers', () => {
  const cells = ['=HYPERLINK("http://a.example")', '@SUM(1)', '"=1+1"', "'=1", '-5', '+1.5', 'a=b', '']
  expect(tsvLine(cells).split('\t')).toEqual([
    `'=HYPERLINK("http://a.example")`,
    ...[`'@SUM(1)`, `'"=1+1"`, `''=1`, '-5', '+1.5', 'a=b', ''],
  ])
})
