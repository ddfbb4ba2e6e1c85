import { expect, test } from 'vitest'
import { htmlFinding } from '#shared/domain/drafts/checks/finding.ts'
import { applyEdits, editBetween } from '../../markup/index.ts'
import { movedFindings, movedRange } from './moved-range.ts'

test.each([
  ['before [mark] after', 'x before [mark] after', '[mark]'],
  ['before [mark] after', '[mark] after', '[mark]'],
  ['before [mark] after', 'before [mark]', '[mark]'],
  ['before [mark] after', 'before [ma--rk] after', '[ma--rk]'],
  ['before [mark] after', 'before [mk] after', '[mk]'],
  ['before [mark] after', 'before [mark] after', '[mark]'],
])('a part of %j is found in %j', (before, after, expected) => {
  const from = before.indexOf('[')
  const { from: start, to } = movedRange({ from, to: from + 6 }, editBetween(before, after))
  expect(after.slice(start, to)).toBe(expected)
})

test('a part that is replaced is where its replacement is', () => {
  const edit = { from: 2, to: 8, insert: 'new' }
  expect(applyEdits('ab[mark]cd', [edit])).toBe('abnewcd')
  expect(movedRange({ from: 4, to: 6 }, edit)).toEqual({ from: 2, to: 5 })
})

test('a finding moves with all its positions', () => {
  const ranges = [
    { from: 0, to: 2 },
    { from: 10, to: 12 },
  ]
  const [moved] = movedFindings([htmlFinding('a', 'hint', ranges, 'x')], { from: 5, to: 5, insert: '12' })
  expect(moved?.target).toEqual({ kind: 'html', from: 0, to: 2 })
  expect(moved?.ranges).toEqual([
    { from: 0, to: 2 },
    { from: 12, to: 14 },
  ])
})
