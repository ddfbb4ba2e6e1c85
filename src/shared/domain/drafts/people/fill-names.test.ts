import { expect, test } from 'vitest'
import type { DraftPeople } from '../../../contract/base/draft.ts'
import { goodContent } from '#test/support/mails/good-draft.ts'
import { english } from '../../base/plural.ts'
import { finished } from '../../base/finished.ts'
import { peopleFindings } from '../checks/people-rules.ts'
import { renderDraft } from '../render-draft.ts'
import { areSomeNamed, withNamesFilled } from './fill-names.ts'

const person = (name: string, ...values: (string | null)[]) => ({ address: 'a@x.example', name, values, parts: [] })
const content = { ...goodContent, subject: 'Hi {{Name}}', html: '<p>For {{name}}</p>' }
const findingsOf = (people: DraftPeople) =>
  finished(peopleFindings({ content, people, allowed: [], near: null }, english)).filter(({ id }) =>
    /^people-(?:hole|named)/.test(id),
  )

test('a hole for {{name}} is a finding of its own where a name beside the address can fill it', () => {
  const people = { columns: [], rows: [person('Ann Lee'), person(' '), person('Bob')] }
  expect(findingsOf(people)).toMatchObject([
    { id: 'people-named Name', severity: 'error', mend: { kind: 'fill-names' }, target: { rows: [0, 2] } },
    { id: 'people-hole Name', severity: 'error', target: { rows: [1] } },
  ])
  expect(areSomeNamed(people)).toBe(true)
  expect(areSomeNamed({ columns: [], rows: [person('')] })).toBe(false)
})

test('what fills {{name}} stands in the table, is previewed and sent', () => {
  const before = { columns: ['city'], rows: [person(' Ann Lee '), person('')] }
  const people = withNamesFilled(before)
  expect(people).toEqual({ columns: ['city', 'name'], rows: [person(' Ann Lee ', null, 'Ann Lee'), person('')] })
  expect(people.rows[1]).toBe(before.rows[1])
  expect(findingsOf(people)).toMatchObject([{ id: 'people-hole Name', target: { rows: [1] } }])
  const values = { values: { name: people.rows[0]!.values[1]! }, subject: undefined, meta: {} }
  expect(renderDraft(content, values)).toMatchObject({ subject: 'Hi Ann Lee', unknown: [] })
})

test('a value that was written for somebody stays, also an empty one', () => {
  const people = { columns: ['NAME'], rows: [person('Ann', 'Annie'), person('Bob', ''), person('Cy', null)] }
  expect(withNamesFilled(people).rows.map(({ values }) => values)).toEqual([['Annie'], [''], ['Cy']])
})
