import { expect, test } from 'vitest'
import type { Host } from '../../../../lib/host/host.ts'
import { EditedDraft } from '../../../editor/index.ts'
import { DraftHost, draftOf } from '#test/support/draft-host.ts'
import { PeopleTable } from './people-table.svelte.ts'

const person = (address: string, values: (string | null)[] = []) => ({ address, name: '', values, parts: [] })

test('duplicates are those of the rows on the screen, even if the rows were not scanned since they changed', async () => {
  const rows = ['a', 'b', 'a', 'c'].map((name) => person(`${name}@example.org`))
  const draft = new EditedDraft(new DraftHost() as unknown as Host, draftOf({}))
  draft.changePeople({ ...draft.people, rows })
  const table = new PeopleTable(draft)
  await table.look()
  table.insertRows(0, [person('new@example.org')])
  expect(table.removeDuplicates()).toBe(1)
  expect(table.people.rows.map(({ address }) => address.split('@')[0])).toEqual(['new', 'a', 'b', 'c'])
  expect(table.removeDuplicates()).toBe(0)
})

test('rows removed under a filter, one after another, are the rows it found', async () => {
  const names = Array.from({ length: 1200 }, (_, at) => (at % 100 === 0 ? 'twice' : `p${at}`))
  const draft = new EditedDraft(new DraftHost() as unknown as Host, draftOf({}))
  draft.changePeople({ ...draft.people, rows: names.map((name) => person(`${name}@example.org`)) })
  const table = new PeopleTable(draft)
  await table.look()
  await table.find('duplicates', '')
  for (let press = 0; press < 5; press++) {
    table.move({ row: 1, column: 0 })
    table.removeRows()
  }
  expect(table.people.rows).toHaveLength(1195)
  expect(table.people.rows.filter(({ address }) => address === 'twice@example.org')).toHaveLength(7)
  expect(table.undo()).toBe(true)
  expect(table.personAt(1)?.address).toBe('twice@example.org')
})

test('two pastes at once are both made, and so is one during which a cell changes', async () => {
  const draft = new EditedDraft(new DraftHost() as unknown as Host, draftOf({}))
  draft.changePeople({ ...draft.people, rows: ['a', 'b', 'c'].map((name) => person(`${name}@example.org`)) })
  const table = new PeopleTable(draft)
  const pasteAt = (row: number, text: string) => {
    table.move({ row, column: 0 })
    return table.paste(text)
  }
  const pastes = [pasteAt(0, 'x@example.org'), pasteAt(0, 'y@example.org'), pasteAt(3, 'z@example.org\nzz@example.org')]
  table.write(1, table.columns[0]!, 'typed@example.org')
  await Promise.all(pastes)
  const addresses = () => table.people.rows.map(({ address }) => address.split('@')[0])
  expect(addresses()).toEqual(['y', 'typed', 'c', 'z', 'zz'])
  const late = pasteAt(2, 'w@example.org')
  table.removeRows({ top: 2, bottom: 2, left: 0, right: 0 })
  expect(await late).toBeNull()
  expect(addresses()).toEqual(['y', 'typed', 'z', 'zz'])
})

test('a recipient with a subject needs its values instead of those of the message’s subject', async () => {
  const draft = new EditedDraft(new DraftHost() as unknown as Host, draftOf({ subject: '{{first}} {{city}}' }))
  const rows = [
    person('a@example.org', [null, null, 'Hello']),
    person('b@example.org', ['Bob', null, 'For {{first}} of {{team}}']),
    person('c@example.org', [null, null, null]),
  ]
  draft.changePeople({ columns: ['first', 'team', 'subject'], rows })
  const table = new PeopleTable(draft)
  await table.look()
  const places = [0, 1, 2].map(
    () => table.toNextHole() && { ...table.active, name: table.columns[table.active.column] },
  )
  expect(places).toMatchObject([
    { row: 1, name: { name: 'team' } },
    { row: 2, name: { name: 'first' } },
    { row: 2, name: { name: 'city' } },
  ])
  expect(table.scan).toMatchObject({ holes: 3, holeRows: 2 })
  // Only a recipient’s subject uses this variable.
  expect(table.columns).toContainEqual({ kind: 'value', index: 1, name: 'team', use: 'variable' })
  draft.change({ preheader: '{{city}}' })
  draft.variables.settle()
  await table.look()
  expect(table.scan).toMatchObject({ holes: 5, holeRows: 3 })
})

test('a variable that only a recipient’s subject uses gets a column in which it can be filled in', async () => {
  const draft = new EditedDraft(new DraftHost() as unknown as Host, draftOf({ subject: 'Hello' }))
  draft.changePeople({
    columns: ['subject', 'unused'],
    rows: [person('a@example.org', [null, 'x']), person('b@example.org', ['For {{code}}', 'x'])],
  })
  const table = new PeopleTable(draft)
  await table.look()
  expect(table.columns.slice(2)).toEqual([
    { kind: 'value', index: 0, name: 'subject', use: 'subject' },
    { kind: 'value', index: 1, name: 'unused', use: 'unused' },
    { kind: 'missing', name: 'code' },
  ])
  expect(table.toNextHole()).toBe(true)
  expect(table.active).toEqual({ row: 1, column: 4 })
  table.write(1, table.columns[2]!, 'Hello')
  await table.look()
  expect(table.columns).toHaveLength(4)
  expect(table.active).toEqual({ row: 1, column: 3 })
})

test('names can be filled in only if a recipient needs them', async () => {
  const draft = new EditedDraft(new DraftHost() as unknown as Host, draftOf({ subject: 'Hello {{name}}' }))
  draft.changePeople({ columns: ['subject'], rows: [{ ...person('a@example.org', ['Hello']), name: 'Ann' }] })
  const table = new PeopleTable(draft)
  await table.look()
  expect(table.needs.unfilledNames).toBe(0)
  draft.changePeople({ columns: ['subject'], rows: [{ ...person('a@example.org', [null]), name: 'Ann' }] })
  await table.look()
  expect(table.needs.unfilledNames).toBe(1)
})
