import { expect, test } from 'vitest'
import type { Host } from '../../../lib/host/host.ts'
import { EditedDraft } from '../../editor/index.ts'
import { DraftHost, draftOf } from '#test/support/draft-host.ts'
import { GridEditing } from './grid-editing.svelte.ts'
import { PeopleTable } from './table/people-table.svelte.ts'

/** A table with one value per recipient, and everything that was typed for somebody who is gone. */
function open() {
  const draft = new EditedDraft(new DraftHost() as unknown as Host, draftOf({}))
  const rows = ['a', 'b', 'c'].map((name) => ({ address: `${name}@example.org`, name, values: [name], parts: [] }))
  draft.changePeople({ columns: ['code'], rows })
  const table = new PeopleTable(draft)
  const lost: string[] = []
  const nothing = () => undefined
  const needs = { files: () => [], page: () => 10, focus: nothing, openFiles: nothing, openColumnMenu: nothing }
  const editing = new GridEditing({ ...needs, table, lost: (text) => lost.push(text) })
  /** As read from the disk: each row is another object. */
  const saveElsewhere = (change: (people: typeof draft.people) => typeof draft.people) => {
    draft.people = structuredClone(change(structuredClone(draft.people)))
  }
  const codes = () => table.people.rows.map(({ name, values }) => [name, values[0]].join(' '))
  return { editing, table, lost, saveElsewhere, codes }
}

const codeOf = (row: number) => ({ row, column: 2 })

test('a value goes to its recipient, even if another window removed an earlier row in the meantime', async () => {
  const { editing, lost, saveElsewhere, codes } = open()
  editing.edit(codeOf(1))
  saveElsewhere(({ columns, rows }) => ({ columns, rows: rows.slice(1) }))
  await editing.close('new', 'stay')
  expect([codes(), lost]).toEqual([['b new', 'c c'], []])
})

test('a value goes to its column, even if another window added an earlier one', async () => {
  const { editing, table, saveElsewhere } = open()
  editing.edit(codeOf(1))
  saveElsewhere(({ rows }) => ({
    columns: ['first', 'code'],
    rows: rows.map((row) => ({ ...row, values: [null, ...row.values] })),
  }))
  await editing.close('new', 'stay')
  expect(table.people.rows[1]!.values).toEqual([null, 'new'])
})

test('a value of a recipient who is gone is written to nobody, and handed back', async () => {
  const { editing, lost, saveElsewhere, codes } = open()
  editing.edit(codeOf(1))
  saveElsewhere(({ columns, rows }) => ({ columns, rows: rows.filter(({ name }) => name !== 'b') }))
  await editing.close('new', 'stay')
  expect([codes(), lost]).toEqual([['a a', 'c c'], ['new']])
})

test('a single letter typed over a cell is written, and a new recipient is added below the last one', async () => {
  const { editing, codes, table } = open()
  editing.edit(codeOf(0), 'x')
  await editing.close('x', 'stay')
  editing.edit({ row: 3, column: 0 })
  await editing.close('d@example.org', 'down')
  expect(codes()).toEqual(['a x', 'b b', 'c c', ' '])
  expect(table.people.rows[3]!.address).toBe('d@example.org')
})
