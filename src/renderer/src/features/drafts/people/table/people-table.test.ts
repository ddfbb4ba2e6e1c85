import { expect, test } from 'vitest'
import type { Host } from '../../../../lib/host/host.ts'
import { EditedDraft } from '../../../editor/index.ts'
import { DraftHost, draftOf } from '#test/support/draft-host.ts'
import { PeopleTable } from './people-table.svelte.ts'

const person = (address: string) => ({ address, name: '', values: [], parts: [] })

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
