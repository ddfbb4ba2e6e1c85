import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { domainRecords } from './account/domains.ts'
import { openStore } from './store.ts'
import type { NewMessage, NewSend, Store } from './index.ts'

const now = Date.UTC(2026, 5, 15, 12, 0, 0, 250)

let folder: string
let store: Store
const open = (): Store => openStore({ path: join(folder, 'sandbox.db') })
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-store-'))
  store = open()
})
afterEach(async () => {
  store.close()
  await rm(folder, { recursive: true })
})

function send(messages: (Partial<NewMessage> & { email: string })[], more: Partial<NewSend> = {}): NewSend {
  return {
    createdDate: now,
    apiKey: 'key-1',
    tags: ['invoice'],
    content: {
      from: { address: 'Shop@nordwind.example', personalName: 'Shop' },
      subject: 'Invoice {{number}}',
      html: '<p>Hello</p>',
      images: [{ contentType: 'image/png', filename: 'logo', content: Uint8Array.of(1, 2, 3) }],
      attachments: [{ contentType: 'application/pdf', filename: 'invoice.pdf', content: Uint8Array.of(0, 255) }],
      headers: { 'X-SVC-TAGS': ['invoice'] },
    },
    messages: messages.map((message) => ({ subject: 'Invoice 7', size: 900, ...message })),
    ...more,
  }
}
const insertOne = (message: Partial<NewMessage> & { email: string }, more?: Partial<NewSend>): string =>
  store.messages.insert([send([message], more)])[0]![0]!

describe('messages', () => {
  test('keep what was sent, over a restart', () => {
    const meta = { order: 'N-1', customer: 4711 }
    const id = insertOne({ email: 'Emma@Mailbox.example', personalName: 'Emma', meta, values: { number: 7 } })
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
    const later = insertOne({ email: 'c@x.example' }, { createdDate: now + 1000 })
    const ids = [first![0]!, second![0]!, later]
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids).size).toBe(3)
    expect(store.messages.newest(2).map(({ id }) => id)).toEqual([later, second![0]])
    expect(store.messages.newest(2, second![0]).map(({ id }) => id)).toEqual([first![0]])
  })

  test('may be older than the newest one when the clock was turned back', () => {
    const late = insertOne({ email: 'a@x.example' })
    const early = insertOne({ email: 'b@x.example' }, { createdDate: now - 60_000 })
    const again = insertOne({ email: 'c@x.example' })
    expect(new Set([late, early, again]).size).toBe(3)
    expect(store.messages.newest(3).map(({ id }) => id)).toEqual([again, late, early])
  })

  test('are not found by an id that only looks like theirs', () => {
    const id = insertOne({ email: 'a@x.example' })
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
    const id = insertOne({
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
    expect(store.plans.applyDue(now + 10_000, 3)).toEqual({ applied: 3, more: true })
    expect(store.plans.applyDue(now + 10_000, 3)).toEqual({ applied: 1, more: false })
    expect(store.plans.applyDue(now + 10_000)).toEqual({ applied: 0, more: false })
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
        insertOne({ email: 'a@new.example' }, { tags: ['new'], apiKey: 'key-new' })
        throw new Error('disk full')
      })
    expect(failing).toThrow('disk full')
    expect(store.messages.count()).toBe(0)
    const id = insertOne({ email: 'a@new.example' }, { tags: ['new'], apiKey: 'key-new' })
    expect(store.messages.detail(id)).toMatchObject({ apiKey: 'key-new', tags: ['new'], domain: 'new.example' })
    expect(store.messages.list({ tags: ['new'] }, { page: 1, pageSize: 10 }).total).toBe(1)
  })

  test('are refused for a year their ids cannot hold', () => {
    for (const createdDate of [Date.UTC(2107, 0, 1), -1000]) {
      expect(() => insertOne({ email: 'a@x.example' }, { createdDate })).toThrow('1970 to 2106')
    }
    expect(store.messages.count()).toBe(0)
  })

  test('share the room of equal content', () => {
    for (let at = 0; at < 50; at++) insertOne({ email: `a${at}@x.example` })
    expect(store.database.sql('SELECT count(*) AS count FROM blobs').get()).toEqual({ count: 3 })
  })
})

