import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { insertOne, now, send, storePath } from '#test/sandbox/support/stores.ts'
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

describe('messages', () => {
  test('keep what was sent, over a restart', () => {
    const meta = { order: 'N-1', customer: 4711 }
    const id = insertOne(store, { email: 'Emma@Mailbox.example', personalName: 'Emma', meta, values: { number: 7 } })
    store.close()
    store = open()
    expect(store.messages.detail(id)).toMatchObject({
      id,
      apiKey: 'key-1',
      createdDate: now,
      lastStateDate: now,
      from: 'Shop@nordwind.example',
      size: 900,
      meta,
      email: 'Emma@Mailbox.example',
      domain: 'mailbox.example',
      subject: 'Invoice 7',
      tags: ['invoice'],
      lastState: 'requested',
      reason: null,
      open: 0,
      click: 0,
    })
    const source = store.messages.source(id)!
    expect(source).toMatchObject({ personalName: 'Emma', values: { number: 7 }, meta, createdDate: now })
    expect(source.send).toMatchObject({ createdDate: now, apiKey: 'key-1', tags: ['invoice'], list: null })
    expect(source.send.content.subject).toBe('Invoice {{number}}')
    expect([...source.send.content.attachments[0]!.content]).toEqual([0, 255])
    expect([...source.send.content.images[0]!.content]).toEqual([1, 2, 3])
  })

  test('have ids that sort by time, and none is given twice within a millisecond', () => {
    const [first, second] = store.messages.insert([send([{ email: 'a@x.example' }]), send([{ email: 'b@x.example' }])])
    const later = insertOne(store, { email: 'c@x.example' }, { createdDate: now + 1000 })
    const ids = [first![0]!, second![0]!, later]
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids).size).toBe(3)
    expect(store.messages.newest(2).map(({ id }) => id)).toEqual([later, second![0]])
    expect(store.messages.newest(2, second![0]).map(({ id }) => id)).toEqual([first![0]])
  })

  test('may be older than the newest one when the clock was turned back', () => {
    const late = insertOne(store, { email: 'a@x.example' })
    const early = insertOne(store, { email: 'b@x.example' }, { createdDate: now - 60_000 })
    const again = insertOne(store, { email: 'c@x.example' })
    expect(new Set([late, early, again]).size).toBe(3)
    expect(store.messages.newest(3).map(({ id }) => id)).toEqual([again, late, early])
  })

  test('are not found by an id that only looks like theirs', () => {
    const id = insertOne(store, { email: 'a@x.example' })
    const similar = id.slice(0, -1) + (id.endsWith('0') ? '1' : '0')
    for (const unknown of [similar, '', 'garbage', id.toUpperCase() + 'g', `${id}'`]) {
      expect(store.messages.detail(unknown)).toBeNull()
      expect(store.messages.source(unknown)).toBeNull()
      expect(store.messages.recordEvent(unknown, { type: 'open', date: now })).toBe(false)
      expect(store.messages.recordEvent(unknown, { type: 'delivered', date: now })).toBe(false)
    }
    expect(store.messages.exists(id)).toBe(true)
  })

  test('go through planned states and events in the order of time, each at its own date', () => {
    const reader = {
      ip: '192.0.2.7',
      latitude: 52.5,
      longitude: 13.4,
      country: 'Germany',
      region: '',
      city: 'Berlin',
      postcode: '',
      operatingSystem: '',
      language: 'de',
      browser: 'Firefox 145',
      webmail: 'GMX',
      deviceType: '',
    }
    const id = insertOne(store, {
      email: 'a@x.example',
      plan: [
        { due: now + 9000, type: 'click', userAgent: reader, url: 'https://nordwind.example/' },
        { due: now + 1000, type: 'deferred', reason: '451 later' },
        { due: now + 8000, type: 'open', userAgent: reader },
        { due: now + 2000, type: 'delivered' },
        { due: now + 60_000, type: 'unsubscribed' },
      ],
    })
    expect(store.plans.nextDue()).toBe(now + 1000)
    expect(store.plans.applyDue(now + 10_000, 3)).toEqual({ applied: 3, more: true, released: [] })
    expect(store.plans.applyDue(now + 10_000, 3)).toEqual({ applied: 1, more: false, released: [] })
    expect(store.plans.applyDue(now + 10_000)).toEqual({ applied: 0, more: false, released: [] })
    const detail = store.messages.detail(id)!
    expect(detail).toMatchObject({ lastState: 'delivered', lastStateDate: now + 2000, open: 1, click: 1, reason: null })
    expect(detail.openDetails).toEqual([{ date: now + 8000, userAgent: reader }])
    expect(detail.clickDetails).toEqual([{ date: now + 9000, userAgent: reader, url: 'https://nordwind.example/' }])
    store.plans.applyDue(now + 60_000)
    expect(store.messages.detail(id)!.history.map(({ type, date, reason }) => [type, date - now, reason])).toEqual([
      ['requested', 0, null],
      ['deferred', 1000, '451 later'],
      ['delivered', 2000, null],
      ['open', 8000, null],
      ['click', 9000, null],
      ['unsubscribed', 60_000, null],
    ])
    expect(store.messages.detail(id)).toMatchObject({ lastState: 'unsubscribed', lastStateDate: now + 60_000 })
    expect(store.plans.count()).toBe(0)
  })

  test('of a transaction that fails leave nothing behind, in the file or in memory', () => {
    const failing = () =>
      store.transaction(() => {
        insertOne(store, { email: 'a@new.example' }, { tags: ['new'], apiKey: 'key-new' })
        throw new Error('disk full')
      })
    expect(failing).toThrow('disk full')
    expect(store.messages.count()).toBe(0)
    const id = insertOne(store, { email: 'a@new.example' }, { tags: ['new'], apiKey: 'key-new' })
    expect(store.messages.detail(id)).toMatchObject({ apiKey: 'key-new', tags: ['new'], domain: 'new.example' })
    expect(store.messages.list({ tags: ['new'] }, { page: 1, pageSize: 10 }).total).toBe(1)
  })

  test('are refused for a year their ids cannot hold', () => {
    for (const createdDate of [Date.UTC(2107, 0, 1), -1000]) {
      expect(() => insertOne(store, { email: 'a@x.example' }, { createdDate })).toThrow('1970 to 2106')
    }
    expect(store.messages.count()).toBe(0)
  })

  test('share the room of equal content', () => {
    for (let at = 0; at < 50; at++) insertOne(store, { email: `a${at}@x.example` })
    expect(store.database.sql('SELECT count(*) AS count FROM blobs').get()).toEqual({ count: 3 })
  })
})
