import { expect, it } from 'vitest'
import { parse } from '#shared/domain/query/parse.ts'
import { generateMessages } from '#test/core/archive/support/generate.ts'
import { openArchive } from '#test/core/archive/support/open-archive.ts'

it('counts the same last 7 days in a search, in figures, and for the days of a dashboard', async () => {
  const archive = await openArchive()
  // Half past ten in Paris: exactly 168 hours earlier is also within a day.
  const context = { now: Date.parse('2026-11-24T10:30+01:00'), zone: 'Europe/Paris' }
  const times = [
    '2026-11-17T23:59:59+01:00',
    '2026-11-18T00:00:00+01:00',
    '2026-11-18T09:00:00+01:00',
    '2026-11-24T10:29:59+01:00',
  ]
  const messages = [...generateMessages({ count: times.length })]
  await archive.import(messages.map((message, at) => ({ ...message, createdDate: Date.parse(times[at]!) })))
  const counted = async (text: string) => {
    const { query } = parse(text)
    const found = await archive.count({ query, context })
    const { total } = await archive.statistics({ query, context, groups: [], metaKey: null, limit: 1 })
    return [found.value, total.messages]
  }
  expect(await counted('last:7d')).toEqual([3, 3])
  expect(await counted('after:2026-11-18 before:2026-11-25')).toEqual([3, 3])
  expect(await counted('last:168h')).toEqual([4, 4])
})
