import { describe, expect, test } from 'vitest'
import type { DraftPeople, Person } from '#shared/contract/base/draft.ts'
import { gridColumns } from './grid-columns.ts'
import { pasteBlock } from './paste-block.ts'
import { pasteableText, readPastedTable } from './pasted-table.ts'
import { finished } from '../../base/finished.ts'

const person = (address: string, ...values: (string | null)[]): Person => ({ address, name: '', values, parts: [] })
const people = (columns: string[], ...rows: Person[]): DraftPeople => ({ columns, rows })
const read = (text: string) => finished(readPastedTable(text))
const paste = (into: DraftPeople, text: string, { row = 0, column = 0, variables = [] as string[] } = {}) =>
  finished(pasteBlock(into, read(text), { columns: gridColumns(into.columns, variables), row, column, shown: null }))

describe('A block from a spreadsheet', () => {
  test.each([
    [
      'a\tb\nc\td',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a\rb', [['a'], ['b']]],
    ['"two\nlines"\t"a ""quoted"" word"', [['two\nlines', 'a "quoted" word']]],
    ['"tab\there"\tx', [['tab\there', 'x']]],
    ['"Ann" <ann@x.example>\ty', [['"Ann" <ann@x.example>', 'y']]],
    ['"never closed\tx', [['"never closed', 'x']]],
    ['say "hi"', [['say "hi"']]],
    [
      'a\t\tb\n\t\t',
      [
        ['a', '', 'b'],
        ['', '', ''],
      ],
    ],
    ['\uFEFFa', [['a']]],
    ['=SUM(A1)\t</script>\t{{x}}', [['=SUM(A1)', '</script>', '{{x}}']]],
    ['', []],
  ])('is read from %j', (text, rows) => {
    expect(read(text)).toEqual(rows)
  })

  test('is read again as it was copied', () => {
    const rows = [['a\tb', 'two\nlines', '"q"', ' x ', '']]
    expect(read(pasteableText(rows))).toEqual(rows)
  })

  test('costs time in proportion to its length, however its quotes are set', () => {
    for (const text of [
      '"'.repeat(300_000),
      '"a\t'.repeat(100_000),
      '"""\t""\t'.repeat(60_000),
      '"\n'.repeat(150_000),
    ]) {
      expect(read(text).length).toBeGreaterThan(0)
    }
  })

  test('fills cells from the chosen one on, and grows the table', () => {
    const pasted = paste(people(['a'], person('x@x.example', '1')), '1\t2\n3\t4\n5\t', {
      column: 2,
      variables: ['a', 'b'],
    })
    expect(pasted.people).toEqual(
      people(['a', 'b'], person('x@x.example', '1', '2'), person('', '3', '4'), person('', '5', null)),
    )
    expect(pasted).toMatchObject({ rows: 3, byHeaders: false, left: { rows: 0, columns: 0 } })
  })

  test('is added by the names of its first line', () => {
    const text = 'Vorname\tE-Mail\tmeta.order\nAnn\tann@x.example\t7\n\t\t\nBob\t"Bob B." <bob@x.example>\t8'
    const pasted = paste(people(['Vorname'], person('x@x.example', 'Xi')), text, { row: 0 })
    expect(pasted.byHeaders).toBe(true)
    expect(pasted.people.columns).toEqual(['Vorname', 'meta.order'])
    expect(pasted.people.rows.slice(1)).toEqual([
      person('ann@x.example', 'Ann', '7'),
      { ...person('bob@x.example', 'Bob', '8'), name: 'Bob B.' },
    ])
  })

  test('finds its addresses by themselves in an empty table', () => {
    const { people: next } = paste(people([]), '7\tann@x.example\n8\tbob@x.example')
    expect(next).toEqual(people(['column1'], person('ann@x.example', '7'), person('bob@x.example', '8')))
  })

  test('leaves out what has no column', () => {
    expect(paste(people([]), 'a\tb\tc', { column: 1 }).left).toEqual({ rows: 0, columns: 2 })
  })
})
