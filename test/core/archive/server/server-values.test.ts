import fc from 'fast-check'
import { expect } from 'vitest'
import { metaPairs } from '#shared/domain/messages/matches.ts'
import type { Message } from '#shared/domain/messages/record.ts'
import type { ListedField, ListedValue, ValuesRequest } from '#shared/domain/messages/search.ts'
import { everything } from '#shared/domain/query/ast.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { message, query } from '../support/arbitrary.ts'
import { generateMessages } from '../support/generate.ts'
import { patiently } from '../support/patiently.ts'
import { openBoth, samplesOf, secondsApart, withOwnIds } from '../support/both-archives.ts'
import { onServer } from '../support/open-server.ts'

const context = { now: Date.UTC(2026, 0, 4, 12), zone: 'Europe/Paris' }
const fields: readonly ListedField[] = ['from', 'tag', 'key', 'state', 'domain', 'metaKeys', 'to', 'meta']

/** Among equally frequent spellings, either may be shown. */
function folded(values: readonly ListedValue[]): string[] {
  return values.map(({ value, messages }) => `${fold(value).slice(0, 128).toWellFormed()} ${messages}`).sort()
}

function writtenOf(field: ListedField, record: Message): readonly string[] {
  if (field === 'to') return [record.email]
  return metaPairs(record).flatMap(({ key, value }) => (key === 'order' ? [value] : []))
}

onServer('lists the same values as the file, for any search and prefix', { timeout: 300_000 }, async () => {
  const given = fc.tuple(
    fc.array(message, { minLength: 1, maxLength: 60 }),
    fc.array(query, { minLength: 4, maxLength: 4 }),
  )
  for (const [drawn, queries] of samplesOf(given, 3)) {
    const records = withOwnIds(drawn)
    const { file, server } = await openBoth(records)
    for (const search of [undefined, ...[everything, ...queries].map((each) => ({ query: each, context }))]) {
      for (const field of fields) {
        for (const prefix of ['', 'De', 'jane@']) {
          const request: ValuesRequest = { field, key: 'Order', prefix, limit: 1000, ...(search && { search }) }
          const found = await server.values(request)
          expect(folded(found), JSON.stringify(request)).toEqual(folded(patiently(() => file.values(request))))
          const counts = found.map(({ messages }) => messages!)
          expect(counts).toEqual(counts.toSorted((a, b) => b - a))
          if (field !== 'to' && field !== 'meta') continue
          const written = new Set(records.flatMap((record) => writtenOf(field, record)))
          for (const { value } of found) expect(written).toContain(value)
        }
      }
    }
  }
})

onServer('lists values in their most common spelling', async () => {
  const records = secondsApart(generateMessages({ count: 60 })).map((record, index) => ({
    ...record,
    tags: [index < 30 ? 'Été' : index < 40 ? 'été' : index < 55 ? 'b' : 'c'],
  }))
  const { server, file } = await openBoth(records)
  const search = { query: { kind: 'flag', field: 'clicked', value: false } as const, context }
  for (const request of [
    { field: 'tag', prefix: '', search },
    { field: 'tag', prefix: '', limit: 2, search },
    { field: 'tag', prefix: 'e' },
    { field: 'from', prefix: '', limit: 3 },
    { field: 'state', prefix: '', limit: 1, search },
  ] as const) {
    expect(await server.values(request)).toEqual(patiently(() => file.values(request)))
  }
})

onServer('lists order numbers as they are written, and counts the remaining ones after a few letters', async () => {
  const records = secondsApart(generateMessages({ count: 1200 })).map((record, index) => ({
    ...record,
    meta: { order: `N-${10_000 + index}` },
  }))
  const { server } = await openBoth(records)
  const orders = (prefix: string, search?: ValuesRequest['search']) =>
    server.values({ field: 'meta', key: 'order', prefix, ...(search && { search }) })
  const newest = Array.from({ length: 20 }, (_, index) => ({ value: `N-${11_199 - index}`, messages: null }))
  expect(await orders('')).toEqual(newest)
  expect(await orders('', { query: everything, context })).toEqual(newest)
  expect(await orders('n-1012')).toEqual(
    Array.from({ length: 10 }, (_, index) => ({ value: `N-1012${index}`, messages: 1 })),
  )
})
