import { expect, it } from 'vitest'
import { parse } from '#shared/domain/query/parse.ts'
import { sizeBounds } from '#shared/domain/statistics/details/classes.ts'
import { reasonTermOf, sizeTermOf } from '#shared/domain/statistics/details/detail-terms.ts'
import { generateMessages } from '#test/core/archive/support/generate.ts'
import { openArchive } from '#test/core/archive/support/open-archive.ts'

it('gives each reason and size a search that finds exactly its messages', async () => {
  const archive = await openArchive()
  const odd = ['say "no" \\ twice', '550 <a@example.org> unknown', '550 <b@example.org> unknown', 'Boîte pleine', '…']
  const records = [...generateMessages({ count: 4000 })].map((record, index) => ({
    ...record,
    size: index % 40 === 0 ? 0 : sizeBounds[index % 8]! + (index % 3) - 1,
    reason: record.reason === null || index % 2 === 0 ? record.reason : odd[index % 5]!,
  }))
  await archive.import(records)
  const context = { now: Date.UTC(2026, 0, 4), zone: 'Europe/Paris' }
  const period = 'after:2025-02-01 before:2025-11-01'
  const { refused, sizes } = await archive.details({ query: parse(period).query, context })
  const count = async (term: string) =>
    (await archive.count({ query: parse(`${period} ${term}`).query, context })).value

  const found = new Map<string, number>()
  for (const refusal of refused.reasons.values) {
    const term = reasonTermOf(refusal)
    if (term === undefined) continue
    found.set(refusal.example, (found.get(refusal.example) ?? 0) + 1)
    expect(await count(term), term).toBe(refusal.messages)
  }
  expect([...found.keys()]).toEqual(expect.arrayContaining(['552 5.2.2 mailbox full', odd[0], 'Boîte pleine']))
  expect(found.has('…')).toBe(false)
  for (const [at, messages] of sizes.classes.entries()) expect(await count(sizeTermOf(at)), String(at)).toBe(messages)
  expect(await count('size:0')).toBe(sizes.unknown)
  expect(sizes.unknown).toBeGreaterThan(50)
})