describe('blacklists', () => {
  test('are fed by hard bounces, complaints and unsubscribes, once each', () => {
    const bounced = insertOne({ email: 'Bounce@x.example' })
    store.messages.recordEvent(bounced, { type: 'hardbounced', date: now + 1, reason: '550 unknown' })
    const bothered = insertOne({ email: 'both@x.example' })
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
    const id = insertOne({ email: 'a@x.example' }, { list: 'newsletter' })
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

describe('settings', () => {
  test('keys are found by id and secret and keep their order', () => {
    const first = store.keys.add({ description: 'First', createdAt: now })
    const second = store.keys.add({
      id: 'second',
      key: 'secret',
      description: 'Second',
      createdAt: now,
      enabled: false,
    })
    expect(store.keys.list()).toEqual([first, second])
    expect(first).toMatchObject({ enabled: true, iPFilterEnabled: false, allowedIPs: [], updatedAt: now })
    expect(store.keys.findBySecret('secret')).toEqual(second)
    expect(store.keys.update('second', { enabled: true, updatedAt: now + 5 })).toMatchObject({ enabled: true })
    expect(store.keys.list()[1]).toMatchObject({ id: 'second', enabled: true, updatedAt: now + 5 })
    expect(store.keys.update('third', { updatedAt: now })).toBeNull()
    expect([store.keys.remove('second'), store.keys.remove('second')]).toEqual([true, false])
  })

  test('a domain keeps its flags when it is put again, except for a new tracking domain', () => {
    const domain = { sending: 'Nordwind.example', tracking: 't.nordwind.example', email: 'me@nordwind.example' }
    const added = store.domains.put(domain, now)
    expect(added).toMatchObject({ default: true, verifiedDkim: false })
    store.domains.verify('nordwind.example', { verifiedDkim: true, verifiedTracking: true }, now + 1)
    expect(store.domains.put(domain, now + 2)).toMatchObject({
      id: added.id,
      verifiedDkim: true,
      verifiedTracking: true,
      createdAt: now,
      updatedAt: now + 2,
    })
    const moved = store.domains.put({ ...domain, tracking: 'click.nordwind.example' }, now + 3)
    expect(moved).toMatchObject({ verifiedDkim: true, verifiedTracking: false })
    expect(domainRecords(moved).map(({ type, verified }) => [type, verified])).toEqual([
      ['TXT', true],
      ['TXT', false],
      ['MX', false],
      ['A', false],
      ['CNAME', false],
    ])
    store.domains.put({ ...domain, sending: 'other.example' }, now)
    store.domains.setDefault('other.example', now)
    expect(store.domains.list().map((entry) => entry.default)).toEqual([false, true])
  })

  test('a template is found by the slug of its description, which follows a renaming', () => {
    const input = { from: { address: 'a@x.example' }, subject: 'Hi', htmlContent: '<p>', textContent: 'Hi' }
    const { id } = store.templates.add({ ...input, description: 'Order – Été 2026' }, now)
    expect(store.templates.findByName('order-ete-2026')?.id).toBe(id)
    store.templates.update(id, { description: 'Winter' }, now + 1)
    expect(store.templates.findByName('order-ete-2026')).toBeNull()
    expect(store.templates.findByName('Winter')).toMatchObject({ id, subject: 'Hi', updatedAt: now + 1 })
    expect(store.templates.update('unknown', {}, now)).toBeNull()
  })

  test('a reset empties everything and the store keeps working', () => {
    insertOne({ email: 'a@x.example', plan: [{ due: now, type: 'delivered' }] })
    store.settings.set('scenario', 'demo')
    store.reset()
    expect([store.messages.count(), store.plans.count(), store.settings.get('scenario')]).toEqual([0, 0, null])
    const id = insertOne({ email: 'a@x.example' })
    expect(store.messages.detail(id)?.lastState).toBe('requested')
  })

  test('a file in use is refused with a sentence, and free again after closing', () => {
    expect(open).toThrow('in use by another sandbox')
    store.close()
    store = open()
    expect(open).toThrow('in use by another sandbox')
  })

  test('a file of a newer version is refused with a sentence', () => {
    store.database.exec('PRAGMA user_version = 99')
    store.close()
    expect(open).toThrow('newer version')
    store = openStore({ path: ':memory:' })
  })
})
