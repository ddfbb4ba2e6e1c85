import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { insertOne, now, storePath } from '#test/sandbox/support/stores.ts'
import { domainRecords } from './account/domains.ts'
import type { Store } from './index.ts'
import { openStore } from './store.ts'

let path: string
let store: Store
const open = (): Store => openStore({ path })
beforeEach(async () => {
  path = await storePath()
  store = open()
})
afterEach(() => store.close())

test('a store that is emptied keeps nothing of its messages, in its file or in a copy', async () => {
  for (let n = 0; n < 30; n++) insertOne(store, { email: `ada.${n}@shop.example` })
  const names = async (file: string) => (await readFile(file)).toString('latin1').split('shop.example').length - 1
  await store.copyTo(`${path}.before`)
  expect(await names(`${path}.before`)).toBeGreaterThan(29)
  store.reset()
  await store.copyTo(`${path}.after`)
  expect([await names(path), await names(`${path}.after`)]).toEqual([0, 0])
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
    insertOne(store, { email: 'a@x.example', plan: [{ due: now, type: 'delivered' }] })
    store.settings.set('scenario', 'demo')
    store.reset()
    expect([store.messages.count(), store.plans.count(), store.settings.get('scenario')]).toEqual([0, 0, null])
    const id = insertOne(store, { email: 'a@x.example' })
    expect(store.messages.detail(id)?.lastState).toBe('requested')
  })

  test('a file in use is refused with a sentence, and free again after closing', () => {
    expect(open).toThrow('in use by another sandbox')
    store.close()
    store = open()
    expect(open).toThrow('in use by another sandbox')
  })

  test('a file of another version is refused with a sentence', () => {
    store.database.exec('PRAGMA user_version = 99')
    store.close()
    expect(open).toThrow('another version')
    store = openStore({ path: ':memory:' })
  })
})
