import { expect, test } from 'vitest'
import { EntryTable } from './entry-table.ts'
import { groupEvents } from './mass-events.ts'
import { findRows, type WantedEntries } from './search.ts'

const everything: WantedEntries = { text: '', list: null, reason: null, domain: null, from: null, to: null }

function tableOf(entries: readonly (readonly [email: string, date: number, reason?: string, list?: string])[]) {
  const table = new EntryTable()
  for (const [email, date, reason = '', list = ''] of entries) table.put({ email, date, reason, list })
  return table
}

function find(table: EntryTable, wanted: Partial<WantedEntries>): string[] {
  return [...findRows(table, { ...everything, ...wanted }, null)].map((row) => table.emailAt(row))
}

test('finds exactly the addresses that contain the text, as a plain comparison does', () => {
  const parts = ['ann', 'nan', 'a', 'aa', 'banana', 'zoë', 'x.y', 'na']
  const domains = ['x.org', 'banana.example', 'aa.net']
  const emails = parts.flatMap((one) => parts.flatMap((two) => domains.map((domain) => `${one}${two}@${domain}`)))
  const table = tableOf([...new Set(emails)].map((email, at) => [email, 10_000 - at]))
  const all = find(table, {})
  for (const text of [
    'a',
    'an',
    'nana',
    '@',
    'n@b',
    '@x',
    'a@',
    'zoë',
    'ORG',
    'aa@aa.net',
    'q',
    '.y@',
    'banana',
    'o',
  ]) {
    expect(find(table, { text }), text).toEqual(all.filter((email) => email.includes(text.toLowerCase())))
  }
})

test('a text in very many addresses is found in each of them', () => {
  const table = tableOf(Array.from({ length: 20_000 }, (_none, at) => [`user${at}.common@x.org`, 30_000 - at]))
  expect(find(table, { text: 'common' })).toHaveLength(20_000)
  expect(find(table, { text: '9.c' })).toHaveLength(2000)
  expect(find(table, { text: 'commonuser' })).toEqual([])
})

test('a table that grows is searched whole each time', () => {
  const table = tableOf([])
  const text = 'olga.77'
  for (const count of [100, 65, 3000, 10, 20_000]) {
    const before = table.count
    for (let at = before; at < before + count; at++) {
      table.put({ email: `${at % 97 === 0 ? 'olga' : 'ivan'}.${at}@x.org`, date: 90_000 - at, reason: '', list: '' })
    }
    const all = find(table, {})
    expect(all).toHaveLength(before + count)
    expect(find(table, { text })).toEqual(all.filter((email) => email.includes(text)))
    expect(find(table, { text, from: 80_000, to: 89_500 })).toEqual(
      all.slice(500, 10_001).filter((email) => email.includes(text)),
    )
  }
})

test('filters by domain, reason, custom list and time, both ends included', () => {
  const table = tableOf([
    ['a@x.org', 30, 'full', 'news'],
    ['b@y.org', 20, 'full'],
    ['c@x.org', 10, 'unknown'],
  ])
  expect(find(table, { domain: 'x.org' })).toEqual(['a@x.org', 'c@x.org'])
  expect(find(table, { reason: 'full' })).toEqual(['a@x.org', 'b@y.org'])
  expect(find(table, { list: '' })).toEqual(['b@y.org', 'c@x.org'])
  expect(find(table, { list: 'gone' })).toEqual([])
  expect(find(table, { from: 10, to: 20 })).toEqual(['b@y.org', 'c@x.org'])
  expect(find(table, { from: 11, to: 19 })).toEqual([])
})

test('many addresses of one domain within an hour are one event; the usual traffic of a large domain is none', () => {
  const hour = 3600
  const outage = Array.from({ length: 49 }, (_none, at) => [`o${at}@down.example`, 500 * hour - at * 10] as const)
  const usual = Array.from({ length: 12_000 }, (_none, at) => [`u${at}@large.example`, 600 * hour - at * 180] as const)
  const few = Array.from({ length: 19 }, (_none, at) => [`f${at}@small.example`, 100 * hour - at] as const)
  const table = tableOf([...outage, ...usual, ...few].toSorted((a, b) => b[1] - a[1]))
  const rows = findRows(table, everything, null)
  const { shown, events } = groupEvents(table, rows)
  expect(events).toEqual([{ domain: 'down.example', count: 49, first: 500 * hour - 480, last: 500 * hour, reason: '' }])
  expect(shown).toHaveLength(12_000 + 19 + 1)
  expect([...shown].filter((row) => row < 0)).toEqual([-1])
})

test('an event has the reason that all of its addresses have', () => {
  const added = (reason: (at: number) => string) =>
    tableOf(Array.from({ length: 30 }, (_none, at) => [`a${at}@x.example`, 9000 - at, reason(at)] as const))
  const reasonOf = (table: EntryTable) => groupEvents(table, findRows(table, everything, null)).events[0]?.reason
  expect(reasonOf(added(() => 'added by hand'))).toBe('added by hand')
  expect(reasonOf(added((at) => (at === 7 ? '550 unknown' : '421 busy')))).toBeNull()
})
