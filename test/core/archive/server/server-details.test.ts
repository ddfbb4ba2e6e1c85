import fc from 'fast-check'
import { expect } from 'vitest'
import { everything } from '#shared/domain/query/ast.ts'
import { parse } from '#shared/domain/query/parse.ts'
import { query } from '../support/arbitrary.ts'
import { detailed } from '../support/arbitrary-details.ts'
import { generateMessages } from '../support/generate.ts'
import { patiently } from '../support/patiently.ts'
import { comparable } from '../support/recount-details.ts'
import { openBoth, samplesOf, withOwnIds } from '../support/both-archives.ts'
import { onServer } from '../support/open-server.ts'

const now = Date.UTC(2026, 0, 4, 12)
const zones = ['UTC', 'Europe/Paris', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']

onServer('counts the same details as the file, for any search, in any zone', { timeout: 300_000 }, async () => {
  const given = fc.tuple(
    fc.array(detailed, { minLength: 1, maxLength: 50 }),
    fc.array(detailed, { maxLength: 20 }),
    fc.array(query, { minLength: 6, maxLength: 6 }),
    fc.constantFrom(...zones),
  )
  for (const [first, late, queries, zone] of samplesOf(given, 6)) {
    const records = withOwnIds([...first, ...late])
    const { file, server, bring } = await openBoth(records.slice(0, first.length))
    await server.details({ query: everything, context: { now, zone } })
    await bring(records.slice(first.length))
    for (const searched of [everything, ...queries]) {
      const scope = { query: searched, context: { now, zone } }
      const expected = patiently(() => file.details(scope))
      expect(comparable(await server.details(scope)), JSON.stringify(searched)).toEqual(comparable(expected))
    }
  }
})

onServer('reads more records than fit into a batch', async () => {
  const records = [...generateMessages({ count: 2300 })].map((record, index) => ({
    ...record,
    open: record.open + 1,
    openDetails: Array.from({ length: record.open }, () => ({
      date: record.createdDate + index * 1000,
      userAgent: { browser: 'Thunderbird 140', country: 'France', city: 'Lyon', latitude: 45.8, longitude: 4.8 },
    })),
    clickDetails: Array.from({ length: record.click }, () => ({
      date: record.createdDate + 3_600_000,
      url: `https://shop.example/${index % 50}`,
      userAgent: null,
    })),
  }))
  const { file, server } = await openBoth(records)
  for (const searched of [everything, parse('domain:example.org tag:invoice').query]) {
    const scope = { query: searched, context: { now, zone: 'Europe/Paris' } }
    const counted = await server.details(scope)
    expect(counted.opened.messages).toBeGreaterThan(100)
    expect(counted).toEqual({ ...patiently(() => file.details(scope)), horizon: counted.horizon })
  }
})
