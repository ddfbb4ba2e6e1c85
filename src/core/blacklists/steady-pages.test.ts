import { expect, onTestFinished, test } from 'vitest'
import { anyScope } from '#test/core/blacklists/support.ts'
import { createDataFolder } from '#test/support/data-folder.ts'
import { steadyPages } from './steady-pages.ts'
import { storeMethods } from './store/methods.ts'

const { type, sort, ...scope } = anyScope
const asked = { type, scope, sort }

async function listOf(count: number) {
  const folder = await createDataFolder()
  onTestFinished(() => folder.remove())
  const store = storeMethods({ folder: folder.path })
  for (let at = 0; at < count; at++) {
    await store.put(type, { email: `person${at}@x.org`, date: at, reason: '', list: '' })
  }
  return { store, pages: steadyPages((offset) => store.rows(asked, offset, 2)) }
}

test('every row is read once, whatever the size of the pages', async () => {
  const { pages } = await listOf(5)
  const found: unknown[] = []
  for await (const { items } of pages) found.push(items.map((item) => item.kind === 'entry' && item.date))
  expect(found).toEqual([[4, 3], [2, 1], [0]])
})

test('rows that moved between two pages are an error', async () => {
  const { store, pages } = await listOf(5)
  await pages.next()
  await store.remove(type, ['person4@x.org'])
  await expect(pages.next()).rejects.toMatchObject({ code: 'conflict', retryable: true })
})
