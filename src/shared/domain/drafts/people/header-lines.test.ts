import { expect, test } from 'vitest'
import type { DraftPeople, Person } from '#shared/contract/base/draft.ts'
import { goodContent } from '#test/support/mails/good-draft.ts'
import { english } from '../../base/plural.ts'
import { finished } from '../../base/finished.ts'
import { peopleFindings } from '../checks/people-rules.ts'
import { withHeaderLines } from './header-lines.ts'

const person = (name: string, ...values: (string | null)[]): Person => ({
  address: `${name.trim().slice(0, 3).toLowerCase()}@x.example`,
  name,
  values,
  parts: [],
})
const content = { ...goodContent, subject: 'Hi {{ First }}', html: '<p>{{city}}</p>', text: '' }
const findingsOf = (people: DraftPeople) =>
  finished(peopleFindings({ content, people, allowed: [], near: null }, english)).filter(({ id }) =>
    id.startsWith('people-lines'),
  )

test('a value that breaks the subject is an error with its rows, its column and a mend', () => {
  const people = {
    columns: ['city', 'first'],
    rows: [
      person('Ann', 'Bonn', 'Ann'),
      person('Bob', 'Bonn', 'Bob\r\nBcc: eve@x.example'),
      person('Cy', 'A', 'C\u2028y'),
    ],
  }
  const [finding, ...others] = findingsOf(people)
  expect(others).toEqual([])
  expect(finding).toMatchObject({
    severity: 'error',
    mend: { kind: 'one-line', cell: 1 },
    target: { kind: 'person', row: 1, rows: [1, 2], column: 'first' },
    text: expect.stringMatching(/^“first”, which the subject uses, .* in 2 rows, first in row 2\./),
  })
  const mended = finished(withHeaderLines(content, people, 1))
  expect(mended.rows.map(({ values }) => values)).toEqual([
    ['Bonn', 'Ann'],
    ['Bonn', 'Bob Bcc: eve@x.example'],
    ['A', 'C y'],
  ])
  expect(mended.rows[0]).toBe(people.rows[0])
  expect(findingsOf(mended)).toEqual([])
})

test('only values that are used in a header count', () => {
  const people = {
    columns: ['city', 'first', 'unused', 'meta.note', 'Subject'],
    rows: [
      person('Ann', 'Bonn\nBeuel', 'Ann', 'a\nb', 'a\nb', null),
      person('Bob \n', 'Bonn', 'B\nob', null, null, 'Your order'),
    ],
  }
  expect(findingsOf(people)).toEqual([])
})

test('a name and an own subject with its variables count', () => {
  const people = {
    columns: ['city', 'first', 'subject'],
    rows: [person('Ann\tLee', 'x', 'Ann', null), person('Bob', 'Bonn\nBeuel', 'Bob', 'To {{CITY}}\n')],
  }
  expect(findingsOf(people).map(({ id, mend, target }) => [id, mend, target])).toEqual([
    [
      'people-lines-name',
      { kind: 'one-line', cell: 'name' },
      { kind: 'person', row: 0, rows: [0], column: { kind: 'name' } },
    ],
    ['people-lines subject', { kind: 'one-line', cell: 2 }, { kind: 'person', row: 1, rows: [1], column: 'subject' }],
    ['people-lines city', { kind: 'one-line', cell: 0 }, { kind: 'person', row: 1, rows: [1], column: 'city' }],
  ])
  const named = finished(withHeaderLines(content, people, 'name'))
  expect(named.rows.map(({ name }) => name)).toEqual(['Ann Lee', 'Bob'])
  expect(named.rows[1]).toBe(people.rows[1])
})

test('a hundred thousand rows are looked at and mended in turns', () => {
  const rows = Array.from({ length: 100_000 }, (_none, at) => person('Ann', 'x', `${at}\n`))
  const people = { columns: ['city', 'first'], rows }
  const turns = Array.from(peopleFindings({ content, people, allowed: [], near: null }, english)).length
  expect(turns).toBeGreaterThanOrEqual(500)
  expect(Array.from(withHeaderLines(content, people, 1)).length).toBeGreaterThanOrEqual(100)
})
