import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { insertOne, now, storePath } from '#test/sandbox/support/stores.ts'
import type { Store } from '../index.ts'
import { openStore } from '../store.ts'

let path: string
let store: Store
const open = (): Store => openStore({ path })
beforeEach(async () => {
  path = await storePath()
  store = open()
})
afterEach(() => store.close())

describe('blacklists', () => {
  test('are fed by hard bounces, complaints and unsubscribes, once each', () => {
    const bounced = insertOne(store, { email: 'Bounce@x.example' })
    store.messages.recordEvent(bounced, { type: 'hardbounced', date: now + 1, reason: '550 unknown' })
    const bothered = insertOne(store, { email: 'both@x.example' })
    store.messages.recordEvent(bothered, { type: 'unsubscribed', date: now + 2 })
    store.messages.recordEvent(bothered, { type: 'unsubscribed', date: now + 3 })
    store.messages.recordEvent(bothered, { type: 'complaint', date: now + 4 })
    const page = { page: 1, pageSize: 10 }
    expect(store.blacklists.list('bounces', page)).toEqual({
      entries: [{ email: 'bounce@x.example', date: now + 1, reason: '550 unknown', list: null }],
      total: 1,
    })
    expect(store.blacklists.list('unsubscribers', page).entries.map(({ date }) => date)).toEqual([now + 2])
    expect(store.blacklists.blocking('BOUNCE@X.example')).toBe('bounces')
    expect(store.blacklists.blocking('both@x.example')).toBe('complaints')
    expect(store.blacklists.remove('complaints', 'Both@x.example')).toBe(true)
    expect(store.blacklists.remove('complaints', 'both@x.example')).toBe(false)
    expect(store.blacklists.blocking('both@x.example')).toBe('unsubscribers')
    expect(store.messages.detail(bothered)).toMatchObject({ lastState: 'complaint', lastStateDate: now + 4 })
  })

  test('of a custom list block that list alone, except for bounces', () => {
    const id = insertOne(store, { email: 'a@x.example' }, { list: 'newsletter' })
    store.messages.recordEvent(id, { type: 'unsubscribed', date: now })
    expect(store.blacklists.blocking('a@x.example')).toBeNull()
    expect(store.blacklists.blocking('a@x.example', 'newsletter')).toBe('unsubscribers')
    expect(store.blacklists.blocking('a@x.example', 'other')).toBeNull()
    store.blacklists.add('bounces', { email: 'a@x.example', date: now, reason: 'gone', list: 'newsletter' })
    expect(store.blacklists.blocking('a@x.example', 'other')).toBe('bounces')
  })

  test('hold after a restart, a rollback and a reset', () => {
    const entry = { date: now, reason: 'spam' }
    expect(store.blacklists.blocking('a@x.example')).toBeNull()
    store.blacklists.add('complaints', { ...entry, email: 'A@x.example' })
    const undone = () =>
      store.transaction(() => {
        store.blacklists.add('complaints', { ...entry, email: 'b@x.example' })
        throw new Error('undone')
      })
    expect(undone).toThrow('undone')
    store.close()
    store = open()
    expect(store.blacklists.blocking('a@X.example')).toBe('complaints')
    expect(store.blacklists.blocking('b@x.example')).toBeNull()
    store.reset()
    expect(store.blacklists.blocking('a@x.example')).toBeNull()
    store.blacklists.add('bounces', { ...entry, email: 'a@x.example' })
    expect(store.blacklists.blocking('a@x.example')).toBe('bounces')
  })

  test('hold when there are more of them than are kept in memory', () => {
    const add = (first: number, count: number) =>
      store.transaction(() => {
        for (let at = first; at < first + count; at++) {
          store.blacklists.add('bounces', { email: `a${at}@x.example`, date: now, reason: 'gone' })
        }
      })
    const all = (count: number) => Array.from({ length: count }, (_, at) => `a${at}@x.example`)
    expect(store.blacklists.blocking('a0@x.example')).toBeNull()
    add(0, 50_010)
    expect(all(50_010).filter((email) => store.blacklists.blocking(email) === null)).toEqual([])
    store.close()
    store = open()
    add(50_010, 10)
    expect(all(50_021).filter((email) => store.blacklists.blocking(email) === null)).toEqual(['a50020@x.example'])
  })

  test('are paged and ordered by date, and filtered by list', () => {
    for (let at = 0; at < 5; at++) {
      const list = at % 2 ? 'news' : null
      store.blacklists.add('complaints', { email: `a${at}@x.example`, date: now + at, reason: 'spam', list })
    }
    const emails = (query: Parameters<typeof store.blacklists.list>[1]) =>
      store.blacklists.list('complaints', query).entries.map(({ email }) => email[1])
    expect(emails({ page: 2, pageSize: 2 })).toEqual(['2', '3'])
    expect(emails({ page: 1, pageSize: 2, descending: true })).toEqual(['4', '3'])
    expect(emails({ page: 1, pageSize: 9, list: 'news' })).toEqual(['1', '3'])
    expect(store.blacklists.list('complaints', { page: 1e9, pageSize: 2 })).toEqual({ entries: [], total: 5 })
  })
})
