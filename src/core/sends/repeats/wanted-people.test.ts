import { expect, test } from 'vitest'
import { emptyContent } from '#shared/domain/drafts/empty-content.ts'
import { Turns, wantedPeople } from './wanted-people.ts'

const rows = Array.from({ length: 10_000 }, (_, row) => ({
  address: ` Reader${row % 9000}@example.org`,
  name: '',
  values: [],
  parts: [],
}))

test('recipients are looked at in turns, until nobody waits for the result any more', async () => {
  const all = new AbortController()
  const wanted = await wantedPeople(emptyContent, { columns: [], rows }, new Turns(all.signal, 0))
  expect(wanted.rows.size).toBe(9000)
  expect(wanted.rows.get('reader1@example.org')).toEqual([1, 9001])
  const gone = new AbortController()
  setImmediate(() => gone.abort())
  const work = wantedPeople(emptyContent, { columns: [], rows }, new Turns(gone.signal, 0))
  await expect(work).rejects.toThrow('aborted')
})
