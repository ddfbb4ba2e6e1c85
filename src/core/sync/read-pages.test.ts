import { expect, test } from 'vitest'
import type { Message } from '#shared/domain/messages/record.ts'
import { generateMessages } from '#test/core/archive/support/generate.ts'
import { readPages } from './read-pages.ts'
import type { Page } from './source.ts'

const [first, second, third] = [...generateMessages({ count: 3 })] as [Message, Message, Message]
/** More calls than any of these services has pages, so that a reading without an end fails. */
const mostCalls = 10

/** Reads from a service that returns its last page again for every later page. */
async function read(...pages: readonly Page[]) {
  let calls = 0
  const source = {
    page: (_period: unknown, page: number) => {
      if (++calls > mostCalls) return Promise.reject(new Error('Too many pages were read.'))
      return Promise.resolve(pages[page - 1] ?? pages.at(-1)!)
    },
  }
  const { signal } = new AbortController()
  const found = await readPages({ from: 0, to: 1 }, { source, pageSize: 2, signal, turn: () => Promise.resolve() })
  return { ...found, calls }
}

test('a repeated page with an unreadable record ends the reading, and its record is counted once', async () => {
  const pages: Page[] = [
    { messages: [first, second], problems: 0, total: null },
    { messages: [third], problems: 1, total: null },
  ]
  expect(await read(...pages)).toEqual({ messages: [first, second, third], problems: 1, calls: 3 })
})

test('a repeated page of unreadable records ends the reading', async () => {
  const pages: Page[] = [
    { messages: [first, second], problems: 0, total: null },
    { messages: [], problems: 2, total: null },
  ]
  expect(await read(...pages)).toEqual({ messages: [first, second], problems: 2, calls: 2 })
})

test('a page of unreadable records between others does not end the reading if the service reports a total', async () => {
  const pages: Page[] = [
    { messages: [first, second], problems: 0, total: 5 },
    { messages: [], problems: 2, total: 5 },
    { messages: [third], problems: 0, total: 5 },
  ]
  expect(await read(...pages)).toEqual({ messages: [first, second, third], problems: 2, calls: 3 })
})

test('an unreadable record of a repeated page does not stand for a message that is missing', async () => {
  await expect(read({ messages: [first, second], problems: 1, total: 4 })).rejects.toMatchObject({
    code: 'records-missing',
    details: { total: 4, records: 3 },
  })
})
