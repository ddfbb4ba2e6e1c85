import { expect, test } from 'vitest'
import { copyRows } from '#core/messages/copy-rows.ts'
import { everything } from '#shared/domain/query/ast.ts'
import type { Message } from '#shared/domain/messages/record.ts'
import { generateMessages } from '#test/core/archive/support/generate.ts'
import { openArchive } from '#test/core/archive/support/open-archive.ts'

const search = { query: everything, context: { now: 0, zone: 'UTC' } }
const [example] = generateMessages({ count: 1 })
const made = (number: number): Message => ({ ...example!, id: `m${number}`, createdDate: number * 60_000 })
const madeAll = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => made(from + at))

/** An archive of 1,200 messages, and a copy of the rows that were at these positions before others arrived. */
async function shown() {
  const archive = await openArchive()
  await archive.import(madeAll(0, 1200))
  const { rows } = await archive.search({ ...search, offset: 0, limit: 1200 })
  const copy = async (first: number, last: number, { isLastRead = true } = {}) => {
    const ends = { firstRow: rows[first]!.row, lastRow: isLastRead ? rows[last]!.row : null }
    const ranges = [{ first, last, ...ends }]
    const { text } = await copyRows(archive, search, { ranges, signal: new AbortController().signal })
    return text
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t').at(-1))
  }
  return { archive, rows, copy }
}

test('the selected rows are copied, though newer messages have moved them', async () => {
  const { archive, rows, copy } = await shown()
  await archive.import(madeAll(1200, 1203))
  const ids = rows.map(({ id }) => id)
  expect(await copy(0, 0)).toEqual([ids[0]])
  expect(await copy(100, 1100)).toEqual(ids.slice(100, 1101))
  expect(await copy(3, 9, { isLastRead: false })).toEqual(ids.slice(3, 10))
})

test('nothing is copied if other messages have come between the selected rows', async () => {
  const { archive, rows, copy } = await shown()
  await archive.import([{ ...made(1190), id: 'between', createdDate: 1190 * 60_000 + 30_000 }])
  await expect(copy(0, 20)).rejects.toMatchObject({ code: 'conflict' })
  expect(await copy(0, 3)).toEqual(rows.slice(0, 4).map(({ id }) => id))
})
