import { expect, test } from 'vitest'
import { EntryTable, type Entry } from './entry-table.ts'

const entry = (email: string, more: Partial<Entry> = {}): Entry => ({ email, date: 1, reason: 'r', list: '', ...more })

test('holds each address of a list once, in any case, and every one of thousands', () => {
  const table = new EntryTable()
  const emails = Array.from({ length: 5000 }, (_none, index) => `person-${index}@d${index % 7}.example`)
  for (const email of emails) expect(table.put(entry(email))).toBe('added')
  for (const email of emails) expect(table.put(entry(email.toUpperCase()))).toBe('known')
  expect(table.count).toBe(5000)
  emails.forEach((email, row) => expect(table.emailAt(row)).toBe(email))
  expect(table.rowsOf('person-7@d1.example')).toEqual([])
  expect(table.rowsOf('Person-7@d0.example')).toEqual([7])
})

test('an address may be on several custom lists, and a later date replaces the earlier one', () => {
  const table = new EntryTable()
  table.put(entry('a@x.org'))
  table.put(entry('a@x.org', { list: 'news' }))
  expect(table.rowsOf('a@x.org').map((row) => table.entryAt(row).list)).toEqual(['', 'news'])
  expect(table.put(entry('a@x.org', { date: 9, reason: 'again' }))).toBe('changed')
  expect(table.entryAt(0)).toEqual(entry('a@x.org', { date: 9, reason: 'again' }))
  expect(table.count).toBe(2)
})

test('odd addresses are kept as they are', () => {
  const table = new EntryTable()
  const odd = ['no-at', '@x.org', 'zoë@bücher.example', '"a@b"@c.org', '']
  for (const email of odd) table.put(entry(email))
  expect(odd.map((_email, row) => table.emailAt(row))).toEqual(odd)
})

test('the fingerprint depends on the entries, and not on their order', () => {
  const [one, other, third] = [new EntryTable(), new EntryTable(), new EntryTable()]
  const entries = [entry('a@x.org'), entry('b@y.org', { list: 'news' }), entry('c@x.org', { date: 5 })]
  for (const each of entries) one.put(each)
  for (const each of entries.toReversed()) other.put(each)
  for (const each of entries) third.put({ ...each, date: 1 })
  expect(other.fingerprint()).toBe(one.fingerprint())
  expect(third.fingerprint()).not.toBe(one.fingerprint())
})

test('rows that are gone leave no domain and no reason behind', () => {
  const table = new EntryTable()
  for (const name of ['a', 'b', 'c']) table.put(entry(`${name}@${name}.example`, { reason: `no ${name}` }))
  const work = table.reordered(Uint32Array.of(2, 0), 100)
  const others = work.next().value!
  expect(others.names()).toEqual({ domains: ['c.example', 'a.example'], reasons: ['no c', 'no a'], lists: [''] })
  expect([0, 1].map((row) => others.entryAt(row))).toEqual([table.entryAt(2), table.entryAt(0)])
  expect([table.hasUnusedNames(), others.hasUnusedNames()]).toEqual([false, false])
  table.put(entry('a@a.example', { date: 2, reason: 'other' }))
  expect(table.hasUnusedNames()).toBe(true)
})
