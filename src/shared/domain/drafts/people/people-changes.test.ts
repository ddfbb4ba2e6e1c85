import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DraftPeople, Person } from '#shared/contract/base/draft.ts'
import { mostRowsAtOnce } from '#shared/contract/base/draft-limits.ts'
import { peopleChanges, withChange } from './people-changes.ts'

const rows = Array.from({ length: 12 }, (_, index): Person => row(`p${index}@x.org`))

function row(address: string, value = ''): Person {
  return { address, name: '', values: [value], parts: [] }
}

function changed(before: DraftPeople, after: DraftPeople): DraftPeople {
  return [...peopleChanges(before, after)].reduce(withChange, before)
}

const table = fc.record({
  columns: fc.array(fc.constantFrom('name', 'order')),
  rows: fc.array(fc.constantFrom(...rows)),
})

test('the changes between two tables lead from one to the other', () => {
  fc.assert(
    fc.property(table, table, (before, after) => {
      expect(changed(before, after)).toEqual(after)
    }),
  )
})

test('a cell that is edited is one row', () => {
  const before = { columns: ['name'], rows }
  const after = { columns: ['name'], rows: rows.with(5, row('new@x.org')) }
  expect([...peopleChanges(before, after)]).toEqual([{ at: 5, remove: 1, rows: [row('new@x.org')] }])
})

test('a long table comes in pieces that fit into a call, and a row that does not fit comes alone', () => {
  const many = Array.from({ length: 20_000 }, (_, index) =>
    row(`p${index}@x.org`, 'x'.repeat(index === 7000 ? 900_000 : 20)),
  )
  const after = { columns: ['name'], rows: many }
  const changes = [...peopleChanges({ columns: [], rows: [] }, after)]
  expect(changes.every(({ rows: part }) => part.length <= mostRowsAtOnce)).toBe(true)
  const long = changes.filter((change) => JSON.stringify(change).length > 500_000)
  expect(long).toHaveLength(1)
  expect(long[0]!.rows).toHaveLength(1)
  expect(changes.reduce(withChange, { columns: [], rows: [] })).toEqual(after)
})
