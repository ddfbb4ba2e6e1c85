import { expect, test } from 'vitest'
import { RecipientSearch } from './recipient-search.svelte.ts'

const people = {
  columns: [],
  rows: Array.from({ length: 1000 }, (_none, index) => ({
    address: `p${index}@b.c`,
    name: index === 7 ? 'Ann' : '',
    values: [],
    parts: [],
  })),
}

test('of many recipients the first that match are offered, and the chosen one is always among them', async () => {
  const recipients = new RecipientSearch()
  expect(recipients.options(people, null)).toHaveLength(50)
  expect(recipients.options(people, 900)).toHaveLength(51)
  expect(recipients.options(people, 900)[0]).toEqual({ value: '900', label: 'p900@b.c', detail: 'Row 901' })
  await recipients.search(people, ' ANN ')
  expect(recipients.options(people, null)).toEqual([{ value: '7', label: 'p7@b.c', detail: 'Ann' }])
  await recipients.search(people, '')
  expect(recipients.options(people, null)).toHaveLength(50)
})

test('nothing is offered when nothing matches, and no row that was removed meanwhile', async () => {
  const recipients = new RecipientSearch()
  await recipients.search(people, 'nobody')
  expect(recipients.options(people, null)).toEqual([])
  await recipients.search(people, 'p999@')
  expect(recipients.options({ columns: [], rows: people.rows.slice(0, 10) }, 900)).toEqual([])
})
