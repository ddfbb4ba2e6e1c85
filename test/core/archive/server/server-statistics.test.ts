import fc from 'fast-check'
import { expect } from 'vitest'
import { statisticsGroups } from '#shared/contract/base/statistics-limits.ts'
import type { Grouped } from '#shared/contract/statistics.ts'
import { and, everything, type Query } from '#shared/domain/query/ast.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { parse } from '#shared/domain/query/parse.ts'
import type { ArchiveStatistics } from '#shared/domain/statistics/archive-statistics.ts'
import { message, query } from '../support/arbitrary.ts'
import { generateMessages } from '../support/generate.ts'
import { patiently } from '../support/patiently.ts'
import { openBoth, samplesOf, secondsApart, withOwnIds } from '../support/both-archives.ts'
import { onServer } from '../support/open-server.ts'

const now = Date.UTC(2026, 0, 4, 12)
/** Until 1972, Monrovia’s hours began 44 minutes and 30 seconds late. */
const zones = ['UTC', 'Europe/Paris', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Africa/Monrovia']
const shared = { groups: statisticsGroups, metaKey: 'order', limit: 1000 }

function keyed({ values, more }: Grouped) {
  return {
    more,
    values: Object.fromEntries(values.map(({ value, ...counters }) => [fold(value).slice(0, 128), counters])),
  }
}

/** Among equally frequent spellings, either may be shown. */
function comparable({ groups, meta, horizon: _horizon, ...counts }: ArchiveStatistics) {
  return {
    ...counts,
    groups: Object.fromEntries(statisticsGroups.map((group) => [group, keyed(groups[group]!)])),
    meta: meta && keyed(meta),
  }
}

function between(from: string, to: string): Query {
  return and([
    { kind: 'date', field: 'after', date: from },
    { kind: 'date', field: 'before', date: to },
  ])
}

onServer('counts the same as the file, for any search, in any zone', { timeout: 300_000 }, async () => {
  const given = fc.tuple(
    fc.array(message, { minLength: 1, maxLength: 60 }),
    fc.array(query, { minLength: 6, maxLength: 6 }),
    fc.constantFrom(...zones),
  )
  for (const [records, queries, zone] of samplesOf(given, 6)) {
    const { file, server } = await openBoth(withOwnIds(records))
    for (const searched of [everything, ...queries]) {
      const request = { query: searched, context: { now, zone }, ...shared }
      const expected = patiently(() => file.statistics(request))
      expect(comparable(await server.statistics(request)), JSON.stringify(searched)).toEqual(comparable(expected))
    }
  }
})

onServer('counts periods the same from stored counts as from rows, and again after an import', async () => {
  const records = withOwnIds(fc.sample(message, { numRuns: 110, seed: 7 }))
  const { server, file, bring } = await openBoth(records)
  const periods = [
    everything,
    between('2026-01-02', '2026-01-04'),
    between('2026-01-02T06:15', '2026-01-03T18:45'),
    between('2026-01-02T06:07', '2026-01-03'),
    between('2026-01-03', '2026-01-02'),
    between('1970-01-02', '2200'),
    parse('last:3d').query,
  ]
  const compare = async (): Promise<void> => {
    for (const period of periods) {
      for (const zone of ['Europe/Paris', 'Africa/Monrovia']) {
        const request = { context: { now, zone }, ...shared }
        const kept = comparable(await server.statistics({ ...request, query: period }))
        // Every message is smaller than a gigabyte, but the condition forces counting by rows.
        const small: Query = { kind: 'number', field: 'size', comparison: '<', value: 1e9 }
        const rows = comparable(await server.statistics({ ...request, query: and([period, small]) }))
        expect(kept, JSON.stringify(period)).toEqual(rows)
        expect(kept).toEqual(comparable(patiently(() => file.statistics({ ...request, query: period }))))
      }
    }
  }
  await compare()
  await bring(records.slice(0, 50).map((record) => ({ ...record, open: record.open + 3, lastState: 'delivered' })))
  await compare()
})

onServer(
  'counts kept quarters by the local days and hours of any zone, when clocks change and before 1970',
  async () => {
    const generated = [
      ...generateMessages({ count: 1500, from: Date.UTC(2024, 1, 1), to: Date.UTC(2026, 1, 1) }),
      ...generateMessages({ count: 60, seed: 2, from: Date.UTC(2025, 2, 29, 22), to: Date.UTC(2025, 2, 30, 4) }),
      ...generateMessages({ count: 60, seed: 3, from: Date.UTC(2025, 9, 4, 12), to: Date.UTC(2025, 9, 4, 18) }),
      ...generateMessages({ count: 60, seed: 4, from: Date.UTC(2011, 11, 29), to: Date.UTC(2011, 11, 31) }),
      ...generateMessages({ count: 60, seed: 5, from: 0, to: Date.UTC(1970, 0, 2) }),
    ]
    const { server, file } = await openBoth(withOwnIds(generated))
    const periods = [
      everything,
      between('2025-03-29T23:15', '2025-10-05'),
      between('2025-10-26T00:45', '2025-10-26T01:30'),
    ]
    for (const zone of [...zones, 'America/New_York', 'America/St_Johns', 'Pacific/Apia']) {
      for (const period of periods) {
        const request = { query: period, context: { now, zone }, ...shared, groups: [], metaKey: null }
        const { days, hours, total } = await server.statistics(request)
        const expected = patiently(() => file.statistics(request))
        expect({ days, hours, total }, zone).toEqual({
          days: expected.days,
          hours: expected.hours,
          total: expected.total,
        })
      }
    }
  },
)

onServer(
  'lists the largest values first in their most common spelling, and reports how many more there are',
  async () => {
    const orders = ['n-1', 'N-1', 'Été', 'ÉTÉ', 'x', `${'Long '.repeat(60)}end`]
    const records = secondsApart(generateMessages({ count: 60 })).map((record, index) => ({
      ...record,
      tags: [index < 30 ? 'Été' : index < 40 ? 'été' : index < 55 ? 'b' : 'c'],
      meta: { Order: orders[index % 6]! },
    }))
    const { server, file } = await openBoth(records)
    for (const limit of [2, 1000]) {
      const request = { query: everything, context: { now, zone: 'UTC' }, ...shared, limit }
      const counted = await server.statistics(request)
      expect(counted).toEqual({ ...patiently(() => file.statistics(request)), horizon: counted.horizon })
    }
  },
)

onServer('refuses a metadata key that differs in nearly every message, and continues to count', async () => {
  const records = [...generateMessages({ count: 220 })].map((record, index) => ({
    ...record,
    meta: {
      order: Array.from({ length: 95 }, (_, at) => `n-${index * 95 + at}`),
      shop: index % 2 === 0 ? 'north' : 'south',
    },
  }))
  const { server, file } = await openBoth(records)
  const request = { query: everything, context: { now, zone: 'UTC' }, groups: [], limit: 10 }
  const refused = { code: 'too-many-values' }
  expect(() => patiently(() => file.statistics({ ...request, metaKey: 'order' }))).toThrow(
    expect.objectContaining(refused),
  )
  await expect(server.statistics({ ...request, metaKey: 'order' })).rejects.toMatchObject(refused)
  const { meta } = await server.statistics({ ...request, metaKey: 'shop' })
  expect(meta!.values.map(({ messages }) => messages)).toEqual([110, 110])
})
