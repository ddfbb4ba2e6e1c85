import { expect, it } from 'vitest'
import { statisticsGroups } from '#shared/contract/base/statistics-limits.ts'
import { parse } from '#shared/domain/query/parse.ts'
import { figures } from '#shared/domain/statistics/figures.ts'
import { metaTermOf, termOf } from '#shared/domain/statistics/term-of.ts'
import { generateMessages } from '#test/core/archive/support/generate.ts'
import { openArchive } from '#test/core/archive/support/open-archive.ts'

it('gives every line a search that finds exactly its messages', async () => {
  const archive = await openArchive()
  const messages = [...generateMessages({ count: 3000 })]
  const complaint = { lastState: 'complaint' }
  await archive.import(messages.map((message, at) => ({ ...message, ...(at % 40 === 0 && complaint) })))
  const context = { now: Date.UTC(2026, 0, 4), zone: 'Europe/Paris' }
  const period = 'after:2025-06-01 before:2025-09-01'
  const { total, groups, meta } = await archive.statistics({
    query: parse(period).query,
    context,
    groups: statisticsGroups,
    metaKey: 'locale',
    limit: 30,
  })
  const count = async (term: string) =>
    (await archive.count({ query: parse(`${period} ${term}`).query, context })).value
  expect(await count('')).toBe(total.messages)
  expect(total.messages).toBeGreaterThan(500)
  let lines = 0
  for (const group of statisticsGroups) {
    for (const { value, messages } of groups[group]!.values) {
      const term = termOf(group, value)
      if (term === undefined) continue
      lines += 1
      expect(await count(term), term).toBe(messages)
    }
  }
  for (const { value, messages } of meta!.values) {
    const term = metaTermOf('locale', value)
    if (term !== undefined) expect(await count(term), term).toBe(messages)
  }
  expect(lines).toBeGreaterThan(40)
  for (const { id, term, read } of figures) {
    const { part } = read(total)
    expect(part, id).toBeGreaterThan(0)
    expect(await count(term), id).toBe(part)
  }
})
